//! Escapes text from outside, so that it can neither steer a terminal nor end a comment.

use std::fmt::Write as _;

/// Returns the text on one line, with control and bidirectional characters as `\u{…}` or `\n`.
///
/// ```
/// assert_eq!(onefile::escape::line("a\nb\u{202e}c"), "a\\nb\\u{202e}c");
/// ```
pub fn line(text: &str) -> String {
    let mut line = String::new();
    for char in text.chars() {
        if steers(char) {
            let _ = write!(line, "{}", char.escape_default());
        } else {
            line.push(char);
        }
    }
    line
}

/// Returns the text with its line breaks and tabs, and everything else as [`line()`] escapes it.
pub fn lines(text: &str) -> String {
    let is_layout = |char| char == '\n' || char == '\t';
    let parts = text.split_inclusive(is_layout);
    let escaped = parts.map(|part| match part.chars().next_back() {
        Some(end) if is_layout(end) => line(&part[..part.len() - 1]) + &end.to_string(),
        _ => line(part),
    });
    escaped.collect()
}

/// Returns `true` for characters that change how the text around them is shown or split.
pub fn steers(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(char, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(char, '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{line, lines};
    use pretty_assertions::assert_eq;

    #[test]
    fn what_steers_is_escaped_and_the_rest_is_kept() {
        assert_eq!(line("Żółć · 日本 \\"), "Żółć · 日本 \\");
        assert_eq!(line("\r\n\x1b[2J\u{9b}\u{7f}"), "\\r\\n\\u{1b}[2J\\u{9b}\\u{7f}");
        for char in ['\u{202e}', '\u{2066}', '\u{2069}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{feff}'] {
            assert_eq!(line(&char.to_string()), format!("\\u{{{:x}}}", u32::from(char)));
        }
        assert_eq!(lines("a\tb\n\u{202e}\nc\r\n"), "a\tb\n\\u{202e}\nc\\r\n");
    }
}
