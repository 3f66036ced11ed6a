//! Splits the body of a module, impl or trait into items.

use crate::syntax::{macros::macro_invocation, tokens::Tokens};
use std::ops::Range;

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    /// `fn`, with all its qualifiers.
    Fn,
    /// `struct`
    Struct,
    /// `enum`
    Enum,
    /// `union`
    Union,
    /// `trait`, also `unsafe` and `auto`.
    Trait,
    /// `type`
    Alias,
    /// `const`
    Const,
    /// `static`
    Static,
    /// `mod`, with or without a body.
    Module,
    /// `use`
    Use,
    /// `extern crate`
    ExternCrate,
    /// `impl`, of a trait or not.
    Impl,
    /// `macro_rules!`
    MacroRules,
    /// An invocation of another macro.
    MacroCall,
    /// `extern "C" { … }`
    Foreign,
    /// Anything else, such as a stray semicolon.
    Other,
}

/// An item, as ranges of tokens.
#[derive(Debug, Clone)]
pub struct Item {
    /// The kind.
    pub what: ItemKind,
    /// All its tokens, with its attributes.
    pub tokens: Range<usize>,
    /// The first token after its attributes.
    pub start: usize,
    /// The token of its name.
    pub name: Option<usize>,
    /// The opening delimiter of its body, if it has one in braces (or is a macro).
    pub body: Option<usize>,
}

impl Item {
    /// Returns all tokens before the body.
    pub fn head(&self) -> Range<usize> {
        self.tokens.start..self.body.unwrap_or(self.tokens.end)
    }
}

/// Returns the items in a range of tokens.
pub fn items(tokens: &Tokens, range: Range<usize>) -> Vec<Item> {
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let item = item(tokens, at, range.end);
        at = item.tokens.end;
        found.push(item);
    }
    found
}

fn item(tokens: &Tokens, begin: usize, limit: usize) -> Item {
    let mut start = begin;
    while let Some(end) = tokens.attribute_end(start).filter(|_| start < limit) {
        start = end;
    }
    let mut at = start;
    let make = |what, end: usize, name, body| Item {
        what,
        tokens: begin..end.min(limit).max(begin + 1),
        start,
        name,
        body,
    };
    loop {
        if at >= limit {
            return make(ItemKind::Other, limit, None, None);
        }
        let next = tokens.name(at + 1);
        match tokens.name(at) {
            "pub" | "in" => {
                at += 1;
                if tokens.opens_with(at, b'(') {
                    at = tokens.after(at);
                }
            }
            "default" | "async" | "safe" | "auto" if !next.is_empty() => at += 1,
            "unsafe" if !tokens.opens_with(at + 1, b'{') => at += 1,
            "const" if matches!(next, "fn" | "unsafe" | "async" | "extern") => at += 1,
            "extern" if next == "crate" => {
                let end = semicolon(tokens, at, limit);
                let name = if tokens.name(at + 3) == "as" { at + 4 } else { at + 2 };
                return make(ItemKind::ExternCrate, end, Some(name), None);
            }
            "extern" => {
                at += 1;
                if !tokens.is_ident(at) && !tokens.is_open(at) {
                    at += 1;
                }
                if tokens.opens_with(at, b'{') {
                    return make(ItemKind::Foreign, tokens.after(at), None, Some(at));
                }
            }
            "use" => return make(ItemKind::Use, semicolon(tokens, at, limit), None, None),
            "static" => {
                let name = if next == "mut" { at + 2 } else { at + 1 };
                return make(ItemKind::Static, semicolon(tokens, at, limit), Some(name), None);
            }
            "const" => return make(ItemKind::Const, semicolon(tokens, at, limit), Some(at + 1), None),
            "type" => return make(ItemKind::Alias, semicolon(tokens, at, limit), Some(at + 1), None),
            "fn" => return with_body(tokens, at, limit, ItemKind::Fn, make),
            "trait" => return with_body(tokens, at, limit, ItemKind::Trait, make),
            "enum" => return with_body(tokens, at, limit, ItemKind::Enum, make),
            "struct" => return with_body(tokens, at, limit, ItemKind::Struct, make),
            "union" if !next.is_empty() => return with_body(tokens, at, limit, ItemKind::Union, make),
            "mod" => return with_body(tokens, at, limit, ItemKind::Module, make),
            "impl" => {
                let mut item = with_body(tokens, at, limit, ItemKind::Impl, make);
                item.name = None;
                return item;
            }
            _ => {
                // A macro by path: its last segment.
                let mut last = at;
                if tokens.is_colons(last) {
                    last += 2;
                }
                while tokens.is_ident(last) && tokens.is_colons(last + 1) {
                    last += 3;
                }
                let Some(open) = macro_invocation(tokens, last) else {
                    return make(ItemKind::Other, tokens.after(at), None, None);
                };
                let mut end = tokens.after(open);
                if tokens.is_punct(end, b';') && end < limit {
                    end += 1;
                }
                let defines = open == last + 3;
                let what = if defines { ItemKind::MacroRules } else { ItemKind::MacroCall };
                return make(what, end, Some(if defines { last + 2 } else { last }), Some(open));
            }
        }
    }
}

