//! `cargo xtask stress`.

use crate::{
    cli::{Stress as Args, TextOrJson},
    cmd::{check_samples::bundled, print},
    fixtures::Package,
    runner::Runner,
    stress::{self, Found, Report, Stress, Until},
    workspace::Workspace,
};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use onefile::cli::TargetOptions;
use onefile::interrupt::ScratchFolder;
use onefile::write::{self, Overwrite};
use serde_json::json;
use std::{
    hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState},
    io::{self, IsTerminal as _, Write as _},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

/// The folder for failing inputs, below cargo's target folder.
const FOLDER: &str = "stress";
/// How long to look for a smaller input.
const SHRINK: Duration = Duration::from_secs(30);
/// Where standard error is no terminal, a line this often.
const QUIET: Duration = Duration::from_secs(60);

pub fn run(args: &Args) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    let problems = workspace.problems(&args.problems)?;
    let packages = problems.iter().map(|problem| workspace.package(problem)).collect::<Result<Vec<_>>>()?;
    // Holds the executables of bundles until they have run.
    let folder = ScratchFolder::new()?;
    let executables = if args.bundled {
        bundled(&TargetOptions::default(), &workspace, &packages, folder.path())?
    } else {
        workspace.build(&problems)?
    };
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000_000);

    let mut failed = false;
    let mut reports = Vec::new();
    for package in &packages {
        let problem = package.problem.as_str();
        let program =
            executables.get(problem).with_context(|| format!("cargo names no executable for {problem}"))?;
        let report = one(args, package, program, seed)?;
        failed |= report.found.is_some();
        match args.format {
            TextOrJson::Text => {
                // What is asked about is shown before.
                print(&shown(&report))?;
                let kept = keep(args, &workspace, &report)?;
                print(&told(args, &report, kept.as_deref()))?;
            }
            TextOrJson::Json => reports.push(json(&report, keep(args, &workspace, &report)?.as_deref())),
        }
    }
    if matches!(args.format, TextOrJson::Json) {
        print(&(serde_json::to_string_pretty(&reports)? + "\n"))?;
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn one(args: &Args, package: &Package, program: &Path, seed: u64) -> Result<Report> {
    let problem = package.problem.as_str();
    let order = Stress {
        problem: oracles::problem(problem)
            .with_context(|| format!("no oracle knows the problem {problem}"))?,
        program: program.to_owned(),
        limits: package.limits,
        runner: Runner::new(),
        seed,
        until: args.cases.map_or(Until::Time(Duration::from_secs_f64(args.seconds)), Until::Cases),
        jobs: args.jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN),
        shrink_time: SHRINK,
    };
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut told = Instant::now();
    let report = stress::stress(&order, |tally| {
        let line = stress::summary(problem, seed, tally);
        if bar.is_hidden() && told.elapsed() >= QUIET {
            eprintln!("{line} so far");
            told = Instant::now();
        }
        bar.set_message(line);
    });
    bar.finish_and_clear();
    report
}

/// Writes a failing input and its answer to the target folder, and to the fixtures if that is wanted. Gives the
/// input's path; the repeated input of a leak is no fixture, for its answer is right.
fn keep(args: &Args, workspace: &Workspace, report: &Report) -> Result<Option<PathBuf>> {
    let Some(Found::Failing { shrunk, .. }) = &report.found else { return Ok(None) };
    let problem = report.problem.name();
    let kept = store(&workspace.target(FOLDER), problem, &shrunk.input, &shrunk.failure.answer)?;
    let mut hasher = DefaultHasher::new();
    shrunk.input.hash(&mut hasher);
    let name = format!("stress-{:08x}", hasher.finish() >> 32);
    let folder = group(&workspace.fixtures(problem).join("data/secret"), problem, &shrunk.input);
    let asks = matches!(args.format, TextOrJson::Text);
    if args.save || (asks && wants(&folder.join(&name).with_extension("in"))) {
        return Ok(Some(store(&folder, &name, &shrunk.input, &shrunk.failure.answer)?));
    }
    Ok(Some(kept))
}

/// The test group for an input, whose validators take it: one for odd layouts, or one for what no game leads to.
fn group(secret: &Path, problem: &str, input: &str) -> PathBuf {
    let plain = oracles::problem(problem).and_then(|problem| Some(problem.join(&problem.split(input).ok()?)));
    let groups =
        if plain.is_some_and(|plain| plain == input) { ["unreachable"].iter() } else { ["layout"].iter() };
    let mut folders = groups.map(|group| secret.join(group));
    folders.find(|folder| folder.is_dir()).unwrap_or_else(|| secret.to_owned())
}

fn store(folder: &Path, name: &str, input: &str, answer: &str) -> Result<PathBuf> {
    let path = folder.join(name).with_extension("in");
    write::file(answer, &path.with_extension("ans"), Overwrite::Results)?;
    write::file(input, &path, Overwrite::Results)?;
    Ok(path)
}

/// Asks, if there is somebody to ask.
fn wants(path: &Path) -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    eprint!("Store the input as {}? [y/N] ", path.display());
    let mut reply = String::new();
    io::stderr().flush().is_ok()
        && io::stdin().read_line(&mut reply).is_ok()
        && matches!(reply.trim(), "y" | "Y" | "yes")
}

fn shown(report: &Report) -> String {
    stress::summary(report.problem.name(), report.seed, &report.tally) + "\n" + &stress::found(report)
}

/// Where a failing input is, and how to come by it again.
fn told(args: &Args, report: &Report, kept: Option<&Path>) -> String {
    let mut text = String::new();
    if let Some(path) = kept {
        text += &format!("  kept as {}\n", path.display());
    }
    if report.found.is_some() {
        let subject = report.problem.name().to_owned() + if args.bundled { " --bundled" } else { "" };
        text += &format!("  again: cargo xtask stress {subject} --seed {}\n", report.seed);
    }
    text
}

fn json(report: &Report, kept: Option<&Path>) -> serde_json::Value {
    let kinds: serde_json::Map<String, serde_json::Value> = report
        .problem
        .kinds()
        .iter()
        .zip(&report.tally.cases)
        .map(|(kind, &cases)| (kind.name.to_owned(), cases.into()))
        .collect();
    let found = match &report.found {
        None => serde_json::Value::Null,
        Some(Found::Failing { batch, kind, form, after, shrunk, .. }) => json!({
            "verdict": shrunk.failure.verdict,
            "batch": batch,
            "kind": kind,
            "form": form.to_string(),
            "after": after.as_secs_f64(),
            "input": shrunk.input,
            "answer": shrunk.failure.answer,
            "output": String::from_utf8_lossy(&shrunk.failure.output),
            "smallest": shrunk.complete,
            "file": kept,
        }),
        Some(Found::Leak(growth)) => json!({
            "verdict": "leak",
            "kind": growth.kind,
            "input": growth.input,
            "cases": growth.cases,
            "memory": growth.memory,
        }),
    };
    json!({
        "problem": report.problem.name(),
        "seed": report.seed,
        "cases": report.tally.cases(),
        "runs": report.tally.runs,
        "bytes": report.tally.bytes,
        "seconds": report.tally.time.as_secs_f64(),
        "kinds": kinds,
        "found": found,
    })
}
