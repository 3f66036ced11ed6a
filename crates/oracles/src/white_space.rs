//! Other layouts of the same input: every solver has to give the same answers to them.

use rand::{seq::IndexedRandom, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A way to lay out an input that a judge, an editor or another system may have chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Lines end with CR LF.
    Crlf,
    /// A blank line, sometimes one of blanks, around every line.
    BlankLines,
    /// No blank line anywhere.
    NoBlankLines,
    /// A blank or a tab at the end of every line.
    TrailingBlanks,
    /// Blanks and tabs before every line, and tabs between the words.
    Indented,
    /// No newline at the end of the file.
    NoFinalNewline,
    /// A Ctrl-Z (0x1A) after the last newline, as old editors leave it.
    CtrlZ,
    /// One word a line.
    OneWordALine,
    /// Any white space between any two words.
    Random(u64),
}

impl Layout {
    /// Every layout but the random ones.
    pub const ALL: [Layout; 8] = [
        Layout::Crlf,
        Layout::BlankLines,
        Layout::NoBlankLines,
        Layout::TrailingBlanks,
        Layout::Indented,
        Layout::NoFinalNewline,
        Layout::CtrlZ,
        Layout::OneWordALine,
    ];

    /// The name of a file that holds an input in this layout.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Crlf => "crlf",
            Layout::BlankLines => "blank-lines",
            Layout::NoBlankLines => "no-blank-lines",
            Layout::TrailingBlanks => "trailing-blanks",
            Layout::Indented => "indented",
            Layout::NoFinalNewline => "no-final-newline",
            Layout::CtrlZ => "ctrl-z",
            Layout::OneWordALine => "one-word-a-line",
            Layout::Random(_) => "random",
        }
    }

    /// The input in this layout; its words stay as they are, and in order.
    pub fn apply(self, input: &str) -> String {
        let lines = |edit: &dyn Fn(usize, &str) -> String| -> String {
            input.lines().enumerate().map(|(i, line)| edit(i, line)).collect()
        };
        match self {
            Layout::Crlf => input.replace('\n', "\r\n"),
            Layout::BlankLines => {
                format!("\n{}", lines(&|i, line| format!("{line}\n{}\n", ["", "  ", "\t"][i % 3])))
            }
            Layout::NoBlankLines => {
                lines(&|_, line| if line.trim().is_empty() { String::new() } else { format!("{line}\n") })
            }
            Layout::TrailingBlanks => lines(&|i, line| format!("{line}{}\n", [" ", "\t", "   "][i % 3])),
            Layout::Indented => {
                lines(&|i, line| format!("{}{}\n", ["\t", "  ", " \t"][i % 3], line.replace(' ', " \t")))
            }
            Layout::NoFinalNewline => input.trim_end().to_owned(),
            Layout::CtrlZ => format!("{input}\u{1a}"),
            Layout::OneWordALine => input.split_whitespace().map(|word| format!("{word}\n")).collect(),
            Layout::Random(seed) => random(input, &mut Xoshiro256PlusPlus::seed_from_u64(seed)),
        }
    }
}

fn random(input: &str, rng: &mut Xoshiro256PlusPlus) -> String {
    let blanks = |least: u32, rng: &mut Xoshiro256PlusPlus| -> String {
        let count = rng.random_range(least..=3);
        (0..count).filter_map(|_| [" ", "\t", "\n", "\r\n", "\n\n"].choose(rng).copied()).collect()
    };
    let mut output = blanks(0, rng);
    for (i, word) in input.split_whitespace().enumerate() {
        if i > 0 {
            output += &blanks(1, rng);
        }
        output += word;
    }
    output + &blanks(0, rng)
}
