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

use judge_io::{plain_board, row, Fault, Row};
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
        match plain_board(input, *b"XOT.") {
            Some((rest, [x, o, t, _empty])) => Ok((rest, OM::Output::bind(|| position(x, o, t)))),
            None => by_rows::<OM>(input),
        }
    }
}

/// The grammar as it stands above.
fn by_rows<OM: OutputMode>(input: &[u8]) -> PResult<OM, &[u8], Position, Fault<'_>> {
    const ROW: Row<4> = row(b"XOT.", "a square (X, O, T or .)");
    let board = |rows: [[u8; 4]; 4]| {
        let set = |letter| {
            let squares = rows.iter().flatten().enumerate();
            squares.fold(0, |bits, (square, &byte)| bits | u16::from(byte == letter) << square)
        };
        position(set(b'X'), set(b'O'), set(b'T'))
    };
    (ROW, ROW, ROW, ROW).map(|(a, b, c, d)| board([a, b, c, d])).process::<OM>(input)
}

#[inline]
fn position(x: u16, o: u16, t: u16) -> Position {
    let squares = |bits| Squares::from_bits_truncated(u128::from(bits));
    Position { x: squares(x), o: squares(o), t: squares(t) }
}
