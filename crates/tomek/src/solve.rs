//! How a game stands: ten lines, each a mask of four squares.

use crate::{Board, Status};

/// The four rows, four columns and two diagonals; square (r, c) is bit 4r + c.
const LINES: [u16; 10] = [0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

/// By whether X has a line (bit 0), O has one (bit 1), and no square is empty (bit 2): a look-up, where a branch would
/// be guessed wrong as often as not.
const BY_FACTS: [Status; 8] = {
    use Status::{Draw, NotCompleted, OWon, XWon};
    [NotCompleted, XWon, OWon, XWon, Draw, XWon, OWon, XWon]
};

/// How the game on `board` stands.
///
/// A line wins for X if it holds four X, or three X and a T. If both players have a line, which cannot come
/// up in a game, X won.
#[inline]
pub fn status(board: Board) -> Status {
    let [x, o, t] = [board.x, board.o, board.t].map(|squares| squares.bits() as u16);
    let [x_won, o_won] = if t & t.wrapping_sub(1) == 0 {
        full_lines([x | t, o | t])
    } else {
        [has_line(x, t), has_line(o, t)]
    };
    let full = x | o | t == u16::MAX;
    BY_FACTS[usize::from(x_won) | usize::from(o_won) << 1 | usize::from(full) << 2]
}

/// Whether `own` has a line, `t` helping with at most one square.
fn has_line(own: u16, t: u16) -> bool {
    LINES.iter().any(|&line| line & (own | t) == line && (line & t).count_ones() <= 1)
}

/// Whether each of two sets of squares contains a line: both sets in one word, each kind of line by three shifts.
#[inline]
fn full_lines(sets: [u16; 2]) -> [bool; 2] {
    let both = u32::from(sets[0]) | u32::from(sets[1]) << 16;
    // The squares from which on four squares, each `step` bits behind the one before, are in the set.
    let four = |step: u32| {
        let two = both & both >> step;
        two & two >> (2 * step)
    };
    let rows = four(1) & 0x1111_1111;
    let columns = four(4) & 0x000F_000F;
    let diagonals = four(5) & 0x0001_0001 | four(3) & 0x0008_0008;
    let starts = rows | columns | diagonals;
    [starts as u16 != 0, starts >> 16 != 0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_by_shifts_are_lines_by_masks() {
        for set in 0..=u16::MAX {
            let expected = has_line(set, 0);
            assert_eq!(full_lines([set, !set]), [expected, has_line(!set, 0)], "set {set:#06x}");
        }
    }
}
