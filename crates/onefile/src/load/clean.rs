//! Removes the parts of a crate that a bundle does not use: attributes for lints, for documentation
//! tools and for whole crates, and in third-party crates also comments and documentation.

use crate::{
    syntax::macros::macro_invocation,
    syntax::text::{Edit, Text},
    syntax::tokens::{Kind, Tokens},
};
use anyhow::Result;
use std::ops::Range;

/// Attributes without a meaning inside a bundle. Lint levels of a library must neither stop the
/// build nor hide what is dead.
const DROPPED: [&str; 25] = [
    "allow",
    "warn",
    "deny",
    "forbid",
    "expect",
    "doc",
    "must_use",
    "deprecated",
    "rustfmt",
    "clippy",
    "diagnostic",
    "no_std",
    "no_main",
    "feature",
    "crate_type",
    "crate_name",
    "recursion_limit",
    "type_length_limit",
    "debugger_visualizer",
    "no_link",
    "stable",
    "unstable",
    "rustc_nonnull_optimization_guaranteed",
    "miri",
    "non_exhaustive",
];

/// Cleans a library; its comments stay if `comments` is set.
///
/// # Errors
/// If the text is not a sequence of Rust tokens.
pub fn library(text: &Text, comments: bool) -> Result<Text> {
    let tokens = Tokens::new(text.as_str())?;
    let mut dropped = vec![false; tokens.len()];
    mark(&tokens, 0..tokens.len(), comments, &mut dropped);
    let mut edits = Vec::new();
    if comments {
        // Whether the token before a run of dropped ones touches it: then what follows must not
        // become part of that.
        let mut touched = false;
        for index in (0..tokens.len()).filter(|&index| dropped[index]) {
            if index == 0 || !dropped[index - 1] {
                touched = index > 0 && tokens.adjacent(index - 1);
            }
            let range = tokens[index].start..tokens[index].end;
            let last = !dropped.get(index + 1).is_some_and(|next| *next);
            let rest = &text.as_str()[range.end..];
            let ends_line = |end: &usize| last && !touched && rest[..*end].trim().is_empty();
            edits.push(match rest.find('\n').filter(ends_line) {
                Some(end) => Edit::remove(range.start..range.end + end + 1),
                None if last && touched && tokens.adjacent(index) => Edit::new(range, " "),
                None => Edit::remove(range),
            });
        }
        return Ok(text.edited(edits));
    }
    // The gap before each kept token, with what is dropped in it.
    let mut gaps = Vec::new();
    let mut gap_start = 0;
    for index in (0..tokens.len()).filter(|&index| !dropped[index]) {
        gaps.push(gap_start..tokens[index].start);
        gap_start = tokens[index].end;
    }
    let widths = gaps.iter().filter_map(|gap| indent(&text.as_str()[gap.clone()])).map(str::len);
    let (by_four, other): (Vec<usize>, Vec<usize>) =
        widths.filter(|&width| width > 0).partition(|width| width % 4 == 0);
    let step = if by_four.len() > 3 * other.len() { 4 } else { STEP };
    edits.extend(gaps.into_iter().filter_map(|gap| gap_edit(text.as_str(), gap, step)));
    edits.push(Edit::new(gap_start..text.as_str().len(), "\n"));
    Ok(text.edited(edits))
}

/// The spaces for a level of nesting in libraries; judges limit the size of a source.
const STEP: usize = 2;

/// Returns the indentation of the token after a gap, if it starts a line.
fn indent(gap: &str) -> Option<&str> {
    let (_, indent) = gap.rsplit_once('\n')?;
    Some(if indent.bytes().all(|byte| byte == b' ') { indent } else { "" })
}

/// Returns the edit that removes comments and blank lines from a gap; `step` is the file's
/// indentation per level.
fn gap_edit(text: &str, gap: Range<usize>, step: usize) -> Option<Edit> {
    let found = &text[gap.clone()];
    if found.is_empty() || found == " " {
        return None;
    }
    let with = match indent(found) {
        Some(indent) => format!("\n{}", " ".repeat(indent.len() * STEP / step)),
        None => " ".to_owned(),
    };
    (with != found).then(|| Edit::new(gap, with))
}

