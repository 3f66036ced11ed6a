//! The bundler's stages that read any Rust text: what they write reads as the same tokens.

use crate::bundle::{
    clean,
    minify::minify as minified,
    text::Sources,
    tokens::{Kind, Tokens},
};
use proc_macro2::{TokenStream, TokenTree};
use std::path::PathBuf;

/// The tokens as text, without documentation, which is a comment or an attribute.
fn words<'t>(tokens: &Tokens<'t>) -> Vec<&'t str> {
    let mut words = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        if tokens[index].kind == Kind::Doc {
            index += 1;
            continue;
        }
        if let Some(end) = tokens.attribute_end(index) {
            let inner = usize::from(tokens.is_punct(index + 1, b'!'));
            if tokens.str(index + inner + 2) == "doc" {
                index = end;
                continue;
            }
        }
        words.push(tokens.str(index));
        index += 1;
    }
    words
}

/// Stands for a quote without a name, which the other lexer sees where rustc sees a lifetime and a string: `'b"…"`.
const NO_LIFETIME: &str = "no lifetime";

/// The same tokens as another lexer sees them.
fn other_words<'t>(text: &'t str, stream: TokenStream, words: &mut Vec<&'t str>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut rest = trees.as_slice();
    while let Some((tree, after)) = rest.split_first() {
        if let TokenTree::Punct(hash) = tree
            && hash.as_char() == '#'
        {
            let inner =
                usize::from(matches!(after.first(), Some(TokenTree::Punct(bang)) if bang.as_char() == '!'));
            if let Some(TokenTree::Group(group)) = after.get(inner)
                && group.delimiter() == proc_macro2::Delimiter::Bracket
                && matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
            {
                rest = &after[inner + 1..];
                continue;
            }
        }
        rest = after;
        let mut range = tree.span().byte_range();
        match tree {
            TokenTree::Group(group) => {
                words.push(&text[group.span_open().byte_range()]);
                other_words(text, group.stream(), words);
                words.push(&text[group.span_close().byte_range()]);
                continue;
            }
            // A lifetime is two tokens here and one there.
            TokenTree::Punct(quote) if quote.as_char() == '\'' => {
                if let Some((TokenTree::Ident(name), after)) = after.split_first() {
                    range.end = name.span().byte_range().end;
                    rest = after;
                } else {
                    words.push(NO_LIFETIME);
                }
            }
            _ => {}
        }
        words.push(&text[range]);
    }
}

/// Checks the lexer against another one, and that cleaning a library only takes tokens away.
pub fn tokens(text: &str) {
    let Ok(stream) = text.parse::<TokenStream>() else { return };
    let mut expected = Vec::new();
    other_words(text, stream, &mut expected);
    proc_macro2::extra::invalidate_current_thread_spans();
    // A byte order mark or a first line for a shell is cut off before.
    if text.starts_with('\u{feff}') || text.starts_with("#!") || expected.contains(&NO_LIFETIME) {
        return;
    }
    let tokens = match Tokens::new(text) {
        Ok(tokens) => tokens,
        // Which characters beyond ASCII are letters depends on the version of Unicode; to refuse one is no mistake.
        Err(_) if !text.is_ascii() => return,
        Err(error) => panic!("another lexer takes it: {error}"),
    };
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

/// Checks that a minified text has the tokens of its source, and that there is nothing left to minify.
pub fn minify(text: &str) {
    let Ok(small) = minified(text, "") else { return };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    assert!(small.len() <= text.len() + 1, "longer than before");
    if !text.starts_with("#!") {
        let (before, after) = (Tokens::new(text), Tokens::new(&small));
        assert_eq!(words(&before.expect("lexes")), words(&after.expect("lexes")));
    }
    // Not Rust, but without what stood before it, it is a first line for a shell.
    if !small.starts_with("#!") || small.starts_with("#![") {
        assert_eq!(minified(&small, "").expect("minified once"), small, "minified twice");
    }
}
