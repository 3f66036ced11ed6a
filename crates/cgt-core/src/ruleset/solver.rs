//! The solver: a depth-first search with its own stack and a table of what is known.

use super::{from_fn, options_of, FromFn, HashMemo, Memo, Options, Part, Ruleset};
use crate::{MexMarks, Nimber, Outcome, Play};
use std::fmt;
use std::hash::Hash;

/// In the table: a position whose options are being looked at.
const OPEN: u32 = u32::MAX - 1;

/// Options are kept for positions on the stack up to this many, then listed again when they are needed again.
const KEPT_OPTIONS: usize = 1 << 20;

/// Solves positions of one ruleset and remembers what it has found.
///
/// No recursion: a chain of 10^6 moves takes memory, not stack. Each position is looked at once for each kind of
/// question (Grundy value, outcome in normal play, outcome in misère play); a question about outcomes stops at
/// the first winning move. Memory: the table, and for each position on the way to the one that is looked at
/// about 64 bytes and the position.
///
/// `M` is the table: [`HashMemo`] if nothing is said, [`DenseMemo`](super::DenseMemo) for positions that are
/// small numbers, or your own.
///
/// # Panics
///
/// Every question panics if a play can return to the same position.
#[derive(Clone)]
pub struct Solver<R: Ruleset, M = HashMemo<<R as Ruleset>::Position>> {
    rules: R,
    values: M,
    normal: M,
    misere: M,
    search: Search<R::Position>,
    /// Some option is a sum, so that outcomes in normal play follow from Grundy values alone.
    splits: bool,
}

impl<R: Ruleset, M> fmt::Debug for Solver<R, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl<P, F> Solver<FromFn<P, F>>
where
    P: Clone + Eq + Hash,
    F: Fn(&P, &mut Options<P>),
{
    /// A solver for the game whose options a closure lists.
    pub fn from_fn(options: F) -> Self {
        Self::new(from_fn(options))
    }
}

impl<R: Ruleset, M: Memo<R::Position> + Default> Solver<R, M> {
    /// A solver that knows no position yet.
    pub fn new(rules: R) -> Self {
        Self {
            rules,
            values: M::default(),
            normal: M::default(),
            misere: M::default(),
            search: Search::new(),
            splits: false,
        }
    }

    /// The Grundy value of a position: who wins it, and every sum of it with others, in normal play.
    pub fn grundy(&mut self, position: &R::Position) -> Nimber {
        let value = self.search.run(&self.rules, &mut self.values, Question::Grundy, position);
        Nimber(value.expect("Grundy values exist for sums").into())
    }

    /// Who wins a position.
    ///
    /// # Panics
    ///
    /// In misère play, if the ruleset gives an option as a sum: who wins a sum does not follow from who wins its
    /// components. Wrap the ruleset in [`Sum`](super::Sum), whose positions are whole sums.
    pub fn outcome(&mut self, position: &R::Position, play: Play) -> Outcome {
        let found = match play {
            Play::Normal if self.splits => None,
            Play::Normal => self.search.run(&self.rules, &mut self.normal, Question::Outcome(play), position),
            Play::Misere => {
                let found = self.search.run(&self.rules, &mut self.misere, Question::Outcome(play), position);
                Some(found.expect("options in misère play that are no sums; `Sum` makes them so"))
            }
        };
        match found {
            Some(0) => Outcome::P,
            Some(_) => Outcome::N,
            None => {
                self.splits = true;
                self.grundy(position).outcome()
            }
        }
    }

    /// The options to which the player to move can move and win, as the ruleset lists them, each as its
    /// components (one, unless it is a sum). Panics like [`outcome`](Self::outcome).
    pub fn winning_options(&mut self, position: &R::Position, play: Play) -> Vec<Vec<R::Position>> {
        let mut options = options_of(&self.rules, position);
        options.retain(|components| self.outcome_of_option(components, play).is_p());
        options
    }

    fn outcome_of_option(&mut self, components: &[R::Position], play: Play) -> Outcome {
        match (components, play) {
            ([], _) => play.terminal(),
            ([option], _) => self.outcome(option, play),
            (_, Play::Normal) => self.grundy_of_sum(components).outcome(),
            (_, Play::Misere) => panic!("an option in misère play is a sum; `Sum` makes it a position"),
        }
    }

    /// The Grundy value of a disjunctive sum of positions.
    pub fn grundy_of_sum(&mut self, components: &[R::Position]) -> Nimber {
        components.iter().map(|component| self.grundy(component)).sum()
    }

    /// Every winning move in a disjunctive sum of positions, in normal play.
    ///
    /// A sum of value s is won by a move in a component of value g to an option of value g + s, and by no other
    /// move (Bouton 1901 for Nim; Siegel, Theorem IV.1.5).
    ///
    /// ```
    /// use cgt_core::{Nimber, Solver};
    ///
    /// let mut nim = Solver::from_fn(|&heap: &u32, options| options.extend(0..heap));
    /// let moves = nim.winning_moves_of_sum(&[3, 4, 5]);
    /// assert_eq!(moves.len(), 1);
    /// assert_eq!((moves[0].component, &moves[0].option), (0, &vec![1]));
    /// assert_eq!((moves[0].from, moves[0].to), (Nimber(3), Nimber(1)));
    /// ```
    pub fn winning_moves_of_sum(&mut self, components: &[R::Position]) -> Vec<SumMove<R::Position>> {
        let sum = self.grundy_of_sum(components);
        let mut moves = Vec::new();
        for (component, position) in components.iter().enumerate() {
            let from = self.grundy(position);
            for option in options_of(&self.rules, position) {
                let to = self.grundy_of_sum(&option);
                if to == from + sum {
                    moves.push(SumMove { component, option, from, to });
                }
            }
        }
        moves
    }
}