/// Marks the tokens of code that are removed.
fn mark(tokens: &Tokens, range: Range<usize>, comments: bool, dropped: &mut [bool]) {
    let mut at = range.start;
    while at < range.end {
        if tokens[at].kind == Kind::Doc {
            dropped[at] = !comments;
            at += 1;
        } else if let Some(end) = tokens.attribute_end(at) {
            let open = if tokens.is_punct(at + 1, b'!') { at + 2 } else { at + 1 };
            let name = tokens.name(open + 1);
            let documents = name == "doc" && comments && !tokens.opens_with(open + 2, b'(');
            if (DROPPED.contains(&name) || name.starts_with("rustc_")) && !documents {
                dropped[at..end].fill(true);
            }
            at = end;
        } else if let Some(open) = macro_invocation(tokens, at) {
            // What documentation in macro arguments is for only the macro knows; in a definition,
            // it comes to nothing.
            if tokens.name(at) == "macro_rules" && !comments {
                for index in tokens.inside(open) {
                    dropped[index] = tokens[index].kind == Kind::Doc;
                }
            }
            at = tokens.after(open);
        } else if tokens.is_open(at) {
            mark(tokens, tokens.inside(at), comments, dropped);
            at = tokens.after(at);
        } else {
            at += 1;
        }
    }
}

/// Cleans the binary. Lint levels of its root would apply to the whole bundle, so only `allow`
/// stays there.
///
/// # Errors
/// If the text is not a sequence of Rust tokens.
pub fn program(text: &Text) -> Result<Text> {
    let tokens = Tokens::new(text.as_str())?;
    let mut edits = Vec::new();
    let mut at = 0;
    while let Some(end) = tokens.attribute_end(at) {
        let inner = tokens.is_punct(at + 1, b'!');
        if inner && matches!(tokens.name(at + 3), "warn" | "deny" | "forbid" | "expect") {
            let mut range = tokens.bytes(at..end);
            if text.as_str()[range.end..].starts_with('\n') {
                range.end += 1;
            }
            edits.push(Edit::remove(range));
        }
        at = end;
    }
    Ok(text.edited(edits))
}

/// Returns the value of `#![recursion_limit = "…"]`, if there is one.
pub fn recursion_limit(tokens: &Tokens) -> Option<u32> {
    let mut at = 0;
    while let Some(end) = tokens.attribute_end(at) {
        if tokens.name(at + 3) == "recursion_limit" {
            return tokens.str(at + 5).trim_matches('"').parse().ok();
        }
        at = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn libraries_lose_what_says_nothing_to_a_judge() {
        let text = "//! Docs.\n#![no_std]\n#![deny(missing_docs)]\n\n/// A.\n#[must_use] // why\n#[inline]\n#[doc(hidden)]\n\
                    pub fn a() -> &'static str {\n    // gone\n\n    \"// kept\n  as is\" /* gone */ }\nm! { /// kept\n x }\n\
                    macro_rules! n { () => { /// gone\n y } }\n// end\n";
        let cleaned = library(&text.into(), false).expect("lexes");
        assert_eq!(
            cleaned.as_str(),
            "\n#[inline]\npub fn a() -> &'static str {\n    \"// kept\n  as is\" }\nm! { /// kept\n x }\n\
             macro_rules! n { () => {\n y } }\n"
        );
    }

    #[test]
    fn own_crates_keep_their_comments() {
        let text =
            "//! Docs.\n#![warn(missing_docs)]\n// Why.\n\n/// A.\n#[must_use]\npub fn a() {} // here\n";
        let cleaned = library(&text.into(), true).expect("lexes");
        assert_eq!(cleaned.as_str(), "//! Docs.\n// Why.\n\n/// A.\npub fn a() {} // here\n");
        let cleaned = library(&"|x|#[allow(unused)]|y|#[allow(unused)]\n|z| z".into(), true).expect("lexes");
        assert_eq!(cleaned.as_str(), "|x| |y|\n|z| z");
        let cleaned =
            program(&"#![forbid(unsafe_code)]\n#![allow(dead_code)]\nfn main() {}\n".into()).expect("lexes");
        assert_eq!(cleaned.as_str(), "#![allow(dead_code)]\nfn main() {}\n");
    }
}
