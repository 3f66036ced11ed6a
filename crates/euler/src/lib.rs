//! Game of Euler: [UVa 10536](https://onlinejudge.org/index.php?option=onlinejudge&page=show_problem&problem=1477).
//!
//! Two players push pins into a board of 4×4 holes in turn. A pin covers one free square from above, or a run
//! of two or three free squares from the border of a row or column inwards. Whoever covers the last square
//! loses (misère play). Each board of the input asks whether the player to move wins.
//!
//! * Input: a count, then that many boards of four rows of `X` (covered) and `.` (free).
//! * Output: `WINNING` or `LOSING` for each, on a line of its own.
//! * Cost: a table of all 65,536 boards at the start, then one look into it per board.
//!
//! ```
//! let mut output = Vec::new();
//! euler::run(&b"2\n\n.X.X\nXX..\n.X..\n....\n\nXXXX\nXXXX\nXXXX\nXXX.\n"[..], &mut output).unwrap();
//! assert_eq!(output, b"WINNING\nLOSING\n");
//! ```

#![warn(missing_docs)]

pub mod parse;
pub mod solve;

use cgt_core::{Bitboard, Outcome};
use judge_io::{judge, number, Error, Text, Warning};
use std::io::{Read, Write};

/// The covered squares of the board.
pub type Covered = Bitboard<4, 4>;

/// Answers all boards of `input`.
///
/// # Errors
/// Where the input is malformed, or reading or writing fails; all boards before that are answered.
pub fn run(input: impl Read, output: impl Write) -> Result<Option<Warning>, Error> {
    const WINNING: Text<8> = Text::new("WINNING\n");
    const LOSING: Text<8> = Text::new("LOSING\n");

    let outcomes = solve::outcomes();
    judge(input, output, |input, answers| {
        let boards = input.take(number(u64::MAX))?;
        input.take_each(boards, parse::Board, |covered| {
            answers.put(match solve::outcome(&outcomes, covered) {
                Outcome::N => &WINNING,
                Outcome::P => &LOSING,
            })
        })
    })
}
