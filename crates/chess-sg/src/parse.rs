//! The input's grammar.
//!
//! ```text
//! input      = count piece{count}
//! piece      = coordinate coordinate kind
//! coordinate = a number from 0 to 4294967295
//! kind       = "R" | "B" | "K" | "N" | "P"
//! ```
//!
//! White space stands between tokens, as much as you like and of any kind. `input` is
//! [`run`](crate::run)'s, which takes a piece at a time.

use judge_io::{number, row, Fault, Row};
use nom::{OutputMode, PResult, Parser};

use crate::{Kind, Piece as Placed};

/// Takes a piece on its square.
///
/// ```
/// use chess_sg::{parse, Kind, Piece};
/// use nom::Parser;
///
/// let knight = Piece { kind: Kind::Knight, x: 3, y: 14 };
/// assert_eq!(parse::Piece.parse(b"3 14 N\n").unwrap(), (&b""[..], knight));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Piece;

impl<'i> Parser<&'i [u8]> for Piece {
    type Output = Placed;
    type Error = Fault<'i>;

    #[inline]
    fn process<OM: OutputMode>(&mut self, input: &'i [u8]) -> PResult<OM, &'i [u8], Placed, Fault<'i>> {
        const KIND: Row<1> = row(b"RBKNP", "a piece (R, B, K, N or P)");
        let coordinate = number(u32::MAX);
        (coordinate, coordinate, KIND)
            .map(|(x, y, [letter])| Placed { kind: kind(letter), x, y })
            .process::<OM>(input)
    }
}

/// The kind that `letter` stands for; only the alphabet of the grammar comes here.
#[inline]
fn kind(letter: u8) -> Kind {
    match letter {
        b'R' => Kind::Rook,
        b'B' => Kind::Bishop,
        b'K' => Kind::King,
        b'N' => Kind::Knight,
        _ => Kind::Palace,
    }
}
