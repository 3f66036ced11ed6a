//! The Grundy value of every position of a placement game, 64 positions at a time.
//!
//! For each value v a plane of bits says which positions have an option of value v; then positions that lack
//! 0, those that have 0 and lack 1, and so on, are found for a whole word by a few logical operations. The
//! planes lie side by side in a cell, so that one move moves all of them alike. The table that remains holds
//! values in binary, one bit of 64 positions a word.

use super::engine::{self, Cell};
use super::threads::{self, Run};
use super::words::{words, Across, Levels, Shift, IN_WORD};
use super::PlacementGame;
use crate::Nimber;

/// The Grundy value of each position of a placement game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundyValues {
    squares: u32,
    /// Bits of a value.
    bits: usize,
    /// For each 64 positions, first bit 0 of their values, then bit 1, and so on.
    planes: Vec<u64>,
}

impl GrundyValues {
    /// The Grundy value when exactly these squares are uncovered.
    ///
    /// # Panics
    ///
    /// If the game has six squares or more and `uncovered` names one that is not there.
    #[inline]
    #[must_use]
    pub fn value(&self, uncovered: u64) -> Nimber {
        let first = (uncovered >> IN_WORD) as usize * self.bits;
        let planes = self.planes[first..first + self.bits].iter().enumerate();
        Nimber(planes.fold(0, |value, (bit, plane)| value | (plane >> (uncovered & 63) & 1) << bit))
    }

    /// How many positions have the value 0, 1, 2 and so on up to the greatest value.
    #[must_use]
    pub fn histogram(&self) -> Vec<u64> {
        let mut counts = vec![0; 1 << self.bits];
        let positions = u64::MAX >> (64 - (1 << self.squares.min(IN_WORD)));
        for planes in self.planes.chunks(self.bits) {
            for (value, count) in counts.iter_mut().enumerate() {
                let bits = planes.iter().enumerate();
                let having = bits.fold(positions, |having, (bit, &plane)| {
                    having & if value >> bit & 1 == 1 { plane } else { !plane }
                });
                *count += u64::from(having.count_ones());
            }
        }
        let greatest = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        counts.truncate(greatest + 1);
        counts
    }

    /// Number of squares of the game.
    #[must_use]
    pub const fn squares(&self) -> u32 {
        self.squares
    }
}

/// Plane v: the positions that have an option of value v, and after settling those that have value v.
impl<const VALUES: usize> Cell for [u64; VALUES] {
    type Inside = Levels;

    fn inside(moves: &[Across]) -> Levels {
        Levels::of(moves)
    }

    #[inline]
    fn take(&mut self, child: Self, shift: Shift) {
        for (plane, child) in self.iter_mut().zip(child) {
            *plane |= shift.carry(child);
        }
    }

    #[inline]
    fn settle(mut self, levels: &Levels) -> Option<Self> {
        let mut settled = [0; VALUES];
        for (level, moves) in levels.iter() {
            let mut rest = level;
            let mut fresh = [0; VALUES];
            for (fresh, have) in fresh.iter_mut().zip(self) {
                *fresh = rest & !have;
                rest &= have;
            }
            if rest != 0 {
                return None;
            }
            moves.iter().for_each(|&shift| self.take(fresh, shift));
            for (settled, fresh) in settled.iter_mut().zip(fresh) {
                *settled |= fresh;
            }
        }
        Some(settled)
    }
}

pub(super) fn solve(game: &PlacementGame, run: Option<Run<'_>>) -> GrundyValues {
    // Most values are far below the number of squares: few planes are tried first.
    None.or_else(|| with_planes::<4>(game, run))
        .or_else(|| with_planes::<8>(game, run))
        .or_else(|| with_planes::<16>(game, run))
        .or_else(|| with_planes::<32>(game, run))
        .or_else(|| with_planes::<64>(game, run))
        .expect("a Grundy value is at most the number of moves of the longest play")
}

fn with_planes<const VALUES: usize>(game: &PlacementGame, run: Option<Run<'_>>) -> Option<GrundyValues> {
    let mut cells = vec![[0; VALUES]; words(game.squares())];
    let fits = match run {
        Some(run) => threads::settle_all(game, &mut cells, run),
        None => engine::settle_all(game, &mut cells),
    };
    fits.then(|| {
        let bits = VALUES.ilog2() as usize;
        let mut planes = Vec::with_capacity(cells.len() * bits);
        for cell in &cells {
            planes.extend((0..bits).map(|bit| {
                let with_bit = cell.iter().enumerate().filter(|(value, _)| value >> bit & 1 == 1);
                with_bit.fold(0, |plane, (_, having)| plane | having)
            }));
        }
        GrundyValues { squares: game.squares(), bits, planes }
    })
}

#[cfg(test)]
mod tests;
