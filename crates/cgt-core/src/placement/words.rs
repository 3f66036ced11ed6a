//! How moves act on positions that are 64 to a word.
//!
//! Position u is bit `u & 63` of word `u >> 6`. A move with mask m carries a property of a position v that is
//! disjoint from m to position v + m, its parent: as bits, `parents |= (children << m) & contains(m)`. The part
//! of m in the first six squares is a shift inside each word, the rest is a distance between words.

/// Squares whose sets share a word.
pub(super) const IN_WORD: u32 = 6;

/// Words of one bit for each position.
pub(super) const fn words(squares: u32) -> usize {
    1 << squares.saturating_sub(IN_WORD)
}

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

/// A move as a mask of index bits, none if it stays inside words, and what happens inside words.
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

/// The moves that stay inside a word, for outcomes.
pub(super) struct Eights {
    /// By highest square.
    by_top: [Vec<Shift>; 6],
    /// For the eight positions of three squares, the P-positions if these are the N-positions by other moves.
    of_three: [u8; 256],
}

impl Eights {
    pub(super) fn of(inside: &[Across]) -> Self {
        let mut by_top: [Vec<Shift>; 6] = Default::default();
        for &Across { shift, .. } in inside {
            by_top[shift.by.ilog2() as usize].push(shift);
        }
        let lowest = by_top[..3].concat();
        Self { by_top, of_three: std::array::from_fn(|n| settle_three(n as u8, &lowest)) }
    }

    /// The P-positions of a word, given the N-positions by moves to other words.
    ///
    /// Eight positions at a time in increasing order, from a table; before each, the moves whose highest square
    /// tells it from the positions before are carried over.
    #[inline]
    pub(super) fn p_positions(&self, mut n: u64) -> u64 {
        let mut p = 0;
        for byte in 0..8_u32 {
            if let Some(moves) = self.by_top.get(3 + byte.trailing_zeros() as usize) {
                n |= moves.iter().fold(0, |n, shift| n | shift.carry(p));
            }
            let at = 8 * byte;
            p |= u64::from(self.of_three[(n >> at & 255) as usize]) << at;
        }
        p
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

/// The moves that stay inside a word, for Grundy values.
pub(super) struct Levels {
    /// Fewest squares first.
    moves: Vec<Shift>,
    /// For each number of uncovered squares, how many of the moves can lead there.
    leading_to: [usize; 7],
}

impl Levels {
    pub(super) fn of(inside: &[Across]) -> Self {
        let mut moves: Vec<Shift> = inside.iter().map(|across| across.shift).collect();
        moves.sort_by_key(|shift| shift.by.count_ones());
        let leading_to = [0, 1, 2, 3, 4, 5, 6]
            .map(|level| moves.iter().take_while(|shift| level + shift.by.count_ones() <= IN_WORD).count());
        Self { moves, leading_to }
    }

    /// The levels from nothing uncovered to all six squares, each with the moves that lead to it.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &[Shift])> {
        LEVELS.iter().zip(self.leading_to).map(|(&level, count)| (level, &self.moves[..count]))
    }
}
