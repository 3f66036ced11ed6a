//! Tic-Tac-Toe-Tomek: Google Code Jam 2013, qualification round, problem A (DMOJ `gcj13qra`, BOJ 12335 and 12336).
//!
//! Two players put `X` and `O` on a board of 4×4 squares, of which at most one holds a `T` that counts for
//! both. Whoever first has a line of four (row, column or diagonal) of their own letter, or three and the `T`,
//! wins. Each board of the input asks how that game stands.
//!
//! * Input: a count, then that many boards of four rows of `X`, `O`, `T` and `.` (empty).
//! * Output: `Case #x: y` for each, x from 1, y one of `X won`, `O won`, `Draw`, `Game has not completed`.
//! * A board that cannot come up in a game is answered by the same rules, X first.
//! * Cost: a few dozen instructions a board.
//!
//! ```
//! let mut output = Vec::new();
//! tomek::run(&b"2\nXXXT\n....\nOO..\n....\n\nXOXT\nXXOO\nOXOX\nXXOO\n"[..], &mut output).unwrap();
//! assert_eq!(output, b"Case #1: X won\nCase #2: Draw\n");
//! ```

#![warn(missing_docs)]

mod label;
pub mod parse;
pub mod solve;

use cgt_core::Bitboard;
use judge_io::{judge, number, Error, Text, Warning};
use std::io::{Read, Write};

use label::Label;

/// A set of squares.
pub type Squares = Bitboard<4, 4>;

/// What stands on the board: three sets without common squares; all other squares are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The squares that hold an X.
    pub x: Squares,
    /// The squares that hold an O.
    pub o: Squares,
    /// The squares that hold a T: at most one, if the board came up in a game.
    pub t: Squares,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// X has a line.
    XWon,
    /// O has a line.
    OWon,
    /// Nobody has a line, and an empty square is left.
    NotCompleted,
    /// Nobody has a line, and no square is empty.
    Draw,
}

/// Answers all boards of `input`.
///
/// # Errors
/// Where the input is malformed, or reading or writing fails; all boards before that are answered.
pub fn run(input: impl Read, output: impl Write) -> Result<Option<Warning>, Error> {
    /// By [`Status`], in its order.
    const ANSWERS: [Text<24>; 4] = [
        Text::new("X won\n"),
        Text::new("O won\n"),
        Text::new("Game has not completed\n"),
        Text::new("Draw\n"),
    ];

    judge(input, output, |input, answers| {
        let boards = input.take(number(u64::MAX))?;
        let mut label = Label::default();
        input.take_each(boards, parse::Board, |board| {
            answers.put(label.next())?;
            answers.put(&ANSWERS[solve::status(board) as usize])
        })
    })
}
