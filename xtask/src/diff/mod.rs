//! Comparing an output with the answer, and showing the first difference.
//!
//! The comparison is byte for byte, since some judges are that strict, with one exception: a missing newline
//! at the very end is no difference.

mod excerpt;

use serde::Serialize;
use std::fmt;

/// The first place where an output leaves the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// That line of the answer, invisible characters shown and long lines cut; `None` if the answer has ended.
    pub expected: Option<String>,
    /// That line of the output, shown in the same way; `None` if the output has ended.
    pub found: Option<String>,
    /// Both texts around the place: `-` stands before lines of the answer, `+` before lines of the output.
    pub excerpt: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |line: &Option<String>, end: &str| {
            line.as_ref().map_or(end.to_owned(), |line| format!("`{line}`"))
        };
        write!(
            f,
            "line {}, column {}: expected {}, found {}",
            self.line,
            self.column,
            shown(&self.expected, "the end"),
            shown(&self.found, "the end of the output"),
        )
    }
}

/// The first difference between an answer and an output, or `None` if they are the same.
///
/// Takes time linear in the texts up to the difference.
///
/// ```
/// use xtask::diff::first_difference;
///
/// assert_eq!(first_difference(b"Draw\n", b"Draw"), None);
/// let difference = first_difference(b"X won\nDraw\n", b"X won\ndraw\n").unwrap();
/// assert_eq!(difference.to_string(), "line 2, column 1: expected `Draw`, found `draw`");
/// ```
pub fn first_difference(answer: &[u8], output: &[u8]) -> Option<Difference> {
    let (answer, output) = (Lines(answer), Lines(output));
    if answer.trimmed() == output.trimmed() {
        return None;
    }
    // Only lines in view are kept, whatever comes before.
    let mut pairs = answer.pairs(output);
    let mut before = Vec::new();
    let mut number = 1;
    let pair = loop {
        let pair = pairs.next().expect("texts of the same lines are the same");
        if pair.0 != pair.1 {
            break pair;
        }
        if before.len() == excerpt::LINES_AROUND {
            before.remove(0);
        }
        before.extend(pair.0);
        number += 1;
    };
    let after: Vec<_> = pairs.take(excerpt::LINES_AROUND).collect();
    Some(excerpt::difference(number, &before, pair, &after))
}

/// A text as lines: a newline ends a line, and the last one may lack it.
#[derive(Clone, Copy)]
struct Lines<'t>(&'t [u8]);

/// A line of the answer and of the output; `None` after the end.
type Pair<'t> = (Option<&'t [u8]>, Option<&'t [u8]>);

impl<'t> Lines<'t> {
    /// Without the newline at the end. No line at all is another thing than one empty line.
    fn trimmed(self) -> Option<&'t [u8]> {
        (!self.0.is_empty()).then(|| self.0.strip_suffix(b"\n").unwrap_or(self.0))
    }

    fn iter(self) -> impl Iterator<Item = &'t [u8]> {
        self.trimmed().into_iter().flat_map(|text| text.split(|&byte| byte == b'\n'))
    }

    fn pairs(self, other: Self) -> impl Iterator<Item = Pair<'t>> {
        let (mut left, mut right) = (self.iter().fuse(), other.iter().fuse());
        std::iter::from_fn(move || match (left.next(), right.next()) {
            (None, None) => None,
            pair => Some(pair),
        })
    }
}

#[cfg(test)]
mod tests;
