//! The order of work over all positions, for one property or several of each.
//!
//! Words are taken in blocks. A block first takes what moves bring from other blocks, which all have smaller
//! numbers. Inside a block, words go in increasing order: when the upper half of
//! an aligned range of 2^b words is reached, each move whose highest square is the one that tells the halves
//! apart is carried over from the whole lower half at once. Either way a move acts on runs of neighbouring
//! words, without a branch for each.

use super::words::{Across, Shift};
use super::PlacementGame;

/// What is known of 64 positions: first what their options bring, in the end the answer.
pub(super) trait Cell: Copy + Send + Sync {
    /// The moves that stay inside a word, as [`settle`](Self::settle) wants them.
    type Inside: Sync;

    /// Arranges them.
    fn inside(moves: &[Across]) -> Self::Inside;

    /// Takes what the positions of `child` bring to those of this cell by a move.
    fn take(&mut self, child: Self, shift: Shift);

    /// Turns what all options outside the cell brought into the answer, or `None` if it does not fit.
    fn settle(self, inside: &Self::Inside) -> Option<Self>;
}

/// 2^12 words of outcomes fill the first-level cache; the blocks that they take from stream through it.
pub(super) const BLOCK_BITS: u32 = 12;

/// The words of a block, of this many in all.
pub(super) fn block_of(words: usize) -> usize {
    words.min(1 << BLOCK_BITS)
}

/// Settles every cell of `cells`, which holds what terminal positions bring. False if an answer did not fit.
pub(super) fn settle_all<C: Cell>(game: &PlacementGame, cells: &mut [C]) -> bool {
    let block = block_of(cells.len());
    let plan = Plan::<C>::new(game.moves(), block);
    (0..cells.len() / block).all(|number| {
        let (done, open) = cells.split_at_mut(number * block);
        plan.settle_block(number, &mut open[..block], |number| &done[number * block..][..block])
    })
}

/// A game's moves in the order in which cells need them.
pub(super) struct Plan<C: Cell> {
    inside: C::Inside,
    /// Moves within a block, by highest index bit; that bit is taken out.
    within: Vec<Vec<Across>>,
    /// Moves from block to block: the mask of bits of the block's number, and the rest.
    between: Vec<(usize, Across)>,
}

impl<C: Cell> Plan<C> {
    pub(super) fn new(moves: &[u64], block: usize) -> Self {
        let mut within = vec![Vec::new(); block.ilog2() as usize];
        let mut between = Vec::new();
        let (inside, moves): (Vec<_>, Vec<_>) =
            moves.iter().map(|&mask| Across::of(mask)).partition(|across| across.index == 0);
        for across in moves {
            let (number, index) = (across.index / block, across.index % block);
            if number > 0 {
                between.push((number, Across { index, ..across }));
            } else if let Some(top) = index.checked_ilog2() {
                within[top as usize].push(Across { index: index ^ 1 << top, ..across });
            }
        }
        Self { inside: C::inside(&inside), within, between }
    }

    /// Settles the block of this number; `done` gives any settled block.
    pub(super) fn settle_block<'c>(
        &self,
        number: usize,
        cells: &mut [C],
        done: impl Fn(usize) -> &'c [C],
    ) -> bool
    where
        C: 'c,
    {
        for &(bits, across) in self.between.iter().filter(|(bits, _)| bits & !number == 0) {
            carry_over(done(number ^ bits), cells, across);
        }
        for index in 0..cells.len() {
            if index > 0 {
                let bit = index.trailing_zeros();
                let half = 1 << bit;
                let (lower, upper) = cells.split_at_mut(index);
                for &across in &self.within[bit as usize] {
                    carry_over(&lower[index - half..], &mut upper[..half], across);
                }
            }
            match cells[index].settle(&self.inside) {
                Some(settled) => cells[index] = settled,
                None => return false,
            }
        }
        true
    }
}

/// Carries a move over from children to as many parents: from the cell at an index without the bits of
/// `across.index` to the cell at the index with them.
#[inline]
fn carry_over<C: Cell>(children: &[C], parents: &mut [C], across: Across) {
    let Across { index: bits, shift } = across;
    // Indices that contain the bits come in runs as long as the lowest of them.
    let run = if bits == 0 { parents.len() } else { bits & bits.wrapping_neg() };
    let mut from = bits;
    while from < parents.len() {
        let to = &mut parents[from..from + run];
        for (parent, &child) in to.iter_mut().zip(&children[from ^ bits..]) {
            parent.take(child, shift);
        }
        from = (from + run) | bits;
    }
}
