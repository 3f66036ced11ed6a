//! How moves act on positions that are 64 to a word.
//!
//! Position u is bit `u & 63` of word `u >> 6`. A move with mask m carries a property of a position v that is
//! disjoint from m to position v + m, its parent: as bits, `parents |= (children << m) & contains(m)`. The part
//! of m in the first six squares is a shift inside each word, the rest is a distance between words.

/// Squares whose sets share a word.
pub(super) const IN_WORD: u32 = 6;

/// The positions of a word in which square i is uncovered.
const HAS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The positions of a word by number of uncovered squares.
const LEVELS: [u64; 7] = {
    let mut levels = [0; 7];
    let mut set = 0_u32;
    while set < 64 {
        levels[set.count_ones() as usize] |= 1 << set;
        set += 1;
    }
    levels
};

/// A move's part inside words: from the positions that it leads to, to those where it can be made.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    by: u32,
    /// The positions of a word in which all these squares are uncovered.
    pub(super) contains: u64,
}

impl Shift {
    fn of(mask: u64) -> Self {
        let by = (mask & 63) as u32;
        let squares = HAS.iter().enumerate().filter(|&(square, _)| by >> square & 1 == 1);
        Self { by, contains: squares.fold(!0, |all, (_, has)| all & has) }
    }

    #[inline]
    pub(super) const fn carry(self, children: u64) -> u64 {
        (children << self.by) & self.contains
    }
}

/// A move that leads to another word: a mask of index bits, and what happens inside words.
#[derive(Clone, Copy)]
pub(super) struct Across {
    pub(super) index: usize,
    pub(super) shift: Shift,
}

impl Across {
    pub(super) fn of(mask: u64) -> Self {
        Self { index: (mask >> IN_WORD) as usize, shift: Shift::of(mask) }
    }
}

/// The moves that stay inside a word.
pub(super) struct Inside {
    /// Fewest squares first.
    moves: Vec<Shift>,
    /// For each number of uncovered squares, how many of the moves can lead there.
    leading_to: [usize; 7],
    /// The moves whose highest square is 3, 4 and 5.
    by_top: [Vec<Shift>; 3],
    /// For the eight positions of three squares, the P-positions if these are the N-positions by other moves.
    of_three: [u8; 256],
}

impl Inside {
    pub(super) fn of(moves: &[u64]) -> Self {
        let mut masks: Vec<u64> = moves.iter().copied().filter(|mask| mask >> IN_WORD == 0).collect();
        masks.sort_by_key(|mask| mask.count_ones());
        let leading_to = [0, 1, 2, 3, 4, 5, 6]
            .map(|level| masks.iter().take_while(|mask| level + mask.count_ones() <= IN_WORD).count());
        let with_top =
            |top: u32| masks.iter().filter(move |mask| mask.ilog2() == top).map(|&mask| Shift::of(mask));
        let by_top = [3, 4, 5].map(|top| with_top(top).collect());
        let lowest: Vec<Shift> = (0..3).flat_map(with_top).collect();
        let mut of_three = [0; 256];
        for (n, p) in of_three.iter_mut().enumerate() {
            *p = settle_three(n as u8, &lowest);
        }
        Self { moves: masks.into_iter().map(Shift::of).collect(), leading_to, by_top, of_three }
    }

    /// The P-positions of a word, given the N-positions by moves to other words.
    ///
    /// Eight positions at a time in increasing order, from a table; before each, the moves whose highest square
    /// tells it from the positions before are carried over.
    #[inline]
    pub(super) fn p_positions(&self, mut n: u64) -> u64 {
        let mut p = 0;
        for byte in 0..8_u32 {
            if let Some(moves) = self.by_top.get(byte.trailing_zeros() as usize) {
                n |= moves.iter().fold(0, |n, shift| n | shift.carry(p));
            }
            let at = 8 * byte;
            p |= u64::from(self.of_three[(n >> at & 255) as usize]) << at;
        }
        p
    }

    /// The levels from nothing uncovered to all six squares, each with the moves that lead to it.
    #[inline]
    pub(super) fn levels(&self) -> impl Iterator<Item = (u64, &[Shift])> {
        LEVELS.iter().zip(self.leading_to).map(|(&level, count)| (level, &self.moves[..count]))
    }
}

fn settle_three(mut n: u8, moves: &[Shift]) -> u8 {
    let mut p = 0;
    for position in 0..8 {
        p |= !n & 1 << position;
        n |= moves.iter().fold(0, |n, shift| n | shift.carry(p.into())) as u8;
    }
    p
}
