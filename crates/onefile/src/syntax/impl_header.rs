//! The header of an impl: its trait and its types.

use crate::syntax::tokens::Tokens;
use std::{collections::HashSet, ops::Range};

/// The paths in the header of an impl.
pub(crate) struct ImplHeader<'t> {
    pub(crate) trait_path: Option<Vec<&'t str>>,
    /// Paths in the self type and in the arguments of the trait.
    pub(crate) types: Vec<Vec<&'t str>>,
    pub(crate) generics: HashSet<&'t str>,
}

impl<'t> ImplHeader<'t> {
    /// Parses the tokens between the attributes and the body.
    pub(crate) fn new(tokens: &'t Tokens, range: Range<usize>) -> ImplHeader<'t> {
        let mut at = range.start;
        while let Some(end) = tokens.attribute_end(at).filter(|_| at < range.end) {
            at = end;
        }
        while at < range.end && tokens.name(at) != "impl" {
            at += 1;
        }
        at += 1;
        let mut generics = HashSet::new();
        if tokens.is_punct(at, b'<') {
            let end = angle_end(tokens, at, range.end);
            let starts = |at: usize| {
                tokens.is_punct(at - 1, b'<')
                    || tokens.is_punct(at - 1, b',')
                    || tokens.name(at - 1) == "const"
            };
            generics.extend((at + 1..end).filter(|&at| starts(at)).map(|at| tokens.name(at)));
            at = end;
        }
        let mut depth = 0_i32;
        let mut split = None;
        let mut end = range.end;
        let mut i = at;
        while i < range.end {
            if tokens.is_punct(i, b'<') {
                depth += 1;
            } else if tokens.is_punct(i, b'>') && !tokens.is_punct(i - 1, b'-') {
                depth -= 1;
            } else if depth == 0 && tokens.name(i) == "for" && !tokens.is_punct(i + 1, b'<') {
                split.get_or_insert(i);
            } else if depth == 0 && tokens.name(i) == "where" {
                end = i;
                break;
            }
            i = tokens.after(i);
        }
        match split {
            Some(split) => {
                let path_end =
                    (at..split).find(|&i| tokens.is_punct(i, b'<') || tokens.is_open(i)).unwrap_or(split);
                let trait_path = paths(tokens, at..path_end).pop();
                let mut types = paths(tokens, path_end..split);
                types.extend(paths(tokens, split + 1..end));
                ImplHeader { trait_path, types, generics }
            }
            None => ImplHeader { trait_path: None, types: paths(tokens, at..end), generics },
        }
    }
}

/// Returns the paths in a range, without those inside delimiters.
fn paths<'t>(tokens: &'t Tokens, range: Range<usize>) -> Vec<Vec<&'t str>> {
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        if !tokens.is_ident(at) || (tokens.after_colons(at) && !crate::paths::is_global(tokens, at)) {
            at += 1;
            continue;
        }
        let mut path = vec![tokens.name(at)];
        at += 1;
        while at + 2 < range.end && tokens.is_colons(at) && tokens.is_ident(at + 2) {
            path.push(tokens.name(at + 2));
            at += 3;
        }
        // `Item = …` names an associated type, not a type in scope.
        if !tokens.is_punct(at, b'=') {
            found.push(path);
        }
    }
    found
}

/// Returns the token after the `>` that closes the `<` at a token.
fn angle_end(tokens: &Tokens, open: usize, limit: usize) -> usize {
    let mut depth = 0;
    let mut at = open;
    while at < limit {
        if tokens.is_punct(at, b'<') {
            depth += 1;
        } else if tokens.is_punct(at, b'>') && !tokens.is_punct(at - 1, b'-') {
            depth -= 1;
            if depth == 0 {
                return at + 1;
            }
        }
        at = tokens.after(at);
    }
    limit
}
