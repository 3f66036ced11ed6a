//! Why a position is won or lost: a file a problem. Each `explain` finds, for one position, every winning move, and for every
//! other move an answer that wins against it; each `write` reads the judge's input and tells that of all positions.

pub mod chess_sg;
pub mod dag_sg;
pub mod euler;
pub mod sum;
pub mod tomek;

/// What comes of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The other player is lost.
    Wins,
    /// The other player wins by this answer.
    Answered(M),
    /// The other player has won without a move.
    LosesAtOnce,
}

/// Blocks of lines side by side, as many as fit in `columns` characters, rows of blocks with an empty line between them.
pub fn side_by_side(blocks: &[Vec<String>], columns: usize) -> String {
    const GAP: usize = 3;
    let width = blocks.iter().flatten().map(|line| width(line)).max().unwrap_or(0);
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let a_row = ((columns + GAP) / (width + GAP)).max(1);
    let mut text = String::new();
    for (row, blocks) in blocks.chunks(a_row).enumerate() {
        if row > 0 && height > 1 {
            text.push('\n');
        }
        for line in 0..height {
            let mut whole = String::new();
            for block in blocks {
                let part = block.get(line).map_or("", String::as_str);
                whole += part;
                whole += &" ".repeat(width + GAP - self::width(part));
            }
            text += whole.trim_end();
            text.push('\n');
        }
    }
    text
}

/// Every line that is not empty two characters to the right.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") }).collect()
}

/// Characters that a line takes on a terminal: without those that set colours.
fn width(line: &str) -> usize {
    anstream::adapter::strip_str(line).map(|part| part.chars().count()).sum()
}

/// Columns that output is laid out for.
pub const COLUMNS: usize = 100;

/// A square's name: columns from `a`, rows from 1, both from the upper left.
pub fn square_name(row: usize, column: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// `text` as something to look at, on a terminal that has colours.
pub fn marked(text: impl std::fmt::Display) -> String {
    const MARK: anstyle::Style = anstyle::AnsiColor::Green.on_default().bold();
    format!("{MARK}{text}{MARK:#}")
}
