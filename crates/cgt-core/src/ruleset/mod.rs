//! Games described by their moves, and a solver for them.
//!
//! A [`Ruleset`] lists the options of a position; [`Solver`] gives outcomes, Grundy values and winning moves,
//! for normal and misère play. A closure is enough:
//!
//! ```
//! use cgt_core::{Nimber, Play, Solver};
//!
//! // Nim with one heap of at most two taken.
//! let mut nim = Solver::from_fn(|&heap: &u32, options| options.extend(heap.saturating_sub(2)..heap));
//! assert_eq!(nim.grundy(&7), Nimber(1));
//! assert_eq!(nim.winning_options(&7, Play::Normal), [[6]]);
//! assert!(nim.outcome(&7, Play::Misere).is_p()); // the last to take loses
//! ```
//!
//! Kayles: knock down one pin or two neighbours, which may split the row. An option that falls apart is given
//! as the sum of its components, each of which is solved once:
//!
//! ```
//! use cgt_core::{Nimber, Solver};
//!
//! let mut kayles = Solver::from_fn(|&pins: &u32, options| {
//!     for taken in 1..=pins.min(2) {
//!         for left in 0..=pins - taken {
//!             options.push_sum([left, pins - taken - left]);
//!         }
//!     }
//! });
//! assert_eq!(kayles.grundy(&70), Nimber(6));
//! ```
//!
//! A graph without cycles, and Euler on 4×4 with positions that fit an array, so that no hashing is needed:
//!
//! ```
//! use cgt_core::ruleset::{from_fn, DenseMemo, Solver};
//! use cgt_core::{Bitboard, Nimber, Outcome, Play};
//!
//! let out = [vec![1, 2], vec![2], vec![3], vec![]];
//! let mut graph = Solver::from_fn(|&node: &usize, options| options.extend(out[node].iter().copied()));
//! assert_eq!(graph.grundy(&0), Nimber(2));
//!
//! let moves: Vec<_> = Bitboard::<4, 4>::FULL.singles().chain(Bitboard::border_runs(2..=3)).collect();
//! let moves: Vec<u32> = moves.into_iter().map(|covered| covered.bits() as u32).collect();
//! let mut euler = Solver::<_, DenseMemo>::new(from_fn(|&free: &u32, options| {
//!     options.extend(moves.iter().filter(|&mask| mask & !free == 0).map(|mask| free ^ mask));
//! }));
//! assert_eq!(euler.outcome(&0xffff, Play::Misere), Outcome::P);
//! ```

mod memo;
mod solver;
mod sum;

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

pub use memo::{DenseMemo, FastHasher, HashMemo, Memo};
pub use solver::{Solver, SumMove};
pub use sum::Sum;

/// The rules of an impartial game: which options a position has.
///
/// No play may go on for ever. Options are asked for again when that saves memory, so they have to come in the
/// same order each time.
pub trait Ruleset {
    /// Everything that decides what can still happen.
    type Position: Clone + Eq + Hash;

    /// Lists what can become of a position in one move.
    fn options(&self, position: &Self::Position, options: &mut Options<Self::Position>);

    /// Turns a position into one that stands for all positions equivalent to it, such as mirror images.
    ///
    /// Does nothing unless a ruleset says otherwise.
    fn canonicalize(&self, position: &mut Self::Position) {
        let _ = position;
    }
}

impl<R: Ruleset> Ruleset for &R {
    type Position = R::Position;

    fn options(&self, position: &Self::Position, options: &mut Options<Self::Position>) {
        (**self).options(position, options);
    }

    fn canonicalize(&self, position: &mut Self::Position) {
        (**self).canonicalize(position);
    }
}

/// The ruleset whose options a closure lists.
pub fn from_fn<P, F>(options: F) -> FromFn<P, F>
where
    P: Clone + Eq + Hash,
    F: Fn(&P, &mut Options<P>),
{
    FromFn { options, position: PhantomData }
}

/// See [`from_fn`].
#[derive(Clone, Copy)]
pub struct FromFn<P, F> {
    options: F,
    position: PhantomData<fn(&P)>,
}

impl<P, F> fmt::Debug for FromFn<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FromFn")
    }
}

impl<P, F> Ruleset for FromFn<P, F>
where
    P: Clone + Eq + Hash,
    F: Fn(&P, &mut Options<P>),
{
    type Position = P;

    #[inline]
    fn options(&self, position: &P, options: &mut Options<P>) {
        (self.options)(position, options);
    }
}

/// Where a ruleset puts the options of a position.
#[derive(Clone, Debug)]
pub struct Options<P> {
    parts: Vec<Part<P>>,
}

/// A piece of the list of options.
#[derive(Clone, Debug)]
enum Part<P> {
    /// An option that is one position.
    Whole(P),
    /// A component of an option that is a sum.
    Component(P),
    /// No further component.
    EndOfSum,
}

impl<P> Options<P> {
    const fn new() -> Self {
        Self { parts: Vec::new() }
    }

    /// Adds an option.
    #[inline]
    pub fn push(&mut self, option: P) {
        self.parts.push(Part::Whole(option));
    }

    /// Adds an option that is the disjunctive sum of these positions: whoever is to move chooses one of them
    /// and moves there. The sum of nothing is a position without moves.
    #[inline]
    pub fn push_sum(&mut self, components: impl IntoIterator<Item = P>) {
        self.parts.extend(components.into_iter().map(Part::Component));
        self.parts.push(Part::EndOfSum);
    }
}

impl<P> Extend<P> for Options<P> {
    #[inline]
    fn extend<I: IntoIterator<Item = P>>(&mut self, options: I) {
        self.parts.extend(options.into_iter().map(Part::Whole));
    }
}

/// The options of a position, each as its components.
fn options_of<R: Ruleset>(rules: &R, position: &R::Position) -> Vec<Vec<R::Position>> {
    let mut options = Options::new();
    rules.options(position, &mut options);
    let mut lists = Vec::new();
    let mut components = Vec::new();
    for part in options.parts {
        match part {
            Part::Whole(option) => lists.push(vec![option]),
            Part::Component(component) => components.push(component),
            Part::EndOfSum => lists.push(std::mem::take(&mut components)),
        }
    }
    lists
}
