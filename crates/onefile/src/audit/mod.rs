//! Finds what would make the bundle another program than the package, and cannot be helped.

pub mod ambiguous_macros;
pub mod assertions;
pub mod conditions;
pub mod environment;
pub mod machine;
pub mod newer_std;
pub mod overflow;
pub mod platform;
pub mod stringified;
pub mod subject;
pub mod unwinding;

use crate::syntax::tokens::Tokens;
use anyhow::{Result, bail};
use subject::Subject;

/// Checks a shaken bundle.
///
/// # Errors
/// If it holds something whose value or effect would differ from the program's; the message names it and its position.
pub fn check(subject: &Subject) -> Result<()> {
    let text = subject.text;
    let tokens = Tokens::new(text.as_str())?;
    ambiguous_macros::check(text, &tokens, subject.assembled)?;
    machine::check(subject)?;
    assertions::check(subject, &tokens)?;
    unwinding::check(subject, &tokens)?;
    overflow::check(subject)?;
    for at in 0..tokens.len() {
        if let Some(why) = problem(&tokens, at) {
            bail!("{}: {why}; a bundle cannot keep that", subject.place(tokens[at].start));
        }
    }
    let root = &subject.assembled.root;
    if let Some(at) = stringified::stringified_path(text.as_str(), root)? {
        if stringified::is_printed(text.as_str(), root, subject.folder, &subject.arguments())? {
            bail!(
                "{}: this macro may show a path as text, and a bundle writes that path in full",
                subject.place(at)
            );
        }
    }
    Ok(())
}

fn problem(tokens: &Tokens, at: usize) -> Option<String> {
    let name = tokens.name(at);
    let invoked = tokens.is_punct(at + 1, b'!') && tokens.is_open(at + 2);
    match name {
        "line" | "column" | "file" | "module_path" if invoked && tokens.inside(at + 2).is_empty() => {
            Some(format!("`{name}!()` stands for a place in the package's own files"))
        }
        "env" | "option_env" if invoked => {
            Some(format!("`{name}!` asks for a path of this machine or for what only an invocation knows"))
        }
        "include" | "include_str" | "include_bytes" if invoked => {
            Some(format!("`{name}!` reads a file that was not found or that only an invocation names"))
        }
        "type_name" | "type_name_of_val" if !tokens.is_punct(at + 1, b':') || tokens.is_colons(at + 1) => {
            let called = tokens.is_open(at + 1) || tokens.is_colons(at + 1);
            called.then(|| format!("`{name}` shows the path of a type, with the name of its crate"))
        }
        "caller" if tokens.after_colons(at) && at >= 3 && tokens.name(at - 3) == "Location" => {
            Some("`Location::caller` shows a place in the package's own files".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn check_text(text: &str, expected: Option<&str>) {
        let tokens = Tokens::new(text).expect("lexes");
        let found = (0..tokens.len()).find_map(|at| problem(&tokens, at));
        assert_eq!(found.as_deref().map(|why| why.split('`').nth(1).unwrap_or_default()), expected);
    }

    #[test]
    fn what_a_bundle_cannot_keep() {
        check_text("macro_rules! m { () => { line!() } }", Some("line!()"));
        check_text("fn f() { type_name::<T>() }", Some("type_name"));
        check_text("fn f() { Location::caller() }", Some("Location::caller"));
        check_text("fn file() { line(1); column!(2) }", None);
    }
}
