//! Rust text as a flat list of tokens with byte ranges.
//!
//! Stages edit text by these ranges, so that what is not edited stays byte for byte as it was: strings, comments
//! and spacing. Delimiters know their partners. Comments are not tokens, except documentation comments.

use anyhow::{Result, bail};
use std::ops::{Index, Range};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Ident,
    Lifetime,
    Literal,
    /// A documentation comment, which stands for an attribute.
    Doc,
    Punct(u8),
    /// The opening delimiter; `(`, `[` or `{`.
    Open(u8),
    Close(u8),
}

#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// Index of the matching delimiter; the token's own index if it is none.
    pub partner: usize,
}

/// The tokens of a text.
#[derive(Debug)]
pub struct Tokens<'a> {
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
    /// Splits a text.
    ///
    /// # Errors
    /// A literal or comment does not end, a number lacks a digit, or delimiters do not match.
    pub fn new(text: &'a str) -> Result<Tokens<'a>> {
        let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0 };
        let mut list: Vec<Token> = Vec::with_capacity(text.len() / 4);
        let mut open = Vec::new();
        while let Some((kind, range)) = lexer.next()? {
            let index = list.len();
            let mut partner = index;
            match kind {
                Kind::Open(_) => open.push(index),
                Kind::Close(close) => {
                    let Some(at) = open.pop() else {
                        bail!("unmatched `{}` at byte {}", close as char, range.start)
                    };
                    let matching = matches!(
                        (list[at].kind, close),
                        (Kind::Open(b'('), b')') | (Kind::Open(b'['), b']') | (Kind::Open(b'{'), b'}')
                    );
                    if !matching {
                        bail!("mismatched `{}` at byte {}", close as char, range.start);
                    }
                    list[at].partner = index;
                    partner = at;
                }
                _ => {}
            }
            list.push(Token { kind, start: range.start, end: range.end, partner });
        }
        if let Some(&at) = open.last() {
            bail!("unclosed delimiter at byte {}", list[at].start);
        }
        Ok(Tokens { text, list })
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The text of a token; empty beyond the end.
    pub fn str(&self, index: usize) -> &'a str {
        self.list.get(index).map_or("", |token| &self.text[token.start..token.end])
    }

    /// The name that an identifier token stands for, without `r#`; empty if it is none.
    pub fn name(&self, index: usize) -> &'a str {
        match self.list.get(index) {
            Some(token) if token.kind == Kind::Ident => {
                let text = &self.text[token.start..token.end];
                text.strip_prefix("r#").unwrap_or(text)
            }
            _ => "",
        }
    }

    pub fn is_ident(&self, index: usize) -> bool {
        self.list.get(index).is_some_and(|token| token.kind == Kind::Ident)
    }

    pub fn is_punct(&self, index: usize, punct: u8) -> bool {
        self.list.get(index).is_some_and(|token| token.kind == Kind::Punct(punct))
    }

    pub fn is_open(&self, index: usize) -> bool {
        self.list.get(index).is_some_and(|token| matches!(token.kind, Kind::Open(_)))
    }

    pub fn opens_with(&self, index: usize, delimiter: u8) -> bool {
        self.list.get(index).is_some_and(|token| token.kind == Kind::Open(delimiter))
    }

    /// Whether `::` starts here.
    pub fn is_colons(&self, index: usize) -> bool {
        self.is_punct(index, b':') && self.is_punct(index + 1, b':') && self.adjacent(index)
    }

    /// Whether `::` ends just before this token.
    pub fn after_colons(&self, index: usize) -> bool {
        index >= 2 && self.is_colons(index - 2)
    }

    /// Whether no space stands between a token and the next one.
    pub fn adjacent(&self, index: usize) -> bool {
        index + 1 < self.list.len() && self.list[index].end == self.list[index + 1].start
    }

    /// The token after a token tree.
    pub fn after(&self, index: usize) -> usize {
        self.list[index].partner.max(index) + 1
    }

    /// The token indices inside a delimited group, without the delimiters.
    pub fn inside(&self, open: usize) -> Range<usize> {
        open + 1..self.list[open].partner
    }

    /// Bytes from the start of the first token to the end of the last one.
    pub fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        if tokens.is_empty() {
            let at = self.list.get(tokens.start).map_or(self.text.len(), |token| token.start);
            return at..at;
        }
        self.list[tokens.start].start..self.list[tokens.end - 1].end
    }

    /// The first token that starts at or after a byte.
    pub fn at_byte(&self, byte: usize) -> usize {
        self.list.partition_point(|token| token.start < byte)
    }

    /// If an attribute starts here, the token after it. A documentation comment counts as one.
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

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

/// The white space of Rust: Unicode's of patterns, which has two marks of direction and no space that must not be broken.
fn is_blank(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}

