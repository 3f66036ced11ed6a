//! `cargo xtask bundle`: one verified file a program.

use crate::{
    UsageError,
    check::{self, Subject},
    cli,
    cmd::{print, tell},
    fixtures::Package,
    runner::Runner,
    workspace::Workspace,
};
use anyhow::{Result, bail};
use onefile::interrupt::ScratchFolder;
use onefile::{
    Bundle,
    cargo::{Program, Target},
    cli::ResolvedTarget,
    emit::header::About,
    write::{self, Overwrite},
};
use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

/// The folder for outputs of bundles, below cargo's target folder.
pub(super) const BUNDLED_OUTPUTS: &str = "check-samples/bundled";

/// The start of the command line, for headers.
const COMMAND: &str = "cargo xtask bundle";

/// The file for a bundle, and the permission to replace it.
#[derive(Clone, Copy)]
pub(super) struct Output<'a> {
    pub(super) path: &'a Path,
    pub(super) overwrite: Overwrite,
}

impl Output<'_> {
    fn check(self) -> Result<()> {
        write::check_file(self.path, self.overwrite)
    }
}

/// Bundles the programs that the command line names.
///
/// # Errors
/// A program cannot be bundled, or its bundle is not proved.
pub fn run(arguments: &cli::Bundle) -> Result<ExitCode> {
    let judges = judges::load()?;
    let bundle_target = ResolvedTarget::new(&arguments.target, &judges)?;
    let overwrite = Overwrite::forced_if(arguments.force);
    if let Some(manifest) = &arguments.manifest_path {
        let target = match (&arguments.bin, &arguments.example) {
            (Some(bin), _) => Target::Bin(bin.clone()),
            (_, Some(example)) => Target::Example(example.clone()),
            _ => bail!(UsageError("`--manifest-path` requires `--bin` or `--example`".to_owned())),
        };
        let Some(output) = &arguments.output else {
            bail!(UsageError("`--manifest-path` requires `--output`".to_owned()));
        };
        let output = Output { path: output, overwrite };
        output.check()?;
        let start = Instant::now();
        let folder = ScratchFolder::new()?;
        let program = Program::new(manifest, target.clone());
        let bundle = bundle_package(&bundle_target, program, folder.path())?;
        finish(&bundle_target, target.name(), &bundle, output, start, None)?;
        print(&format!("{}\n", output.path.display()))?;
        explain(arguments, &bundle)?;
        return Ok(ExitCode::SUCCESS);
    }

    let workspace = Workspace::find()?;
    if arguments.problems.is_empty() && !arguments.all {
        bail!(UsageError("no problem given; name one or pass `--all`".to_owned()));
    }
    let problems = workspace.problems(&arguments.problems)?;
    if problems.len() > 1 && arguments.output.is_some() {
        bail!(UsageError("`--output` requires a single problem".to_owned()));
    }
    let packages = problems.iter().map(|problem| workspace.package(problem)).collect::<Result<Vec<_>>>()?;
    let bundled = bundle_all(&bundle_target, &workspace, &packages);
    for (package, bundled) in packages.into_iter().zip(bundled) {
        let problem = package.problem.clone();
        let output = arguments.output.clone().unwrap_or_else(|| {
            workspace.target("bundle").join(format!("{problem}.{}", bundle_target.language().extension()))
        });
        let (folder, bundle, start) = bundled?;
        let destination = Output { path: &output, overwrite };
        finish(&bundle_target, &problem, &bundle, destination, start, Some((&workspace, package)))?;
        drop(folder);
        print(&format!("{}\n", output.display()))?;
        explain(arguments, &bundle)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the explanation of a bundle, if it is asked for.
fn explain(arguments: &cli::Bundle, bundle: &Bundle) -> Result<()> {
    match bundle.explain()?.filter(|_| arguments.explain) {
        Some(explanation) => Ok(print(&explanation.text())?),
        None => Ok(()),
    }
}

/// A bundle with the folder of its executable and the time when the bundler started.
type Bundled = (tempfile::TempDir, Bundle, Instant);

/// Bundles the solvers of problems, two at a time; their proofs have to wait, for they measure time.
fn bundle_all(target: &ResolvedTarget, workspace: &Workspace, packages: &[Package]) -> Vec<Result<Bundled>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<Bundled>>>> = packages.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((package, result)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            packages.get(index).zip(results.get(index))
        } {
            let bundled = || -> Result<Bundled> {
                let start = Instant::now();
                let folder = tempfile::tempdir()?;
                let bundle = bundle_problem(target, workspace, package, folder.path())?;
                Ok((folder, bundle, start))
            };
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(bundled());
        }
    };
    thread::scope(|scope| {
        for _ in 0..packages.len().min(2) {
            scope.spawn(work);
        }
    });
    let results =
        results.into_iter().filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
    results.collect()
}

