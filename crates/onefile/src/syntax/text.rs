//! Source text with the origin of each byte, and edits by byte range.

use std::{ops::Range, path::PathBuf};

/// A source file of a bundle.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The crate that it belongs to.
    pub crate_name: String,
    /// Its path for messages: below the package for a registry crate.
    pub shown: String,
    /// The path from which it was read.
    pub path: PathBuf,
    /// The offset of the first byte of every line.
    pub lines: Vec<usize>,
}

/// All files of a bundle; a [`Text`] refers to them by index.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The files, in the order of their registration.
    pub files: Vec<SourceFile>,
}

impl Sources {
    /// Registers a file and returns its text with its origin.
    pub fn add(&mut self, crate_name: &str, shown: &str, path: PathBuf, content: &str) -> Text {
        let mut lines = vec![0];
        lines.extend(content.match_indices('\n').map(|(at, _)| at + 1));
        self.files.push(SourceFile {
            crate_name: crate_name.to_owned(),
            shown: shown.to_owned(),
            path,
            lines,
        });
        let file = self.files.len() - 1;
        Text { text: content.to_owned(), pieces: vec![Piece { start: 0, from: Some((file, 0)) }] }
    }

    /// Returns an origin as text: `nom: src/lib.rs:12:5`.
    pub fn describe(&self, (file, offset): Origin) -> String {
        let Some(file) = self.files.get(file) else { return String::new() };
        let line = file.lines.partition_point(|&start| start <= offset);
        let column = offset - file.lines[line - 1] + 1;
        format!("{}: {}:{line}:{column}", file.crate_name, file.shown)
    }
}

/// The place that a byte was copied from: the index of a file in [`Sources`], and an offset in it.
pub type Origin = (usize, usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    start: usize,
    from: Option<Origin>,
}

/// A text with the file and the offset from which each part was copied.
#[derive(Debug, Clone, Default)]
pub struct Text {
    text: String,
    /// Sorted by `start`; each ends at the start of the next one.
    pieces: Vec<Piece>,
}

/// A replacement of a byte range by a text; an empty range is an insertion.
#[derive(Debug, Clone)]
pub struct Edit {
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// The new text.
    pub with: Text,
}

impl Edit {
    /// Returns the replacement of a range.
    pub fn new(range: Range<usize>, with: impl Into<Text>) -> Edit {
        Edit { range, with: with.into() }
    }

    /// Returns the removal of a range.
    pub fn remove(range: Range<usize>) -> Edit {
        Edit { range, with: Text::default() }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        let pieces = if text.is_empty() { Vec::new() } else { vec![Piece { start: 0, from: None }] };
        Text { text, pieces }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        text.to_owned().into()
    }
}

impl Text {
    /// Returns the text without its origins.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text without its origins.
    pub fn into_string(self) -> String {
        self.text
    }

    /// Appends another text with its origins.
    pub fn push(&mut self, other: &Text) {
        self.push_range(other, 0..other.text.len());
    }

    /// Appends a part of another text with its origins.
    pub fn push_range(&mut self, other: &Text, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let base = self.text.len();
        let first = other.pieces.partition_point(|piece| piece.start <= range.start).saturating_sub(1);
        for piece in &other.pieces[first..] {
            if piece.start >= range.end {
                break;
            }
            let skipped = range.start.saturating_sub(piece.start);
            let start = base + piece.start.max(range.start) - range.start;
            let from = piece.from.map(|(file, offset)| (file, offset + skipped));
            self.pieces.push(Piece { start, from });
        }
        self.text.push_str(&other.text[range]);
    }

    /// Returns the origin of the byte at an offset; for inserted text, the nearest origin before
    /// it.
    pub fn origin(&self, at: usize) -> Option<Origin> {
        let end = self.pieces.partition_point(|piece| piece.start <= at);
        self.pieces[..end].iter().rev().find_map(|piece| {
            let (file, offset) = piece.from?;
            let next = self.pieces[..end].partition_point(|other| other.start <= piece.start);
            let next = self.pieces[..end].get(next);
            let reach = next.map_or(at, |other| at.min(other.start));
            Some((file, offset + reach - piece.start))
        })
    }

    /// Applies edits in any order. An edit inside the range of another replacement is dropped;
    /// insertions at the same offset keep their order.
    #[must_use]
    pub fn edited(&self, mut edits: Vec<Edit>) -> Text {
        edits.sort_by_key(|edit| {
            (edit.range.start, edit.range.start != edit.range.end, usize::MAX - edit.range.end)
        });
        let mut out = Text::default();
        let mut at = 0;
        for edit in &edits {
            if edit.range.start < at {
                continue;
            }
            out.push_range(self, at..edit.range.start);
            out.push(&edit.with);
            at = edit.range.end;
        }
        out.push_range(self, at..self.text.len());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn edits_keep_order_and_swallow_what_lies_inside() {
        let text = Text::from("abcdef");
        let edits = vec![
            Edit::new(4..5, "E"),
            Edit::remove(1..3),
            Edit::new(2..3, "lost"),
            Edit::new(0..0, "<"),
            Edit::new(0..0, ">"),
        ];
        assert_eq!(text.edited(edits).as_str(), "<>adEf");
    }

    #[test]
    fn an_origin_survives_edits() {
        let mut sources = Sources::default();
        let text = sources.add("nom", "src/lib.rs", PathBuf::new(), "one\ntwo\nthree\n");
        let edited = text.edited(vec![Edit::new(0..4, "longer text\n"), Edit::remove(9..10)]);
        let at = edited.as_str().find("ree").expect("kept");
        let place = edited.origin(at).map(|origin| sources.describe(origin));
        assert_eq!(place.as_deref(), Some("nom: src/lib.rs:3:3"));
    }
}
