//! Flattens `use` trees into their leaves.

use crate::syntax::tokens::{Tokens, split};
use std::ops::Range;

/// One name that a `use` item imports.
#[derive(Debug, Clone, Default)]
pub struct Leaf {
    /// The path's segments: name and token.
    pub path: Vec<(String, usize)>,
    /// The path starts with `::`.
    pub global: bool,
    /// The path ends in `*`.
    pub glob: bool,
    /// The imported name; `None` for `*` and `as _`.
    pub binding: Option<String>,
    /// All tokens of the leaf, without a shared prefix.
    pub tokens: Range<usize>,
    /// The last segment is `self` in a group.
    pub is_self: bool,
}

/// Returns the leaves of the tree between `use` and `;`.
pub fn leaves(tokens: &Tokens, range: Range<usize>) -> Vec<Leaf> {
    let mut out = Vec::new();
    tree(tokens, range, &Leaf::default(), &mut out);
    out
}

fn tree(tokens: &Tokens, range: Range<usize>, prefix: &Leaf, out: &mut Vec<Leaf>) {
    let mut leaf = prefix.clone();
    leaf.tokens = range.clone();
    let mut at = range.start;
    if tokens.is_colons(at) {
        leaf.global |= leaf.path.is_empty();
        at += 2;
    }
    while at < range.end {
        if tokens.opens_with(at, b'{') {
            for part in split(tokens, tokens.inside(at), b',') {
                tree(tokens, part, &leaf, out);
            }
            return;
        }
        if tokens.is_punct(at, b'*') {
            leaf.glob = true;
            leaf.binding = None;
            out.push(leaf);
            return;
        }
        if !tokens.is_ident(at) && !tokens.is_punct(at, b'_') {
            return;
        }
        let name = tokens.name(at);
        if name == "as" {
            let to = tokens.name(at + 1);
            leaf.binding = (to != "_").then(|| to.to_owned());
            out.push(leaf);
            return;
        }
        if name == "self" && !leaf.path.is_empty() {
            leaf.is_self = true;
        } else {
            leaf.path.push((name.to_owned(), at));
        }
        leaf.binding = leaf.path.last().map(|(name, _)| name.clone());
        at += 1;
        if tokens.is_colons(at) {
            at += 2;
        }
    }
    if !leaf.path.is_empty() {
        out.push(leaf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn check(text: &str, expected: &str) {
        let tokens = Tokens::new(text).expect("lexes");
        let found: Vec<String> = leaves(&tokens, 0..tokens.len())
            .iter()
            .map(|leaf| {
                let path: Vec<&str> = leaf.path.iter().map(|(name, _)| name.as_str()).collect();
                let global = if leaf.global { "::" } else { "" };
                let glob = if leaf.glob { "::*" } else { "" };
                format!("{global}{}{glob}={}", path.join("::"), leaf.binding.as_deref().unwrap_or("-"))
            })
            .collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn trees() {
        check("a::b", "a::b=b");
        check("a::{self, b as c, d::{e, f::*}, T as _}", "a=a a::b=c a::d::e=e a::d::f::*=- a::T=-");
        check("::a::b", "::a::b=b");
        check("{::a, crate::r#match}", "::a=a crate::match=match");
        check("::{a::b, c}", "::a::b=b ::c=c");
        check("*", "::*=-");
    }
}
