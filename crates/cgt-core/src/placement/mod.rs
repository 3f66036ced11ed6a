//! Placement games: a move covers squares that are all uncovered, by one of a list of masks.
//!
//! Game of Euler, Cram, Domineering played impartially, Kayles and Nim heaps laid out as squares are such games.
//! A position is the set of its uncovered squares, so that one bit for each of the 2^squares sets answers
//! everything, and 64 sets that differ in the first six squares only share a machine word: one shift carries a
//! move from 64 positions to 64 others. See [`outcomes`] for the order of work.

pub mod outcomes;

use std::fmt;

use crate::Bitboard;
pub use outcomes::Outcomes;

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
    pub fn p_positions(&self, play: crate::Play) -> Outcomes {
        outcomes::solve(self, play)
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
