//! Whether a program can see that it is a bundle.
//!
//! A bundle keeps meaning, not places: a type lives in another module, a line has another number, a path is written in
//! full. A program that shows these would print something else, so it is refused. What stands outside of macros has
//! been replaced by its value before; here is what is left in the finished text.

use anyhow::Result;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;

/// Something in a bundle that shows its own place or text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// Byte offset in the bundle.
    pub offset: usize,
    pub why: String,
}

/// The first thing in `bundle` that would print something else than in the program it was made from; `libraries` is the
/// module at its root that holds the crates.
///
/// # Errors
/// The text does not lex.
pub fn first_sight(bundle: &str, libraries: &str) -> Result<Option<Sight>> {
    let stream: TokenStream =
        bundle.parse().map_err(|error| anyhow::anyhow!("a bundle that does not lex: {error}"))?;
    let mut finder = Finder { libraries, showing: showing_macros(&stream), found: None };
    finder.visit(stream);
    proc_macro2::extra::invalidate_current_thread_spans();
    Ok(finder.found)
}

struct Finder<'a> {
    libraries: &'a str,
    /// Macros that may turn what they are given into text.
    showing: BTreeSet<String>,
    found: Option<Sight>,
}

impl Finder<'_> {
    fn visit(&mut self, stream: TokenStream) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => self.visit(group.stream()),
                TokenTree::Ident(ident) => {
                    if let Some(why) = self.why(&ident.to_string(), &trees, at) {
                        self.found.get_or_insert(Sight { offset: ident.span().byte_range().start, why });
                    }
                }
                _ => {}
            }
            if self.found.is_some() {
                return;
            }
        }
    }

    fn why(&self, name: &str, trees: &[TokenTree], at: usize) -> Option<String> {
        let before = |back: usize| at.checked_sub(back).and_then(|at| trees.get(at)).map(ToString::to_string);
        match name {
            "type_name" | "type_name_of_val" => {
                let another = matches!(before(1).as_deref(), Some("." | "fn"));
                (!another)
                    .then(|| format!("`{name}` shows the module of a type, which is another one in a bundle"))
            }
            "caller" if before(3).as_deref() == Some("Location") => {
                Some("`Location::caller` shows a line, which is another one in a bundle".to_owned())
            }
            _ => {
                let given = arguments(trees, at)?;
                match name {
                    "line" | "column" | "file" | "module_path" if given.is_empty() => {
                        Some(format!("`{name}!` in a macro shows a place, which is another one in a bundle"))
                    }
                    _ if self.showing.contains(name) && self.holds_own_path(given) => Some(format!(
                        "`{name}!` may show a path as text, which is written in full in a bundle"
                    )),
                    _ => None,
                }
            }
        }
    }

    /// Whether the tokens hold `crate::crates` or a keyword of another edition.
    fn holds_own_path(&self, stream: TokenStream) -> bool {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        trees.iter().enumerate().any(|(at, tree)| match tree {
            TokenTree::Group(group) => self.holds_own_path(group.stream()),
            TokenTree::Ident(ident) if ident == "crate" => {
                trees.get(at + 3).is_some_and(|next| next.to_string() == self.libraries)
            }
            TokenTree::Ident(ident) => {
                ["r#gen", "r#async", "r#await", "r#dyn", "r#try"].contains(&ident.to_string().as_str())
            }
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
    use super::first_sight;
    use pretty_assertions::assert_eq;

    /// The word at which the first sight stands.
    fn check(bundle: &str, expected: Option<&str>) {
        let found = first_sight(bundle, "crates").unwrap();
        let word = found.map(|sight| {
            bundle[sight.offset..]
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .unwrap()
                .to_owned()
        });
        assert_eq!(word.as_deref(), expected, "{bundle}");
    }

    #[test]
    fn names_and_places_are_seen() {
        check("fn f() { std::any::type_name::<u8>() }", Some("type_name"));
        check("impl S { fn type_name(&self) {} } fn f(s: S) { s.type_name() }", None);
        check("macro_rules! m { () => { module_path!() } }", Some("module_path"));
        check("fn f(line: u8) -> bool { line != (3) }", None);
        check("fn f() { core::panic::Location::caller().line() }", Some("caller"));
        check("fn f() { x.caller() }", None);
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
