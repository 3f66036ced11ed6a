//! The ways in which one bundle may be compiled.
//!
//! A bundle for no particular judge keeps `#[cfg(debug_assertions)]` and `#[cfg(ONLINE_JUDGE)]`. What is dead with one
//! set of flags may be live with another, so each check compiles all of them: only what is dead in all is removed.

use crate::{
    cargo::{
        diagnostics::{Diagnostic, DiagnosticExt, DiagnosticSpan, bytes},
        rustc::Outcome,
    },
    syntax::tokens::Tokens,
};
use anyhow::Result;
use std::{collections::HashSet, ops::Range};

/// Each cfg that may stay in a bundle, with a flag that gives it another value than a judge's usual command line does.
const OPEN: [(&str, &str); 2] =
    [("debug_assertions", "-Cdebug-assertions=yes"), ("ONLINE_JUDGE", "--cfg=ONLINE_JUDGE")];

/// Returns the additional flags of each way to compile a text; the first is none. With `targeted`, a judge's flags are
/// the only ones that matter.
pub(crate) fn of(text: &str, targeted: bool) -> Result<Vec<Vec<&'static str>>> {
    let mut variants = vec![Vec::new()];
    if targeted || !OPEN.iter().any(|(name, _)| text.contains(name)) {
        return Ok(variants);
    }
    let tokens = Tokens::new(text)?;
    let tested = names_in_attributes(&tokens);
    for (_, flag) in OPEN.iter().filter(|(name, _)| tested.contains(name)) {
        let with = variants.iter().map(|flags| [&flags[..], &[*flag]].concat());
        variants = variants.iter().cloned().chain(with).collect();
    }
    Ok(variants)
}

/// Returns the names in the predicates of `#[cfg(…)]` and `#[cfg_attr(…)]`. What `cfg!(…)` selects is compiled either way.
fn names_in_attributes<'t>(tokens: &Tokens<'t>) -> HashSet<&'t str> {
    let starts = (1..tokens.len()).filter(|&at| {
        matches!(tokens.name(at), "cfg" | "cfg_attr")
            && tokens.opens_with(at - 1, b'[')
            && tokens.opens_with(at + 1, b'(')
    });
    starts.flat_map(|at| tokens.inside(at + 1)).map(|at| tokens.name(at)).collect()
}

/// Returns what the compilations have in common: the errors of any, and the warnings that all have.
pub(crate) fn merged(outcomes: Vec<Outcome>) -> Outcome {
    let mut all = outcomes.into_iter();
    let Some(mut merged) = all.next() else {
        return Outcome { success: true, diagnostics: Vec::new(), rest: String::new() };
    };
    for other in all {
        let known: HashSet<_> = other.diagnostics.iter().flat_map(findings).collect();
        for diagnostic in merged.diagnostics.iter_mut().filter(|one| !one.is_error()) {
            let code = diagnostic.code().to_owned();
            let is_known = |span: &DiagnosticSpan| known.contains(&(code.as_str(), bytes(span)));
            diagnostic.spans.retain(|span| !span.is_primary || is_known(span));
        }
        let earlier: HashSet<_> = merged.diagnostics.iter().flat_map(owned_findings).collect();
        let errors = other.diagnostics.into_iter().filter(DiagnosticExt::is_error);
        let new = errors.filter(|one| !owned_findings(one).any(|finding| earlier.contains(&finding)));
        merged.diagnostics.extend(new);
        merged.success &= other.success;
        merged.rest.push_str(&other.rest);
    }
    merged
}

fn findings(diagnostic: &Diagnostic) -> impl Iterator<Item = (&str, Range<usize>)> {
    diagnostic.primary().map(|span| (diagnostic.code(), bytes(span)))
}

fn owned_findings(diagnostic: &Diagnostic) -> impl Iterator<Item = (String, Range<usize>)> {
    findings(diagnostic).map(|(code, range)| (code.to_owned(), range))
}

#[cfg(test)]
mod tests {
    use super::of;
    use pretty_assertions::assert_eq;

    fn check(text: &str, expected: &[&str]) {
        let variants = of(text, false).expect("lexes");
        assert_eq!(variants.iter().map(|flags| flags.join(" ")).collect::<Vec<_>>(), expected);
        assert_eq!(of(text, true).expect("lexes").len(), 1);
    }

    #[test]
    fn only_cfgs_in_attributes_make_variants() {
        check("fn debug_assertions() { cfg!(debug_assertions); }", &[""]);
        check("#[cfg(not(debug_assertions))] fn f() {}", &["", "-Cdebug-assertions=yes"]);
        check(
            "#[cfg_attr(all(ONLINE_JUDGE, debug_assertions), inline)] fn f() {}",
            &[
                "",
                "-Cdebug-assertions=yes",
                "--cfg=ONLINE_JUDGE",
                "-Cdebug-assertions=yes --cfg=ONLINE_JUDGE",
            ],
        );
    }
}
