//! Finds code whose value can only reach the message of a panic or standard error, which no judge reads.

use crate::syntax::{
    macros::is_definition,
    tokens::{Tokens, split},
};
use std::collections::HashSet;

/// Macros that panic, with the number of arguments before the message.
const PANICS: [(&str, usize); 10] = [
    ("panic", 0),
    ("unreachable", 0),
    ("todo", 0),
    ("unimplemented", 0),
    ("assert", 1),
    ("debug_assert", 1),
    ("assert_eq", 2),
    ("assert_ne", 2),
    ("debug_assert_eq", 2),
    ("debug_assert_ne", 2),
];

/// Macros that print to standard error.
const ERRORS: [&str; 2] = ["eprint", "eprintln"];

/// Names by which a program gets hold of the message of a panic.
const PAYLOAD: [&str; 5] = ["payload", "payload_as_str", "downcast", "downcast_ref", "downcast_mut"];

/// The messages of a program.
#[derive(Debug)]
pub struct Messages<'t> {
    tokens: &'t Tokens<'t>,
    /// The delimiter around each token.
    outer: Vec<Option<usize>>,
    /// Macros that the program defines: they may be called like one of the standard library.
    defined: HashSet<&'t str>,
    /// Something reads the messages of panics.
    observed: Option<usize>,
}

impl<'t> Messages<'t> {
    /// Reads a program.
    pub fn new(tokens: &'t Tokens<'t>) -> Messages<'t> {
        let mut outer = vec![None; tokens.len()];
        let mut open = Vec::new();
        for (at, outer) in outer.iter_mut().enumerate() {
            if tokens.is_open(at) {
                *outer = open.last().copied();
                open.push(at);
            } else if open.last().is_some_and(|&last| tokens[last].partner == at) {
                open.pop();
                *outer = open.last().copied();
            } else {
                *outer = open.last().copied();
            }
        }
        let definitions = (0..tokens.len()).filter(|&at| is_definition(tokens, at));
        let defined = definitions.map(|at| tokens.name(at + 2)).collect();
        let find = |names: &[&str]| (0..tokens.len()).find(|&at| names.contains(&tokens.name(at)));
        let catches = find(&["set_hook", "update_hook", "catch_unwind", "join"]);
        Messages { tokens, outer, defined, observed: find(&PAYLOAD).filter(|_| catches.is_some()) }
    }

    /// Returns a token at which the program reads the message of a panic.
    pub fn observed(&self) -> Option<usize> {
        self.observed
    }

    /// Returns `true` if the value of a token can only reach the message of a panic that nobody reads, or standard error.
    pub fn contain(&self, at: usize) -> bool {
        let mut inner = at;
        // The name of the macro stands for its whole expansion.
        if self.tokens.is_punct(at + 1, b'!') && self.tokens.is_open(at + 2) && self.is_message(at + 2, None)
        {
            return true;
        }
        while let Some(open) = self.outer[inner] {
            if self.is_message(open, Some(at)) {
                return true;
            }
            // A block may do more with the value.
            if self.tokens.opens_with(open, b'{') {
                return false;
            }
            inner = open;
        }
        false
    }

    /// Returns `true` if the delimiter starts the arguments of a macro that makes a message, and `at` is part of that.
    fn is_message(&self, open: usize, at: Option<usize>) -> bool {
        if open < 2 || !self.tokens.is_punct(open - 1, b'!') {
            return false;
        }
        let name = self.tokens.name(open - 2);
        if self.defined.contains(name) {
            return false;
        }
        if ERRORS.contains(&name) {
            return true;
        }
        let Some(&(_, first)) = PANICS.iter().find(|(known, _)| *known == name) else { return false };
        let parts = split(self.tokens, self.tokens.inside(open), b',');
        let position = at.and_then(|at| parts.iter().position(|part| part.contains(&at)));
        self.observed.is_none() && position.is_none_or(|position| position >= first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let tokens = Tokens::new(text).expect("lexes");
        let at = (0..tokens.len()).find(|&at| tokens.name(at) == "x").expect("a marked token");
        assert_eq!(Messages::new(&tokens).contain(at), expected, "{text}");
    }

    #[test]
    fn arguments_of_panics() {
        check("panic!(\"{}\", x())", true);
        check("panic!(concat!(\"{a}\", \"b\"), a = f(x))", true);
        check("assert!(x, \"text\")", false);
        check("assert!(true, \"{}\", x)", true);
        check("assert_eq!(a, x)", false);
        check("assert_eq!(a, b, \"{}\", x)", true);
        check("println!(\"{}\", x)", false);
        check("panic!(\"{}\", { y = x; y })", false);
        check("let a = x; panic!(\"{}\", a)", false);
        check("macro_rules! panic { () => {} } panic!(\"{}\", x)", false);
    }

    #[test]
    fn messages_that_the_program_reads() {
        check("catch_unwind(f); panic!(\"{}\", x)", true);
        check("catch_unwind(f).unwrap_err().downcast_ref::<String>(); panic!(\"{}\", x)", false);
        check("set_hook(|i| i.payload()); eprintln!(\"{}\", x)", true);
    }
}
