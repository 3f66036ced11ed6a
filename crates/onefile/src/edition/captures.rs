//! Closures of a macro's body that have to capture whole variables in a newer edition.
//!
//! rustc suggests `let _ = &p;` at the start of the closure, with the name that the variable has in one invocation. In
//! the body of the macro the variable is a metavariable, as `$p`.

use crate::cargo::diagnostics::{DiagnosticSpan, bytes};
use crate::syntax::{
    by_example::{self, Binding},
    macros::macro_invocation,
    tokens::Tokens,
};
use std::{fs, path::Path};

/// Returns the replacement of a suggestion for code of a macro's body, in terms of the macro's variables. `None` if it
/// names a variable that has no name in the body.
pub(super) fn in_body(span: &DiagnosticSpan, folder: &Path) -> Option<String> {
    let replacement = span.suggested_replacement.clone()?;
    let Some(expansion) = &span.expansion else { return Some(replacement) };
    let read = |span: &DiagnosticSpan| fs::read_to_string(folder.join(&span.file_name)).ok();
    let invocation = read(&expansion.span)?;
    let invocation = invocation.get(bytes(&expansion.span))?;
    generalized(&replacement, &read(span)?, bytes(span).start, invocation)
}

/// Returns a replacement at a byte of a text, in a macro that `invocation` expands, with metavariables for the variables.
fn generalized(replacement: &str, text: &str, at: usize, invocation: &str) -> Option<String> {
    let tokens = Tokens::new(text).ok()?;
    let call = Tokens::new(invocation).ok()?;
    let open = (0..call.len()).find_map(|at| macro_invocation(&call, at))?;
    let inside = call.inside(open);
    let arguments = Tokens::new(if inside.is_empty() { "" } else { &call.text[call.bytes(inside)] }).ok()?;
    let rules = (0..tokens.len())
        .filter(|&at| tokens.name(at) == "macro_rules")
        .filter_map(|at| Some(tokens.inside(macro_invocation(&tokens, at)?)))
        .find(|rules| !rules.is_empty() && tokens.bytes(rules.clone()).contains(&at))?;
    let (bindings, body) = by_example::matching_arm(&tokens, rules, &arguments)?;
    if body.is_empty() || !tokens.bytes(body.clone()).contains(&at) {
        return None;
    }
    let mut out = String::new();
    // Half a block may be inserted, so these are no tokens.
    for word in replacement.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
        let name = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let variable = bindings.iter().find(|(_, bound)| match bound {
            Binding::One(range) => range.len() == 1 && arguments.str(range.start) == name,
            Binding::Many(_) => false,
        });
        match variable {
            _ if matches!(name, "" | "let" | "_" | "mut") => out.push_str(name),
            Some((variable, _)) => out.push_str(&format!("${variable}")),
            None if body.clone().any(|at| tokens.str(at) == name) => out.push_str(name),
            None => return None,
        }
        out.push_str(&word[name.len()..]);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::generalized;
    use pretty_assertions::assert_eq;

    fn check(text: &str, invocation: &str, replacement: &str, expected: Option<&str>) {
        let at = text.find('#').expect("a place");
        let found = generalized(replacement, &text.replace('#', ""), at, invocation);
        assert_eq!(found.as_deref(), expected, "{text} as {invocation}");
    }

    #[test]
    fn variables_of_an_invocation_are_metavariables_of_the_body() {
        let one = "macro_rules! m { ($p:ident) => { move || {# let _x = &$p.a; } } }";
        check(one, "m!(q)", " let _ = &q;", Some(" let _ = &$p;"));
        check(one, "m!(q)", " let _ = &other;", None);
        let two = "macro_rules! n { ($a:expr, $b:ident) => { { let own = 1; || {# $a.x; $b.y; own } } } }";
        check(two, "n!(s, t)", " let _ = (&s, &t); ", Some(" let _ = (&$a, &$b); "));
        check(two, "n!(s, t)", " let _ = &own; ", Some(" let _ = &own; "));
        check(two, "n!(s.deep, t)", " let _ = &s; ", None);
        check(one, "m!(q)", "{ let _ = &q; ", Some("{ let _ = &$p; "));
        check("fn f() {# }", "m!(q)", " let _ = &q;", None);
    }
}
