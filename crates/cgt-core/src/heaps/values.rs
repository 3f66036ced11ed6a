//! Grundy values heap by heap.
//!
//! A heap of n beans that may fall into two has about n/2 options for each number that can be taken, so that all
//! values up to n cost O(n²). Most games get along with far less. Call a number *sparse* if it lies in a certain
//! set of numbers closed under xor, *common* otherwise (the set is where values are rare). The xor of two sparse
//! values is sparse, that of a sparse and a common value common. Hence if a heap's options with at least one
//! sparse component already have all common values below c, and c is the least common number that they lack,
//! only two common components together can reach a sparse number, and only the *sparse* numbers below c have to
//! be refuted by them: such sums are looked at last, and only until every candidate below c is met (Berlekamp,
//! Conway and Guy, Winning Ways, chapter 4, "Sparse Spaces"; Gangolli and Plambeck 1989).
//!
//! Here the set is `{v : (v & mask) has an even number of bits}`, chosen from the values found so far.

use super::TakeAndBreak;
use crate::mex::MexMarks;

impl TakeAndBreak {
    /// The Grundy values of heaps of 0 to `count - 1` beans.
    ///
    /// O(count²) at worst for octal games, far less if few values are sparse; O(count · digits) for games that
    /// never split a heap; O(count³) at worst for hexadecimal games.
    ///
    /// # Panics
    ///
    /// If a value does not fit 32 bits, which no heap of less than 2^32 beans has.
    #[must_use]
    pub fn values(&self, count: usize) -> Vec<u32> {
        let mut values = Vec::with_capacity(count);
        if self.most_heaps() == 2 {
            let mut finder = Finder::new(self);
            (0..count).for_each(|_| finder.next(&mut values));
        } else {
            let moves = Moves::of(self);
            let mut marks = MexMarks::new();
            (0..count).for_each(|heap| {
                let value = marks.mex(moves.option_values(&values, heap));
                values.push(u32::try_from(value).expect("a heap of less than 2^32 beans"));
            });
        }
        values
    }
}

/// For each number of heaps that may be left, how many beans may be taken, in increasing order.
pub(super) struct Moves([Vec<usize>; 4]);

impl Moves {
    pub(super) fn of(game: &TakeAndBreak) -> Self {
        let digits = || game.digits.iter().enumerate();
        Self(
            [0, 1, 2, 3].map(|heaps| {
                digits().filter(|(_, digit)| digit.allows(heaps)).map(|(taken, _)| taken).collect()
            }),
        )
    }

    /// How many beans can be left of a heap as this many heaps.
    fn rests(&self, heaps: usize, heap: usize) -> impl Iterator<Item = usize> + '_ {
        self.0[heaps].iter().map_while(move |&taken| heap.checked_sub(taken))
    }

    /// The values of all options of a heap, straight from the rules.
    pub(super) fn option_values<'a>(
        &'a self,
        values: &'a [u32],
        heap: usize,
    ) -> impl Iterator<Item = u64> + 'a {
        let none = self.rests(0, heap).filter(|&rest| rest == 0).map(|_| 0);
        let one = self.rests(1, heap).filter(|&rest| rest > 0).map(|rest| values[rest]);
        let two = self.rests(2, heap).flat_map(move |rest| pairs(values, rest, 1));
        let three = self.rests(3, heap).flat_map(move |rest| {
            (1..=rest / 3).flat_map(move |a| pairs(values, rest - a, a).map(move |two| two ^ values[a]))
        });
        none.chain(one).chain(two).chain(three).map(u64::from)
    }
}

/// The values of two heaps that hold `rest` beans together, each at least `least`.
fn pairs(values: &[u32], rest: usize, least: usize) -> impl Iterator<Item = u32> + '_ {
    (least..=rest / 2).map(move |a| values[a] ^ values[rest - a])
}

/// Splits numbers in two classes so that the xor of two of one class is sparse, that of both classes common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparseSpace {
    mask: u32,
}

impl SparseSpace {
    /// Whether a number is sparse.
    #[inline]
    #[must_use]
    pub const fn is_sparse(self, value: u32) -> bool {
        (value & self.mask).count_ones() & 1 == 0
    }

