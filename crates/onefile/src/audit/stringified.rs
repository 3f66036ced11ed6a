//! Finds text in which a program would print a path that the bundle writes in full.
//!
//! A macro that turns tokens into text prints `crate::crates::name::f` where the program prints
//! `name::f`. Such a program is refused. The names of macros show where that may happen; rustc's
//! expansion decides.

use crate::cargo::child;
use crate::{
    audit::subject::Subject,
    cargo::rustc,
    syntax::{
        macros::macro_invocation,
        tokens::{Kind, Tokens},
    },
};
use anyhow::{Context as _, Result};
use std::collections::{HashMap, HashSet};

/// Returns the byte offset of the first macro call in `bundle` that may show a path below
/// `libraries`, the module at the root that holds the crates. If panics are read, the text of a
/// failed assertion is shown as well.
///
/// # Errors
/// If the text does not lex.
pub fn stringified_path(bundle: &str, libraries: &str, panics_are_read: bool) -> Result<Option<usize>> {
    let tokens = Tokens::new(bundle).context("the bundle does not lex")?;
    let mut showing = showing_macros(&tokens);
    if panics_are_read {
        showing.extend(["assert", "debug_assert"]);
    }
    let found = (0..tokens.len()).find(|&at| {
        showing.contains(tokens.name(at))
            && tokens.is_punct(at + 1, b'!')
            && tokens.is_open(at + 2)
            && tokens.inside(at + 2).any(|at| is_own_path(&tokens, at, libraries))
    });
    Ok(found.map(|at| tokens[at].start))
}

/// Returns `true` if any text in the bundle shows such a path once rustc has expanded its macros.
///
/// # Errors
/// If rustc cannot be run.
pub fn is_printed(subject: &Subject, panics_are_read: bool) -> Result<bool> {
    let mut command = rustc::command_for(subject.text.as_str(), subject.folder)?;
    // The expansion is for tools, so a stable rustc needs a variable for it. Without an expansion,
    // the path counts as shown.
    command.args(["-Zunpretty=expanded", "--crate-type=bin", "--cap-lints=allow"]).args(subject.arguments());
    let output = child::output(command.env("RUSTC_BOOTSTRAP", "1"))?;
    let expanded = String::from_utf8_lossy(&output.stdout);
    let Some(tokens) = Tokens::new(&expanded).ok().filter(|_| output.success) else {
        return Ok(true);
    };
    let path = format!("crate::{}::", subject.assembled.root);
    let shows = |literal: &str| {
        let of_assertion = literal.starts_with("\"assertion failed: ");
        (panics_are_read || !of_assertion) && literal_shows(literal, &path)
    };
    Ok((0..tokens.len()).any(|at| tokens[at].kind == Kind::Literal && shows(tokens.str(at))))
}

/// Returns `true` if a string literal holds the path, or a keyword of another edition.
fn literal_shows(literal: &str, path: &str) -> bool {
    let text: String = literal.split_whitespace().collect();
    let shows = text.contains(path) || KEYWORDS.iter().any(|keyword| text.contains(keyword));
    shows && text.contains('"')
}

/// Names that some edition accepts only as raw identifiers.
const KEYWORDS: [&str; 5] = ["r#gen", "r#async", "r#await", "r#dyn", "r#try"];

/// Returns `true` if `crate::crates` or a keyword of another edition starts at a token.
fn is_own_path(tokens: &Tokens, at: usize, libraries: &str) -> bool {
    match tokens.str(at) {
        "crate" => tokens.is_colons(at + 1) && tokens.name(at + 3) == libraries,
        word => KEYWORDS.contains(&word),
    }
}

/// Returns `stringify` and each macro of the text that uses one of these macros, under all its
/// names.
fn showing_macros<'t>(tokens: &Tokens<'t>) -> HashSet<&'t str> {
    // Each word with the macros whose body holds it, and each `first as second`: `second` uses
    // `first`.
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    for at in 0..tokens.len() {
        if tokens.name(at) == "macro_rules" && macro_invocation(tokens, at) == Some(at + 3) {
            for word in tokens.inside(at + 3).map(|at| tokens.name(at)).filter(|word| !word.is_empty()) {
                users.entry(word).or_default().push(tokens.name(at + 2));
            }
        } else if tokens.name(at) == "as" && at > 0 && tokens.is_ident(at - 1) && tokens.is_ident(at + 1) {
            users.entry(tokens.name(at - 1)).or_default().push(tokens.name(at + 1));
        }
    }
    let mut showing = HashSet::from(["stringify"]);
    let mut queue = vec!["stringify"];
    while let Some(name) = queue.pop() {
        for &user in users.get(name).into_iter().flatten() {
            if showing.insert(user) {
                queue.push(user);
            }
        }
    }
    showing
}

#[cfg(test)]
mod tests {
    use super::stringified_path;
    use pretty_assertions::assert_eq;

    /// The word at which the first such call stands.
    fn check(bundle: &str, expected: Option<&str>) {
        let found = stringified_path(bundle, "crates", false).unwrap();
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
