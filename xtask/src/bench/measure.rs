//! Runs programs side by side, one after another in each round, on one processor core.

use super::{
    Answers, Measured,
    programs::{Program, SOLVER},
    statistics::Summary,
};
use crate::{
    diff::first_difference,
    runner::{Job, Limits, Outcome, Runner},
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use tempfile::TempDir;

/// Far beyond what any program here needs: only a runaway breaks them.
const LIMITS: Limits = Limits { time: Duration::from_secs(600), memory: 16 << 30, output: 16 << 30 };

/// The runs of a program on one input end after so much time and so many runs.
const PATIENCE: Duration = Duration::from_secs(5);
const RUNS_MIN: usize = 3;

const NOWHERE: &str = "/dev/null";

/// An input in the full size, and a part of it for slow programs.
#[derive(Clone, Debug)]
pub struct Input {
    pub whole: PathBuf,
    pub part: PathBuf,
}

impl Input {
    /// How much of it a program gets: all of it divided by that.
    fn scale(&self, program: &Program) -> Result<f64> {
        let size = |path: &Path| path.metadata().with_context(|| format!("cannot read {}", path.display()));
        Ok(if program.is_slow {
            size(&self.whole)?.len() as f64 / size(&self.part)?.len() as f64
        } else {
            1.0
        })
    }

    fn of(&self, program: &Program) -> &Path {
        if program.is_slow { &self.part } else { &self.whole }
    }
}

/// Runs programs and looks at what they print.
#[derive(Debug)]
pub struct Bench {
    runner: Runner,
    /// For outputs; of its own, since another session may run.
    folder: TempDir,
}

impl Bench {
    /// Outputs are kept in `folder` while they are compared.
    ///
    /// # Errors
    ///
    /// If they could not be.
    pub fn new(runner: Runner, folder: &Path) -> Result<Self> {
        let made = fs::create_dir_all(folder).and_then(|()| tempfile::tempdir_in(folder));
        let folder = made.with_context(|| format!("cannot make a folder in {}", folder.display()))?;
        Ok(Self { runner, folder })
    }

    /// Checks every program once, then runs those that passed `rounds` times, in turn, and gives what was measured in
    /// their order. Times are compared with those of `baseline` in the same round. Calls `done` after each run.
    ///
    /// # Errors
    ///
    /// If the solver or the baseline fails, or something cannot be run at all.
    pub fn run(
        &self,
        programs: &[Program],
        input: &Input,
        baseline: &str,
        rounds: usize,
        mut done: impl FnMut(&Program),
    ) -> Result<Vec<Measured>> {
        let solver = programs
            .iter()
            .find(|program| program.label == SOLVER)
            .context("there is no solver to measure")?;
        let mut answers = Vec::new();
        for program in programs {
            answers.push(self.check(program, solver, input)?);
            done(program);
        }

        let mut outcomes: Vec<Vec<Outcome>> = programs.iter().map(|_| Vec::new()).collect();
        for _ in 0..rounds {
            for ((program, answers), outcomes) in programs.iter().zip(&answers).zip(&mut outcomes) {
                let taken: Duration = outcomes.iter().map(|outcome| outcome.wall).sum();
                if !answers.is_wrong() && (outcomes.len() < RUNS_MIN || taken < PATIENCE) {
                    outcomes.push(self.once(program, input.of(program), Path::new(NOWHERE))?);
                }
                done(program);
            }
        }

        let place = programs.iter().position(|program| program.label == baseline);
        let base = place.map(|place| outcomes[place].clone()).unwrap_or_default();
        let measured = programs.iter().zip(answers).zip(outcomes).map(|((program, answers), outcomes)| {
            let scale = input.scale(program)?;
            let scaled = |time: Duration| time.as_secs_f64() * scale;
            let ratios =
                outcomes.iter().zip(&base).map(|(own, base)| scaled(own.wall) / base.wall.as_secs_f64());
            let summary = |sample: Vec<f64>| (!sample.is_empty()).then(|| Summary::of(sample));
            Ok(Measured {
                program: program.label.clone(),
                runs: outcomes.len(),
                scale,
                wall_seconds: summary(outcomes.iter().map(|outcome| scaled(outcome.wall)).collect()),
                cpu_seconds: summary(outcomes.iter().map(|outcome| scaled(outcome.cpu)).collect()),
                ratio: summary(ratios.collect()),
                memory_bytes: outcomes.iter().map(|outcome| outcome.memory).max().unwrap_or(0),
                instructions: None,
                answers,
            })
        });
        measured.collect()
    }

    /// Runs a program once, which brings its input into memory, and compares its output with the solver's.
    fn check(&self, program: &Program, solver: &Program, input: &Input) -> Result<Answers> {
        let [output, expected] = ["output", "expected"].map(|name| self.folder.path().join(name));
        let file = input.of(program);
        let outcome = self.once(program, file, if program.answers { &output } else { Path::new(NOWHERE) })?;
        if let Some(verdict) = outcome.fault() {
            let told = format!("{verdict}, {}: {}", outcome.end, outcome.stderr.trim());
            if program.label == SOLVER || !program.answers {
                bail!("{} on {}: {told}", program.label, file.display());
            }
            return Ok(Answers::Different(told));
        }
        if !program.answers {
            return Ok(Answers::None);
        }
        self.once(solver, file, &expected)?;
        let read = |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
        let difference = first_difference(&read(&expected)?, &read(&output)?);
        Ok(difference.map_or(Answers::Same, |difference| Answers::Different(difference.to_string())))
    }

    fn once(&self, program: &Program, stdin: &Path, stdout: &Path) -> Result<Outcome> {
        self.runner
            .run(&Job {
                program: &program.path,
                arguments: &program.arguments,
                stdin,
                stdout,
                limits: LIMITS,
            })
            .with_context(|| format!("cannot run {}", program.label))
    }

    /// Instructions that a program executes, all of them.
    ///
    /// # Errors
    ///
    /// If they could not be counted.
    pub fn instructions(&self, valgrind: &Path, program: &Program, stdin: &Path) -> Result<u64> {
        let mut arguments: Vec<String> =
            ["--tool=callgrind", "--callgrind-out-file=/dev/null"].map(str::to_owned).into();
        arguments.push(program.path.display().to_string());
        arguments.extend_from_slice(&program.arguments);
        let counted = Program { path: valgrind.to_owned(), arguments, ..program.clone() };
        let outcome = self.once(&counted, stdin, Path::new(NOWHERE))?;
        collected(&outcome.stderr)
            .with_context(|| format!("valgrind counts nothing for {}: {}", program.label, outcome.stderr))
    }
}

/// The number in callgrind's last words.
fn collected(stderr: &str) -> Option<u64> {
    stderr.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn callgrinds_words_are_understood() {
        let words = "==7== Events    : Ir\n==7== Collected : 123456\n==7== \n==7== I   refs:      123,456\n";
        assert_eq!(collected(words), Some(123_456));
        assert_eq!(collected("==7== Collected : \n"), None);
    }
}
