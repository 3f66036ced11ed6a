//! The input's grammar.
//!
//! ```text
//! input  = count board{count}
//! board  = row row row row
//! row    = square square square square      no white space inside
//! square = "X" | "O" | "T" | "."
//! ```
//!
//! White space stands between rows, as much as you like and of any kind; so a board's blank line may be
//! missing or doubled. `input` is [`run`](crate::run)'s, which takes a board at a time.

use judge_io::{board, Fault};
use nom::{Mode, OutputMode, PResult, Parser};

use crate::{Board as Position, Squares};

/// Takes a board.
///
/// ```
/// use nom::Parser;
///
/// let (rest, board) = tomek::parse::Board.parse(b"X...\n.O..\n....\n...T\n\nX").unwrap();
/// assert_eq!(rest, b"\nX");
/// assert_eq!((board.x.bits(), board.o.bits(), board.t.bits()), (1, 1 << 5, 1 << 15));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Board;

impl<'i> Parser<&'i [u8]> for Board {
    type Output = Position;
    type Error = Fault<'i>;

    #[inline]
    fn process<OM: OutputMode>(&mut self, input: &'i [u8]) -> PResult<OM, &'i [u8], Position, Fault<'i>> {
        let (rest, sets) = board(b"XOT.", "a square (X, O, T or .)").process::<OM>(input)?;
        Ok((rest, OM::Output::map(sets, position)))
    }
}

#[inline]
fn position([x, o, t, _empty]: [u16; 4]) -> Position {
    let squares = |bits: u16| Squares::from_bits_truncated(bits.into());
    Position { x: squares(x), o: squares(o), t: squares(t) }
}
