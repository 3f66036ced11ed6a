//! What is tried, and in which order: batch after batch, each made from the seed and its number alone.
//!
//! Kinds of cases take turns. With each turn a batch may hold twice as many cases, and cases twice as large, until an
//! input has its full length; from then on sizes are spread over all magnitudes. Every second batch after the first
//! turns is laid out in an unusual way.

use oracles::{Kind, Problem, white_space::Layout};
use std::{
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
};

/// Bytes of an input at which no further case is added.
const INPUT: usize = 512 << 10;
/// Bytes that a single case should not exceed; a kind's sizes end where it would.
const CASE: usize = 256 << 10;
/// Turns in which all inputs are laid out as the statement does.
const PLAIN_TURNS: u64 = 3;

/// The batches of one problem and seed.
#[derive(Debug)]
pub struct Plan {
    pub problem: &'static dyn Problem,
    pub seed: u64,
    /// For each kind the largest size whose cases are still short.
    sizes: Vec<usize>,
}

/// Cases of one kind, tried in one run.
#[derive(Debug)]
pub struct Batch {
    pub number: u64,
    /// The place of its kind in the problem's list.
    pub kind: usize,
    pub cases: Vec<String>,
    /// The whole input.
    pub input: String,
    pub form: Form,
}

/// How an input is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the statement does.
    Plain,
    /// In other white space.
    Layout(Layout),
    /// In one of the problem's [other forms](Problem::other_forms).
    Other(usize),
}

impl Form {
    /// The whole input of these cases.
    pub fn input(self, problem: &dyn Problem, cases: &[String]) -> String {
        let plain = problem.join(cases);
        match self {
            Form::Plain => plain,
            Form::Layout(layout) => layout.apply(&plain),
            Form::Other(place) => problem.other_forms(&plain).swap_remove(place),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Plain => f.write_str("the statement's layout"),
            Form::Layout(layout) => write!(f, "layout {}", layout.name()),
            Form::Other(place) => write!(f, "other form {}", place + 1),
        }
    }
}

impl Plan {
    pub fn new(problem: &'static dyn Problem, seed: u64) -> Self {
        let largest = |kind: &Kind| {
            let doubled = std::iter::successors(Some(1_usize), |size| size.checked_mul(2));
            let sizes = doubled.take_while(|&size| size < problem.size_max()).chain([problem.size_max()]);
            sizes.take_while(|&size| kind.case(size, seed).text.len() <= CASE).last().unwrap_or(1)
        };
        let sizes = problem.kinds().iter().map(largest).collect();
        Self { problem, seed, sizes }
    }

    /// The batch of a number: the same one whenever it is asked for.
    pub fn batch(&self, number: u64) -> Batch {
        let kinds = self.problem.kinds();
        let kind = (number % kinds.len() as u64) as usize;
        let turn = number / kinds.len() as u64;
        let most =
            1_usize.checked_shl(turn.min(20) as u32).unwrap_or(usize::MAX).min(self.problem.cases_max());
        // Where one answer is about all cases, a few of them tell more than many.
        let most = if turn % 4 == 3 { most.min(3) } else { most };
        // Every magnitude is the largest one of some inputs, so that those of small cases hold many.
        let largest = size(self.sizes[kind].min(1 << (turn + 1).min(62)), self.number(&number));

        let mut cases = Vec::new();
        let mut length = 0;
        while cases.len() < most && length < INPUT {
            let seed = self.number(&(number, cases.len()));
            // Kinds that count cases by their seeds shall get them in a row.
            let in_a_row = self.seed.wrapping_add(turn << 16).wrapping_add(cases.len() as u64);
            let case =
                kinds[kind].case(size(largest, seed), if seed.is_multiple_of(2) { in_a_row } else { seed });
            length += case.text.len();
            cases.push(case.text);
        }
        let form = self.form(number, turn);
        Batch { number, kind, input: form.input(self.problem, &cases), cases, form }
    }

    fn form(&self, number: u64, turn: u64) -> Form {
        let choice = self.number(&(number, "form"));
        if turn < PLAIN_TURNS || choice.is_multiple_of(2) {
            return Form::Plain;
        }
        let others = self.problem.other_forms(&self.problem.join(&[])).len();
        let place = (choice / 2 % (Layout::ALL.len() + 2 + others) as u64) as usize;
        match (Layout::ALL.get(place), place.checked_sub(Layout::ALL.len() + 2)) {
            (Some(&layout), _) => Form::Layout(layout),
            (None, Some(other)) => Form::Other(other),
            (None, None) => Form::Layout(Layout::Random(choice)),
        }
    }

    fn number(&self, of: &impl Hash) -> u64 {
        // Its keys are fixed: the same numbers on every machine, for this version of the standard library.
        let mut hasher = DefaultHasher::new();
        (self.seed, of).hash(&mut hasher);
        hasher.finish()
    }
}

/// A size up to `largest`, every magnitude as likely as the others.
fn size(largest: usize, random: u64) -> usize {
    let magnitudes = u64::from(largest.ilog2()) + 1;
    let low = 1_u64 << ((random >> 8) % magnitudes);
    let size = low + (random >> 16) % low;
    (size as usize).min(largest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use std::collections::BTreeSet;

    #[test]
    fn a_batch_is_made_from_the_seed_and_its_number() {
        for problem in oracles::problems() {
            let (one, other) = (Plan::new(problem, 7), Plan::new(problem, 7));
            let differs =
                (0..100).any(|number| one.batch(number).input != Plan::new(problem, 8).batch(number).input);
            assert!(differs);
            for number in [99, 0, 50] {
                assert_eq!(one.batch(number).input, other.batch(number).input);
            }
        }
    }

    #[test]
    fn inputs_grow_from_tiny_to_their_full_length_and_stay_within_the_statement() {
        for problem in oracles::problems() {
            let plan = Plan::new(problem, 3);
            let kinds = problem.kinds().len() as u64;
            assert!((0..kinds).all(|number| plan.batch(number).cases.len() == 1));
            let late: Vec<Batch> = (20 * kinds..21 * kinds).map(|number| plan.batch(number)).collect();
            for batch in &late {
                assert!(batch.cases.len() <= problem.cases_max());
                assert!(batch.input.len() < 4 * INPUT, "{}", batch.input.len());
            }
            let many = late.iter().all(|batch| batch.cases.len() >= problem.cases_max().min(100));
            assert!(many || problem.name() == "dag-sg", "{}", problem.name());
        }
    }

    #[test]
    fn every_layout_comes_up() {
        let problem = oracles::problem("dag-sg").expect("one of the problems");
        let plan = Plan::new(problem, 1);
        let seen: BTreeSet<String> = (0..400).map(|number| plan.batch(number).form.to_string()).collect();
        let others = problem.other_forms("1\n0\n0\n").len();
        assert_eq!(seen.len(), 1 + Layout::ALL.len() + 1 + others, "{seen:?}");
    }

    #[test]
    fn sizes_reach_from_one_to_the_largest() {
        let sizes: Vec<usize> =
            (0..4000).map(|i: u64| size(16, i.wrapping_mul(0x9E37_79B9_7F4A_7C15))).collect();
        assert_eq!((1..=16).filter(|size| !sizes.contains(size)).count(), 0);
        assert!(sizes.iter().all(|&size| (1..=16).contains(&size)));
    }
}
