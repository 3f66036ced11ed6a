//! Token trees, as procedural macros get and return them, and their encoding in flat arrays.

use anyhow::{Context as _, Result};
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use ra_ap_rustc_lexer::{Cursor, FrontmatterAllowed, LiteralKind, TokenKind};
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, ops::Range};

/// Marks a text that is not there.
const NONE: u32 = !0;

/// The place at which the names of a token resolve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Hygiene {
    /// Where the macro's input stands.
    Input,
    /// Where the macro is called.
    Call,
    /// Local variables and labels in the macro itself, other names where it is called.
    Mixed,
    /// In the macro itself.
    Definition,
}

/// The origin of a token: its bytes in the text that was expanded, for a token of the input.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Origin {
    pub(super) hygiene: Hygiene,
    pub(super) range: Range<usize>,
}

impl Origin {
    /// Returns the bytes of a token of the input.
    pub(super) fn input(&self) -> Option<Range<usize>> {
        (self.hygiene == Hygiene::Input && !self.range.is_empty()).then(|| self.range.clone())
    }
}

/// A token or a delimited group of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Group { delimiter: Delimiter, open: Origin, close: Origin, tokens: Vec<Token> },
    Ident { text: String, origin: Origin },
    Punct { character: char, joint: bool, origin: Origin },
    Literal { text: String, origin: Origin },
}

/// Converts a parsed part of a text that starts at the byte `base`.
pub(super) fn tokens(stream: TokenStream, base: usize) -> Vec<Token> {
    let origin = |span: proc_macro2::Span| {
        let range = span.byte_range();
        Origin { hygiene: Hygiene::Input, range: range.start + base..range.end + base }
    };
    let convert = |tree| match tree {
        TokenTree::Group(group) => Token::Group {
            delimiter: group.delimiter(),
            open: origin(group.span_open()),
            close: origin(group.span_close()),
            tokens: tokens(group.stream(), base),
        },
        TokenTree::Ident(ident) => Token::Ident { text: ident.to_string(), origin: origin(ident.span()) },
        TokenTree::Punct(punct) => Token::Punct {
            character: punct.as_char(),
            joint: punct.spacing() == Spacing::Joint,
            origin: origin(punct.span()),
        },
        TokenTree::Literal(literal) => {
            Token::Literal { text: literal.to_string(), origin: origin(literal.span()) }
        }
    };
    stream.into_iter().map(convert).collect()
}

/// The table of origins that token trees refer to by index.
#[derive(Debug, Default)]
pub(super) struct Spans {
    entries: Vec<Origin>,
    known: HashMap<Origin, u32>,
}

impl Spans {
    fn index(&mut self, origin: &Origin) -> u32 {
        let next = self.entries.len() as u32;
        *self.known.entry(origin.clone()).or_insert_with(|| {
            self.entries.push(origin.clone());
            next
        })
    }

    /// Returns the indices of the definition site, the call site and the mixed site.
    pub(super) fn sites(&mut self) -> (u32, u32, u32) {
        let mut site = |hygiene| self.index(&Origin { hygiene, range: 0..0 });
        (site(Hygiene::Definition), site(Hygiene::Call), site(Hygiene::Mixed))
    }

    /// Returns the table as numbers: file, syntax node, start, end and hygiene of each origin.
    pub(super) fn table(&self) -> Vec<u32> {
        let entry = |origin: &Origin| {
            let (start, end) = (origin.range.start as u32, origin.range.end as u32);
            [1, 1, start, end, hygiene_number(origin.hygiene)]
        };
        self.entries.iter().flat_map(entry).collect()
    }
}

/// Any distinct numbers will do: the server only compares and copies them.
fn hygiene_number(hygiene: Hygiene) -> u32 {
    match hygiene {
        Hygiene::Input => 0,
        Hygiene::Call => 1,
        Hygiene::Mixed => 2,
        Hygiene::Definition => 3,
    }
}

/// A token tree in flat arrays of numbers.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct FlatTree {
    /// Opening span, closing span, delimiter, first child and end of children.
    subtree: Vec<u32>,
    /// Span, text, kind and suffix.
    literal: Vec<u32>,
    /// Span, character and spacing.
    punct: Vec<u32>,
    /// Span, text and rawness.
    ident: Vec<u32>,
    /// Children of all groups: an index, and in the lowest two bits the kind of token.
    token_tree: Vec<u32>,
    text: Vec<String>,
}

