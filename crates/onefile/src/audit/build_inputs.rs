//! Refuses variables and files of the build that could not be put into the bundle.

use crate::syntax::{macros::macro_invocation, tokens::Tokens};

/// Returns a macro that reads a variable or a file when the bundle is compiled, with the reason why it is left.
pub fn unknown_input(tokens: &Tokens) -> Option<(usize, String)> {
    (0..tokens.len()).find_map(|at| {
        let name = tokens.name(at);
        let why = match name {
            "env" | "option_env" => "asks for a path of this machine or for what only an invocation knows",
            "include" | "include_str" | "include_bytes" => {
                "reads a file that was not found or that only an invocation names"
            }
            _ => return None,
        };
        macro_invocation(tokens, at).map(|_| (at, format!("`{name}!` {why}")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn macros_that_read_the_build() {
        let found = |text: &str| {
            let tokens = Tokens::new(text).expect("lexes");
            unknown_input(&tokens).map(|(at, _)| tokens.name(at).to_owned())
        };
        assert_eq!(found("fn env() { std::env::args(); include(\"x\"); }"), None);
        assert_eq!(found("macro_rules! m { ($e:expr) => { std::env!($e) } }").as_deref(), Some("env"));
        assert_eq!(found("const X: &[u8] = include_bytes!($path);").as_deref(), Some("include_bytes"));
    }
}
