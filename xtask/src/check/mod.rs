//! Runs executables on all cases of their problems and judges what they print.
//!
//! Which executable answers for a problem is the caller's choice: a release build, a compiled bundle.

mod json;
mod junit;
mod text;

pub use self::{json::json, junit::junit, text::text};

use crate::{
    diff::{Difference, first_difference},
    fixtures::{Case, Files, Package},
    runner::{Job, Limits, Outcome, Runner, Verdict},
};
use anyhow::{Context, Result};
use onefile::write;
use std::{
    fs,
    io::Read as _,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// An executable that is to answer the cases of a package.
#[derive(Clone, Debug)]
pub struct Subject {
    pub package: Package,
    pub executable: PathBuf,
}

/// What happened on all cases of all problems.
#[derive(Clone, Debug)]
pub struct Report {
    pub problems: Vec<ProblemReport>,
    pub wall: Duration,
}

/// What happened on all cases of a problem.
#[derive(Clone, Debug)]
pub struct ProblemReport {
    pub problem: String,
    pub name: String,
    pub limits: Limits,
    /// In the order of the package.
    pub cases: Vec<CaseReport>,
}

/// What happened on one case.
#[derive(Clone, Debug)]
pub struct CaseReport {
    pub name: String,
    pub verdict: Verdict,
    pub outcome: Outcome,
    /// Where the output leaves the answer, for [`Verdict::WrongAnswer`].
    pub difference: Option<Difference>,
    pub files: Files,
    /// The file with the output.
    pub output: PathBuf,
}

impl Report {
    /// Whether every case was accepted.
    pub fn is_accepted(&self) -> bool {
        self.problems.iter().flat_map(|problem| &problem.cases).all(|case| case.verdict == Verdict::Accepted)
    }
}

/// How many cases have each verdict, of the verdicts that occur.
fn count<'r>(cases: impl Iterator<Item = &'r CaseReport> + Clone) -> Vec<(Verdict, usize)> {
    let count = |verdict| (verdict, cases.clone().filter(|case| case.verdict == verdict).count());
    Verdict::ALL.into_iter().map(count).filter(|&(_, count)| count > 0).collect()
}

/// Runs every subject on every case of its package, `jobs` at a time, and calls `done` after each.
///
/// Outputs are saved as `outputs/<problem>/<case>.out`.
///
/// # Errors
///
/// If `outputs` cannot be locked, or a case could not be run or judged at all. What a program does wrong is no error but a verdict.
pub fn check(
    subjects: &[Subject],
    runner: &Runner,
    jobs: NonZeroUsize,
    outputs: &Path,
    mut done: impl FnMut(&CaseReport),
) -> Result<Report> {
    // Two runs at once must not judge each other's outputs.
    let _lock = write::lock(outputs)?;
    let start = Instant::now();
    let tasks: Vec<(&Subject, &Case)> = subjects
        .iter()
        .flat_map(|subject| subject.package.cases.iter().map(move |case| (subject, case)))
        .collect();
    let mut reports: Vec<Option<CaseReport>> = tasks.iter().map(|_| None).collect();

    let next = AtomicUsize::new(0);
    let (sender, finished) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.get().min(tasks.len()) {
            let (sender, next, tasks) = (sender.clone(), &next, &tasks);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some((subject, case)) = tasks.get(number) else { break };
                    let report = judge(subject, case, runner, outputs)
                        .with_context(|| format!("cannot check {} {}", subject.package.problem, case.name));
                    // Nobody listens any more after an error.
                    if sender.send((number, report)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (number, report) in finished {
            let report = report?;
            done(&report);
            reports[number] = Some(report);
        }
        anyhow::Ok(())
    })?;

    let mut reports = reports.into_iter().flatten();
    let problems = subjects.iter().map(|Subject { package, .. }| ProblemReport {
        problem: package.problem.clone(),
        name: package.name.clone(),
        limits: package.limits,
        cases: reports.by_ref().take(package.cases.len()).collect(),
    });
    Ok(Report { problems: problems.collect(), wall: start.elapsed() })
}

fn judge(subject: &Subject, case: &Case, runner: &Runner, outputs: &Path) -> Result<CaseReport> {
    let files = case.files()?;
    let output = outputs.join(&subject.package.problem).join(format!("{}.out", case.name));
    if let Some(folder) = output.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let read = |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    // The program could change the file, or remove the one that its output goes to.
    let answer = read(&files.answer)?;
    let create = || format!("cannot write {}", output.display());
    let options = fs::OpenOptions::new().read(true).write(true).create(true).truncate(true).clone();
    let mut printed = options.open(&output).with_context(create)?;
    let outcome = runner.run(&Job {
        program: &subject.executable,
        arguments: &[],
        stdin: &files.input,
        stdout: &output,
        limits: subject.package.limits,
    })?;
    let mut found = Vec::new();
    printed.read_to_end(&mut found).with_context(|| format!("cannot read {}", output.display()))?;
    let (verdict, difference) = match outcome.fault() {
        Some(verdict) => (verdict, None),
        None => match first_difference(&answer, &found) {
            None => (Verdict::Accepted, None),
            difference => (Verdict::WrongAnswer, difference),
        },
    };
    Ok(CaseReport { name: case.name.clone(), verdict, outcome, difference, files: files.clone(), output })
}
