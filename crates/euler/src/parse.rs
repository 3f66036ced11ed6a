//! The input's grammar.
//!
//! ```text
//! input  = count board{count}
//! board  = row row row row
//! row    = square square square square      no white space inside
//! square = "X" | "."                        covered, free
//! ```
//!
//! White space stands between rows, as much as you like and of any kind. `input` is
//! [`run`](crate::run)'s, which takes a board at a time.

use judge_io::{plain_board, row, Fault, Row};
use nom::{Mode, OutputMode, PResult, Parser};

use crate::Covered;

/// Takes a board as its covered squares.
///
/// ```
/// use nom::Parser;
///
/// let (rest, covered) = euler::parse::Board.parse(b"\nX...\n....\n....\n..XX\n\nX").unwrap();
/// assert_eq!((rest, covered.bits()), (&b"\nX"[..], 0b1100_0000_0000_0001));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Board;

impl<'i> Parser<&'i [u8]> for Board {
    type Output = Covered;
    type Error = Fault<'i>;

    #[inline]
    fn process<OM: OutputMode>(&mut self, input: &'i [u8]) -> PResult<OM, &'i [u8], Covered, Fault<'i>> {
        match plain(input) {
            Some((rest, covered)) => Ok((rest, OM::Output::bind(|| covered))),
            None => by_rows::<OM>(input),
        }
    }
}

/// The grammar as it stands above.
fn by_rows<OM: OutputMode>(input: &[u8]) -> PResult<OM, &[u8], Covered, Fault<'_>> {
    const ROW: Row<4> = row(b"X.", "a square (X or .)");
    let covered = |rows: [[u8; 4]; 4]| {
        let squares = rows.iter().flatten().enumerate();
        squares.fold(0, |bits, (square, &byte)| bits | u128::from(byte == b'X') << square)
    };
    (ROW, ROW, ROW, ROW)
        .map(|(a, b, c, d)| Covered::from_bits_truncated(covered([a, b, c, d])))
        .process::<OM>(input)
}

/// A board that is laid out plainly; `None` says nothing about other boards.
#[inline]
fn plain(input: &[u8]) -> Option<(&[u8], Covered)> {
    let (rest, [covered, _free]) = plain_board(input, *b"X.")?;
    Some((rest, Covered::from_bits_truncated(u128::from(covered))))
}
