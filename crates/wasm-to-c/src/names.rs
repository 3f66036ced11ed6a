//! Names of functions, variables and labels in C.

use std::collections::{BTreeMap, BTreeSet};

/// A name for every function: the last word of its path, and a number where others end in the same. All end in `_`, as no
/// name of C's headers or of the helpers does.
pub(crate) fn functions(order: &[u32], paths: &BTreeMap<u32, String>) -> BTreeMap<u32, String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut names = BTreeMap::new();
    for function in order {
        let word = paths.get(function).map_or("f", |path| last_word(path));
        let mut name = format!("{word}_");
        let mut number = 1;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{word}{number}_");
        }
        names.insert(*function, name);
    }
    names
}

/// The last part of a path that can be a name in C.
fn last_word(path: &str) -> &str {
    let is_name = |word: &&str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
            && !word.ends_with('_')
    };
    path.rsplit("::").find(is_name).unwrap_or("f")
}

/// The variable with this number: `a` to `z`, then `a0` and so on, with no keyword and no helper among them.
pub(crate) fn short(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round - 1),
    }
}