/// Bundles a problem's solver, proves the bundle on every fixture and writes it.
///
/// # Errors
/// It cannot be bundled, or is not proved.
pub(super) fn prove(
    target: &ResolvedTarget,
    workspace: &Workspace,
    package: Package,
    output: Output<'_>,
) -> Result<()> {
    output.check()?;
    let start = Instant::now();
    let folder = ScratchFolder::new()?;
    let made = bundle_problem(target, workspace, &package, folder.path())?;
    let problem = package.problem.clone();
    finish(target, &problem, &made, output, start, Some((workspace, package)))
}

/// Proves a bundle and writes it.
fn finish(
    target: &ResolvedTarget,
    name: &str,
    made: &Bundle,
    output: Output<'_>,
    start: Instant,
    problem: Option<(&Workspace, Package)>,
) -> Result<()> {
    for note in &made.notes {
        tell(&format!("note: {note}"));
    }
    let unproved =
        made.target_folder.join("bundle/unproved").join(format!("{name}.{}", made.language.extension()));
    let give_up = |why: String| -> Result<()> {
        write::file(&made.text, &unproved, Overwrite::Results)?;
        bail!("{why}\nthe unproved bundle is kept as {}", unproved.display())
    };
    let is_problem = problem.is_some();
    if let Some((workspace, package)) = problem {
        let subject = Subject { package, executable: made.executable.clone() };
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let outputs = workspace.target(BUNDLED_OUTPUTS);
        let report = check::check(&[subject], &Runner::new(), jobs, &outputs, |_| {})?;
        if !report.is_accepted() {
            return give_up(check::text(&report, &std::env::current_dir().unwrap_or_default()));
        }
    }
    let usage = match target.usage(made, is_problem.then_some(name)) {
        Ok(usage) => usage.map(|usage| format!(", {usage}")).unwrap_or_default(),
        Err(too_large) => return give_up(too_large.to_string()),
    };
    write::file(&made.text, output.path, output.overwrite)?;
    let _ = fs::remove_file(&unproved);
    let kept: Vec<String> = made.kept.iter().map(|share| format!("{} {}", share.name, share.bytes)).collect();
    tell(&format!(
        "{name}: {} bytes{usage} in {:.1} s, {} compiler runs; kept: {}",
        made.text.len(),
        start.elapsed().as_secs_f64(),
        made.compiler_runs,
        if kept.is_empty() { "no library".to_owned() } else { kept.join(", ") }
    ));
    Ok(())
}

/// Bundles a problem's solver; `folder` is an empty one, for the executable.
///
/// # Errors
/// If the solver cannot be bundled.
pub(super) fn bundle_problem(
    target: &ResolvedTarget,
    workspace: &Workspace,
    package: &Package,
    folder: &Path,
) -> Result<Bundle> {
    let problem = package.problem.as_str();
    let program = Program::new(workspace.root().join("Cargo.toml"), Target::Bin(problem.to_owned()));
    let about = About {
        problem: title(workspace, package),
        command: target.command(COMMAND, problem),
        fixtures: Some(package.cases.len()),
    };
    target.bundle(program, about, Some(problem), folder)
}

/// Bundles a program of any package.
fn bundle_package(target: &ResolvedTarget, program: Program, folder: &Path) -> Result<Bundle> {
    let words = match &program.target {
        Target::Bin(name) => format!("--manifest-path Cargo.toml --bin {name}"),
        Target::Example(name) => format!("--manifest-path Cargo.toml --example {name}"),
    };
    let about = About { command: target.command(COMMAND, &words), ..About::default() };
    target.bundle(program, about, None, folder)
}

/// Returns the problem's name and the addresses of its statements.
fn title(workspace: &Workspace, package: &Package) -> Vec<String> {
    let mut lines = vec![package.name.clone()];
    let path: PathBuf = workspace.fixtures(&package.problem).join("problem.yaml");
    if let Ok(text) = fs::read_to_string(path) {
        let links = text.lines().filter_map(|line| line.trim().trim_start_matches("- ").strip_prefix("url:"));
        lines.extend(links.map(|link| link.trim().to_owned()));
    }
    lines
}
