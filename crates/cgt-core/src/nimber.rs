//! Nimbers: the values of impartial games in normal play.
//!
//! Sprague (1935) and Grundy (1939): every position of a short impartial game equals a Nim heap, whose size is
//! the [mex](mod@crate::mex) of its options' sizes, and the size of a disjunctive sum is the xor of the sizes
//! (Siegel, *Combinatorial Game Theory*, Theorems IV.1.3 and IV.1.5).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, BitXor, BitXorAssign};

use crate::Outcome;

/// The Grundy value of a position, `*n`.
///
/// The sum of two nimbers is the value of the two games side by side: xor, in which each is its own negative.
///
/// ```
/// use cgt_core::{Nimber, Outcome};
///
/// let heaps = [3, 5, 6].map(Nimber);
/// let value: Nimber = heaps.into_iter().sum();
/// assert_eq!(value, Nimber::ZERO);
/// assert_eq!(value.outcome(), Outcome::P);
/// assert_eq!((Nimber(5) + Nimber(1)).to_string(), "*4");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a game that whoever moves first loses.
    pub const ZERO: Self = Self(0);

    /// Who wins in normal play.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        if self.0 == 0 {
            Outcome::P
        } else {
            Outcome::N
        }
    }
}

impl Add for Nimber {
    type Output = Self;

    #[allow(clippy::suspicious_arithmetic_impl)] // Nim addition is xor.
    fn add(self, other: Self) -> Self {
        self ^ other
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl BitXor for Nimber {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Self::add)
    }
}

impl<'a> Sum<&'a Nimber> for Nimber {
    fn sum<I: Iterator<Item = &'a Nimber>>(values: I) -> Self {
        values.copied().sum()
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;
    use crate::mex;

    #[test]
    fn sums_are_the_values_of_two_heaps_by_the_definition() {
        let mut values = [[0; 16]; 16];
        for a in 0..16 {
            for b in 0..16 {
                let options = (0..a).map(|a| values[a][b]).chain((0..b).map(|b| values[a][b]));
                values[a][b] = mex(options.collect::<Vec<u64>>());
                let expected = Nimber(values[a][b]);
                let [a, b] = [a, b].map(|heap| Nimber(heap as u64));
                let (mut added, mut xored) = (a, a);
                added += b;
                xored ^= b;
                let summed = [[a, b].into_iter().sum(), [a, b].iter().sum()];
                assert_eq!([a + b, a ^ b, added, xored, summed[0], summed[1]], [expected; 6], "{a} and {b}");
                // Who moves first at unequal heaps makes them equal, and wins so.
                assert_eq!(expected.outcome().is_p(), a == b, "{a} and {b}");
            }
        }
    }

    #[test]
    fn a_star_stands_before_the_number() {
        assert_eq!(Nimber(12).to_string(), "*12");
    }
}
