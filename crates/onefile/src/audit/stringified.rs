//! Whether a program shows a path that the bundle writes in full.
//!
//! A macro that turns tokens into text prints `crate::crates::name::f` where the program prints `name::f`. Such a program
//! is refused. Names alone tell where that may be; then rustc's expansion tells whether it is so.

use crate::cargo::rustc;
use anyhow::{Context as _, Result};
use proc_macro2::{TokenStream, TokenTree};
use std::{collections::BTreeSet, path::Path};

/// The byte offset of the first macro call in `bundle` that may show a path below `libraries`, the module at its root
/// that holds the crates.
///
/// # Errors
/// The text does not lex.
pub fn stringified_path(bundle: &str, libraries: &str) -> Result<Option<usize>> {
    let stream: TokenStream =
        bundle.parse().map_err(|error| anyhow::anyhow!("a bundle that does not lex: {error}"))?;
    let finder = Finder { libraries, showing: showing_macros(&stream) };
    let found = finder.find(stream);
    proc_macro2::extra::invalidate_current_thread_spans();
    Ok(found)
}

/// Whether any text in the bundle really shows such a path, once its macros are expanded: rustc writes the expansion.
///
/// # Errors
/// rustc cannot be run.
pub fn is_printed(bundle: &str, libraries: &str, folder: &Path, arguments: &[String]) -> Result<bool> {
    let mut command = rustc::command_for(bundle, folder)?;
    // The expansion is for tools, so a stable rustc has to be asked this way. What it does not tell counts as shown.
    command.args(["-Zunpretty=expanded", "--crate-type=bin", "--cap-lints=allow"]).args(arguments);
    let output = command.env("RUSTC_BOOTSTRAP", "1").output().context("cannot run rustc")?;
    let expanded = String::from_utf8_lossy(&output.stdout);
    let Some(stream) = expanded.parse::<TokenStream>().ok().filter(|_| output.status.success()) else {
        return Ok(true);
    };
    let shown = literals_show(stream, &format!("crate::{libraries}::"));
    proc_macro2::extra::invalidate_current_thread_spans();
    Ok(shown)
}

/// Whether a string literal holds the path, or a keyword of another edition. The text of a failed assertion stands beside a
/// place in the source anyway, which is another one in a bundle.
fn literals_show(stream: TokenStream, path: &str) -> bool {
    stream.into_iter().any(|tree| match tree {
        TokenTree::Group(group) => literals_show(group.stream(), path),
        TokenTree::Literal(literal) => {
            let text: String = literal.to_string().split_whitespace().collect();
            let shows = text.contains(path) || KEYWORDS.iter().any(|keyword| text.contains(keyword));
            shows && text.contains('"') && !text.starts_with("\"assertionfailed:")
        }
        _ => false,
    })
}

/// Names that some edition wants raw.
const KEYWORDS: [&str; 5] = ["r#gen", "r#async", "r#await", "r#dyn", "r#try"];

struct Finder<'a> {
    libraries: &'a str,
    /// Macros that may turn what they are given into text.
    showing: BTreeSet<String>,
}

impl Finder<'_> {
    fn find(&self, stream: TokenStream) -> Option<usize> {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        trees.iter().enumerate().find_map(|(at, tree)| match tree {
            TokenTree::Group(group) => self.find(group.stream()),
            TokenTree::Ident(ident) if self.showing.contains(&ident.to_string()) => {
                let given = arguments(&trees, at)?;
                self.holds_own_path(given).then(|| ident.span().byte_range().start)
            }
            _ => None,
        })
    }

    /// Whether the tokens hold `crate::crates` or a keyword of another edition.
    fn holds_own_path(&self, stream: TokenStream) -> bool {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        trees.iter().enumerate().any(|(at, tree)| match tree {
            TokenTree::Group(group) => self.holds_own_path(group.stream()),
            TokenTree::Ident(ident) if ident == "crate" => {
                trees.get(at + 3).is_some_and(|next| next.to_string() == self.libraries)
            }
            TokenTree::Ident(ident) => KEYWORDS.contains(&ident.to_string().as_str()),
            _ => false,
        })
    }
}

/// What the macro named at `at` is given, if one is called there.
fn arguments(trees: &[TokenTree], at: usize) -> Option<TokenStream> {
    match trees.get(at + 1..at + 3)? {
        [TokenTree::Punct(bang), TokenTree::Group(group)] if bang.as_char() == '!' => Some(group.stream()),
        _ => None,
    }
}

/// `stringify`, and each macro of the text that uses one of these, under all its names.
fn showing_macros(stream: &TokenStream) -> BTreeSet<String> {
    let mut uses: Vec<(String, BTreeSet<String>)> = Vec::new();
    collect_macros(stream.clone(), &mut uses);
    let mut showing = BTreeSet::from(["stringify".to_owned()]);
    loop {
        let known = showing.len();
        for (name, used) in &uses {
            if !used.is_disjoint(&showing) {
                showing.insert(name.clone());
            }
        }
        if showing.len() == known {
            return showing;
        }
    }
}

/// Each macro with the words of its body; each `first as second` as a macro `second` that uses `first`.
fn collect_macros(stream: TokenStream, uses: &mut Vec<(String, BTreeSet<String>)>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        match (tree, trees.get(at + 1), trees.get(at + 2), trees.get(at + 3)) {
            (TokenTree::Ident(word), Some(_), Some(TokenTree::Ident(name)), Some(TokenTree::Group(body)))
                if word == "macro_rules" =>
            {
                let mut words = BTreeSet::new();
                collect_words(body.stream(), &mut words);
                uses.push((name.to_string(), words));
            }
            (TokenTree::Ident(first), Some(TokenTree::Ident(word)), Some(TokenTree::Ident(second)), _)
                if word == "as" =>
            {
                uses.push((second.to_string(), BTreeSet::from([first.to_string()])));
            }
            _ => {}
        }
        if let TokenTree::Group(group) = tree {
            collect_macros(group.stream(), uses);
        }
    }
}

fn collect_words(stream: TokenStream, words: &mut BTreeSet<String>) {
    for tree in stream {
        match tree {
            TokenTree::Ident(ident) => drop(words.insert(ident.to_string())),
            TokenTree::Group(group) => collect_words(group.stream(), words),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stringified_path;
    use pretty_assertions::assert_eq;

    /// The word at which the first such call stands.
    fn check(bundle: &str, expected: Option<&str>) {
        let found = stringified_path(bundle, "crates").unwrap();
        let word = found.map(|offset| bundle[offset..].split('!').next().unwrap());
        assert_eq!(word, expected, "{bundle}");
    }

    #[test]
    fn paths_are_seen_where_a_macro_shows_its_tokens() {
        check("fn f() { stringify!(a + b) }", None);
        check("fn f() { stringify!(crate::a) }", None);
        check("fn f() { stringify!(crate::crates::a::b) }", Some("stringify"));
        check("fn f() { println!(\"{}\", crate::crates::a::b()) }", None);
        let ensure = "macro_rules! __ensure { ($($t:tt)*) => { stringify!($($t)*) } }\n\
                      macro_rules! ensure { ($($t:tt)*) => { __ensure!($($t)*) } }\n\
                      pub(crate) use ensure as check;\n";
        check(&format!("{ensure}fn f() {{ ensure!(a > 0) }}"), None);
        check(&format!("{ensure}fn f() {{ check!(vec![crate::crates::a::b()] == 1) }}"), Some("check"));
        check(&format!("{ensure}fn f() {{ other!(crate::crates::a::b() == 1) }}"), None);
    }
}
