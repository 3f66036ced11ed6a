//! `cargo xtask bundle`: one verified file a program.

use crate::{
    UsageError,
    bundle::{
        self, Request,
        emit::About,
        pipeline,
        resolve::{Program, Target},
    },
    check::{self, Subject},
    cli,
    fixtures::Package,
    judges::{self, Judge},
    runner::Runner,
    workspace::Workspace,
};
use anyhow::{Context as _, Result, bail};
use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::Instant,
};

/// Bundles the programs that the command line names.
///
/// # Errors
/// A program cannot be bundled, or its bundle is not proved.
pub fn run(arguments: &cli::Bundle) -> Result<ExitCode> {
    let all = judges::load()?;
    let judge = arguments.judge.as_ref().map(|name| Judge::by_name(&all, name)).transpose();
    let judge = judge.map_err(|refusal| UsageError(refusal.to_string()))?;
    if let Some(manifest) = &arguments.manifest_path {
        let target = match (&arguments.bin, &arguments.example) {
            (Some(bin), _) => Target::Bin(bin.clone()),
            (_, Some(example)) => Target::Example(example.clone()),
            _ => bail!(UsageError("--manifest-path wants --bin or --example".to_owned())),
        };
        let Some(output) = &arguments.output else {
            bail!(UsageError("--manifest-path wants --output".to_owned()));
        };
        let name = target.name().to_owned();
        let program = Program { manifest: manifest.clone(), target };
        return one(arguments, judge, &all, &name, program, output, None);
    }

    let workspace = Workspace::find()?;
    if arguments.problems.is_empty() && !arguments.all {
        bail!(UsageError("name a problem, or say --all".to_owned()));
    }
    let problems = workspace.problems(&arguments.problems)?;
    if problems.len() > 1 && arguments.output.is_some() {
        bail!(UsageError("--output takes one bundle only".to_owned()));
    }
    for problem in &problems {
        let package = workspace.package(problem)?;
        let folder = workspace.target("bundle");
        let output = arguments.output.clone().unwrap_or_else(|| folder.join(format!("{problem}.rs")));
        let program =
            Program { manifest: workspace.root().join("Cargo.toml"), target: Target::Bin(problem.clone()) };
        one(arguments, judge, &all, problem, program, &output, Some((&workspace, package)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn one(
    arguments: &cli::Bundle,
    judge: Option<&Judge>,
    all: &[Judge],
    name: &str,
    program: Program,
    output: &Path,
    problem: Option<(&Workspace, Package)>,
) -> Result<ExitCode> {
    let start = Instant::now();
    let rust = judge.map(|judge| judge.rust(problem.is_some().then_some(name), all)).transpose();
    let rust = rust.map_err(|refusal| anyhow::anyhow!("{refusal}"))?;
    let about = About {
        problem: problem.as_ref().map(|(workspace, package)| title(workspace, package)).unwrap_or_default(),
        command: command(arguments, &program, problem.is_some(), name),
        fixtures: problem.as_ref().map(|(_, package)| package.cases.len()),
    };
    let request = Request {
        program,
        judge: judge.zip(rust).map(|(judge, rust)| (judge.name.as_str(), rust)),
        edition: arguments.edition.clone(),
        minify: arguments.minify,
        about,
    };
    let folder = tempfile::tempdir()?;
    let made = bundle::bundle(&request, folder.path()).with_context(|| format!("cannot bundle `{name}`"))?;
    for note in &made.notes {
        eprintln!("note: {note}");
    }
    let unproved = made.target_folder.join("bundle/unproved").join(format!("{name}.rs"));
    let give_up = |why: String| -> Result<ExitCode> {
        pipeline::write(&made.text, &unproved)?;
        bail!("{why}\nthe unproved bundle is kept as {}", unproved.display())
    };
    if let Some((workspace, package)) = problem {
        let subject = Subject { package, executable: made.executable.clone() };
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let report = check::check(
            &[subject],
            &Runner::new(),
            jobs,
            &workspace.target("check-samples/bundled"),
            |_| {},
        )?;
        if !report.is_accepted() {
            return give_up(check::text(&report, &std::env::current_dir().unwrap_or_default()));
        }
    }
    let usage = match judge.map(|judge| judge.check_size(&made.text)).transpose() {
        Ok(usage) => usage.map(|usage| format!(", {usage}")).unwrap_or_default(),
        Err(too_large) => return give_up(format!("{}: {}", too_large.0, heaviest(&made))),
    };
    pipeline::write(&made.text, output)?;
    let _ = fs::remove_file(&unproved);
    let kept: Vec<String> =
        made.shares.iter().map(|(share, _)| format!("{} {}", share.name, share.bytes)).collect();
    eprintln!(
        "{name}: {} bytes{usage} in {:.1} s, {} compiler runs; kept: {}",
        made.text.len(),
        start.elapsed().as_secs_f64(),
        made.compiler_runs,
        if kept.is_empty() { "no library".to_owned() } else { kept.join(", ") }
    );
    println!("{}", output.display());
    Ok(ExitCode::SUCCESS)
}

/// What weighs most, by crate and module.
fn heaviest(made: &bundle::Bundle) -> String {
    let mut parts: Vec<(usize, String)> = Vec::new();
    for (krate, modules) in &made.shares {
        parts.push((krate.bytes, krate.name.clone()));
        parts.extend(modules.iter().map(|module| (module.bytes, format!("{}::{}", krate.name, module.name))));
    }
    parts.sort_by(|a, b| b.cmp(a));
    let lines: Vec<String> =
        parts.iter().take(8).map(|(bytes, name)| format!("\n  {bytes:8} {name}")).collect();
    format!("the bundle is too large; what weighs most:{}", lines.concat())
}

/// The problem's name and the place it is from.
fn title(workspace: &Workspace, package: &Package) -> Vec<String> {
    let mut lines = vec![package.name.clone()];
    let path: PathBuf = workspace.fixtures(&package.problem).join("problem.yaml");
    if let Ok(text) = fs::read_to_string(path) {
        let links = text.lines().filter_map(|line| line.trim().trim_start_matches("- ").strip_prefix("url:"));
        lines.extend(links.map(|link| link.trim().to_owned()));
    }
    lines
}

/// The command that makes the bundle, without paths of this machine.
fn command(arguments: &cli::Bundle, program: &Program, is_problem: bool, name: &str) -> String {
    let mut words = vec!["cargo xtask bundle".to_owned()];
    match (&program.target, is_problem) {
        (_, true) => words.push(name.to_owned()),
        (Target::Bin(name), _) => words.push(format!("--manifest-path Cargo.toml --bin {name}")),
        (Target::Example(name), _) => words.push(format!("--manifest-path Cargo.toml --example {name}")),
    }
    if let Some(judge) = &arguments.judge {
        words.push(format!("--judge {judge}"));
    }
    if let Some(edition) = &arguments.edition {
        words.push(format!("--edition {edition}"));
    }
    if arguments.minify {
        words.push("--minify".to_owned());
    }
    words.join(" ")
}
