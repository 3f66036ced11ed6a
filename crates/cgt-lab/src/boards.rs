//! The Game of Euler on boards of any size: its pins, and what is known without a table.

use cgt_core::{Nimber, PlacementGame, Play, placement::PlacementError};
use serde::Serialize;

/// Which runs of squares a pin may cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Pins {
    /// Single squares, and runs of two or three that begin at a border.
    Border,
    /// Single squares, and runs of two or three anywhere.
    Any,
}

/// A board of `rows` by `cols` squares, with the pins that go into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub rows: u32,
    pub cols: u32,
    pub pins: Pins,
}

impl Board {
    pub const fn squares(self) -> u32 {
        self.rows * self.cols
    }

    /// The placement game; square (row, column) is bit `cols` · row + column.
    pub fn game(self) -> Result<PlacementGame, PlacementError> {
        if self.squares() > PlacementGame::MAX_SQUARES {
            return Err(PlacementError::TooManySquares { squares: self.squares() });
        }
        PlacementGame::new(self.squares(), self.moves())
    }

    /// The squares that each pin covers; a single square comes once for each direction.
    fn moves(self) -> Vec<u64> {
        let square = |row: u32, column: u32| 1_u64 << (self.cols * row + column);
        let mut moves = Vec::new();
        for (lines, length, upright) in [(self.rows, self.cols, false), (self.cols, self.rows, true)] {
            let at = |line, place| if upright { square(place, line) } else { square(line, place) };
            for line in 0..lines {
                for covered in 1..=length.min(3) {
                    for first in 0..=length - covered {
                        let from_border = first == 0 || first + covered == length;
                        if covered == 1 || from_border || self.pins == Pins::Any {
                            moves.push((first..first + covered).map(|place| at(line, place)).sum());
                        }
                    }
                }
            }
        }
        moves
    }

    /// The Grundy value of the empty board, where the closed form of `cgt_core::placement::border_pins` holds: normal play, border pins,
    /// both sides at least four.
    ///
    /// Corner blocks count 0 and arms 2, of which there is an even number; every other square counts 1, and an even number of squares
    /// is in blocks and arms. So the value is 1 if the number of squares is odd, else 0.
    pub fn closed_form(self, play: Play) -> Option<Nimber> {
        let holds = play == Play::Normal && self.pins == Pins::Border && self.rows.min(self.cols) >= 4;
        holds.then(|| Nimber(u64::from(self.rows % 2 * (self.cols % 2))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cgt_core::{Bitboard, placement::border_pins};
    use pretty_assertions::assert_eq;

    fn check<const ROWS: usize, const COLS: usize>() {
        type Of<const R: usize, const C: usize> = Bitboard<R, C>;
        let singles = || Of::<ROWS, COLS>::FULL.singles();
        let border = singles().chain(Of::border_runs(2..=3));
        let board = Board { rows: ROWS as u32, cols: COLS as u32, pins: Pins::Border };
        assert_eq!(board.game(), PlacementGame::on_board(border), "{ROWS}x{COLS}");
        let any = Board { pins: Pins::Any, ..board };
        assert_eq!(any.game(), PlacementGame::on_board(Of::<ROWS, COLS>::runs(1..=3)), "{ROWS}x{COLS}");
    }

    #[test]
    fn pins_are_those_of_bitboards() {
        check::<1, 1>();
        check::<1, 5>();
        check::<2, 3>();
        check::<4, 4>();
        check::<3, 7>();
        check::<6, 5>();
    }

    #[test]
    fn the_empty_boards_value_is_that_of_the_theorem() {
        fn check<const ROWS: usize, const COLS: usize>() {
            let board = Board { rows: ROWS as u32, cols: COLS as u32, pins: Pins::Border };
            let expected = border_pins::grundy(Bitboard::<ROWS, COLS>::FULL);
            assert_eq!(board.closed_form(Play::Normal), Some(expected), "{ROWS}x{COLS}");
            assert_eq!(board.closed_form(Play::Misere), None);
        }
        check::<4, 4>();
        check::<4, 5>();
        check::<5, 5>();
        check::<5, 7>();
        check::<6, 9>();
        check::<7, 7>();
        check::<10, 10>();
        check::<11, 11>();
        assert_eq!(Board { rows: 3, cols: 9, pins: Pins::Border }.closed_form(Play::Normal), None);
        assert_eq!(Board { rows: 5, cols: 5, pins: Pins::Any }.closed_form(Play::Normal), None);
    }
}