fn starts_ident(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

fn continues_ident(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || (!c.is_ascii() && !is_blank(c) && !c.is_whitespace())
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn char(&self, at: usize) -> Option<char> {
        self.text[at..].chars().next()
    }

    fn next(&mut self) -> Result<Option<(Kind, Range<usize>)>> {
        loop {
            self.at += self.bytes[self.at..].iter().take_while(|byte| matches!(byte, b' ' | b'\n')).count();
            let Some(c) = self.char(self.at) else { return Ok(None) };
            if is_blank(c) {
                self.at += c.len_utf8();
            } else if self.text[self.at..].starts_with("//") {
                let start = self.at;
                self.at = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length);
                let comment = &self.text[start..self.at];
                let outer = comment.starts_with("///") && !comment.starts_with("////");
                if outer || comment.starts_with("//!") {
                    return Ok(Some((Kind::Doc, start..self.at)));
                }
            } else if self.text[self.at..].starts_with("/*") {
                let start = self.at;
                self.block_comment()?;
                let comment = &self.text[start..self.at];
                let outer = comment.starts_with("/**") && !comment.starts_with("/***") && comment.len() > 4;
                if outer || comment.starts_with("/*!") {
                    return Ok(Some((Kind::Doc, start..self.at)));
                }
            } else {
                break;
            }
        }
        let start = self.at;
        let kind = self.token()?;
        Ok(Some((kind, start..self.at)))
    }

    fn block_comment(&mut self) -> Result<()> {
        let start = self.at;
        let mut depth = 0;
        loop {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'*') => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                _ if self.at >= self.bytes.len() => bail!("unclosed comment at byte {start}"),
                _ => self.at += 1,
            }
        }
    }

    fn token(&mut self) -> Result<Kind> {
        let c = self.char(self.at).expect("called at a token");
        match c {
            '"' => self.string(1),
            '\'' => self.quote(),
            '0'..='9' => {
                self.number()?;
                Ok(Kind::Literal)
            }
            'r' | 'b' | 'c' if self.prefixed()? => Ok(Kind::Literal),
            _ if starts_ident(c) => {
                if c == 'r' && self.peek(1) == b'#' && self.char(self.at + 2).is_some_and(starts_ident) {
                    self.at += 2;
                }
                self.ident();
                Ok(Kind::Ident)
            }
            '(' | '[' | '{' => {
                self.at += 1;
                Ok(Kind::Open(c as u8))
            }
            ')' | ']' | '}' => {
                self.at += 1;
                Ok(Kind::Close(c as u8))
            }
            _ if c.is_ascii() => {
                self.at += 1;
                Ok(Kind::Punct(c as u8))
            }
            _ => bail!("unexpected character {c:?} at byte {}", self.at),
        }
    }

    fn ident(&mut self) {
        // Nearly all of them are ASCII; no character has to be decoded for those.
        self.at += self.bytes[self.at.min(self.bytes.len())..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
            .count();
        while let Some(c) = self.char(self.at).filter(|&c| continues_ident(c)) {
            self.at += c.len_utf8();
        }
    }

    /// What may follow a literal at once: an identifier, but no digit.
    fn suffix(&mut self) {
        if self.char(self.at).is_some_and(starts_ident) {
            self.ident();
        }
    }

    /// A string whose opening quote is the `quote`-th byte from here.
    fn string(&mut self, quote: usize) -> Result<Kind> {
        let start = self.at;
        self.at += quote;
        loop {
            match self.peek(0) {
                b'\\' => self.at += 2,
                b'"' => break,
                _ if self.at >= self.bytes.len() => bail!("unclosed string at byte {start}"),
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.suffix();
        Ok(Kind::Literal)
    }

    /// A raw string whose first `#` or quote is the `prefix`-th byte from here.
    fn raw_string(&mut self, prefix: usize) -> Result<()> {
        let start = self.at;
        self.at += prefix;
        let hashes = self.bytes[self.at..].iter().take_while(|&&byte| byte == b'#').count();
        let end = format!("\"{}", "#".repeat(hashes));
        self.at += hashes + 1;
        match self.text[self.at..].find(&end) {
            Some(length) => self.at += length + end.len(),
            None => bail!("unclosed raw string at byte {start}"),
        }
        self.suffix();
        Ok(())
    }

    /// Takes `r"…"`, `r#"…"#`, `b"…"`, `b'…'`, `br"…"`, `c"…"`, `cr"…"`, if one starts here.
    fn prefixed(&mut self) -> Result<bool> {
        let raw = |from: usize| {
            let rest = &self.bytes[self.at + from..];
            let hashes = rest.iter().take_while(|&&byte| byte == b'#').count();
            rest.get(hashes) == Some(&b'"')
        };
        match (self.peek(0), self.peek(1)) {
            (b'r', b'"' | b'#') if raw(1) => self.raw_string(1)?,
            (b'b' | b'c', b'r') if raw(2) => self.raw_string(2)?,
            (b'b' | b'c', b'"') => {
                self.string(2)?;
            }
            (b'b', b'\'') => {
                self.at += 1;
                self.character()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `'a'` or `'a`.
    fn quote(&mut self) -> Result<Kind> {
        let next = self.char(self.at + 1);
        if let Some(c) = next.filter(|&c| starts_ident(c) || c.is_ascii_digit())
            && self.char(self.at + 1 + c.len_utf8()) != Some('\'')
        {
            self.at += 1;
            self.ident();
            if self.peek(0) == b'#'
                && self.text[..self.at].ends_with("'r")
                && self.char(self.at + 1).is_some_and(starts_ident)
            {
                self.at += 1;
                self.ident();
            }
            return Ok(Kind::Lifetime);
        }
        self.character()?;
        Ok(Kind::Literal)
    }

    fn character(&mut self) -> Result<()> {
        let start = self.at;
        self.at += 1;
        if self.peek(0) == b'\\' {
            self.at += 2;
            while self.at < self.bytes.len() && self.peek(0) != b'\'' {
                self.at += 1;
            }
        } else if let Some(c) = self.char(self.at) {
            self.at += c.len_utf8();
        }
        if self.peek(0) != b'\'' {
            bail!("unclosed character at byte {start}");
        }
        self.at += 1;
        self.suffix();
        Ok(())
    }

    /// As rustc reads a number: a base or an exponent asks for a digit.
    fn number(&mut self) -> Result<()> {
        let start = self.at;
        if self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'o' | b'b') {
            let hexadecimal = self.peek(1) == b'x';
            self.at += 2;
            if !self.digits(|byte| byte.is_ascii_digit() || (hexadecimal && byte.is_ascii_hexdigit())) {
                bail!("no digit in the number at byte {start}");
            }
        } else {
            self.digits(u8::is_ascii_digit);
        }
        let mut fraction = true;
        if self.peek(0) == b'.' && self.char(self.at + 1).is_none_or(|c| c != '.' && !starts_ident(c)) {
            self.at += 1;
            fraction = self.peek(0).is_ascii_digit() && self.digits(u8::is_ascii_digit);
        }
        if fraction && matches!(self.peek(0), b'e' | b'E') {
            self.at += 1 + usize::from(matches!(self.peek(1), b'+' | b'-'));
            if !self.digits(u8::is_ascii_digit) {
                bail!("no digit in the exponent of the number at byte {start}");
            }
        }
        self.suffix();
        Ok(())
    }

    /// Takes digits and underscores, and gives whether there was a digit.
    fn digits(&mut self, is_digit: impl Fn(&u8) -> bool) -> bool {
        let taken = self.bytes[self.at..].iter().take_while(|&byte| *byte == b'_' || is_digit(byte));
        let (length, digits) =
            taken.fold((0, 0), |(length, digits), byte| (length + 1, digits + usize::from(*byte != b'_')));
        self.at += length;
        digits > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn check(text: &str, expected: &[&str]) {
        let tokens = Tokens::new(text).expect("lexes");
        let found: Vec<&str> = (0..tokens.len()).map(|index| tokens.str(index)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn literals_lifetimes_and_comments() {
        check("'a' 'a b'x' '\\'' b'\\n'", &["'a'", "'a", "b'x'", "'\\''", "b'\\n'"]);
        check("r#match r#\"a\"b\"# br\"x\" c\"y\"", &["r#match", "r#\"a\"b\"#", "br\"x\"", "c\"y\""]);
        check(
            "1..2 1.5e-3 0xE+1 t.0.1 1.max(2) 1.",
            &[
                "1", ".", ".", "2", "1.5e-3", "0xE", "+", "1", "t", ".", "0.1", "1", ".", "max", "(", "2",
                ")", "1.",
            ],
        );
        check(
            "1u8. a 5ae+3 1e+3. \"a\"0 \"a\"b",
            &["1u8", ".", "a", "5ae", "+", "3", "1e+3", ".", "\"a\"", "0", "\"a\"b"],
        );
        check(
            "1e+_3 1_e-3_f32 0b1.max 1._0 0x1e+3 1_.0",
            &["1e+_3", "1_e-3_f32", "0b1", ".", "max", "1", ".", "_0", "0x1e", "+", "3", "1_.0"],
        );
        check("a /* b /* c */ */ // d\n/// e\nf \"// g\"", &["a", "/// e", "f", "\"// g\""]);
        check("'한' 'λ ω", &["'한'", "'λ", "ω"]);
        check("a\u{200f}b\u{2028}1", &["a", "b", "1"]);
    }

    #[test]
    fn faults_are_errors() {
        for text in
            ["\"a", "(]", "/*", "(", "r#\"a\"", "1e_+0", "1e", "1.0E-_", "0x", "0b_", "0bx", "a \u{a0}"]
        {
            assert!(Tokens::new(text).is_err(), "{text}");
        }
    }
}
