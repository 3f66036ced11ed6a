//! Who wins: a table of all boards.

use cgt_core::{Outcome, Outcomes, Play};

use super::Covered;

/// What each move covers: 16 single squares, 16 runs of two and 16 of three from a border.
///
/// What the statement's samples do not show: the eight runs of two in the middle of a row or column are no moves.
pub fn moves() -> impl Iterator<Item = Covered> {
    Covered::runs(1..=1).into_iter().chain(Covered::border_runs(2..=3))
}

/// The outcomes of all 65,536 boards. The full board is a win: the other player has covered the last square.
pub fn outcomes() -> Outcomes {
    Outcomes::of_small_board(moves(), Play::Misere)
}

/// Who wins from a board.
#[inline]
pub fn outcome(outcomes: &Outcomes, covered: Covered) -> Outcome {
    outcomes.outcome((!covered).bits() as u64)
}
