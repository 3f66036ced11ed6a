//! Tables that remember values of positions.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// A table from positions to numbers, as a [`Solver`](super::Solver) needs it.
pub trait Memo<P> {
    /// The number last set for a position.
    fn get(&self, position: &P) -> Option<u32>;

    /// Remembers a number below `u32::MAX` for a position.
    fn set(&mut self, position: &P, value: u32);
}

/// The usual table: any position that can be hashed, with a quick hash function.
pub type HashMemo<P> = HashMap<P, u32, BuildHasherDefault<FastHasher>>;

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
/// Not proof against crafted keys, unlike the standard library's.
#[derive(Clone, Copy, Debug, Default)]
pub struct FastHasher {
    state: u64,
}

impl FastHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        // An odd multiplier near 2^64 divided by the golden ratio; the turn brings high bits down.
        self.state = (self.state.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for FastHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.state ^ self.state >> 32
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
