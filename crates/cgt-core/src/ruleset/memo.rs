//! Tables that remember values of positions.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash, Hasher};
use std::num::NonZeroU32;

/// A table from positions to numbers, as a [`Solver`](super::Solver) needs it.
pub trait Memo<P> {
    /// The number last set for a position.
    fn get(&self, position: &P) -> Option<u32>;

    /// Remembers a number below `u32::MAX` for a position.
    fn set(&mut self, position: &P, value: u32);
}

/// The usual table: any position that can be hashed, with a quick hash function.
///
/// A position stands in the first free slot from where its hash points to. At least half of the slots are free, so that most
/// look-ups see one or two slots, side by side. Numbers that differ in the lowest three bits only, as those of options often do, are
/// neighbours, which saves waiting for memory.
#[derive(Clone, Debug)]
pub struct HashMemo<P> {
    /// A power of two of them, or none; numbers are kept one greater.
    slots: Vec<Option<(P, NonZeroU32)>>,
    used: usize,
}

/// The bits of a hash that are a slot's place among its neighbours.
const LINE: usize = 7;

impl<P> Default for HashMemo<P> {
    fn default() -> Self {
        Self { slots: Vec::new(), used: 0 }
    }
}

impl<P: Eq + Hash> HashMemo<P> {
    /// The slot of a position, or the free one where it would go. There is a free one.
    #[inline]
    fn slot(&self, position: &P) -> usize {
        let mut hasher = FastHasher::default();
        position.hash(&mut hasher);
        let (hash, last) = (hasher.finish(), self.slots.len() - 1);
        let line = hash >> 1 >> (self.slots.len().ilog2() ^ 63);
        let mut slot = line as usize & !LINE | hash as usize & LINE;
        while self.slots[slot].as_ref().is_some_and(|(other, _)| other != position) {
            slot = (slot + 1) & last;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let doubled = (2 * self.slots.len()).max(64);
        let mut slots = Vec::new();
        slots.resize_with(doubled, || None);
        for known in std::mem::replace(&mut self.slots, slots).into_iter().flatten() {
            let slot = self.slot(&known.0);
            self.slots[slot] = Some(known);
        }
    }
}

impl<P: Clone + Eq + Hash> Memo<P> for HashMemo<P> {
    #[inline]
    fn get(&self, position: &P) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.slot(position)].as_ref().map(|(_, value)| value.get() - 1)
    }

    #[inline]
    fn set(&mut self, position: &P, value: u32) {
        if 2 * self.used >= self.slots.len() {
            self.grow();
        }
        let value = NonZeroU32::MIN.saturating_add(value);
        let slot = self.slot(position);
        match &mut self.slots[slot] {
            Some((_, known)) => *known = value,
            free => {
                *free = Some((position.clone(), value));
                self.used += 1;
            }
        }
    }
}

impl<P: Clone + Eq + Hash, S: BuildHasher> Memo<P> for HashMap<P, u32, S> {
    #[inline]
    fn get(&self, position: &P) -> Option<u32> {
        HashMap::get(self, position).copied()
    }

    #[inline]
    fn set(&mut self, position: &P, value: u32) {
        match self.get_mut(position) {
            Some(known) => *known = value,
            None => drop(self.insert(position.clone(), value)),
        }
    }
}

impl<P: Clone + Ord> Memo<P> for BTreeMap<P, u32> {
    fn get(&self, position: &P) -> Option<u32> {
        BTreeMap::get(self, position).copied()
    }

    fn set(&mut self, position: &P, value: u32) {
        self.insert(position.clone(), value);
    }
}

/// An array for positions that are small numbers: the fastest table, 4 bytes for each number up to the
/// greatest position met.
///
/// # Panics
///
/// If a position is no `usize`.
#[derive(Clone, Debug, Default)]
pub struct DenseMemo {
    values: Vec<u32>,
}

const UNSET: u32 = u32::MAX;

impl<P: Copy + TryInto<usize>> Memo<P> for DenseMemo {
    #[inline]
    fn get(&self, position: &P) -> Option<u32> {
        self.values.get(index(*position)).copied().filter(|&value| value != UNSET)
    }

    #[inline]
    fn set(&mut self, position: &P, value: u32) {
        let index = index(*position);
        if self.values.len() <= index {
            self.values.resize(index + 1, UNSET);
        }
        self.values[index] = value;
    }
}

#[inline]
fn index(position: impl TryInto<usize>) -> usize {
    position.try_into().ok().expect("a position that is an index")
}

/// A quick hash function for keys that nobody chooses to collide: a multiplication a word.
///
/// The lowest three bits of a hash are those of the last word, so that a table can keep neighbours together; the others are
/// mixed. Not proof against crafted keys, unlike the standard library's.
#[derive(Clone, Copy, Debug, Default)]
pub struct FastHasher {
    state: u64,
}

