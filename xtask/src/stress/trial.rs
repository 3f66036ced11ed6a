//! One run of the program, judged by the oracle.

use crate::{
    diff::{Difference, first_difference},
    runner::{Job, Limits, Outcome, Runner, Verdict},
};
use anyhow::{Context, Result, anyhow};
use onefile::interrupt::ScratchFolder;
use oracles::Problem;
use std::{fs, path::PathBuf, sync::Arc, time::Duration};

/// The longest processor time of a run. Inputs are short, so whoever takes that long is stuck.
const TIME: Duration = Duration::from_secs(1);

/// A program under test, with a folder for the files of its runs; for one thread.
#[derive(Clone, Debug)]
pub struct Trials {
    problem: &'static dyn Problem,
    program: PathBuf,
    runner: Runner,
    limits: Limits,
    folder: Arc<ScratchFolder>,
}

/// What a program did wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    pub verdict: Verdict,
    pub outcome: Outcome,
    pub answer: String,
    pub output: Vec<u8>,
    /// For [`Verdict::WrongAnswer`].
    pub difference: Option<Difference>,
}

impl Trials {
    /// Trials of `program` within `limits`, of which the time is cut.
    ///
    /// # Errors
    /// If no temporary folder can be made.
    pub fn new(
        problem: &'static dyn Problem,
        program: PathBuf,
        runner: Runner,
        limits: Limits,
    ) -> Result<Self> {
        let folder = ScratchFolder::new()?;
        Ok(Self {
            problem,
            program,
            runner,
            limits: Limits { time: limits.time.min(TIME), ..limits },
            folder: Arc::new(folder),
        })
    }

    /// The same trials with less time for a run.
    #[must_use]
    pub fn with_time(&self, time: Duration) -> Self {
        Self { limits: Limits { time: self.limits.time.min(time), ..self.limits }, ..self.clone() }
    }

    /// Runs the program on an input; `None` if its output is the oracle's answer.
    ///
    /// # Errors
    /// If the run could not be made, or the oracle does not take the input.
    pub fn fails(&self, input: &str) -> Result<Option<Failure>> {
        let answer = self.problem.answer(input).map_err(|error| {
            anyhow!("the oracle for {} does not take an input of its own: {error}", self.problem.name())
        })?;
        let (outcome, output) = self.run(input)?;
        let (verdict, difference) = match outcome.fault() {
            Some(verdict) => (verdict, None),
            None => match first_difference(answer.as_bytes(), &output) {
                None => return Ok(None),
                difference => (Verdict::WrongAnswer, difference),
            },
        };
        Ok(Some(Failure { verdict, outcome, answer, output, difference }))
    }

    /// The peak memory of a run on an input, in bytes.
    ///
    /// # Errors
    /// If the run could not be made.
    pub fn memory(&self, input: &str) -> Result<u64> {
        Ok(self.run(input)?.0.memory)
    }

    fn run(&self, input: &str) -> Result<(Outcome, Vec<u8>)> {
        let [stdin, stdout] = ["in", "out"].map(|name| self.folder.path().join(name));
        fs::write(&stdin, input).with_context(|| format!("cannot write {}", stdin.display()))?;
        let job = Job {
            program: &self.program,
            arguments: &[],
            stdin: &stdin,
            stdout: &stdout,
            limits: self.limits,
        };
        let outcome = self.runner.run(&job)?;
        let output = fs::read(&stdout).with_context(|| format!("cannot read {}", stdout.display()))?;
        Ok((outcome, output))
    }
}
