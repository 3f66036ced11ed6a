//! The period of a heap game, by the theorem of Guy and Smith.

use super::{Refuted, least_missing};
use std::collections::BTreeSet;

/// That heap n of a game has the value `values[n]`, and above them that of heap n - `period`.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// Digit k of the game's code: bit h is set if a heap from which k beans were taken may be left as h heaps, none empty.
    pub digits: &'a [u32],
    pub values: &'a [u32],
    pub period: usize,
}

/// Checks the claim for every heap of any size, and returns how many heaps were looked at.
///
/// If it holds for all heaps below h·(n₀ + p) + k, where n₀ ≥ 1 is where the period begins, p the period, k the most beans that a
/// move takes and h the most heaps that it leaves, it holds for all: of two heaps n and n + p above that, each option
/// leaves one heap so large that p more or p fewer beans in it change nothing (Guy and Smith, "The G-values of various
/// games", 1956).
pub fn check(claim: Claim<'_>) -> Result<usize, Refuted> {
    let Claim { digits, values, period } = claim;
    if period == 0 || values.len() < period {
        return Err(Refuted::Shape("a period is at least 1, and all of its values have to be there"));
    }
    let preperiod = (values.len() - period).max(1);
    let most_heaps = digits.iter().map(|&digit| digit.checked_ilog2().unwrap_or(0).max(1)).max().unwrap_or(1);
    let most_taken = digits.len().saturating_sub(1);
    let enough = most_heaps as usize * (preperiod + period) + most_taken;
    let mut found: Vec<u32> = Vec::with_capacity(enough);
    for heap in 0..enough {
        let value = least_missing(&options(digits, &found, heap));
        let index =
            if heap < values.len() { heap } else { values.len() - period + (heap - values.len()) % period };
        if values[index] != value {
            let position = format!("heap {heap}");
            return Err(Refuted::Value { position, claimed: values[index], found: value });
        }
        found.push(value);
    }
    Ok(enough)
}

/// The values of a heap's options, given those of all smaller heaps.
fn options(digits: &[u32], values: &[u32], heap: usize) -> BTreeSet<u32> {
    let mut options = BTreeSet::new();
    for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
        let rest = heap - taken;
        let may_be_left_as = |heaps: u32| digit >> heaps & 1 == 1;
        if rest == 0 && may_be_left_as(0) {
            options.insert(0);
        }
        if rest > 0 && may_be_left_as(1) {
            options.insert(values[rest]);
        }
        for first in 1..rest {
            if may_be_left_as(2) {
                options.insert(values[first] ^ values[rest - first]);
            }
            if may_be_left_as(3) {
                let others = rest - first;
                options.extend(
                    (1..others).map(|second| values[first] ^ values[second] ^ values[others - second]),
                );
            }
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use cgt_core::heaps::TakeAndBreak;
    use pretty_assertions::assert_eq;

    const KAYLES: [u32; 3] = [0, 7, 7];

    fn kayles() -> Vec<u32> {
        "0.77".parse::<TakeAndBreak>().expect("a code").values(83)
    }

    #[test]
    fn kayles_has_period_twelve() {
        assert_eq!(check(Claim { digits: &KAYLES, values: &kayles(), period: 12 }), Ok(168));
    }

    #[test]
    fn every_changed_value_is_refuted() {
        for heap in 0..83 {
            for change in [1, 2, 64] {
                let mut values = kayles();
                values[heap] ^= change;
                let result = check(Claim { digits: &KAYLES, values: &values, period: 12 });
                assert!(matches!(result, Err(Refuted::Value { .. })), "heap {heap}: {result:?}");
            }
        }
    }

    #[test]
    fn a_period_that_begins_too_early_or_is_none_is_refuted() {
        let early = check(Claim { digits: &KAYLES, values: &kayles()[..82], period: 12 });
        let expected = Refuted::Value { position: "heap 82".to_owned(), claimed: 6, found: 2 };
        assert_eq!(early, Err(expected));
        let other = check(Claim { digits: &KAYLES, values: &kayles(), period: 11 });
        assert!(other.is_err());
        for period in [0, 84] {
            let result = check(Claim { digits: &KAYLES, values: &kayles(), period });
            assert!(matches!(result, Err(Refuted::Shape(_))));
        }
    }
}