/// A move in one component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove<P> {
    /// Which component.
    pub component: usize,
    /// What becomes of it: one position, or several side by side.
    pub option: Vec<P>,
    /// Its value before.
    pub from: Nimber,
    /// Its value after.
    pub to: Nimber,
}

/// What is asked of each position. The answer is a number: the Grundy value; or 0 for a P-position and 1 for an
/// N-position, which is what the mex over the options' answers comes to when only 0 counts.
#[derive(Clone, Copy)]
enum Question {
    Grundy,
    Outcome(Play),
}

#[derive(Clone)]
struct Search<P> {
    frames: Vec<Frame<P>>,
    /// The options of the frames that keep theirs, one frame's after another's.
    options: Options<P>,
    /// Values of options from 64 on, the same.
    large: Vec<u64>,
    marks: MexMarks,
}

/// A position whose options are being looked at.
#[derive(Clone)]
struct Frame<P> {
    position: P,
    /// Where its options and its large values begin.
    options: usize,
    large: usize,
    /// How many parts of its options have been seen.
    seen: usize,
    /// The sum of the components seen of the option that is being looked at.
    sum: u32,
    /// Values below 64 of the options seen.
    low: u64,
    /// Whether the options are listed.
    listed: bool,
}

/// What to do next with a position.
enum Step<P> {
    Settle(u32),
    Descend(P),
    /// An outcome depends on a sum.
    Splits,
}

impl<P: Clone> Search<P> {
    const fn new() -> Self {
        Self { frames: Vec::new(), options: Options::new(), large: Vec::new(), marks: MexMarks::new() }
    }

    /// Answers the question for a position, or `None` if an outcome depends on a sum.
    fn run<R, M>(&mut self, rules: &R, memo: &mut M, question: Question, position: &P) -> Option<u32>
    where
        R: Ruleset<Position = P>,
        M: Memo<P>,
    {
        let mut root = position.clone();
        rules.canonicalize(&mut root);
        match memo.get(&root) {
            Some(value) if value != OPEN => return Some(value),
            _ => self.enter(memo, root),
        }
        loop {
            match self.step(rules, memo, question) {
                Step::Descend(option) => self.enter(memo, option),
                Step::Settle(value) => {
                    let frame = self.frames.pop()?;
                    self.options.parts.truncate(frame.options);
                    self.large.truncate(frame.large);
                    memo.set(&frame.position, value);
                    if self.frames.is_empty() {
                        return Some(value);
                    }
                }
                Step::Splits => {
                    self.frames.clear();
                    self.options.parts.clear();
                    return None;
                }
            }
        }
    }

    fn enter(&mut self, memo: &mut impl Memo<P>, position: P) {
        memo.set(&position, OPEN);
        self.frames.push(Frame {
            position,
            options: self.options.parts.len(),
            large: self.large.len(),
            seen: 0,
            sum: 0,
            low: 0,
            listed: false,
        });
    }

    /// Goes on with the last position up to an option that is not known yet.
    fn step<R, M>(&mut self, rules: &R, memo: &M, question: Question) -> Step<P>
    where
        R: Ruleset<Position = P>,
        M: Memo<P>,
    {
        let frame = self.frames.last_mut().expect("a position to go on with");
        if !frame.listed {
            rules.options(&frame.position, &mut self.options);
            for part in &mut self.options.parts[frame.options..] {
                if let Part::Whole(position) | Part::Component(position) = part {
                    rules.canonicalize(position);
                }
            }
            frame.listed = true;
        }
        let parts = &self.options.parts[frame.options..];
        while let Some(part) = parts.get(frame.seen) {
            let ends = match part {
                Part::EndOfSum => true,
                Part::Whole(position) | Part::Component(position) => {
                    let whole = matches!(part, Part::Whole(_));
                    if !whole && matches!(question, Question::Outcome(_)) {
                        return Step::Splits;
                    }
                    match memo.get(position) {
                        Some(OPEN) => panic!("a play of this game can return to the same position"),
                        Some(value) => frame.sum ^= value,
                        None => {
                            let option = position.clone();
                            if self.options.parts.len() > KEPT_OPTIONS {
                                self.options.parts.truncate(frame.options);
                                frame.listed = false;
                            }
                            return Step::Descend(option);
                        }
                    }
                    whole
                }
            };
            frame.seen += 1;
            if ends {
                let value = std::mem::take(&mut frame.sum);
                match question {
                    Question::Outcome(_) if matches!(part, Part::EndOfSum) => return Step::Splits,
                    Question::Outcome(_) if value == 0 => return Step::Settle(1),
                    _ if value < 64 => frame.low |= 1 << value,
                    _ => self.large.push(value.into()),
                }
            }
        }
        Step::Settle(match question {
            Question::Grundy if frame.low == u64::MAX => {
                let above = self.large[frame.large..].iter().map(|&value| value - 64);
                64 + self.marks.mex(above) as u32
            }
            Question::Grundy => (!frame.low).trailing_zeros(),
            Question::Outcome(play) if frame.seen == 0 => u32::from(play.terminal().is_n()),
            Question::Outcome(_) => 0,
        })
    }
}

#[cfg(test)]
mod tests;
