//! Showing a few lines around a difference.

use super::{Difference, Pair};

/// Lines shown before the difference, and after it.
pub(super) const LINES_AROUND: usize = 2;

/// Characters shown of a line.
const WIDTH: usize = 72;
/// Characters shown before the difference, in a line that is cut.
const LEAD: usize = 40;

pub(super) fn difference(number: usize, before: &[&[u8]], pair: Pair<'_>, after: &[Pair<'_>]) -> Difference {
    let common = match pair {
        (Some(answer), Some(output)) => {
            glyphs(answer).zip(glyphs(output)).take_while(|(a, b)| a == b).count()
        }
        _ => 0,
    };
    let from = if common < WIDTH { 0 } else { common - LEAD };
    let show = |line: &[u8]| cut(line, from).concat();

    let mut rows = Rows { digits: (number + after.len()).to_string().len(), text: String::new() };
    for (place, line) in (number - before.len()..).zip(before) {
        rows.push(' ', place, &show(line));
    }
    for (place, pair) in (number..).zip([pair].iter().chain(after)) {
        match *pair {
            (Some(answer), Some(output)) if answer == output => rows.push(' ', place, &show(answer)),
            (answer, output) => {
                rows.push('-', place, &answer.map_or("(end of the answer)".to_owned(), show));
                rows.push('+', place, &output.map_or("(end of the output)".to_owned(), show));
                // One end is news, what is missing after it is not.
                let (Some(answer), Some(_)) = (answer, output) else { break };
                if place == number {
                    let head = usize::from(from > 0) + common - from;
                    rows.point(cut(answer, from).iter().take(head).map(|glyph| glyph.chars().count()).sum());
                }
            }
        }
    }
    Difference {
        line: number,
        column: common + 1,
        expected: pair.0.map(show),
        found: pair.1.map(show),
        excerpt: rows.text,
    }
}

/// The lines of an excerpt, each with its sign and number.
struct Rows {
    digits: usize,
    text: String,
}

impl Rows {
    fn push(&mut self, sign: char, number: usize, line: &str) {
        self.text += format!("{sign} {number:width$} | {line}", width = self.digits).trim_end();
        self.text.push('\n');
    }

    /// A mark below the character that has so many before it.
    fn point(&mut self, before: usize) {
        self.text += &format!("{:1$} | {2:before$}^\n", "", self.digits + 2, "");
    }
}

/// One character, or one byte that is no part of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Glyph {
    Char(char),
    Byte(u8),
}

/// The glyphs of a line. Nothing is stored: a line may be as long as an output is allowed to be.
fn glyphs(line: &[u8]) -> impl Iterator<Item = Glyph> {
    line.utf8_chunks().flat_map(|chunk| {
        chunk.valid().chars().map(Glyph::Char).chain(chunk.invalid().iter().copied().map(Glyph::Byte))
    })
}

/// The glyphs of a line that are in view, as readable text each, with a mark where the line is cut.
fn cut(line: &[u8], from: usize) -> Vec<String> {
    let mut ahead = glyphs(line).skip(from.saturating_sub(1)).peekable();
    // A blank between words is plain to see; one at an end of the line, or beside another, is not.
    let is_blank = |glyph: Option<&Glyph>| glyph.is_none_or(|&glyph| glyph == Glyph::Char(' '));
    let mut last = if from > 0 { ahead.next() } else { None };

    let mut shown = Vec::new();
    if from > 0 {
        shown.push("…".to_owned());
    }
    for _ in 0..WIDTH {
        let Some(glyph) = ahead.next() else { return shown };
        let is_hidden = is_blank(last.as_ref()) || is_blank(ahead.peek());
        shown.push(if glyph == Glyph::Char(' ') && is_hidden { "·".to_owned() } else { visible(glyph) });
        last = Some(glyph);
    }
    if ahead.peek().is_some() {
        shown.push("…".to_owned());
    }
    shown
}

fn visible(glyph: Glyph) -> String {
    match glyph {
        Glyph::Char(quote @ ('\'' | '"')) => quote.to_string(),
        Glyph::Char(char) => char.escape_debug().to_string(),
        Glyph::Byte(byte) => format!("\\x{byte:02x}"),
    }
}
