//! Attributes in a list of tokens.

use crate::syntax::tokens::{Kind, Tokens};
use std::ops::Range;

/// An attribute; a documentation comment is one, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// All its tokens.
    pub tokens: Range<usize>,
    /// The tokens in the brackets; empty for a documentation comment.
    pub content: Range<usize>,
    /// `#![…]`, `//!` or `/*!`.
    pub is_inner: bool,
}

impl Attribute {
    /// Returns the attribute that starts at a token.
    pub fn at(tokens: &Tokens, at: usize) -> Option<Attribute> {
        let end = tokens.attribute_end(at)?;
        if tokens[at].kind == Kind::Doc {
            let text = tokens.str(at);
            let is_inner = text.starts_with("//!") || text.starts_with("/*!");
            return Some(Attribute { tokens: at..end, content: end..end, is_inner });
        }
        let open = tokens[end - 1].partner;
        Some(Attribute { tokens: at..end, content: open + 1..end - 1, is_inner: open > at + 1 })
    }

    /// Returns the outer attributes that end just before a token, the last one first.
    pub fn before<'t>(tokens: &'t Tokens, at: usize) -> impl Iterator<Item = Attribute> + 't {
        let mut at = at;
        std::iter::from_fn(move || {
            let last = at.checked_sub(1)?;
            let start = match tokens[last].kind {
                Kind::Doc => last,
                Kind::Close(b']') => tokens[last].partner.checked_sub(1)?,
                _ => return None,
            };
            let attribute = Attribute::at(tokens, start).filter(|attribute| !attribute.is_inner)?;
            at = start;
            Some(attribute)
        })
    }

    /// Returns its name: the last segment of its path, without the `unsafe(…)` around it; `doc` for
    /// a documentation comment.
    pub fn name<'t>(&self, tokens: &Tokens<'t>) -> &'t str {
        if self.content.is_empty() {
            return if tokens[self.tokens.start].kind == Kind::Doc { "doc" } else { "" };
        }
        let start = self.content.start;
        let mut at = if tokens.name(start) == "unsafe" && tokens.opens_with(start + 1, b'(') {
            start + 2
        } else {
            start
        };
        while tokens.is_colons(at + 1) && tokens.is_ident(at + 3) {
            at += 3;
        }
        tokens.name(at)
    }
}

/// Returns `true` if `#[macro_export]` is among the attributes before the token at `at`.
pub fn is_exported(tokens: &Tokens, at: usize) -> bool {
    Attribute::before(tokens, at).any(|attribute| attribute.name(tokens) == "macro_export")
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn attributes_before_an_item() {
        let text = "#![inner] x[0]; #[a] /// b\n#[unsafe(no_mangle)] #[rustfmt::skip] #[] fn f() {}";
        let tokens = Tokens::new(text).expect("lexes");
        let at = (0..tokens.len()).find(|&at| tokens.name(at) == "fn").expect("a function");
        let names: Vec<&str> =
            Attribute::before(&tokens, at).map(|attribute| attribute.name(&tokens)).collect();
        assert_eq!(names, ["", "skip", "no_mangle", "doc", "a"]);
        let first = Attribute::at(&tokens, 0).expect("an attribute");
        assert!(first.is_inner && first.name(&tokens) == "inner");
        assert_eq!(Attribute::before(&tokens, 5).count(), 0);
    }

    #[test]
    fn exported_macros() {
        let exported = |text: &str| {
            let tokens = Tokens::new(text).expect("lexes");
            let at = (0..tokens.len()).find(|&at| tokens.name(at) == "macro_rules").expect("a definition");
            is_exported(&tokens, at)
        };
        assert!(exported("#[macro_export(local_inner_macros)] /// m\n#[x] macro_rules! m {}"));
        assert!(!exported("#[macro_export] fn f() {} #[x] macro_rules! m {}"));
    }
}
