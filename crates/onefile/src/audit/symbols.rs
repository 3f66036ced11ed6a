//! Finds where the generated code of a bundle uses a function of the standard library.

use crate::{
    audit::messages::Messages, audit::subject::Subject, cargo::llvm_ir::Code, syntax::tokens::Tokens,
};

/// One use in a function of the bundle.
#[derive(Debug)]
pub struct Use {
    /// The token of the bundle at which it stands.
    pub token: usize,
    /// The demangled name of what is used, with its types.
    pub symbol: String,
}

/// What the checks of generated code share.
#[derive(Debug)]
pub struct Context<'a> {
    pub subject: &'a Subject<'a>,
    pub tokens: &'a Tokens<'a>,
    pub messages: Messages<'a>,
    pub code: Code<'a>,
}

impl Context<'_> {
    /// Returns the uses of functions whose names `is_wanted` accepts, without those whose value only reaches a message.
    pub fn uses(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<Use> {
        let mut found = Vec::new();
        for function in self.code.functions.iter().filter(|function| function.is_own()) {
            for (line, symbol) in function.calls() {
                if !is_wanted(&symbol) {
                    continue;
                }
                let token = self.code.position(line).map_or(0, |position| self.token(position));
                if !self.messages.contain(token) {
                    found.push(Use { token, symbol });
                }
            }
        }
        found
    }

    /// Returns `crate: file:line:column` of a token.
    pub fn place(&self, token: usize) -> String {
        self.subject.place(self.tokens[token].start)
    }

    fn token(&self, position: (usize, usize)) -> usize {
        let offset = self.subject.offset(position);
        let after = (0..self.tokens.len()).find(|&at| self.tokens[at].start > offset);
        after.unwrap_or(self.tokens.len()).saturating_sub(1)
    }
}
