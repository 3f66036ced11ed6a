//! Placement games: a move covers squares that are all uncovered, by one of a list of masks.
//!
//! Game of Euler, Cram, Domineering played impartially, Kayles and Nim heaps laid out as squares are such games.
//! A position is the set of its uncovered squares, so that one bit for each of the 2^squares sets answers
//! everything, and 64 sets that differ in the first six squares only share a machine word: one shift carries a
//! move from 64 positions to 64 others. Symmetric positions are solved each by itself: finding the one that
//! stands for the others would cost more than the word's 64 answers at once.

pub mod border_pins;
mod engine;
mod grundy;
mod outcomes;
mod small;
mod threads;
mod words;

use std::fmt;

use crate::{Bitboard, Play};
pub use grundy::GrundyValues;
pub use outcomes::Outcomes;
pub use threads::Run;
use words::words;

/// The squares of a placement game and its moves.
///
/// Square `i` is bit `i` of a mask. A move may be made while all of its squares are uncovered, and covers them.
///
/// ```
/// use cgt_core::{Outcome, PlacementGame, Play};
///
/// // Dawson's Kayles: take two neighbours from a row of five.
/// let game = PlacementGame::new(5, [0b11, 0b110, 0b1100, 0b11000])?;
/// let outcomes = game.p_positions(Play::Normal);
/// assert_eq!(outcomes.outcome(0b11111), Outcome::P);
/// assert_eq!(outcomes.outcome(0b01111), Outcome::N);
/// # Ok::<(), cgt_core::placement::PlacementError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementGame {
    squares: u32,
    /// In order, each once.
    moves: Vec<u64>,
}

impl PlacementGame {
    /// The greatest number of squares: every position of such a board is a bit of 128 GiB.
    pub const MAX_SQUARES: u32 = 40;

    /// A game on `squares` squares with these moves; a move given twice counts once.
    ///
    /// # Errors
    ///
    /// If there are more than [`MAX_SQUARES`](Self::MAX_SQUARES) squares, or a move covers no square or one
    /// that is not there.
    pub fn new(squares: u32, moves: impl IntoIterator<Item = u64>) -> Result<Self, PlacementError> {
        if squares > Self::MAX_SQUARES {
            return Err(PlacementError::TooManySquares { squares });
        }
        let mut moves: Vec<u64> = moves.into_iter().collect();
        if let Some(&mask) = moves.iter().find(|&&mask| mask == 0 || mask >> squares != 0) {
            return Err(PlacementError::BadMove { mask, squares });
        }
        moves.sort_unstable();
        moves.dedup();
        Ok(Self { squares, moves })
    }

    /// A game on a board. Errors like [`new`](Self::new).
    ///
    /// ```
    /// use cgt_core::{Bitboard, Outcome, PlacementGame, Play};
    ///
    /// // Cram on three by four: cover two neighbours. The second player answers with the opposite domino
    /// // only on boards with two even sides; here the first wins.
    /// let game = PlacementGame::on_board(Bitboard::<3, 4>::runs(2..=2))?;
    /// let outcomes = game.p_positions(Play::Normal);
    /// assert_eq!(outcomes.outcome(0xfff), Outcome::N);
    /// # Ok::<(), cgt_core::placement::PlacementError>(())
    /// ```
    pub fn on_board<const ROWS: usize, const COLS: usize>(
        moves: impl IntoIterator<Item = Bitboard<ROWS, COLS>>,
    ) -> Result<Self, PlacementError> {
        let squares = Bitboard::<ROWS, COLS>::SQUARES;
        if squares > Self::MAX_SQUARES {
            return Err(PlacementError::TooManySquares { squares });
        }
        Self::new(squares, moves.into_iter().map(|covered| covered.bits() as u64))
    }

    /// Number of squares.
    #[must_use]
    pub const fn squares(&self) -> u32 {
        self.squares
    }

    /// The masks of squares that one move covers, in increasing order.
    #[must_use]
    pub fn moves(&self) -> &[u64] {
        &self.moves
    }

