//! The minimum excludant: the least number that does not occur among the values of a position's options.
//!
//! Of `n` values the mex is at most `n`, so greater values never matter, and below 64 one machine word holds
//! the whole set. [`mex()`] reads its values once for each 64 that are all there, and never allocates.
//! [`MexMarks`] reads any iterator once and keeps its buffers between calls: a mark that carries the call's
//! stamp is set, every other is not, so that nothing has to be cleared.

/// The least number that is not among `values`.
///
/// O(n · (1 + mex / 64)) time for n values, no allocation. The iterator is cloned.
///
/// ```
/// use cgt_core::mex;
///
/// assert_eq!(mex([]), 0);
/// assert_eq!(mex([1, 0, 3, u64::MAX]), 2);
/// assert_eq!(mex(0..100), 100);
/// ```
#[must_use]
pub fn mex<I>(values: I) -> u64
where
    I: IntoIterator<Item = u64>,
    I::IntoIter: Clone,
{
    let values = values.into_iter();
    // All values together tell whether one was above 63 and so marked a wrong bit.
    let (mut mask, together) = values
        .clone()
        .fold((0_u64, 0), |(mask, together), value| (mask | 1 << (value & 63), together | value));
    let mut base = 0;
    if together >= 64 {
        mask = values.clone().fold(0, |mask, value| mask | bit(value));
    }
    while mask == u64::MAX {
        base += 64;
        mask = values.clone().fold(0, |mask, value| mask | bit(value.wrapping_sub(base)));
    }
    base + u64::from((!mask).trailing_zeros())
}

/// Bit `value` of a word, or nothing if the word has no such bit.
#[inline]
const fn bit(value: u64) -> u64 {
    ((value < 64) as u64) << (value & 63)
}

/// Finds the mex of many sets of values in turn, in one pass over each.
///
/// ```
/// use cgt_core::MexMarks;
///
/// let mut marks = MexMarks::new();
/// assert_eq!(marks.mex([0, 1, 2, 4]), 3);
/// assert_eq!(marks.mex((0..1000).chain(1001..2000)), 1000);
/// assert_eq!(marks.mex([1 << 60]), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct MexMarks {
    /// `marks[i]` equals the stamp if value i (of uncounted values: 64 + i) occurred in this call.
    marks: Vec<u32>,
    stamp: u32,
    /// Values that were above all marks when they came.
    late: Vec<u64>,
}

impl MexMarks {
    /// Marks for no value yet; the first calls make room.
    #[must_use]
    pub const fn new() -> Self {
        Self { marks: Vec::new(), stamp: 0, late: Vec::new() }
    }

    /// The least number that is not among `values`.
    ///
    /// O(n) time for n values. Memory grows with the greatest n of all calls, never with a value, and is
    /// allocated only while it grows.
    #[must_use]
    pub fn mex(&mut self, values: impl IntoIterator<Item = u64>) -> u64 {
        let values = values.into_iter();
        match values.size_hint() {
            (count, Some(at_most)) if count == at_most => self.mex_of(count, values),
            _ => self.mex_of_uncounted(values),
        }
    }

    /// The least number that is not among exactly `count` values, without a branch on the values.
    #[inline]
    pub(crate) fn mex_of(&mut self, count: usize, values: impl Iterator<Item = u64>) -> u64 {
        self.next_stamp();
        if self.marks.len() <= count {
            self.marks.resize(count + 1, 0);
        }
        // Here value v has mark v; all from `count` on share one, which the mex reaches only if none of them occurs.
        let marks = &mut self.marks[..=count];
        for value in values {
            marks[value.min(count as u64) as usize] = self.stamp;
        }
        first_other_than(self.stamp, marks)
    }

    /// The same for values of which only the end tells how many they are.
    fn mex_of_uncounted(&mut self, values: impl Iterator<Item = u64>) -> u64 {
        self.next_stamp();
        self.late.clear();
        let mut low = 0;
        let mut count = 0;
        for value in values {
            count += 1;
            if value < 64 {
                low |= 1 << value;
            } else if let Some(mark) = mark(&mut self.marks, value) {
                *mark = self.stamp;
            } else {
                self.late.push(value);
            }
        }
        if low != u64::MAX {
            return u64::from((!low).trailing_zeros());
        }
        // Of `count` values, none from `count` on can decide the mex.
        if self.marks.len() + 64 < count {
            self.marks.resize(count - 64, 0);
        }
        for &value in &self.late {
            if let Some(mark) = mark(&mut self.marks, value) {
                *mark = self.stamp;
            }
        }
        64 + first_other_than(self.stamp, &self.marks)
    }

