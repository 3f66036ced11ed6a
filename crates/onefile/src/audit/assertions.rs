//! Refuses debug assertions that cargo's profile enables and the bundle's compiler does not, or the reverse.

use crate::{audit::subject::Subject, syntax::macros::macro_invocation, syntax::tokens::Tokens};
use anyhow::{Result, bail};
use std::collections::HashSet;

/// Checks the crates whose debug assertions differ.
///
/// # Errors
/// If one of them asserts or asks for the cfg.
pub fn check(subject: &Subject, tokens: &Tokens) -> Result<()> {
    let differing = subject.differing(|options| options.debug_assertions);
    let names: HashSet<&str> = differing.iter().map(|unit| unit.name.as_str()).collect();
    for at in (0..tokens.len()).filter(|_| !names.is_empty()) {
        let Some(what) = depends(tokens, at) else { continue };
        let offset = tokens[at].start;
        if subject.crate_at(offset).is_none_or(|name| names.contains(name)) {
            let (here, there) =
                if subject.options().debug_assertions { ("off", "on") } else { ("on", "off") };
            bail!(
                "{}: {what} depends on debug assertions, which are {here} in the cargo profile but {there} where \
                 the bundle is compiled; use `assert!`, or set `debug-assertions` accordingly in the profile",
                subject.place(offset)
            );
        }
    }
    Ok(())
}

/// Returns what a token names that depends on debug assertions.
fn depends(tokens: &Tokens, at: usize) -> Option<String> {
    let name = tokens.name(at);
    let asserts = name.starts_with("debug_assert") && macro_invocation(tokens, at).is_some();
    match name {
        _ if asserts => Some(format!("`{name}!`")),
        "debug_assertions" => Some("`cfg(debug_assertions)`".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn assertions_and_cfgs() {
        let tokens =
            Tokens::new("debug_assert_eq!(a, b); if cfg!(debug_assertions) {} assert!(debug_assert());");
        let tokens = tokens.expect("lexes");
        let found: Vec<String> = (0..tokens.len()).filter_map(|at| depends(&tokens, at)).collect();
        assert_eq!(found, ["`debug_assert_eq!`", "`cfg(debug_assertions)`"]);
    }
}
