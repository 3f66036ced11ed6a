//! A game of chess pieces: [BOJ 16880](https://www.acmicpc.net/problem/16880) (its sibling 16879 has palaces alone).
//!
//! Pieces stand on a quarter plane, several on a square if need be. Two players move in turn; a move makes one
//! chess move with one piece such that neither coordinate grows and their sum shrinks. Who cannot move loses.
//! `koosaga` moves first, against `cubelover`.
//!
//! * Input: a count, then that many pieces `x y c`, c one of `R B K N P`.
//! * Output: who wins.
//! * Cost: closed forms, a few instructions a piece ([`solve`] has their proofs).
//!
//! ```
//! let mut output = Vec::new();
//! chess_sg::run(&b"3\n1 2 P\n6 1 B\n4 4 P\n"[..], &mut output).unwrap();
//! assert_eq!(output, b"koosaga\n");
//! ```

#![warn(missing_docs)]

pub mod parse;
pub mod solve;

use cgt_core::{Nimber, Outcome};
use judge_io::{judge, number, Error, Text, Warning};
use std::io::{Read, Write};

/// What a piece is, and with it how it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One coordinate, as far as you like.
    Rook,
    /// Both coordinates by the same number.
    Bishop,
    /// One or both coordinates by one.
    King,
    /// One coordinate by one, the other by two.
    Knight,
    /// The rook's moves, and both coordinates by one.
    Palace,
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Its first coordinate.
    pub x: u32,
    /// Its second coordinate.
    pub y: u32,
}

/// Answers the game in `input`.
///
/// # Errors
/// Where the input is malformed, or reading or writing fails.
pub fn run(input: impl Read, output: impl Write) -> Result<Option<Warning>, Error> {
    judge(input, output, |input, answers| {
        let pieces = input.take(number(u64::MAX))?;
        let mut sum = Nimber::ZERO;
        input.take_each(pieces, parse::Piece, |piece| {
            sum += solve::grundy(piece);
            Ok(())
        })?;
        answers.put(&match sum.outcome() {
            Outcome::N => Text::<10>::new("koosaga\n"),
            Outcome::P => Text::new("cubelover\n"),
        })
    })
}
