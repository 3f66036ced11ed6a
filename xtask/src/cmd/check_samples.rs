//! `cargo xtask check-samples`.

use crate::{
    UsageError,
    check::{self, Subject},
    cli::{CheckSamples, ReportFormat},
    cmd::{
        bundle::{BUNDLED_OUTPUTS, bundle_problem},
        print, tell,
    },
    fixtures::Package,
    runner::Runner,
    workspace::Workspace,
};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use onefile::cli::{ResolvedTarget, TargetOptions};
use onefile::interrupt::ScratchFolder;
use std::{
    collections::BTreeMap,
    env, fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
};

/// The folder for outputs, below cargo's target folder.
const OUTPUTS: &str = "check-samples";

pub fn run(args: &CheckSamples) -> Result<ExitCode> {
    if !args.bundled && args.target != TargetOptions::default() {
        bail!(UsageError("--judge, --lang, --edition, --rustc and --minify require --bundled".to_owned()));
    }
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

    // Holds the executables of bundles until they have run.
    let folder = ScratchFolder::new()?;
    let mut executables = if args.bundled {
        bundled(&args.target, &workspace, &packages, folder.path())?
    } else {
        let problems: Vec<_> = packages.iter().map(|package| package.problem.clone()).collect();
        if args.no_build { workspace.built(&problems)? } else { workspace.build(&problems)? }
    };
    let subject = |package: Package| {
        let executable = executables.remove(&package.problem);
        let executable =
            executable.with_context(|| format!("cargo names no executable for {}", package.problem))?;
        Ok(Subject { package, executable })
    };
    let subjects = packages.into_iter().map(subject).collect::<Result<Vec<_>>>()?;

    let bar = ProgressBar::new(subjects.iter().map(|subject| subject.package.cases.len() as u64).sum())
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} cases {msg}")?);
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let outputs = if args.bundled { BUNDLED_OUTPUTS } else { OUTPUTS };
    let report = check::check(&subjects, &Runner::new(), jobs, &workspace.target(outputs), |case| {
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

/// Bundles the solvers; gives the executable of each bundle, in a folder of its own below `folder`.
pub(super) fn bundled(
    options: &TargetOptions,
    workspace: &Workspace,
    packages: &[Package],
    folder: &Path,
) -> Result<BTreeMap<String, PathBuf>> {
    let judges = judges::load()?;
    let target = ResolvedTarget::new(options, &judges)?;
    let executable = |package: &Package| {
        let own = folder.join(&package.problem);
        fs::create_dir(&own)?;
        let made = bundle_problem(&target, workspace, package, &own)?;
        for note in &made.notes {
            tell(&format!("note: {}: {note}", package.problem));
        }
        target
            .usage(&made, Some(&package.problem))
            .with_context(|| format!("cannot send `{}`", package.problem))?;
        Ok((package.problem.clone(), made.executable))
    };
    packages.iter().map(executable).collect()
}