    fn next_stamp(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.marks.fill(0);
            self.stamp = 1;
        }
    }
}

/// The index of the first mark that is not `stamp`, or the number of marks.
fn first_other_than(stamp: u32, marks: &[u32]) -> u64 {
    // Eight marks at a time without a branch between them: the compiler makes vector code of it.
    let whole = |chunk: &&[u32]| chunk.iter().fold(true, |all, &mark| all & (mark == stamp));
    let start = 8 * marks.chunks_exact(8).take_while(whole).count();
    let rest = marks[start..].iter().take_while(|&&mark| mark == stamp).count();
    (start + rest) as u64
}

fn mark(marks: &mut [u32], value: u64) -> Option<&mut u32> {
    usize::try_from(value - 64).ok().and_then(|index| marks.get_mut(index))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    fn mex_slowly(values: &[u64]) -> u64 {
        let set: BTreeSet<u64> = values.iter().copied().collect();
        (0..).find(|value| !set.contains(value)).expect("a finite set excludes a number")
    }

    /// Marks that were told how many values come, and marks that never were: they grow in their own ways.
    fn check([marks, unsized_marks]: &mut [MexMarks; 2], values: &[u64]) {
        let expected = mex_slowly(values);
        assert_eq!(mex(values.iter().copied()), expected, "mex of {values:?}");
        assert_eq!(marks.mex(values.iter().copied()), expected, "marked mex of {values:?}");
        // `filter` hides the number of values, so that they may come late.
        let uncounted = unsized_marks.mex(values.iter().copied().filter(|_| true));
        assert_eq!(uncounted, expected, "unsized mex of {values:?}");
    }

    #[test]
    fn edges_of_words_and_of_marks() {
        let mut marks = [MexMarks::new(), MexMarks::new()];
        check(&mut marks, &[]);
        check(&mut marks, &[u64::MAX, 0]);
        for count in [1, 63, 64, 65, 71, 72, 73, 127, 128, 129, 1000] {
            let upward: Vec<u64> = (0..count).collect();
            let downward: Vec<u64> = (0..count).rev().collect();
            check(&mut marks, &upward);
            check(&mut marks, &downward);
            for hole in [0, 63, 64, 65, count / 2, count - 1] {
                let with_hole: Vec<u64> = downward.iter().copied().filter(|&value| value != hole).collect();
                check(&mut marks, &with_hole);
            }
        }
    }

    #[test]
    fn huge_values_take_no_memory() {
        let mut marks = MexMarks::new();
        assert_eq!(marks.mex([u64::MAX, 1 << 40, 64, 65]), 0);
        assert_eq!(marks.mex([u64::MAX, 1 << 40, 64, 65].into_iter().filter(|_| true)), 0);
        assert!(marks.marks.capacity() < 16 && marks.late.capacity() < 16);
    }

    #[test]
    fn a_stamp_that_comes_round_again_forgets_old_marks() {
        let mut marks = MexMarks::new();
        assert_eq!(marks.mex(0..100), 100);
        marks.stamp = u32::MAX;
        assert_eq!(marks.mex(0..80), 80);
        assert_eq!(marks.stamp, 1);
        assert_eq!(marks.mex((0..70).chain(71..90)), 70);
    }

    /// Values below a bound, so many that often all of them occur, and most of them several times.
    fn values() -> impl Strategy<Value = Vec<u64>> {
        (1..200_usize).prop_flat_map(|bound| prop::collection::vec(0..bound as u64, 0..6 * bound))
    }

    proptest! {
        #[test]
        fn equals_the_slow_twin(sets in prop::collection::vec(values(), 1..8)) {
            let mut marks = [MexMarks::new(), MexMarks::new()];
            for values in &sets {
                check(&mut marks, values);
            }
        }
    }
}
