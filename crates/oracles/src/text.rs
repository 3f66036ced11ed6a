//! The forgiving reader that all oracles share: words between white space.

use std::str::{FromStr, SplitWhitespace};

/// The words of an input, without a Ctrl-Z at its end.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a>(SplitWhitespace<'a>);

impl<'a> Words<'a> {
    pub(crate) fn new(input: &'a str) -> Words<'a> {
        let input = input.trim_end();
        Words(input.strip_suffix('\u{1a}').unwrap_or(input).split_whitespace())
    }

    /// The next word, if there is one.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// The next word, which has to be there.
    pub(crate) fn word(&mut self, what: &str) -> Result<&'a str, String> {
        self.next().ok_or_else(|| format!("expected {what}, found the end of input"))
    }

    /// The next word as a number.
    pub(crate) fn number<T: FromStr>(&mut self, what: &str) -> Result<T, String> {
        let word = self.word(what)?;
        parse(word, what)
    }
}

pub(crate) fn parse<T: FromStr>(word: &str, what: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("expected {what}, found `{word}`"))
}
