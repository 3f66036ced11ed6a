//! Slow, obviously right solutions of the problems, and seeded case generators.
//!
//! Nothing here shares code with the solvers or with `cgt-core`: each module reads the rules of its problem word by
//! word, parses input by splitting it at white space, and is checked against figures known from elsewhere. The tools
//! see the four modules alike, through [`Problem`]:
//!
//! ```
//! let euler = oracles::problem("euler").unwrap();
//! let kind = euler.kind("random").unwrap();
//! let input = euler.input(kind, 3, 16, 42); // three boards with up to 16 open squares, from seed 42
//! assert_eq!(euler.split(&input).unwrap().len(), 3);
//! assert_eq!(euler.answer(&input).unwrap().lines().count(), 3);
//! ```

pub mod chess_sg;
pub mod dag_sg;
pub mod euler;
mod shrink;
mod text;
pub mod tomek;
pub mod white_space;

use std::fmt::Debug;

/// A problem as the tools see it: generators, the right answers, and ways to make an input smaller.
///
/// An input is made of *cases*, the parts that a tool may drop, permute or shrink on their own: a board for `euler`
/// and `tomek`, a graph with its queries for `dag-sg`. `chess-sg` has one answer for the whole input; there a case is
/// a group of pieces, and the input is the sum of its cases.
pub trait Problem: Debug + Send + Sync {
    /// The name of the solver and of the package under `fixtures/`.
    fn name(&self) -> &'static str;

    /// Every kind of case there is a generator for.
    fn kinds(&self) -> &'static [Kind];

    /// The largest size that means anything to the generators; see the module for what a size is.
    fn size_max(&self) -> usize;

    /// The most cases that the statement allows in one input, `usize::MAX` where it sets no bound.
    fn cases_max(&self) -> usize;

    /// Puts cases together to a whole input, laid out as the statement lays it out.
    fn join(&self, cases: &[String]) -> String;

    /// Inputs that mean the same as this one, in forms that differ by more than white space. How many there are does not
    /// depend on the input.
    fn other_forms(&self, _input: &str) -> Vec<String> {
        Vec::new()
    }

    /// Takes a whole input apart into cases that [`join`](Problem::join) puts together again.
    ///
    /// The parts come back in the layout of the statement whatever white space the input has. A `chess-sg` input
    /// comes back with one case a piece.
    ///
    /// # Errors
    /// Says what is wrong with an input that is not well formed.
    fn split(&self, input: &str) -> Result<Vec<String>, String>;

    /// The exact output to a whole input.
    ///
    /// # Errors
    /// Says what is wrong with an input that is not well formed.
    fn answer(&self, input: &str) -> Result<String, String>;

    /// Cases a step smaller than this one by the problem's own rules, the most daring first.
    ///
    /// Every candidate is well formed and smaller in a measure that cannot fall for ever, so that taking any failing
    /// candidate and starting again comes to an end. A case that is not well formed has no candidates.
    fn shrink(&self, case: &str) -> Box<dyn Iterator<Item = String>>;

    /// The kind of this name.
    fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds().iter().find(|kind| kind.name == name)
    }

    /// A whole input of `cases` cases of one kind. Case *i* is `kind.case(size, seed + i)`.
    fn input(&self, kind: &Kind, cases: usize, size: usize, seed: u64) -> String {
        let texts: Vec<String> =
            (0..cases as u64).map(|i| kind.case(size, seed.wrapping_add(i)).text).collect();
        self.join(&texts)
    }
}

/// A generator of cases.
#[derive(Debug)]
pub struct Kind {
    /// What the kind is called on the command line and in `generated.toml`.
    pub name: &'static str,
    /// What the kind is for.
    pub role: Role,
    /// What its cases look like, in a few words.
    pub about: &'static str,
    make: fn(usize, u64) -> Case,
}

impl Kind {
    /// The case of a size and a seed: the same one every time, on every machine.
    ///
    /// Size 0 counts as 1, and a size above [`Problem::size_max`] as that.
    pub fn case(&self, size: usize, seed: u64) -> Case {
        (self.make)(size.max(1), seed)
    }
}

/// What a kind of case is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// What a judge's file mostly holds.
    Typical,
    /// The least and the barely allowed.
    Edge,
    /// Made to catch a mistake that is easily made.
    Adversarial,
    /// As large or as deep as the statement allows at the largest size.
    Maximum,
}

/// One case of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its part of the input, without the frame that [`Problem::join`] adds. Ends with a newline.
    pub text: String,
    /// The output to this case alone, where it is known from how the case was made rather than from the oracle.
    pub known: Option<String>,
}

/// All problems, sorted by name.
pub fn problems() -> [&'static dyn Problem; 4] {
    [&chess_sg::ChessSg, &dag_sg::DagSg, &euler::Euler, &tomek::Tomek]
}

/// The problem of this name.
pub fn problem(name: &str) -> Option<&'static dyn Problem> {
    problems().into_iter().find(|problem| problem.name() == name)
}