    /// Who wins each position.
    ///
    /// O(2^squares · moves / 64) word operations, 2^squares bits of memory.
    #[must_use]
    pub fn p_positions(&self, play: Play) -> Outcomes {
        outcomes::solve(self, play, engine::settle_all)
    }

    /// Who wins each position, with threads and a report of progress.
    ///
    /// ```
    /// use cgt_core::placement::{PlacementGame, Run};
    /// use cgt_core::{Bitboard, Play};
    ///
    /// let cram = PlacementGame::on_board(Bitboard::<4, 5>::runs(2..=2))?;
    /// let positions = 1 << cram.squares();
    /// let progress = |done| eprintln!("{done} of {positions} positions");
    /// let run = Run { threads: 2.try_into().expect("not zero"), progress: &progress };
    /// assert_eq!(cram.p_positions_with(Play::Misere, run), cram.p_positions(Play::Misere));
    /// # Ok::<(), cgt_core::placement::PlacementError>(())
    /// ```
    #[must_use]
    pub fn p_positions_with(&self, play: Play, run: Run<'_>) -> Outcomes {
        outcomes::solve(self, play, |game, words| threads::settle_all(game, words, run))
    }

    /// Bytes that finding all outcomes takes.
    #[must_use]
    pub fn outcomes_memory(&self) -> u64 {
        // For each block of words, two slices and the list of blocks that can be done.
        let words = words(self.squares) as u64;
        words * 8 + (words >> engine::BLOCK_BITS) * 56
    }

    /// The Grundy value of each position in normal play.
    ///
    /// O(2^squares · moves · values / 64) word operations for values from 0 to `values` - 1; see
    /// [`grundy_memory`](Self::grundy_memory).
    ///
    /// ```
    /// use cgt_core::{Bitboard, Nimber, PlacementGame};
    ///
    /// let cram = PlacementGame::on_board(Bitboard::<3, 5>::runs(2..=2))?;
    /// assert_eq!(cram.grundy_values().value(0x7fff), Nimber(1));
    /// # Ok::<(), cgt_core::placement::PlacementError>(())
    /// ```
    #[must_use]
    pub fn grundy_values(&self) -> GrundyValues {
        grundy::solve(self, None)
    }

    /// The Grundy value of each position, with threads and a report of progress, which begins anew when a
    /// value does not fit the planes at hand: at 4, 8, 16 and 32.
    #[must_use]
    pub fn grundy_values_with(&self, run: Run<'_>) -> GrundyValues {
        grundy::solve(self, Some(run))
    }

    /// Bytes that finding all Grundy values takes if they are all below `values`.
    #[must_use]
    pub fn grundy_memory(&self, values: u32) -> u64 {
        let planes = u64::from(values.next_power_of_two().clamp(4, 64));
        words(self.squares) as u64 * 8 * (planes + u64::from(planes.ilog2()))
    }
}

/// Why there is no such placement game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// A table of all positions would be too large.
    TooManySquares {
        /// Squares asked for.
        squares: u32,
    },
    /// A move covers nothing, or a square that is not on the board.
    BadMove {
        /// The squares that it should cover.
        mask: u64,
        /// Squares of the board.
        squares: u32,
    },
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManySquares { squares } => {
                write!(f, "expected at most {} squares, found {squares}", PlacementGame::MAX_SQUARES)
            }
            Self::BadMove { mask, squares } => {
                write!(f, "expected a move on some of {squares} squares, found mask {mask:#b}")
            }
        }
    }
}

impl std::error::Error for PlacementError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_squares_are_allowed_and_no_more() {
        assert!(PlacementGame::on_board(Bitboard::<5, 8>::FULL.singles()).is_ok());
        let error = PlacementGame::on_board(Bitboard::<1, 41>::FULL.singles()).expect_err("41 squares");
        assert_eq!(error.to_string(), "expected at most 40 squares, found 41");
    }
}