impl FastHasher {
    /// Mixes all of the state, so that words that differ in the lowest three bits do not meet again at the next word.
    #[inline]
    fn add(&mut self, word: u64) {
        self.state = mixed(self.state).rotate_left(23) ^ word;
    }
}

/// An odd multiplier near 2^64 divided by the golden ratio; the shift brings high bits down.
#[inline]
const fn mixed(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

impl Hasher for FastHasher {
    #[inline]
    fn finish(&self) -> u64 {
        mixed(self.state >> 3) & !7 | self.state & 7
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.add(value.into());
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.add(value.into());
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.add(value.into());
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.add(value);
    }

    #[inline]
    fn write_u128(&mut self, value: u128) {
        self.add(value as u64);
        self.add((value >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hash(key: impl Hash) -> u64 {
        let mut hasher = FastHasher::default();
        key.hash(&mut hasher);
        hasher.finish()
    }

    fn distinct(hashes: &[u64]) -> usize {
        hashes.iter().collect::<std::collections::BTreeSet<_>>().len()
    }

    #[test]
    fn hashes_of_every_kind_of_key_differ() {
        let pairs = (0..4096_u64).map(|pair| (pair / 64, pair % 64));
        let kinds: [Vec<u64>; 8] = [
            (0..=u8::MAX).map(hash).collect(),
            (0..4096_u16).map(hash).collect(),
            (0..4096_u32).map(hash).collect(),
            (0..4096_usize).map(hash).collect(),
            pairs.clone().map(hash).collect(),
            pairs.clone().map(|(a, b)| hash((a, b << 20))).collect(),
            pairs.clone().map(|(a, b)| hash(u128::from(a) << 64 | u128::from(b))).collect(),
            pairs.map(|(a, b)| hash(format!("{a} and then {b}"))).collect(),
        ];
        for (kind, hashes) in kinds.iter().enumerate() {
            assert_eq!(distinct(hashes), hashes.len(), "kind {kind}");
        }
    }

    #[test]
    fn bits_above_the_third_are_mixed() {
        for shift in [0, 20, 40, 52] {
            let hashes: Vec<u64> = (0..4096_u64).map(|key| hash((key << shift, 0_u8))).collect();
            assert_eq!(distinct(&hashes), 4096, "shift {shift}");
            for bit in 3..64 {
                let ones = hashes.iter().filter(|&hash| hash >> bit & 1 == 1).count();
                assert!((1400..2700).contains(&ones), "bit {bit}, shift {shift}: {ones} of 4096");
            }
        }
    }

    /// What the table says of itself: lines of eight stay together, and lines are spread.
    #[test]
    fn numbers_that_differ_in_three_bits_are_neighbours() {
        let mut memo = HashMemo::<u64>::default();
        (0..6).for_each(|_| memo.grow());
        let lines = memo.slots.len() / 8;
        for shift in [3, 20, 40, 50] {
            let mut met = vec![0; lines];
            for key in (0..lines as u64).map(|key| key << shift) {
                let line = memo.slot(&key) / 8;
                assert!((0..8).all(|low| memo.slot(&(key | low)) == 8 * line + low as usize), "{key:#x}");
                met[line] += 1;
            }
            assert!(met.iter().filter(|&&keys| keys > 0).count() > lines / 2, "shift {shift}");
            assert!(met.iter().all(|&keys| keys < 8), "shift {shift}");
        }
    }

    #[test]
    fn half_of_the_slots_are_free() {
        let mut memo = HashMemo::default();
        for key in 0..1000_u32 {
            memo.set(&key, key);
            memo.set(&key, key);
            let slots = memo.slots.len();
            assert_eq!(slots, (2 * memo.used + 1).next_power_of_two().max(64));
            assert_eq!(memo.used, key as usize + 1);
        }
    }

    proptest! {
        /// Keys that meet in one line of slots, far apart, and of two words.
        #[test]
        fn every_table_remembers_alike(
            keys in prop::collection::vec(prop_oneof![0_u64..40, (0_u64..200).prop_map(|key| key << 20), any::<u64>()], 1..400),
        ) {
            let (mut quick, mut sorted) = (HashMemo::default(), BTreeMap::new());
            for (time, &key) in keys.iter().enumerate() {
                let key = (key, time % 3 == 0);
                prop_assert_eq!(quick.get(&key), Memo::get(&sorted, &key));
                quick.set(&key, time as u32);
                Memo::set(&mut sorted, &key, time as u32);
            }
            for (key, value) in &sorted {
                prop_assert_eq!(quick.get(key), Some(*value));
                prop_assert_eq!(quick.get(&(key.0, !key.1)), Memo::get(&sorted, &(key.0, !key.1)));
            }
        }

        #[test]
        fn the_greatest_number_that_a_solver_sets_is_kept(key: u32) {
            let mut memo = HashMemo::default();
            memo.set(&key, u32::MAX - 1);
            prop_assert_eq!(memo.get(&key), Some(u32::MAX - 1));
        }
    }
}
