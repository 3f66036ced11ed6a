//! Random inputs without end, against the oracle, until one fails; then the smallest that still does.
//!
//! [`plan`] says what is tried, [`trial`] tries it, [`shrink`] makes a failing input small, and `text` shows it.
//! Last of all [`leak`] looks whether memory grows with the number of test cases.

pub mod leak;
pub mod plan;
pub mod shrink;
mod text;
pub mod trial;

pub use self::text::{found, summary};

use self::{
    leak::Growth,
    plan::{Batch, Form, Plan},
    shrink::Shrunk,
    trial::{Failure, Trials},
};
use crate::runner::{Limits, Runner};
use anyhow::Result;
use oracles::Problem;
use std::{
    num::NonZeroUsize,
    path::PathBuf,
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// What is stressed, and how.
#[derive(Clone, Debug)]
pub struct Stress {
    pub problem: &'static dyn Problem,
    pub program: PathBuf,
    pub limits: Limits,
    pub runner: Runner,
    pub seed: u64,
    pub until: Until,
    /// Programs at a time.
    pub jobs: NonZeroUsize,
    /// How long to look for smaller inputs.
    pub shrink_time: Duration,
}

/// When to stop without a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    Time(Duration),
    Cases(u64),
}

/// What came of it.
#[derive(Debug)]
pub struct Report {
    pub problem: &'static dyn Problem,
    pub seed: u64,
    pub tally: Tally,
    pub found: Option<Found>,
}

/// What has been tried.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub runs: u64,
    pub bytes: u64,
    /// Test cases of each kind, in the problem's order.
    pub cases: Vec<u64>,
    pub time: Duration,
}

impl Tally {
    pub fn cases(&self) -> u64 {
        self.cases.iter().sum()
    }
}

/// An input that fails.
#[derive(Debug)]
pub enum Found {
    /// A wrong answer, a crash, a limit.
    Failing {
        /// Where it turned up, enough to find it again with the seed.
        batch: u64,
        kind: &'static str,
        form: Form,
        /// Cases of that batch.
        cases: usize,
        /// From the start until it turned up.
        after: Duration,
        shrunk: Box<Shrunk>,
    },
    /// Memory that grows with the number of test cases.
    Leak(Growth),
}

/// Tries batch after batch until one fails or it is time to stop, and shrinks what failed. `progress` is called a few
/// times a second.
///
/// # Errors
/// If a run could not be made.
pub fn stress(stress: &Stress, mut progress: impl FnMut(&Tally)) -> Result<Report> {
    let plan = Plan::new(stress.problem, stress.seed);
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let mut tally = Tally { cases: vec![0; stress.problem.kinds().len()], ..Tally::default() };
    let mut first: Option<(Batch, Failure, Duration)> = None;
    let trials = || Trials::new(stress.problem, stress.program.clone(), stress.runner.clone(), stress.limits);
    let (sender, tried) = mpsc::sync_channel(stress.jobs.get());

    let mut error = None;
    let workers = (0..stress.jobs.get()).map(|_| trials()).collect::<Result<Vec<_>>>()?;
    thread::scope(|scope| {
        for trials in workers {
            let sender = sender.clone();
            let (plan, next, stop) = (&plan, &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let batch = plan.batch(next.fetch_add(1, Ordering::Relaxed));
                    let failure = trials.fails(&batch.input);
                    // All that is sent is received: the loop below ends after the last sender.
                    let _ = sender.send(failure.map(|failure| (batch, failure)));
                }
            });
        }
        drop(sender);
        let mut shown = Instant::now();
        loop {
            match tried.recv_timeout(Duration::from_millis(200)) {
                Ok(Err(failed)) => {
                    stop.store(true, Ordering::Relaxed);
                    error = Some(failed);
                }
                Ok(Ok((batch, failure))) => {
                    tally.runs += 1;
                    tally.bytes += batch.input.len() as u64;
                    tally.cases[batch.kind] += batch.cases.len() as u64;
                    if let Some(failure) = failure {
                        stop.store(true, Ordering::Relaxed);
                        // Several may fail at once: the first in the plan is the one that a repetition finds.
                        if first.as_ref().is_none_or(|(earlier, ..)| batch.number < earlier.number) {
                            first = Some((batch, failure, start.elapsed()));
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            tally.time = start.elapsed();
            let done = match stress.until {
                Until::Time(time) => tally.time >= time,
                Until::Cases(cases) => tally.cases() >= cases,
            };
            if done {
                stop.store(true, Ordering::Relaxed);
            }
            if shown.elapsed() >= Duration::from_millis(200) {
                progress(&tally);
                shown = Instant::now();
            }
        }
    });
    if let Some(error) = error {
        return Err(error);
    }

    let trials = trials()?;
    let found = match first {
        Some((batch, failure, after)) => {
            let (number, kind, form, cases) = (batch.number, batch.kind, batch.form, batch.cases.len());
            let shrunk = shrink::shrink(stress.problem, &trials, &batch, failure, stress.shrink_time)?;
            let kind = stress.problem.kinds()[kind].name;
            Some(Found::Failing { batch: number, kind, form, cases, after, shrunk: Box::new(shrunk) })
        }
        None => leak::look(stress.problem, &trials, &plan)?.map(Found::Leak),
    };
    Ok(Report { problem: stress.problem, seed: stress.seed, tally, found })
}
