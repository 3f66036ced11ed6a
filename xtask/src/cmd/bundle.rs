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
use anyhow::{Context as _, Result, bail};
use judges::{Judge, Language, Refusal, Usage};
use onefile::{
    Bundle, Request, c,
    cargo::{Program, Target},
    compile::{self, Compiler},
    emit::header::About,
    pipeline,
};
use std::{
    ffi::OsString,
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::Instant,
};

/// The folder for outputs of bundles, below cargo's target folder.
pub(super) const BUNDLED_OUTPUTS: &str = "check-samples/bundled";

/// Bundles the programs that the command line names.
///
/// # Errors
/// A program cannot be bundled, or its bundle is not proved.
pub fn run(arguments: &cli::Bundle) -> Result<ExitCode> {
    let judges = judges::load()?;
    let aim = Aim::new(&arguments.aim, &judges)?;
    if let Some(manifest) = &arguments.manifest_path {
        let target = match (&arguments.bin, &arguments.example) {
            (Some(bin), _) => Target::Bin(bin.clone()),
            (_, Some(example)) => Target::Example(example.clone()),
            _ => bail!(UsageError("--manifest-path wants --bin or --example".to_owned())),
        };
        let Some(output) = &arguments.output else {
            bail!(UsageError("--manifest-path wants --output".to_owned()));
        };
        let start = Instant::now();
        let folder = tempfile::tempdir()?;
        let made =
            aim.package(Program { manifest: manifest.clone(), target: target.clone() }, folder.path())?;
        finish(&aim, target.name(), &made, output, start, None)?;
        print(&format!("{}\n", output.display()))?;
        return Ok(ExitCode::SUCCESS);
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
        let output = arguments.output.clone().unwrap_or_else(|| {
            workspace.target("bundle").join(format!("{problem}.{}", aim.language.extension()))
        });
        prove(&aim, &workspace, package, &output)?;
        print(&format!("{}\n", output.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Bundles a problem's solver, proves the bundle on every fixture and writes it.
///
/// # Errors
/// It cannot be bundled, or is not proved.
pub(super) fn prove(aim: &Aim, workspace: &Workspace, package: Package, output: &Path) -> Result<()> {
    let start = Instant::now();
    let folder = tempfile::tempdir()?;
    let made = aim.problem(workspace, &package, folder.path())?;
    let problem = package.problem.clone();
    finish(aim, &problem, &made, output, start, Some((workspace, package)))
}

/// Proves a bundle and writes it.
fn finish(
    aim: &Aim,
    name: &str,
    made: &Bundle,
    output: &Path,
    start: Instant,
    problem: Option<(&Workspace, Package)>,
) -> Result<()> {
    for note in &made.notes {
        tell(&format!("note: {note}"));
    }
    let unproved =
        made.target_folder.join("bundle/unproved").join(format!("{name}.{}", made.language.extension()));
    let give_up = |why: String| -> Result<()> {
        pipeline::write(&made.text, &unproved)?;
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
    let usage = match aim.usage(made, is_problem.then_some(name)) {
        Ok(usage) => usage.map(|usage| format!(", {usage}")).unwrap_or_default(),
        Err(too_large) => return give_up(too_large.to_string()),
    };
    pipeline::write(&made.text, output)?;
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

/// Whom bundles are for.
pub(super) struct Aim<'a> {
    options: &'a cli::Aim,
    judges: &'a [Judge],
    judge: Option<&'a Judge>,
    language: Language,
    rustc: Option<OsString>,
}

impl<'a> Aim<'a> {
    /// Reads the options.
    ///
    /// # Errors
    /// There is no such judge, it does not know the edition, or there is no such choice for C.
    pub(super) fn new(options: &'a cli::Aim, judges: &'a [Judge]) -> Result<Aim<'a>> {
        let judge = options.judge.as_ref().map(|name| Judge::by_name(judges, name)).transpose();
        let judge = judge.map_err(|refusal| UsageError(refusal.to_string()))?;
        let language = options.lang.or(judge.map(Judge::language)).unwrap_or(Language::Rust);
        let for_rust = [
            ("--edition", options.edition.is_some()),
            ("--rustc", options.rustc.is_some()),
            ("--minify", options.minify),
        ];
        if let (Language::C, Some((option, _))) = (language, for_rust.iter().find(|(_, given)| *given)) {
            let why = match judge.filter(|_| options.lang.is_none()) {
                Some(judge) => format!("; {} takes no Rust, so that its bundle is in C", judge.name),
                None => ", not in C".to_owned(),
            };
            bail!(UsageError(format!("{option} is for bundles in Rust{why}")));
        }
        if let (Some(judge), Some(edition)) = (judge, &options.edition)
            && let Some(rust) = &judge.rust
            && !rust.editions.value.contains(edition)
        {
            let known = rust.editions.value.join(", ");
            bail!(UsageError(format!("{} does not compile edition {edition}, but {known}", judge.name)));
        }
        let rustc = options.rustc.as_deref().map(compile::named).transpose()?;
        Ok(Aim { options, judges, judge, language, rustc })
    }

    /// Bundles a problem's solver; `folder` is an empty one, for the executable.
    ///
    /// # Errors
    /// It cannot be bundled.
    pub(super) fn problem(&self, workspace: &Workspace, package: &Package, folder: &Path) -> Result<Bundle> {
        let problem = package.problem.as_str();
        let program = Program {
            manifest: workspace.root().join("Cargo.toml"),
            target: Target::Bin(problem.to_owned()),
        };
        let about = About {
            problem: title(workspace, package),
            command: self.command(problem),
            fixtures: Some(package.cases.len()),
        };
        self.bundle(program, about, Some(problem), folder)
    }

    /// Bundles a program of any package.
    fn package(&self, program: Program, folder: &Path) -> Result<Bundle> {
        let words = match &program.target {
            Target::Bin(name) => format!("--manifest-path Cargo.toml --bin {name}"),
            Target::Example(name) => format!("--manifest-path Cargo.toml --example {name}"),
        };
        let about = About { command: self.command(&words), ..About::default() };
        self.bundle(program, about, None, folder)
    }

    fn bundle(&self, program: Program, about: About, problem: Option<&str>, folder: &Path) -> Result<Bundle> {
        let name = program.target.name().to_owned();
        let made = match self.language {
            Language::Rust => {
                let rust = self.judge.map(|judge| judge.rust(problem, self.judges)).transpose()?;
                let compiler = Compiler { judge: self.judge.zip(rust), rustc: self.rustc.as_deref() };
                let (edition, minify) = (self.options.edition.clone(), self.options.minify);
                onefile::bundle(&Request { program, compiler, edition, minify, about }, folder)
            }
            Language::C => {
                let profile = self.judge.map(|judge| judge.c(problem, self.judges)).transpose()?;
                let compiler = c::compile::Compiler { judge: self.judge.zip(profile) };
                c::bundle(&c::Request { program, compiler, about }, folder)
            }
        };
        let made = made.map_err(|error| match error.downcast::<Refusal>() {
            Ok(refusal) => anyhow::anyhow!("{refusal}{}", self.elsewhere(problem)),
            Err(error) => error,
        });
        made.with_context(|| format!("cannot bundle `{name}`"))
    }

    /// How much of the judge's limit a bundle takes.
    ///
    /// # Errors
    /// More than there is; the message tells what weighs most.
    pub(super) fn usage(&self, made: &Bundle, problem: Option<&str>) -> Result<Option<Usage>> {
        match self.judge.map(|judge| judge.check_size(&made.text)).transpose() {
            Ok(usage) => Ok(usage),
            Err(too_large) => {
                let can_shrink = made.language == Language::Rust && !self.options.minify;
                let minify = if can_shrink { "; --minify may help" } else { "" };
                let elsewhere = self.elsewhere(problem);
                bail!("the bundle is too large: {too_large}{minify}{elsewhere}; {}", made.heaviest())
            }
        }
    }

    /// Where else than to this judge a problem can be sent, to end a refusal with.
    fn elsewhere(&self, problem: Option<&str>) -> String {
        let (Some(judge), Some(problem)) = (self.judge, problem) else { return String::new() };
        format!("; {}", judge.elsewhere(problem, self.language, self.judges))
    }

    /// The command that makes the bundle, without paths of this machine.
    fn command(&self, what: &str) -> String {
        let language = self.options.lang.map(|language| language.name().to_lowercase());
        let mut words = vec!["cargo xtask bundle", what];
        if let Some(judge) = &self.options.judge {
            words.extend(["--judge", judge]);
        }
        if let Some(language) = &language {
            words.extend(["--lang", language]);
        }
        if let Some(edition) = &self.options.edition {
            words.extend(["--edition", edition]);
        }
        if self.options.minify {
            words.push("--minify");
        }
        words.join(" ")
    }
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
