//! Measures solvers on large inputs, beside `wc -l`, their bundles and plain programs of other makes.
//!
//! Every program runs on the same file, on the same processor core, in turn: a round is one run of each. So whatever
//! else the machine does hits all of them alike, and a time is compared with that of `wc -l` in the same round.
//! Before that each is run once to bring the file into memory, and its output is compared with the solver's: wrong
//! answers are not timed. Timed runs write to `/dev/null`, as hyperfine makes programs do.

mod compare;
mod inputs;
mod machine;
mod markdown;
mod measure;
mod programs;
mod statistics;
mod text;

pub use self::{
    compare::compare,
    inputs::{FAMILIES, Family},
    machine::Machine,
    markdown::{markdown, put_into_page},
    measure::{Bench, Input},
    programs::{Field, Program, SOLVER, TRUE, WC, find, tool},
    statistics::Summary,
    text::text,
};

use serde::{Deserialize, Serialize};

/// What was measured; also the format of saved files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub machine: Machine,
    /// The core that all programs ran on.
    pub core: usize,
    /// Runs of each program on a large input, unless it takes long; there are ten times as many on samples.
    pub runs: usize,
    pub rows: Vec<Row>,
    /// Time against size.
    pub linear: Vec<Line>,
    /// Words on what could not be measured.
    pub missing: Vec<String>,
}

/// Programs side by side on one input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub problem: String,
    /// What is in the input.
    pub input: String,
    pub bytes: u64,
    /// The program whose time is 1 in ratios.
    pub baseline: String,
    /// What instructions are counted for.
    pub record: Option<String>,
    pub reach: Reach,
    pub measured: Vec<Measured>,
}

/// What the solver should reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reach {
    pub ratio: f64,
    pub memory_bytes: u64,
}

/// One program on one input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    pub program: String,
    /// Less than the report's number if it takes long.
    pub runs: usize,
    /// What its times are multiplied by, since it got that much less input.
    pub scale: f64,
    /// Nothing was measured of a program that gave wrong answers.
    pub wall_seconds: Option<Summary>,
    pub cpu_seconds: Option<Summary>,
    /// The wall time in that of the baseline in the same round.
    pub ratio: Option<Summary>,
    /// The greatest peak of all runs.
    pub memory_bytes: u64,
    /// Executed for each record, those at the start of the program left out.
    pub instructions: Option<f64>,
    pub answers: Answers,
}

/// What a program printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answers {
    /// It answers nothing.
    None,
    /// What the solver printed.
    Same,
    /// Something else, or it failed.
    Different(String),
}

impl Answers {
    pub fn is_wrong(&self) -> bool {
        matches!(self, Self::Different(_))
    }
}

/// A solver's time against the size of one kind of input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub problem: String,
    /// What is in the inputs, in a word.
    pub kind: String,
    pub points: Vec<Point>,
}

/// A solver on an input of some size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The size that was aimed at.
    pub target_bytes: u64,
    pub bytes: u64,
    pub wall_seconds: Summary,
    pub memory_bytes: u64,
}

impl Report {
    /// The first wrong answer, told in a line.
    pub fn wrong_answers(&self) -> impl Iterator<Item = String> {
        self.rows.iter().flat_map(|row| {
            row.measured.iter().filter_map(move |measured| match &measured.answers {
                Answers::Different(told) => {
                    Some(format!("{} ({}), {}: {told}", row.problem, row.input, measured.program))
                }
                _ => None,
            })
        })
    }
}
