//! Checks of the bundler's stages that accept any Rust text: they find the tokens of rustc, and
//! their output keeps them.

use onefile::{
    emit::minify::minify as minified,
    load::clean,
    syntax::{
        text::Sources,
        tokens::{Kind, Tokens},
    },
};
use proc_macro2::TokenStream;
use ra_ap_rustc_lexer::{Base, Cursor, FrontmatterAllowed, LiteralKind, TokenKind};
use std::path::PathBuf;

/// Returns the tokens as text, without documentation comments.
fn words<'t>(tokens: &Tokens<'t>) -> Vec<&'t str> {
    let indices = (0..tokens.len()).filter(|&index| tokens[index].kind != Kind::Doc);
    indices.map(|index| tokens.str(index)).collect()
}

/// Returns the tokens of rustc's lexer; `None` if rustc rejects one, or if the edition decides
/// where it ends.
fn rustc_words(text: &str) -> Option<Vec<&str>> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let token = Cursor::new(rest, FrontmatterAllowed::No).advance_token();
        let (word, after) = rest.split_at(token.len as usize);
        rest = after;
        match token.kind {
            TokenKind::Whitespace | TokenKind::LineComment { .. } => continue,
            TokenKind::BlockComment { terminated: true, .. } => continue,
            TokenKind::Literal { kind, .. } if is_whole(kind) => {}
            TokenKind::Literal { .. }
            | TokenKind::BlockComment { .. }
            | TokenKind::Lifetime { starts_with_number: true }
            | TokenKind::ForcedKeywordIdent
            | TokenKind::GuardedStrPrefix
            | TokenKind::InvalidIdent
            | TokenKind::Unknown => return None,
            _ => {}
        }
        words.push(word);
    }
    Some(words)
}

fn is_whole(literal: LiteralKind) -> bool {
    match literal {
        LiteralKind::Int { empty_int, .. } => !empty_int,
        LiteralKind::Float { base, empty_exponent } => base == Base::Decimal && !empty_exponent,
        LiteralKind::Char { terminated }
        | LiteralKind::Byte { terminated }
        | LiteralKind::Str { terminated }
        | LiteralKind::ByteStr { terminated }
        | LiteralKind::CStr { terminated } => terminated,
        LiteralKind::RawStr { n_hashes }
        | LiteralKind::RawByteStr { n_hashes }
        | LiteralKind::RawCStr { n_hashes } => n_hashes.is_some(),
    }
}

/// Checks that no token of rustc's lexer is lost, joined or split, and that cleaning a library only
/// removes tokens.
pub fn tokens(text: &str) {
    // A byte order mark and a shebang are removed before lexing.
    if text.starts_with('\u{feff}') || text.starts_with("#!") {
        return;
    }
    // Rustc checks literals and delimiters after lexing; `proc_macro2` checks both.
    let parsed = text.parse::<TokenStream>().is_ok();
    proc_macro2::extra::invalidate_current_thread_spans();
    let Some(expected) = rustc_words(text).filter(|_| parsed) else { return };
    let tokens = Tokens::new(text).expect("rustc accepts it");
    for index in 0..tokens.len() {
        let token = tokens[index];
        assert!(token.start < token.end && (index == 0 || tokens[index - 1].end <= token.start));
        assert_eq!(tokens[token.partner].partner, index, "partners");
    }
    assert_eq!(words(&tokens), expected);

    let mut sources = Sources::default();
    let source = sources.add("fuzz", "lib.rs", PathBuf::from("lib.rs"), text);
    for comments in [false, true] {
        let Ok(cleaned) = clean::library(&source, comments) else { continue };
        let left = Tokens::new(cleaned.as_str()).expect("what is left lexes");
        let mut all = (0..tokens.len()).map(|index| tokens.str(index));
        for index in 0..left.len() {
            let word = left.str(index);
            assert!(all.any(|other| other == word), "`{word}` is new");
        }
    }
}

/// Removes documentation attributes, as minifying does.
fn undocumented(words: Vec<&str>) -> Vec<&str> {
    let mut left = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let inner = usize::from(words.get(at + 1) == Some(&"!"));
        if words[at] == "#" && words[at + 1 + inner..].starts_with(&["[", "doc"]) {
            let mut depth = 0;
            at += 1 + inner;
            loop {
                depth += match words[at] {
                    "[" => 1,
                    "]" => -1,
                    _ => 0,
                };
                at += 1;
                if depth == 0 {
                    break;
                }
            }
        } else {
            left.push(words[at]);
            at += 1;
        }
    }
    left
}

/// Checks that a minified text has the tokens of its source, and that minifying it again changes
/// nothing.
pub fn minify(text: &str) {
    let Ok(small) = minified(text, "") else { return };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    assert!(small.len() <= text.len() + 1, "longer than before");
    // Texts that rustc rejects have no tokens to compare.
    if !text.starts_with("#!")
        && let Some(before) = rustc_words(text)
    {
        let after = rustc_words(&small).expect("rustc accepts it minified");
        assert_eq!(undocumented(before), undocumented(after));
    }
    // Without the text before it, `#!` may start a shebang.
    if !small.starts_with("#!") || small.starts_with("#![") {
        assert_eq!(minified(&small, "").expect("minified once"), small, "minified twice");
    }
}