/// Returns the token after the next `;`.
fn semicolon(tokens: &Tokens, from: usize, limit: usize) -> usize {
    let mut at = from;
    while at < limit && !tokens.is_punct(at, b';') {
        at = tokens.after(at);
    }
    at + 1
}

fn with_body(
    tokens: &Tokens,
    keyword: usize,
    limit: usize,
    what: ItemKind,
    make: impl Fn(ItemKind, usize, Option<usize>, Option<usize>) -> Item,
) -> Item {
    let name = Some(keyword + 1);
    let mut at = keyword + 1;
    while at < limit {
        if tokens.is_punct(at, b';') {
            return make(what, at + 1, name, None);
        }
        if tokens.opens_with(at, b'{') {
            // `{N}` as a generic argument is not the body.
            let after = tokens.after(at);
            let before = |punct| tokens.is_punct(at - 1, punct);
            let follows = |punct| tokens.is_punct(after, punct);
            let argument = before(b'<') || before(b'=') || (before(b',') && (follows(b',') || follows(b'>')));
            if !argument {
                return make(what, after, name, Some(at));
            }
        }
        at = tokens.after(at);
    }
    make(what, limit, name, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn check(text: &str, expected: &str) {
        let tokens = Tokens::new(text).expect("lexes");
        let found: Vec<String> = items(&tokens, 0..tokens.len())
            .iter()
            .map(|item| format!("{:?} {}", item.what, item.name.map_or("-", |name| tokens.name(name))))
            .collect();
        assert_eq!(found.join(", "), expected);
    }

    #[test]
    fn kinds() {
        check(
            "#[a] pub(crate) const unsafe fn f<const N: usize = {1}>() where A: B<{N}>, {} const X: u8 = { 1 };",
            "Fn f, Const X",
        );
        check(
            "struct A(u8); struct B { x: u8 } struct C; pub union U { a: u8 } enum E {}",
            "Struct A, Struct B, Struct C, Union U, Enum E",
        );
        check("impl<T> A for B<T> { } unsafe impl C for D {} impl E {}", "Impl -, Impl -, Impl -");
        check(
            "pub mod m { fn x() {} } use a::{b}; extern crate alloc; extern crate a as b;",
            "Module m, Use -, ExternCrate alloc, ExternCrate b",
        );
        check(
            "macro_rules! m { () => {} } m!(a); a::b! { c } ::std::thread_local! {}",
            "MacroRules m, MacroCall m, MacroCall b, MacroCall thread_local",
        );
        check(
            "extern \"C\" { fn x(); } unsafe extern \"C\" fn y() {} pub type T = u8; static mut S: u8 = 1;",
            "Foreign -, Fn y, Alias T, Static S",
        );
        check(
            "pub trait T: A { fn a(); } pub unsafe auto trait V {} const _: () = {};",
            "Trait T, Trait V, Const _",
        );
    }
}
