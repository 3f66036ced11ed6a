//! `cargo xtask check-samples`.

use crate::{
    UsageError,
    check::{self, Subject},
    cli::{CheckSamples, ReportFormat},
    cmd::print,
    runner::Runner,
    workspace::Workspace,
};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::{env, num::NonZeroUsize, process::ExitCode, thread};

/// The folder for outputs, below cargo's target folder.
const OUTPUTS: &str = "check-samples";

pub fn run(args: &CheckSamples) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    let problems = workspace.problems(&args.problems)?;
    let mut packages =
        problems.iter().map(|problem| workspace.package(problem)).collect::<Result<Vec<_>>>()?;
    for package in &mut packages {
        package.limits.time = package.limits.time.mul_f64(args.timeout_factor);
        if let Some(glob) = &args.case {
            package.cases.retain(|case| glob.is_match(&case.name));
        }
    }
    packages.retain(|package| !package.cases.is_empty());
    if let (Some(glob), true) = (&args.case, packages.is_empty()) {
        bail!(UsageError(format!("no case matches `{}`", glob.glob())));
    }

    let problems: Vec<_> = packages.iter().map(|package| package.problem.clone()).collect();
    let mut executables =
        if args.no_build { workspace.built(&problems)? } else { workspace.build(&problems)? };
    let subject = |package: crate::fixtures::Package| {
        let executable = executables.remove(&package.problem);
        let executable =
            executable.with_context(|| format!("cargo names no executable for {}", package.problem))?;
        Ok(Subject { package, executable })
    };
    let subjects = packages.into_iter().map(subject).collect::<Result<Vec<_>>>()?;

    let bar = ProgressBar::new(subjects.iter().map(|subject| subject.package.cases.len() as u64).sum())
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} cases {msg}")?);
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let report = check::check(&subjects, &Runner::new(), jobs, &workspace.target(OUTPUTS), |case| {
        bar.set_message(case.name.clone());
        bar.inc(1);
    });
    bar.finish_and_clear();
    let report = report?;

    print(&match args.format {
        ReportFormat::Text => check::text(&report, &env::current_dir().unwrap_or_default()),
        ReportFormat::Json => check::json(&report)?,
        ReportFormat::Junit => check::junit(&report)?,
    })?;
    Ok(if report.is_accepted() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
