//! The same work shared out to threads, and watched.
//!
//! Blocks with equally many squares among those that tell blocks apart do not depend on each other.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::engine::{block_of, Cell, Plan};
use super::PlacementGame;

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

/// Like [`engine::settle_all`](super::engine::settle_all), with as many threads as `run` says.
pub(super) fn settle_all<C: Cell>(game: &PlacementGame, cells: &mut [C], run: Run<'_>) -> bool {
    let block = block_of(cells.len());
    let plan = Plan::<C>::new(game.moves(), block);
    let blocks = cells.len() / block;
    let mut open: Vec<Option<&mut [C]>> = cells.chunks_mut(block).map(Some).collect();
    let mut done: Vec<&[C]> = vec![&[]; blocks];
    let cells_done = AtomicU64::new(0);
    let settle = |index: usize, cells: &mut [C], done: &[&[C]]| {
        let fits = plan.settle_block(index, cells, |number| done[number]);
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
