//! Macro invocations and definitions in a list of tokens.

use crate::syntax::tokens::Tokens;

/// Returns the opening delimiter of the macro invocation `name!(…)` or `macro_rules! name { … }`
/// whose last path segment is the identifier at `at`.
pub fn macro_invocation(tokens: &Tokens, at: usize) -> Option<usize> {
    if !tokens.is_ident(at) || !tokens.is_punct(at + 1, b'!') || (at > 0 && tokens.is_punct(at - 1, b'$')) {
        return None;
    }
    if tokens.is_open(at + 2) {
        return Some(at + 2);
    }
    is_definition(tokens, at).then_some(at + 3)
}

/// Returns `true` if `macro_rules! name { … }` starts at `at`.
pub fn is_definition(tokens: &Tokens, at: usize) -> bool {
    tokens.name(at) == "macro_rules"
        && tokens.is_punct(at + 1, b'!')
        && tokens.is_ident(at + 2)
        && tokens.is_open(at + 3)
        && !(at > 0 && tokens.is_punct(at - 1, b'$'))
}

/// Returns the first token of the path of a standard macro whose name is at `at`: of `::std::env`,
/// `std::env` or `env`.
pub fn standard_path_start(tokens: &Tokens, at: usize) -> usize {
    let mut start = at;
    if tokens.after_colons(start) && start >= 3 && matches!(tokens.name(start - 3), "std" | "core") {
        start -= 3;
    }
    if start != at && tokens.after_colons(start) && (start < 3 || !tokens.is_ident(start - 3)) {
        start -= 2;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// The name and the first argument token of each invocation.
    fn check(text: &str, expected: &[&str]) {
        let tokens = Tokens::new(text).expect("lexes");
        let found: Vec<String> = (0..tokens.len())
            .filter_map(|at| Some((at, macro_invocation(&tokens, at)?)))
            .map(|(at, open)| {
                let start = standard_path_start(&tokens, at);
                format!("{} {}", &text[tokens.bytes(start..open)], tokens.str(open + 1))
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn invocations() {
        check("a!(b) c ! [d] $e!(f) g != (h)", &["a! b", "c ! d"]);
        check("macro_rules! m { (i) => {} }", &["macro_rules! m ("]);
        check("std::cfg!(a) ::core::cfg!(b) x::cfg!(c)", &["std::cfg! a", "::core::cfg! b", "cfg! c"]);
    }
}