impl FlatTree {
    /// Encodes tokens, and adds their origins to `spans`.
    pub(super) fn new(tokens: &[Token], spans: &mut Spans) -> FlatTree {
        let mut tree = FlatTree::default();
        let site = spans.sites().1;
        tree.subtree.extend([site, site, 0, 0, 0]);
        tree.children(0, tokens, spans);
        tree
    }

    fn children(&mut self, group: usize, tokens: &[Token], spans: &mut Spans) {
        let first = self.token_tree.len();
        self.token_tree.resize(first + tokens.len(), NONE);
        self.subtree[group * 5 + 3] = first as u32;
        self.subtree[group * 5 + 4] = (first + tokens.len()) as u32;
        for (at, token) in tokens.iter().enumerate() {
            let (index, tag) = match token {
                Token::Group { delimiter, open, close, tokens } => {
                    let index = self.subtree.len() / 5;
                    let kind = match delimiter {
                        Delimiter::None => 0,
                        Delimiter::Parenthesis => 1,
                        Delimiter::Brace => 2,
                        Delimiter::Bracket => 3,
                    };
                    self.subtree.extend([spans.index(open), spans.index(close), kind, 0, 0]);
                    self.children(index, tokens, spans);
                    (index, 0)
                }
                Token::Literal { text, origin } => {
                    let (kind, text, suffix) = literal_parts(text);
                    let text = self.intern(text);
                    let suffix = if suffix.is_empty() { NONE } else { self.intern(suffix) };
                    self.literal.extend([spans.index(origin), text, kind, suffix]);
                    (self.literal.len() / 4 - 1, 1)
                }
                Token::Punct { character, joint, origin } => {
                    self.punct.extend([spans.index(origin), u32::from(*character), u32::from(*joint)]);
                    (self.punct.len() / 3 - 1, 2)
                }
                Token::Ident { text, origin } => {
                    let raw = text.strip_prefix("r#");
                    let name = self.intern(raw.unwrap_or(text));
                    self.ident.extend([spans.index(origin), name, u32::from(raw.is_some())]);
                    (self.ident.len() / 3 - 1, 3)
                }
            };
            self.token_tree[first + at] = (index as u32) << 2 | tag;
        }
    }

    fn intern(&mut self, text: &str) -> u32 {
        let known = self.text.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.text.push(text.to_owned());
            self.text.len() - 1
        }) as u32
    }

    /// Decodes the tokens, with the server's table of spans.
    ///
    /// # Errors
    /// If an index is out of range or a number has no meaning.
    pub(super) fn tokens(&self, spans: &[u32]) -> Result<Vec<Token>> {
        let group = self.group(0, spans, 0)?;
        Ok(match group {
            Token::Group { delimiter: Delimiter::None, tokens, .. } => tokens,
            other => vec![other],
        })
    }

    fn group(&self, index: usize, spans: &[u32], depth: usize) -> Result<Token> {
        let bad = "a malformed token tree of the macro server";
        anyhow::ensure!(depth < 512, "{bad}: it is nested too deeply");
        let row = |table: &[u32], index: usize, width: usize| {
            table.get(index * width..(index + 1) * width).map(<[u32]>::to_vec).context(bad)
        };
        let text = |index: u32| self.text.get(index as usize).cloned().context(bad);
        let origin = |index: u32| -> Result<Origin> {
            let entry = row(spans, index as usize, 5)?;
            let hygiene = match entry[4] {
                0 => Hygiene::Input,
                1 => Hygiene::Call,
                2 => Hygiene::Mixed,
                _ => Hygiene::Definition,
            };
            Ok(Origin { hygiene, range: entry[2] as usize..entry[3] as usize })
        };
        let head = row(&self.subtree, index, 5)?;
        let children = self.token_tree.get(head[3] as usize..head[4] as usize).context(bad)?;
        let mut tokens = Vec::with_capacity(children.len());
        for &child in children {
            let index = (child >> 2) as usize;
            tokens.push(match child & 3 {
                0 => self.group(index, spans, depth + 1)?,
                1 => {
                    let row = row(&self.literal, index, 4)?;
                    let suffix = if row[3] == NONE { String::new() } else { text(row[3])? };
                    let text = literal_text(row[2], &text(row[1])?, &suffix).context(bad)?;
                    Token::Literal { text, origin: origin(row[0])? }
                }
                2 => {
                    let row = row(&self.punct, index, 3)?;
                    let character = char::from_u32(row[1]).context(bad)?;
                    Token::Punct { character, joint: row[2] == 1, origin: origin(row[0])? }
                }
                _ => {
                    let row = row(&self.ident, index, 3)?;
                    let name = text(row[1])?;
                    let text = if row[2] == 1 { format!("r#{name}") } else { name };
                    Token::Ident { text, origin: origin(row[0])? }
                }
            });
        }
        let delimiter = match head[2] {
            0 => Delimiter::None,
            1 => Delimiter::Parenthesis,
            2 => Delimiter::Brace,
            _ => Delimiter::Bracket,
        };
        Ok(Token::Group { delimiter, open: origin(head[0])?, close: origin(head[1])?, tokens })
    }
}

