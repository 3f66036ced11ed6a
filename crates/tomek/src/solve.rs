//! How a game stands: ten lines, each a mask of four squares.

use crate::{Board, Squares, Status};

/// The four rows, four columns and two diagonals; square (r, c) is bit 4r + c.
const LINES: [u16; 10] = [0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

/// How the game on `board` stands.
///
/// A line wins for X if it holds four X, or three X and a T. If both players have a line, which cannot come
/// up in a game, X won.
#[inline]
pub fn status(board: Board) -> Status {
    let [x, o, t] = [board.x, board.o, board.t].map(bits);
    if has_line(x, t) {
        Status::XWon
    } else if has_line(o, t) {
        Status::OWon
    } else if x | o | t != u16::MAX {
        Status::NotCompleted
    } else {
        Status::Draw
    }
}

/// Whether `own` has a line, `t` helping with at most one square.
#[inline]
fn has_line(own: u16, t: u16) -> bool {
    // No early return: ten masks at once are cheaper than a branch that nobody can predict.
    LINES.iter().fold(false, |found, &line| {
        let help = line & t;
        found | ((line & (own | t) == line) & (help & help.wrapping_sub(1) == 0))
    })
}

#[inline]
fn bits(squares: Squares) -> u16 {
    squares.bits() as u16
}
