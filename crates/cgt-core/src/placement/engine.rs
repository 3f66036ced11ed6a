//! The order of work over all positions, for one property or several of each.
//!
//! Words are taken in blocks. A block first takes what moves bring from other blocks, which all have fewer
//! squares among those that tell blocks apart; blocks with equally many such squares do not depend on each
//! other, so that threads share them out. Inside a block, words go in increasing order: when the upper half of
//! an aligned range of 2^b words is reached, each move whose highest square is the one that tells the halves
//! apart is carried over from the whole lower half at once. Either way a move acts on runs of neighbouring
//! words, without a branch for each.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::words::{Across, Inside, Shift};
use super::PlacementGame;

/// What is known of 64 positions: first what their options bring, in the end the answer.
pub(super) trait Cell: Copy + Send + Sync {
    /// Takes what the positions of `child` bring to those of this cell by a move.
    fn take(&mut self, child: Self, shift: Shift);

    /// Turns what all options outside the cell brought into the answer, or `None` if it does not fit.
    fn settle(self, inside: &Inside) -> Option<Self>;
}

/// 2^12 words of outcomes fill the first-level cache; the blocks that they take from stream through it.
pub(super) const BLOCK_BITS: u32 = 12;

/// How a solve is to be run. Default: one thread, nobody watching.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Threads that work, the calling one included.
    pub threads: NonZeroUsize,
    /// Called from any of the threads, every few thousand positions, with the number of positions done.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Default for Run<'_> {
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, progress: &|_| {} }
    }
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Settles every cell of `cells`, which holds what terminal positions bring. False if an answer did not fit.
pub(super) fn settle_all<C: Cell>(game: &PlacementGame, cells: &mut [C], run: Run<'_>) -> bool {
    let block = cells.len().min(1 << BLOCK_BITS);
    let plan = Plan::new(game.moves(), block);
    let blocks = cells.len() / block;
    let mut open: Vec<Option<&mut [C]>> = cells.chunks_mut(block).map(Some).collect();
    let mut done: Vec<&[C]> = vec![&[]; blocks];
    let cells_done = AtomicU64::new(0);
    let settle = |index: usize, cells: &mut [C], done: &[&[C]]| {
        let fits = plan.settle_block(index, cells, done);
        let before = cells_done.fetch_add(block as u64, Ordering::Relaxed);
        (run.progress)((before + block as u64) << super::words::IN_WORD);
        fits
    };
    for level in 0..=blocks.ilog2() {
        let of_level = (0..blocks).filter(|index| index.count_ones() == level);
        let queue: Vec<_> =
            of_level.filter_map(|index| open[index].take().map(|cells| (index, cells))).collect();
        let threads = run.threads.get().min(queue.len());
        let queue = Mutex::new(queue.into_iter());
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            let mut finished = Vec::new();
            while let Some((index, cells)) = next() {
                if !settle(index, cells, &done) {
                    return None;
                }
                finished.push((index, &*cells));
            }
            Some(finished)
        };
        let finished: Option<Vec<_>> = if threads < 2 {
            work()
        } else {
            thread::scope(|scope| {
                let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
                let own = work();
                let others: Option<Vec<_>> = others
                    .into_iter()
                    .map(|other| other.join().expect("a thread that does not panic"))
                    .collect();
                Some(own?.into_iter().chain(others?.into_iter().flatten()).collect())
            })
        };
        let Some(finished) = finished else { return false };
        for (index, cells) in finished {
            done[index] = cells;
        }
    }
    true
}

/// A game's moves in the order in which cells need them.
struct Plan {
    inside: Inside,
    /// Moves within a block, by highest index bit; that bit is taken out.
    within: Vec<Vec<Across>>,
    /// Moves from block to block: the mask of bits of the block's number, and the rest.
    between: Vec<(usize, Across)>,
}

impl Plan {
    fn new(moves: &[u64], block: usize) -> Self {
        let mut within = vec![Vec::new(); block.ilog2() as usize];
        let mut between = Vec::new();
        for across in moves.iter().map(|&mask| Across::of(mask)) {
            let (number, index) = (across.index / block, across.index % block);
            if number > 0 {
                between.push((number, Across { index, ..across }));
            } else if let Some(top) = index.checked_ilog2() {
                within[top as usize].push(Across { index: index ^ 1 << top, ..across });
            }
        }
        Self { inside: Inside::of(moves), within, between }
    }

    fn settle_block<C: Cell>(&self, number: usize, cells: &mut [C], done: &[&[C]]) -> bool {
        for &(bits, across) in self.between.iter().filter(|(bits, _)| bits & !number == 0) {
            carry_over(done[number ^ bits], cells, across);
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
