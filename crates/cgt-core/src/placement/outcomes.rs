//! The outcome of every position of a placement game, 64 positions a word.
//!
//! Let bit u of the table say that the set u of uncovered squares is a P-position, and bit u of a second table
//! that some option of u is one, so that u is an N-position. A move with mask m carries P-position v (disjoint
//! from m) to N-position v + m: as bits, `n |= (p << m) & contains(m)`. Split m into its part in the first six
//! squares, a shift inside each word, and its high part, a distance between words. Then
//!
//! * words are taken in increasing order, so that every option outside a word is known before the word;
//! * when the upper half of an aligned range of 2^b words is reached, each move whose highest square is the
//!   one that tells the halves apart is carried over from the whole lower half at once, in runs of
//!   neighbouring words that the compiler turns into vector code;
//! * moves inside a word go by number of uncovered squares, seven levels.
//!
//! Both tables are one: a word holds the N-positions found so far until its turn comes, then the P-positions.

use super::PlacementGame;
use crate::{Outcome, Play};

/// Squares whose sets share a word.
const IN_WORD: u32 = 6;

/// Who wins each position of a placement game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    squares: u32,
    words: Vec<u64>,
}

impl Outcomes {
    /// The outcome when exactly these squares are uncovered. One load, one shift.
    ///
    /// # Panics
    ///
    /// If the game has six squares or more and `uncovered` names one that is not there.
    #[inline]
    #[must_use]
    pub fn outcome(&self, uncovered: u64) -> Outcome {
        let word = self.words[(uncovered >> IN_WORD) as usize];
        if word >> (uncovered & 63) & 1 == 1 {
            Outcome::P
        } else {
            Outcome::N
        }
    }

    /// Number of P-positions, the position without uncovered squares included if it is one.
    #[must_use]
    pub fn count_p(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Number of squares of the game.
    #[must_use]
    pub const fn squares(&self) -> u32 {
        self.squares
    }

    /// The table: bit `u & 63` of word `u >> 6` is set if the set u of uncovered squares is a P-position. Bits
    /// that are no position (of a game of less than six squares) are not set.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

pub(super) fn solve(game: &PlacementGame, play: Play) -> Outcomes {
    let mut words = vec![0; 1 << game.squares.saturating_sub(IN_WORD)];
    if play == Play::Misere {
        mark_terminals(game, &mut words);
    }
    Pass::new(&game.moves).run(&mut words);
    words[0] &= u64::MAX >> (64 - (1 << game.squares.min(IN_WORD)));
    Outcomes { squares: game.squares, words }
}

/// In misère play, whoever finds no move wins.
fn mark_terminals(game: &PlacementGame, words: &mut [u64]) {
    let singles = game.moves.iter().filter(|mask| mask.count_ones() == 1).count();
    if singles == game.squares as usize {
        words[0] = 1;
        return;
    }
    let moves: Vec<(usize, Shift)> = game.moves.iter().map(|&mask| split(mask)).collect();
    for (index, word) in words.iter_mut().enumerate() {
        let fits = moves.iter().filter(|(high, _)| high & !index == 0);
        *word = !fits.fold(0, |movable, (_, shift)| movable | shift.contains);
    }
}

/// A move's part inside words: from the positions that it leads to, to those where it can be made.
#[derive(Clone, Copy)]
struct Shift {
    by: u32,
    /// The positions of a word in which all these squares are uncovered.
    contains: u64,
}

impl Shift {
    const fn carry(self, p: u64) -> u64 {
        (p << self.by) & self.contains
    }
}

/// A move's high part, a distance between words, and its part inside words.
fn split(mask: u64) -> (usize, Shift) {
    let by = (mask & 63) as u32;
    let contains = (0..IN_WORD)
        .filter(|square| by >> square & 1 == 1)
        .fold(!0, |all, square| all & HAS[square as usize]);
    ((mask >> IN_WORD) as usize, Shift { by, contains })
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

/// A game's moves in the order in which words need them.
struct Pass {
    /// Moves inside a word, fewest squares first, and for each level how many of them can start there.
    inside: Vec<Shift>,
    starting: [usize; 6],
    /// By highest square above the word: the rest of the high part, and the part inside words.
    across: Vec<Vec<(usize, Shift)>>,
}

impl Pass {
    fn new(moves: &[u64]) -> Self {
        let mut inside: Vec<u64> = moves.iter().copied().filter(|mask| mask >> IN_WORD == 0).collect();
        inside.sort_by_key(|mask| mask.count_ones());
        let starting = [0, 1, 2, 3, 4, 5]
            .map(|level| inside.iter().take_while(|mask| level + mask.count_ones() <= IN_WORD).count());
        let mut across = vec![Vec::new(); 64];
        for (high, shift) in moves.iter().map(|&mask| split(mask)) {
            if let Some(top) = high.checked_ilog2() {
                across[top as usize].push((high ^ 1 << top, shift));
            }
        }
        Self { inside: inside.into_iter().map(|mask| split(mask).1).collect(), starting, across }
    }

    /// Turns the terminal N-positions into all P-positions.
    fn run(&self, words: &mut [u64]) {
        words[0] = self.settle(words[0]);
        for index in 1..words.len() {
            let bit = index.trailing_zeros();
            let half = 1 << bit;
            let (done, open) = words.split_at_mut(index);
            let (lower, upper) = (&done[index - half..], &mut open[..half]);
            for &(rest, shift) in &self.across[bit as usize] {
                carry_over(lower, upper, rest, shift);
            }
            upper[0] = self.settle(upper[0]);
        }
    }

    /// From the N-positions of a word by options in other words to its P-positions.
    #[inline]
    fn settle(&self, mut n: u64) -> u64 {
        for (level, starting) in LEVELS.iter().zip(self.starting) {
            let p = !n & level;
            n |= self.inside[..starting].iter().fold(0, |n, shift| n | shift.carry(p));
        }
        !n
    }
}

/// Marks the N-positions of the upper half of a range that have a move to a P-position of the lower half, which
/// covers the square between the halves, the squares `rest` of the index, and some inside words.
#[inline]
fn carry_over(lower: &[u64], upper: &mut [u64], rest: usize, shift: Shift) {
    if rest == 0 {
        for (n, &p) in upper.iter_mut().zip(lower) {
            *n |= shift.carry(p);
        }
        return;
    }
    // Indices that contain `rest` come in runs as long as its lowest bit.
    let run = rest & rest.wrapping_neg();
    let mut from = rest;
    while from < upper.len() {
        let onto = &mut upper[from..from + run];
        for (n, &p) in onto.iter_mut().zip(&lower[from ^ rest..]) {
            *n |= shift.carry(p);
        }
        from = (from + run) | rest;
    }
}

#[cfg(test)]
mod tests;
