//! Periods with proof.
//!
//! **Theorem** (Guy and Smith 1956, for heaps that fall into at most two). Let a move take at most k beans and
//! leave at most h heaps, and let n₀ ≥ 1. If g(n + p) = g(n) for all n with n₀ ≤ n < h·n₀ + (h - 1)·p + k, then
//! for all n ≥ n₀.
//!
//! Proof. By induction, let the equation hold up to n - 1 for some n ≥ h·n₀ + (h - 1)·p + k. An option of
//! n + p leaves at least n + p - k ≥ h·(n₀ + p) beans in at most h heaps, so that one has n₀ + p beans or more:
//! p fewer there make an option of n, of equal value. An option of n leaves at least n - k ≥ h·n₀ beans, so that
//! one heap has n₀ or more: p more there make an option of n + p, of equal value. Neither empties a heap, so
//! that the code allows both. Hence the mexes agree. ∎
//!
//! Values may also grow by the same amount from period to period. [`least_arithmetic_period`] finds that in a
//! sequence, without a proof that it goes on.

use std::num::NonZeroUsize;

use super::values::Moves;
use super::TakeAndBreak;
use crate::mex::MexMarks;
use crate::Nimber;

/// The values of a heap game for heaps of every size, with all that an independent check of them needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Values of heaps below preperiod + period.
    values: Vec<u32>,
    period: NonZeroUsize,
}

impl Certificate {
    /// The least p such that g(n + p) = g(n) for all n from some n on.
    #[must_use]
    pub fn period(&self) -> usize {
        self.period.get()
    }

    /// The least n from which on g(n + p) = g(n).
    #[must_use]
    pub fn preperiod(&self) -> usize {
        self.values.len() - self.period.get()
    }

    /// The Grundy value of a heap of any size. O(1).
    #[must_use]
    pub fn value(&self, heap: u64) -> Nimber {
        let index =
            usize::try_from(heap).ok().filter(|&heap| heap < self.values.len()).unwrap_or_else(|| {
                let (preperiod, period) = (self.preperiod() as u64, self.period() as u64);
                (preperiod + (heap - preperiod) % period) as usize
            });
        Nimber(self.values[index].into())
    }

    /// Values of one period, the first that is free of exceptions, by heap size modulo the period.
    #[must_use]
    pub fn values_by_residue(&self) -> Vec<u32> {
        let mut by_residue = vec![0; self.period()];
        for (heap, &value) in self.values.iter().enumerate().skip(self.preperiod()) {
            by_residue[heap % self.period.get()] = value;
        }
        by_residue
    }

    /// The heaps whose value is not the one of the period, with their values, in order.
    #[must_use]
    pub fn exceptions(&self) -> Vec<(usize, u32)> {
        let regular = self.values_by_residue();
        let heaps = self.values.iter().copied().enumerate();
        heaps.filter(|&(heap, value)| value != regular[heap % self.period()]).collect()
    }

    /// How many values have to be looked at to prove the period for a game, by the theorem.
    fn needed(&self, game: &TakeAndBreak) -> usize {
        let heaps = (game.most_heaps() as usize).max(1);
        heaps * (self.preperiod().max(1) + self.period()) + game.most_taken()
    }

    /// Whether this holds for a game: finds every value that the theorem needs by a mex
    /// over all options, straight from the rules, and compares. Trusts nothing that made the certificate.
    ///
    /// O(n²) for octal games, where n = 2 · (preperiod + period) + digits.
    #[must_use]
    pub fn verify(&self, game: &TakeAndBreak) -> bool {
        let moves = Moves::of(game);
        let mut marks = MexMarks::new();
        let mut values: Vec<u32> = Vec::new();
        (0..self.needed(game)).all(|heap| {
            let value = marks.mex(moves.option_values(&values, heap));
            values.push(value as u32);
            Nimber(value) == self.value(heap as u64)
        })
    }
}

impl TakeAndBreak {
    /// The values of heaps of every size, if `values` (of this game, from [`values`](Self::values)) reach far
    /// enough to prove a period. O(values).
    ///
    /// The period is the least one and the preperiod the least for it.
    #[must_use]
    pub fn period(&self, values: &[u32]) -> Option<Certificate> {
        let (preperiod, period) = least_period(values)?;
        let certificate = Certificate { values: values[..preperiod + period.get()].to_vec(), period };
        (certificate.needed(self) <= values.len()).then_some(certificate)
    }
}

/// The preperiod and the period that explain the most of a sequence: the pair (n₀, p) with g(n + p) = g(n) from
/// n₀ to the end of the sequence for which n₀ + p is least, and with the least p among those. `None` if there is
/// none with a whole period repeated. O(n).
///
/// What a sequence shows is no proof that it goes on; see [`Certificate`] for that.
///
/// ```
/// use cgt_core::heaps::least_period;
///
/// let (preperiod, period) = least_period(&[9, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1]).expect("a period");
/// assert_eq!((preperiod, period.get()), (1, 3));
/// assert_eq!(least_period(&[1, 2, 3, 4]), None);
/// ```
#[must_use]
pub fn least_period<T: PartialEq>(values: &[T]) -> Option<(usize, NonZeroUsize)> {
    // `border[i]`: length of the longest proper prefix of the reversed sequence that is also a suffix of its
    // first i elements (Knuth, Morris and Pratt). The first i reversed elements then have period i - border[i].
    let reversed: Vec<&T> = values.iter().rev().collect();
    let mut border = vec![0; reversed.len() + 1];
    let mut length = 0;
    let mut best: Option<(usize, usize)> = None;
    for end in 1..=reversed.len() {
        if end > 1 {
            while length > 0 && reversed[length] != reversed[end - 1] {
                length = border[length];
            }
            length += usize::from(reversed[length] == reversed[end - 1]);
            border[end] = length;
        }
        let (preperiod, period) = (values.len() - end, end - length);
        let shorter = best.map_or(true, |(other, least)| preperiod + period < other + least);
        if length >= period && shorter {
            best = Some((preperiod, period));
        }
    }
    best.and_then(|(preperiod, period)| Some((preperiod, NonZeroUsize::new(period)?)))
}

/// Preperiod n₀, period p and saltus s that explain the most of a sequence: g(n + p) = g(n) + s from n₀ to its
/// end, with least n₀ + p. `None` if there is none with a whole period repeated. O(n). No proof.
///
/// ```
/// use cgt_core::heaps::least_arithmetic_period;
///
/// let (preperiod, period, saltus) = least_arithmetic_period(&[7, 0, 1, 2, 3, 4, 5, 6]).expect("a period");
/// assert_eq!((preperiod, period.get(), saltus), (1, 1, 1));
/// ```
#[must_use]
pub fn least_arithmetic_period(values: &[u32]) -> Option<(usize, NonZeroUsize, i64)> {
    let steps: Vec<i64> = values.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
    let (preperiod, period) = least_period(&steps)?;
    let saltus = steps[preperiod..preperiod + period.get()].iter().sum();
    Some((preperiod, period, saltus))
}

#[cfg(test)]
mod tests;