/// Splits a literal into the number of its kind, its text without quotes, and its suffix.
fn literal_parts(text: &str) -> (u32, &str, &str) {
    let token = Cursor::new(text, FrontmatterAllowed::No).advance_token();
    let TokenKind::Literal { kind, suffix_start } = token.kind else { return (0, text, "") };
    let (body, suffix) = text.split_at(suffix_start as usize);
    let hashes = |count: Option<u8>| u32::from(count.unwrap_or(0));
    let raw = |start: usize, count: Option<u8>| {
        let start = start + hashes(count) as usize + 1;
        &body[start..body.len() - hashes(count) as usize - 1]
    };
    let quoted = |start: usize| &body[start..body.len() - 1];
    let (kind, body) = match kind {
        LiteralKind::Byte { .. } => (1, quoted(2)),
        LiteralKind::Char { .. } => (2, quoted(1)),
        LiteralKind::Int { .. } => (3, body),
        LiteralKind::Float { .. } => (4, body),
        LiteralKind::Str { .. } => (5, quoted(1)),
        LiteralKind::RawStr { n_hashes } => (6 | hashes(n_hashes) << 8, raw(1, n_hashes)),
        LiteralKind::ByteStr { .. } => (7, quoted(2)),
        LiteralKind::RawByteStr { n_hashes } => (8 | hashes(n_hashes) << 8, raw(2, n_hashes)),
        LiteralKind::CStr { .. } => (9, quoted(2)),
        LiteralKind::RawCStr { n_hashes } => (10 | hashes(n_hashes) << 8, raw(2, n_hashes)),
    };
    (kind, body, suffix)
}

/// Puts a literal together again; `None` for an unknown kind.
fn literal_text(kind: u32, text: &str, suffix: &str) -> Option<String> {
    let hashes = "#".repeat((kind >> 8) as usize);
    let text = match kind & 0xff {
        1 => format!("b'{text}'"),
        2 => format!("'{text}'"),
        3 | 4 => text.to_owned(),
        5 => format!("\"{text}\""),
        6 => format!("r{hashes}\"{text}\"{hashes}"),
        7 => format!("b\"{text}\""),
        8 => format!("br{hashes}\"{text}\"{hashes}"),
        9 => format!("c\"{text}\""),
        10 => format!("cr{hashes}\"{text}\"{hashes}"),
        _ => return None,
    };
    Some(text + suffix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn flat_trees_keep_all_tokens() {
        let text = "fn f<'a>(x: &'a str) -> r#type { x[0]; 1u32 + 0x_ff_u8 * 1.5e3f32; \"a\\n\"; r#\"b\"#; b'c'; \
                    br##\"d\"##; c\"e\"; 'f'; a >>= b; { } }";
        let before = tokens(text.parse().unwrap(), 7);
        let mut spans = Spans::default();
        let tree = FlatTree::new(&before, &mut spans);
        assert_eq!(tree.tokens(&spans.table()).unwrap(), before);
    }

    #[test]
    fn literals_are_split_as_rustc_does() {
        let cases = [
            ("1f32", (3, "1", "f32")),
            ("1e3", (4, "1e3", "")),
            ("0xffu8", (3, "0xff", "u8")),
            ("r##\"a\"##", (6 | 2 << 8, "a", "")),
            ("b\"x\"", (7, "x", "")),
        ];
        for (text, parts) in cases {
            assert_eq!(literal_parts(text), parts, "{text}");
        }
    }
}
