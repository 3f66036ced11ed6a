//! Converts `panic!(message)` of edition 2018 to edition 2021.
//!
//! Until 2018 a single argument is the panic's payload; from 2021 on it is a format string. The
//! compiler suggests `panic!("{}", message)`, which prints the same but has a `String` as payload.
//! A program that catches the panic could observe that. Doubled braces and `panic_any` keep the
//! payload.

use crate::syntax::text::Edit;

/// Returns the edits for a panic whose message starts at byte `at` of a file's text.
pub(super) fn same_payload(text: &str, at: usize) -> Vec<Edit> {
    let message = &text[at..];
    if let Some((inside, raw)) = literal(message) {
        return braces(inside, raw).map(|(offset, brace)| insertion(at + offset, brace)).collect();
    }
    // `assert!(condition, message)` has no such form; there the advice is all that can be done.
    let before = text[..at].trim_end();
    let call = before.strip_suffix('(').map(str::trim_end).and_then(|before| before.strip_suffix('!'));
    match call {
        Some(name) if name.ends_with("panic") => {
            let path = name.strip_suffix("std::panic").or_else(|| name.strip_suffix("panic"));
            let start = path.map_or(0, str::len);
            vec![Edit::new(start..at, "std::panic::panic_any(")]
        }
        _ => vec![insertion(at, "\"{}\", ")],
    }
}

fn insertion(at: usize, with: &str) -> Edit {
    Edit::new(at..at, with)
}

/// Returns the string literal at the start of `text` without its closing quote, and whether it is
/// raw.
fn literal(text: &str) -> Option<(&str, bool)> {
    if let Some(rest) = text.strip_prefix('r') {
        let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
        let inside = rest[hashes..].strip_prefix('"')?;
        let end = inside.find(&format!("\"{}", "#".repeat(hashes)))?;
        return Some((&text[..hashes + 2 + end], true));
    }
    let inside = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })?;
    Some((&text[..=end], false))
}

/// Returns every brace with its offset, except those of `\u{…}`.
fn braces(literal: &str, raw: bool) -> impl Iterator<Item = (usize, &str)> {
    let mut escape = false;
    literal.char_indices().filter_map(move |(offset, character)| match character {
        '{' if !raw && literal[..offset].ends_with("\\u") && !literal[..offset].ends_with("\\\\u") => {
            escape = true;
            None
        }
        '}' if escape => {
            escape = false;
            None
        }
        '{' => Some((offset, "{")),
        '}' => Some((offset, "}")),
        _ => None,
    })
}
