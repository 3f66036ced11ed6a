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

use judge_io::{board, Fault};
use nom::{Mode, OutputMode, PResult, Parser};

use super::Covered;

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
        let (rest, sets) = board(b"X.", "a square (X or .)").process::<OM>(input)?;
        let covered = |[covered, _free]: [u16; 2]| Covered::from_bits_truncated(covered.into());
        Ok((rest, OM::Output::map(sets, covered)))
    }
}
