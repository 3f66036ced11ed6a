//! The outcome of every position of a placement game: one bit for each.

use super::engine::Cell;
use super::words::{words, Across, Eights, Shift, IN_WORD};
use super::PlacementGame;
use crate::{Outcome, Play};

/// Who wins each position of a placement game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    squares: u32,
    words: Vec<u64>,
}

impl Outcomes {
    /// The table of a game, without the bits of the first word that are no position.
    pub(super) fn of_words(squares: u32, mut words: Vec<u64>) -> Self {
        words[0] &= u64::MAX >> (64 - (1 << squares.min(IN_WORD)));
        Self { squares, words }
    }

    /// The outcome when exactly these squares are uncovered. One load, one shift.
    ///
    /// # Panics
    ///
    /// If the game has six squares or more and `uncovered` names one that is not there.
    #[inline]
    #[must_use]
    pub fn outcome(&self, uncovered: u64) -> Outcome {
        let word = self.words[(uncovered >> IN_WORD) as usize];
        if word >> (uncovered & 63) & 1 == 1 {
            Outcome::P
        } else {
            Outcome::N
        }
    }

    /// Number of P-positions, the position without uncovered squares included if it is one.
    #[must_use]
    pub fn count_p(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Number of squares of the game.
    #[must_use]
    pub const fn squares(&self) -> u32 {
        self.squares
    }

    /// The table: bit `u & 63` of word `u >> 6` is set if the set u of uncovered squares is a P-position. Bits
    /// that are no position (of a game of less than six squares) are not set.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// A word holds the N-positions found so far until its turn comes, then the P-positions.
impl Cell for u64 {
    type Inside = Eights;

    fn inside(moves: &[Across]) -> Eights {
        Eights::of(moves)
    }

    #[inline]
    fn take(&mut self, child: Self, shift: Shift) {
        *self |= shift.carry(child);
    }

    #[inline]
    fn settle(self, eights: &Eights) -> Option<Self> {
        Some(eights.p_positions(self))
    }
}

pub(super) fn solve(
    game: &PlacementGame,
    play: Play,
    settle_all: impl FnOnce(&PlacementGame, &mut [u64]) -> bool,
) -> Outcomes {
    let mut words = vec![0; words(game.squares())];
    if play == Play::Misere {
        mark_terminals(game, &mut words);
    }
    settle_all(game, &mut words);
    Outcomes::of_words(game.squares(), words)
}

/// In misère play, whoever finds no move wins.
fn mark_terminals(game: &PlacementGame, words: &mut [u64]) {
    let singles = game.moves().iter().filter(|mask| mask.count_ones() == 1).count();
    if singles == game.squares() as usize {
        words[0] = 1;
        return;
    }
    let moves: Vec<Across> = game.moves().iter().map(|&mask| Across::of(mask)).collect();
    for (index, word) in words.iter_mut().enumerate() {
        let fits = moves.iter().filter(|across| across.index & !index == 0);
        *word = !fits.fold(0, |movable, across| movable | across.shift.contains);
    }
}

#[cfg(test)]
mod tests;
