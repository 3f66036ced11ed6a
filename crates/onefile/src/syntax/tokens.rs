//! A flat list of the tokens of a text, with byte ranges and matching delimiters.
//!
//! Stages edit the text by these ranges, so all other strings, comments and white space stay the
//! same to the byte. Comments are not tokens, except documentation comments.

pub use crate::syntax::lexer::Kind;
use crate::syntax::lexer::{LexError, Lexer};
use std::ops::{Index, Range};

/// A token with its byte range.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    /// The kind.
    pub kind: Kind,
    /// The first byte.
    pub start: usize,
    /// The byte after the token.
    pub end: usize,
    /// The index of the matching delimiter; the token's own index if it is not a delimiter.
    pub partner: usize,
}

/// The tokens of a text.
#[derive(Debug)]
pub struct Tokens<'a> {
    /// The text itself.
    pub text: &'a str,
    list: Vec<Token>,
}

impl Index<usize> for Tokens<'_> {
    type Output = Token;

    fn index(&self, index: usize) -> &Token {
        &self.list[index]
    }
}

impl<'a> Tokens<'a> {
    /// Splits a text into tokens.
    ///
    /// # Errors
    /// If a literal or comment is not terminated, a number lacks a digit, a character starts no
    /// token, or delimiters do not match.
    pub fn new(text: &'a str) -> Result<Tokens<'a>, LexError> {
        let mut lexer = Lexer::new(text);
        let mut list: Vec<Token> = Vec::with_capacity(text.len() / 4);
        let mut open = Vec::new();
        while let Some((kind, range)) = lexer.next()? {
            let index = list.len();
            let mut partner = index;
            match kind {
                Kind::Open(_) => open.push(index),
                Kind::Close(close) => {
                    let fault = |problem: &str| {
                        LexError::new(text, range.start, format!("{problem} `{}`", close as char))
                    };
                    partner = open.pop().ok_or_else(|| fault("unmatched"))?;
                    if !matches!(
                        (list[partner].kind, close),
                        (Kind::Open(b'('), b')') | (Kind::Open(b'['), b']') | (Kind::Open(b'{'), b'}')
                    ) {
                        return Err(fault("mismatched"));
                    }
                    list[partner].partner = index;
                }
                _ => {}
            }
            list.push(Token { kind, start: range.start, end: range.end, partner });
        }
        if let Some(&at) = open.last() {
            let start = list[at].start;
            return Err(LexError::new(text, start, format!("unclosed `{}`", &text[start..start + 1])));
        }
        Ok(Tokens { text, list })
    }

    /// Returns the number of tokens.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns `true` if there is no token.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the text of a token; empty beyond the end.
    pub fn str(&self, index: usize) -> &'a str {
        self.list.get(index).map_or("", |token| &self.text[token.start..token.end])
    }

    /// Returns an identifier without `r#`; empty for another token.
    pub fn name(&self, index: usize) -> &'a str {
        match self.list.get(index) {
            Some(token) if token.kind == Kind::Ident => {
                let text = &self.text[token.start..token.end];
                text.strip_prefix("r#").unwrap_or(text)
            }
            _ => "",
        }
    }

    /// Returns `true` if a token is an identifier or keyword.
    pub fn is_ident(&self, index: usize) -> bool {
        self.list.get(index).is_some_and(|token| token.kind == Kind::Ident)
    }

    /// Returns `true` if a token is this punctuation character.
    pub fn is_punct(&self, index: usize, punct: u8) -> bool {
        self.list.get(index).is_some_and(|token| token.kind == Kind::Punct(punct))
    }

    /// Returns `true` if a token is an opening delimiter.
    pub fn is_open(&self, index: usize) -> bool {
        self.list.get(index).is_some_and(|token| matches!(token.kind, Kind::Open(_)))
    }

    /// Returns `true` if a token is this opening delimiter.
    pub fn opens_with(&self, index: usize, delimiter: u8) -> bool {
        self.list.get(index).is_some_and(|token| token.kind == Kind::Open(delimiter))
    }

    /// Returns `true` if `::` starts at a token.
    pub fn is_colons(&self, index: usize) -> bool {
        self.is_punct(index, b':') && self.is_punct(index + 1, b':') && self.adjacent(index)
    }

    /// Returns `true` if `::` ends just before a token.
    pub fn after_colons(&self, index: usize) -> bool {
        index >= 2 && self.is_colons(index - 2)
    }

    /// Returns `true` if there is no space between a token and the next one.
    pub fn adjacent(&self, index: usize) -> bool {
        index + 1 < self.list.len() && self.list[index].end == self.list[index + 1].start
    }

    /// Returns the token after the token tree that starts at a token.
    pub fn after(&self, index: usize) -> usize {
        self.list[index].partner.max(index) + 1
    }

    /// Returns the tokens between a delimiter and its partner.
    pub fn inside(&self, open: usize) -> Range<usize> {
        open + 1..self.list[open].partner
    }

    /// Returns the bytes from the start of the first token to the end of the last one.
    pub fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        if tokens.is_empty() {
            let at = self.list.get(tokens.start).map_or(self.text.len(), |token| token.start);
            return at..at;
        }
        self.list[tokens.start].start..self.list[tokens.end - 1].end
    }

    /// Returns the first token that starts at or after a byte.
    pub fn at_byte(&self, byte: usize) -> usize {
        self.list.partition_point(|token| token.start < byte)
    }

    /// Returns the token after the attribute or documentation comment that starts at a token.
    pub fn attribute_end(&self, index: usize) -> Option<usize> {
        match self.list.get(index)?.kind {
            Kind::Doc => Some(index + 1),
            Kind::Punct(b'#') => {
                let open = if self.is_punct(index + 1, b'!') { index + 2 } else { index + 1 };
                self.opens_with(open, b'[').then(|| self.after(open))
            }
            _ => None,
        }
    }
}

/// Splits a range of tokens at a punctuation character that is not inside a group; an empty last
/// part is left out.
pub fn split(tokens: &Tokens, range: Range<usize>, punct: u8) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = range.start;
    let mut at = range.start;
    while at < range.end {
        if tokens.is_punct(at, punct) {
            parts.push(start..at);
            start = at + 1;
        }
        at = tokens.after(at);
    }
    if start < range.end {
        parts.push(start..range.end);
    }
    parts
}
