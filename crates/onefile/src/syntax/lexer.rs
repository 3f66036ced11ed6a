//! The lexer: rustc's own, with the tokens that depend on the edition split or joined in one way.
//!
//! Tokens of the sources are read before any edition is known, and the same text may be read again
//! in another edition. Reserved prefixes (`k#name`, `#"text"`, `##`) are therefore split into the
//! tokens that older editions see, and `'r#name` is one lifetime.

use ra_ap_rustc_lexer::{Base, Cursor, FrontmatterAllowed, LiteralKind, TokenKind};
use std::{error::Error, fmt, ops::Range};

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or keyword, raw or not; also `_`.
    Ident,
    /// A lifetime or label, with its `'`.
    Lifetime,
    /// A number, character or string, with its suffix.
    Literal,
    /// A documentation comment, which is an attribute to the compiler.
    Doc,
    /// One punctuation character.
    Punct(u8),
    /// An opening delimiter: `(`, `[` or `{`.
    Open(u8),
    /// A closing delimiter: `)`, `]` or `}`.
    Close(u8),
}

/// A text that is not a sequence of Rust tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LexError {
    /// The byte at which the faulty token starts.
    pub offset: usize,
    /// The line of that byte, from 1.
    pub line: usize,
    /// The column of that byte in characters, from 1.
    pub column: usize,
    /// The reason.
    pub message: String,
}

impl LexError {
    pub(super) fn new(text: &str, offset: usize, message: impl Into<String>) -> LexError {
        let (line, column) = line_and_column(text, offset);
        LexError { offset, line, column, message: message.into() }
    }
}

/// Returns the line of a byte and its column in characters, both from 1.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

impl fmt::Display for LexError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl Error for LexError {}

/// The state of lexing one text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, cursor: Cursor::new(text, FrontmatterAllowed::No), at: 0 }
    }

    /// Returns the next token, without white space and comments; documentation comments are tokens.
    pub(super) fn next(&mut self) -> Result<Option<(Kind, Range<usize>)>, LexError> {
        loop {
            let token = self.cursor.advance_token();
            let start = self.at;
            self.at += token.len as usize;
            let kind = match token.kind {
                TokenKind::Eof => return Ok(None),
                TokenKind::Whitespace
                | TokenKind::LineComment { doc_style: None }
                | TokenKind::BlockComment { doc_style: None, terminated: true } => continue,
                // The prefix is a token, and so is what follows it.
                TokenKind::ForcedKeywordIdent | TokenKind::GuardedStrPrefix => {
                    self.at = start + 1;
                    self.cursor = Cursor::new(&self.text[self.at..], FrontmatterAllowed::No);
                    if token.kind == TokenKind::ForcedKeywordIdent { Kind::Ident } else { Kind::Punct(b'#') }
                }
                kind => self.kind(kind, start)?,
            };
            return Ok(Some((kind, start..self.at)));
        }
    }

    fn kind(&self, kind: TokenKind, start: usize) -> Result<Kind, LexError> {
        let fault = |message: &str| Err(LexError::new(self.text, start, message));
        Ok(match kind {
            TokenKind::Ident | TokenKind::RawIdent | TokenKind::UnknownPrefix => Kind::Ident,
            TokenKind::Lifetime { starts_with_number: true } => return fault("invalid lifetime"),
            TokenKind::Lifetime { .. } | TokenKind::RawLifetime | TokenKind::UnknownPrefixLifetime => {
                Kind::Lifetime
            }
            TokenKind::Literal { kind, .. } => match literal_fault(kind) {
                None => Kind::Literal,
                Some(message) => return fault(message),
            },
            TokenKind::LineComment { .. } | TokenKind::BlockComment { terminated: true, .. } => Kind::Doc,
            TokenKind::BlockComment { .. } => return fault("unterminated block comment"),
            TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace => {
                Kind::Open(self.text.as_bytes()[start])
            }
            TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                Kind::Close(self.text.as_bytes()[start])
            }
            TokenKind::InvalidIdent | TokenKind::Unknown | TokenKind::Frontmatter { .. } => {
                let c = self.text[start..].chars().next().unwrap_or_default();
                return fault(&format!("unexpected character {c:?}"));
            }
            // All that is left is one ASCII character.
            _ => Kind::Punct(self.text.as_bytes()[start]),
        })
    }
}

/// Returns the reason why rustc rejects a literal, if its lexer does.
fn literal_fault(literal: LiteralKind) -> Option<&'static str> {
    match literal {
        LiteralKind::Int { empty_int: true, .. } => Some("a number without a digit"),
        LiteralKind::Float { empty_exponent: true, .. } => Some("an exponent without a digit"),
        LiteralKind::Float { base, .. } if base != Base::Decimal => {
            Some("a float literal that is not decimal")
        }
        LiteralKind::Char { terminated: false } | LiteralKind::Byte { terminated: false } => {
            Some("unterminated character literal")
        }
        LiteralKind::Str { terminated: false }
        | LiteralKind::ByteStr { terminated: false }
        | LiteralKind::CStr { terminated: false } => Some("unterminated string literal"),
        LiteralKind::RawStr { n_hashes: None }
        | LiteralKind::RawByteStr { n_hashes: None }
        | LiteralKind::RawCStr { n_hashes: None } => Some("unterminated raw string literal"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tokens::Tokens;
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
        check("/**/ /***/ /** a */ /*! b */ //// c\n//! d", &["/** a */", "/*! b */", "//! d"]);
        check("'한' 'λ ω", &["'한'", "'λ", "ω"]);
        check("a\u{200f}b\u{2028}1", &["a", "b", "1"]);
    }

    #[test]
    fn reserved_prefixes_are_split() {
        check(
            "k#fn x#y z\"s\" #\"a\"# ##b",
            &["k", "#", "fn", "x", "#", "y", "z", "\"s\"", "#", "\"a\"", "#", "#", "#", "b"],
        );
        check("'r#a 'b#c", &["'r#a", "'b", "#", "c"]);
    }

    #[test]
    fn faults_name_their_position() {
        let check = |text: &str, expected: &str| {
            let error = Tokens::new(text).expect_err(text);
            assert_eq!(error.to_string(), expected, "{text}");
        };
        check("a\n  \"b", "line 2, column 3: unterminated string literal");
        check("ω r#\"a\"", "line 1, column 3: unterminated raw string literal");
        check("b'a", "line 1, column 1: unterminated character literal");
        check("a /* /* */", "line 1, column 3: unterminated block comment");
        for number in ["0x", "0b_", "0bx"] {
            check(number, "line 1, column 1: a number without a digit");
        }
        for number in ["1e_+0", "1e", "1.0E-_"] {
            check(number, "line 1, column 1: an exponent without a digit");
        }
        check("0x1.0", "line 1, column 1: a float literal that is not decimal");
        check("a \u{a0}", "line 1, column 3: unexpected character '\\u{a0}'");
        check("a 😀b", "line 1, column 3: unexpected character '😀'");
        check("'1 ", "line 1, column 1: invalid lifetime");
        check("(]", "line 1, column 2: mismatched `]`");
        check("a)", "line 1, column 2: unmatched `)`");
        check("a {\n(\n}", "line 3, column 1: mismatched `}`");
        check("a [", "line 1, column 3: unclosed `[`");
    }

    #[test]
    fn long_texts_take_linear_time() {
        let prefixes = "#".repeat(200_000) + &"k#fn ".repeat(50_000);
        assert_eq!(Tokens::new(&prefixes).expect("lexes").len(), 350_000);
    }
}