    /// The space in which the fewest of these values are sparse.
    ///
    /// O(values · log(greatest) + greatest · log(greatest)) time, memory for numbers up to the greatest value.
    ///
    /// ```
    /// use cgt_core::heaps::{SparseSpace, TakeAndBreak};
    ///
    /// // In Kayles the values 0, 3, 5 and 6 are rare: those with an even number of bits.
    /// let values = "0.77".parse::<TakeAndBreak>().expect("a code").values(300);
    /// let space = SparseSpace::best_for(&values);
    /// assert!([0, 3, 5, 6].into_iter().all(|value| space.is_sparse(value)));
    /// assert!([1, 2, 4, 7].into_iter().all(|value| !space.is_sparse(value)));
    /// ```
    #[must_use]
    pub fn best_for(values: &[u32]) -> Self {
        // The sum over all values of the sign that a mask gives them, for all masks at once: the
        // Walsh-Hadamard transform of their counts.
        let greatest = values.iter().max().map_or(0, |&greatest| greatest as usize);
        let mut signs = vec![0_i64; (greatest + 1).next_power_of_two()];
        values.iter().for_each(|&value| signs[value as usize] += 1);
        let mut half = 1;
        while half < signs.len() {
            for chunk in signs.chunks_mut(2 * half) {
                let (lower, upper) = chunk.split_at_mut(half);
                for (a, b) in lower.iter_mut().zip(upper) {
                    (*a, *b) = (*a + *b, *a - *b);
                }
            }
            half *= 2;
        }
        let best = signs.iter().enumerate().min_by_key(|&(_, &sign)| sign);
        Self { mask: best.map_or(0, |(mask, _)| mask as u32) }
    }
}

/// Finds the values of an octal game one after another.
struct Finder {
    moves: Moves,
    space: SparseSpace,
    /// The heaps found so far (but for the empty one) whose value is sparse, with that value.
    sparse: Vec<(usize, u32)>,
    /// `marks[v]` is the heap (plus one) that last had an option of value v.
    marks: Vec<u32>,
    /// When to look for a better space.
    next_choice: usize,
}

impl Finder {
    fn new(game: &TakeAndBreak) -> Self {
        Self {
            moves: Moves::of(game),
            space: SparseSpace { mask: 0 },
            sparse: Vec::new(),
            marks: vec![0; 64],
            next_choice: 64,
        }
    }

    fn next(&mut self, values: &mut Vec<u32>) {
        let heap = values.len();
        if heap == self.next_choice {
            self.next_choice *= 2;
            self.space = SparseSpace::best_for(values);
            let space = self.space;
            let heaps = values.iter().copied().enumerate().skip(1);
            self.sparse = heaps.filter(|&(_, value)| space.is_sparse(value)).collect();
        }
        let value = self.value(values, heap);
        if heap > 0 && self.space.is_sparse(value) {
            self.sparse.push((heap, value));
        }
        // The sum of two values is below the first power of two above both.
        let room = (value as usize + 1).next_power_of_two();
        if self.marks.len() < room {
            self.marks.resize(room, 0);
        }
        values.push(value);
    }

    fn value(&mut self, values: &[u32], heap: usize) -> u32 {
        let stamp = u32::try_from(heap + 1).expect("a heap of less than 2^32 beans");
        let marks = &mut self.marks[..];
        if self.moves.rests(0, heap).any(|rest| rest == 0) {
            marks[0] = stamp;
        }
        for rest in self.moves.rests(1, heap).filter(|&rest| rest > 0) {
            marks[values[rest] as usize] = stamp;
        }
        for rest in self.moves.rests(2, heap) {
            for &(a, value) in self.sparse.iter().take_while(|&&(a, _)| a < rest) {
                marks[(value ^ values[rest - a]) as usize] = stamp;
            }
        }
        let space = self.space;
        let absent = |marks: &[u32], from: u32| (from..).find(|&v| marks.get(v as usize) != Some(&stamp));
        let least_from = |marks: &[u32], from: u32| absent(marks, from).expect("a finite set lacks a number");
        // All options of common value are marked now; the others are sums of two common components. Without a
        // mask every number is sparse, so that all options are marked.
        let mut bound = 0;
        let mut open = 0_u32;
        loop {
            bound = least_from(marks, bound);
            if space.mask == 0 || !space.is_sparse(bound) {
                break;
            }
            open += 1;
            bound += 1;
        }
        if open == 0 {
            return bound;
        }
        for rest in self.moves.rests(2, heap) {
            for a in 1..=rest / 2 {
                let sum = values[a] ^ values[rest - a];
                if marks[sum as usize] != stamp {
                    marks[sum as usize] = stamp;
                    open -= u32::from(sum < bound);
                    if open == 0 {
                        return bound;
                    }
                }
            }
        }
        least_from(marks, 0)
    }
}

#[cfg(test)]
mod tests;
