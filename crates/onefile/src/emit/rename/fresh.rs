//! Short names that mean nothing yet.

use super::reserved::KEYWORDS;
use std::collections::HashSet;

/// Words of two characters that the standard library gives a meaning.
const TAKEN: [&str; 20] = [
    "le", "lt", "ge", "gt", "eq", "ne", "or", "ln", "ok", "id", "io", "fs", "os", "at", "rc", "by", "Ok",
    "Rc", "no", "u8",
];

/// Gives names in order of their length; lower and upper case apart, as the lints for styles of names want it.
#[derive(Debug)]
pub(super) struct Fresh<'a> {
    used: &'a HashSet<String>,
    lower: usize,
    upper: usize,
    lifetimes: usize,
}

impl<'a> Fresh<'a> {
    /// `used` are names that may not be given.
    pub(super) fn new(used: &'a HashSet<String>) -> Fresh<'a> {
        Fresh { used, lower: 0, upper: 0, lifetimes: 0 }
    }

    /// Returns the next name in the style of another one, if it is shorter.
    pub(super) fn shorter(&mut self, name: &str) -> Option<String> {
        let is_lifetime = name.starts_with('\'');
        let is_upper = name.starts_with(|first: char| first.is_uppercase());
        let (counter, first) = match (is_lifetime, is_upper) {
            (true, _) => (&mut self.lifetimes, b'a'),
            (_, true) => (&mut self.upper, b'A'),
            _ => (&mut self.lower, b'a'),
        };
        loop {
            let mut candidate = spelled(*counter, first);
            if is_lifetime {
                candidate.insert(0, '\'');
            }
            if candidate.len() >= name.len() {
                return None;
            }
            *counter += 1;
            let bare = candidate.trim_start_matches('\'');
            if !self.used.contains(&candidate) && !KEYWORDS.contains(&bare) && !TAKEN.contains(&bare) {
                return Some(candidate);
            }
        }
    }
}

/// Returns the name of an index: one letter, then a letter and more letters or digits.
fn spelled(mut index: usize, first: u8) -> String {
    let mut length = 1;
    let mut count = 26;
    while index >= count {
        index -= count;
        count *= 36;
        length += 1;
    }
    let mut tail = Vec::new();
    for _ in 1..length {
        tail.push(b"0123456789abcdefghijklmnopqrstuvwxyz"[index % 36]);
        index /= 36;
    }
    tail.push(first + u8::try_from(index).unwrap_or(0));
    tail.iter().rev().map(|&byte| char::from(byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::Fresh;
    use pretty_assertions::assert_eq;
    use std::collections::HashSet;

    #[test]
    fn names_are_short_and_unused() {
        let used: HashSet<String> = ["a", "c", "'a", "A"].map(str::to_owned).into();
        let mut fresh = Fresh::new(&used);
        let mut next = |name: &str| fresh.shorter(name).unwrap_or_default();
        assert_eq!(next("x"), "");
        assert_eq!(next("some"), "b");
        assert_eq!(next("other"), "d");
        assert_eq!(next("Type"), "B");
        assert_eq!(next("'life"), "'b");
        let many: Vec<String> = (0..60).map(|_| next("more")).collect();
        assert_eq!(many[22..26], ["a0", "a1", "a2", "a3"].map(str::to_owned));
        assert!(many.iter().all(|name| name != "as"));
    }
}
