//! Which crates one binary is made of, and exactly how cargo compiles each.

use super::{
    edition,
    given::Given,
    record::{self, Call},
    rustc::Diagnostic,
};
use anyhow::{Context as _, Result, bail, ensure};
use cargo_metadata::{Message, MetadataCommand, Package, TargetKind};
use std::{
    collections::{BTreeMap, HashMap},
    env, fs,
    io::Read as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The program to bundle.
#[derive(Debug, Clone)]
pub struct Program {
    pub manifest: PathBuf,
    pub target: Target,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Bin(String),
    Example(String),
}

impl Target {
    pub fn name(&self) -> &str {
        let (Target::Bin(name) | Target::Example(name)) = self;
        name
    }

    fn kind(&self) -> (&'static str, TargetKind) {
        match self {
            Target::Bin(_) => ("bin", TargetKind::Bin),
            Target::Example(_) => ("example", TargetKind::Example),
        }
    }
}

/// Where a package comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The package of the binary itself.
    Own,
    /// Another package on disk.
    Path,
    /// A registry or a git repository.
    Elsewhere,
}

/// One crate as cargo compiles it for the program.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The name that it was compiled under.
    pub name: String,
    /// Cargo's own name for the package, with where it comes from.
    pub package_id: String,
    pub source: Source,
    /// The file that rustc was given, absolute, and as it was given.
    pub root: PathBuf,
    pub root_as_given: String,
    pub edition: String,
    /// The values of `--cfg`.
    pub cfgs: Vec<String>,
    /// Name in the extern prelude → index of the unit.
    pub externs: BTreeMap<String, usize>,
    /// Name in the extern prelude → name of a crate that the judge gives.
    pub given: BTreeMap<String, String>,
    /// Variables that `env!` sees beyond those of the shell.
    pub variables: BTreeMap<String, String>,
    /// The call of rustc that compiles it.
    pub call: Call,
}

impl Unit {
    pub fn variable(&self, name: &str) -> &str {
        self.variables.get(name).map_or("", String::as_str)
    }

    pub fn version(&self) -> &str {
        self.variable("CARGO_PKG_VERSION")
    }

    pub fn package_folder(&self) -> &Path {
        Path::new(self.variable("CARGO_MANIFEST_DIR"))
    }
}

/// The crates of a program; the binary is the first, and each stands before those that it depends on.
#[derive(Debug, Clone)]
pub struct Graph {
    pub units: Vec<Unit>,
    /// What the judge gives, and so is not among the units.
    pub given: Vec<Given>,
    /// What `rustc --print cfg` says of this machine.
    pub target_cfgs: Vec<String>,
    /// What it says of the judge's platform, if that is another one.
    pub foreign_cfgs: Option<Vec<String>>,
    /// The target directory of the workspace.
    pub target_folder: PathBuf,
    pub workspace_root: PathBuf,
}

impl Graph {
    /// What makes rustc find the crates that the judge gives.
    pub fn given_arguments(&self) -> Vec<String> {
        self.given.iter().flat_map(Given::arguments).collect()
    }
}

/// Asks cargo. With `compiler`, build scripts see that version of rustc.
///
/// # Errors
/// The manifest cannot be read, there is no such binary, it does not build, or it needs a procedural macro or a native
/// library.
pub fn resolve(program: &Program, compiler: Option<&str>) -> Result<Graph> {
    let manifest = &program.manifest;
    let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec().map_err(|error| {
        let told = match &error {
            cargo_metadata::Error::CargoMetadata { stderr } => stderr.trim().trim_start_matches("error: "),
            _ => return anyhow::Error::new(error).context(format!("cannot read {}", manifest.display())),
        };
        anyhow::anyhow!("cannot read {}: {told}", manifest.display())
    })?;
    let package = find_package(&metadata.packages, program)?;
    let target_folder = metadata.target_directory.clone().into_std_path_buf();
    let build =
        target_folder.join("bundle").join(compiler.map_or("build".to_owned(), |v| format!("build-{v}")));

    let (artifacts, variables) = match check(program, package, &build, compiler) {
        Ok(found) if found.complete => (found.artifacts, found.variables),
        Ok(_) => {
            // Cargo finds a crate fresh whose record is gone: start over.
            fs::remove_dir_all(&build)?;
            let found = check(program, package, &build, compiler)?;
            (found.artifacts, found.variables)
        }
        Err(error) => return Err(error),
    };

    let mut graph = Graph {
        units: Vec::new(),
        given: Vec::new(),
        target_cfgs: cfgs_of(None)?,
        foreign_cfgs: None,
        target_folder,
        workspace_root: metadata.workspace_root.clone().into_std_path_buf(),
    };
    let root = artifacts.iter().find(|(_, artifact)| {
        artifact.target.name == program.target.name()
            && artifact.target.kind.contains(&program.target.kind().1)
    });
    let (root, _) = root.context("cargo did not say what it built")?;
    let load = |unused: Vec<String>| {
        let mut loader = Loader {
            records: build.join("records"),
            artifacts: &artifacts,
            variables: &variables,
            own: package.id.repr.clone(),
            program: root,
            unused,
            calls: Vec::new(),
            indices: HashMap::new(),
            users: Vec::new(),
        };
        loader.visit(root)?;
        loader.into_units()
    };
    // Cargo offers a program all that any target of its package uses, and an example what tests use as well.
    let unused = || unused_crates(&record::read(&build.join("records"), root)?);
    graph.units = match program.target {
        Target::Example(_) => load(unused()?)?,
        Target::Bin(_) => match load(Vec::new()) {
            Ok(units) => units,
            Err(refusal) => match unused()? {
                unused if unused.is_empty() => return Err(refusal),
                unused => load(unused)?,
            },
        },
    };
    Ok(graph)
}

/// The crates that the program is offered and does not name, as rustc sees it.
fn unused_crates(call: &Call) -> Result<Vec<String>> {
    let scratch = tempfile::tempdir()?;
    let mut command = rustc();
    command
        .args(edition::without_output_options(&call.arguments))
        .args(["--cap-lints=allow", "--emit=metadata", "--error-format=json"])
        .args(["--force-warn=unused_crate_dependencies", "--out-dir"])
        .arg(scratch.path())
        .current_dir(&call.folder)
        .envs(&call.variables);
    let output = command.output().context("cannot run rustc")?;
    let lines = String::from_utf8_lossy(&output.stderr);
    let found = lines.lines().filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok());
    // "extern crate `divan` is unused in crate `nim`"
    let unused = found.filter(|diagnostic| diagnostic.code() == "unused_crate_dependencies");
    Ok(unused.filter_map(|diagnostic| diagnostic.message.split('`').nth(1).map(str::to_owned)).collect())
}

fn find_package<'a>(packages: &'a [Package], program: &Program) -> Result<&'a Package> {
    let (kind, target_kind) = program.target.kind();
    let name = program.target.name();
    let has =
        |package: &&Package| package.targets.iter().any(|t| t.name == name && t.kind.contains(&target_kind));
    let manifest = fs::canonicalize(&program.manifest).unwrap_or_else(|_| program.manifest.clone());
    let own = packages.iter().filter(|package| package.manifest_path.as_std_path() == manifest).find(has);
    if let Some(package) = own {
        return Ok(package);
    }
    let found: Vec<&Package> = packages.iter().filter(has).collect();
    match found[..] {
        [package] => Ok(package),
        [] => {
            let mut known: Vec<&str> = packages
                .iter()
                .flat_map(|package| &package.targets)
                .filter(|target| target.kind.contains(&target_kind))
                .map(|target| target.name.as_str())
                .collect();
            known.sort_unstable();
            let known = if known.is_empty() { "it has none".to_owned() } else { known.join(", ") };
            bail!("no {kind} `{name}` in {}; known: {known}", program.manifest.display())
        }
        _ => {
            let names: Vec<&str> = found.iter().map(|package| package.name.as_str()).collect();
            bail!("{kind} `{name}` is in several packages ({}); name one's manifest", names.join(", "))
        }
    }
}

struct Built {
    artifacts: HashMap<String, cargo_metadata::Artifact>,
    /// Package id → variables that its build script sets.
    variables: HashMap<String, Vec<(String, String)>>,
    /// Whether there is a record of every crate.
    complete: bool,
}

/// Runs `cargo check` for the one program, recording.
fn check(program: &Program, package: &Package, build: &Path, compiler: Option<&str>) -> Result<Built> {
    let records = build.join("records");
    // Of a workspace without a package of its own, cargo builds the program with the features that all members ask for.
    let given = fs::canonicalize(&program.manifest)?;
    let virtual_workspace =
        MetadataCommand::new().manifest_path(&given).no_deps().exec()?.root_package().is_none();
    let manifest = if virtual_workspace { given.as_path() } else { package.manifest_path.as_std_path() };
    let mut command = cargo();
    command
        .arg("check")
        .args(["--release", "--quiet", "--message-format=json-render-diagnostics", "--manifest-path"])
        .arg(manifest)
        .arg(format!("--{}", program.target.kind().0))
        .arg(program.target.name())
        .current_dir(manifest.parent().context("a manifest without a folder")?)
        .env("CARGO_TARGET_DIR", build)
        .env("RUSTC_WRAPPER", env::current_exe()?)
        .env(record::FOLDER, &records)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    match compiler {
        Some(version) => command.env(record::VERSION, version),
        None => command.env_remove(record::VERSION),
    };
    let mut child = command.spawn().context("cannot run cargo")?;
    let mut stderr = child.stderr.take().context("no standard error")?;
    let errors = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = stderr.read_to_string(&mut text);
        text
    });
    let stdout = child.stdout.take().context("no standard output")?;
    let mut built = Built { artifacts: HashMap::new(), variables: HashMap::new(), complete: true };
    for message in Message::parse_stream(std::io::BufReader::new(stdout)) {
        match message? {
            Message::CompilerArtifact(artifact) => {
                for file in &artifact.filenames {
                    if let Some(key) = key_of(file.as_std_path()) {
                        built.artifacts.insert(key, artifact.clone());
                    }
                }
            }
            Message::BuildScriptExecuted(script) => {
                built.variables.insert(script.package_id.repr, script.env);
            }
            _ => {}
        }
    }
    let status = child.wait()?;
    let errors = errors.join().unwrap_or_default();
    ensure!(status.success(), "`{}` does not build:\n{}", program.target.name(), errors.trim_end());
    built.complete = built
        .artifacts
        .iter()
        .filter(|(_, artifact)| !artifact.target.kind.contains(&TargetKind::CustomBuild))
        .all(|(key, _)| records.join(format!("{key}.json")).exists());
    Ok(built)
}

/// The cargo that runs us, or the one on the path.
fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The rustc that cargo would take.
pub fn rustc() -> Command {
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    scrub(&mut command);
    command
}

/// What is compiled must not see the variables of the cargo that runs us.
pub fn scrub(command: &mut Command) {
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO") || name == "OUT_DIR") {
            command.env_remove(name);
        }
    }
}

/// What rustc says of a target; of this machine if `None`.
///
/// # Errors
/// It knows no such target.
pub fn cfgs_of(target: Option<&str>) -> Result<Vec<String>> {
    let mut command = rustc();
    command.args(["--print", "cfg"]);
    command.args(target.iter().flat_map(|target| ["--target", target]));
    let output = command.output().context("cannot run rustc")?;
    ensure!(output.status.success(), "rustc does not say the cfgs of {}", target.unwrap_or("its target"));
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// `libnom-0123.rmeta` → `nom-0123`.
fn key_of(file: &Path) -> Option<String> {
    let stem = file.file_stem()?.to_str()?;
    match file.extension()?.to_str()? {
        "rmeta" | "rlib" | "so" | "dylib" | "dll" => {
            Some(stem.strip_prefix("lib").unwrap_or(stem).to_owned())
        }
        _ => None,
    }
}

/// A crate's key, its call, and the names and keys of the crates that it sees.
type Found = (String, Call, Vec<(String, String)>);

struct Loader<'a> {
    records: PathBuf,
    artifacts: &'a HashMap<String, cargo_metadata::Artifact>,
    variables: &'a HashMap<String, Vec<(String, String)>>,
    own: String,
    /// The key of the program itself, and the crates that it does not name.
    program: &'a str,
    unused: Vec<String>,
    /// In the order of finishing: dependencies first.
    calls: Vec<Found>,
    indices: HashMap<String, usize>,
    /// The packages that led here, from the program on.
    users: Vec<String>,
}

impl Loader<'_> {
    /// ` (of `clap`, of `game`)`: who needs what is looked at.
    fn wanted_by(&self) -> String {
        let chain: Vec<String> = self.users.iter().rev().map(|user| format!("of `{user}`")).collect();
        if chain.is_empty() { String::new() } else { format!(" ({})", chain.join(", ")) }
    }

    fn visit(&mut self, key: &str) -> Result<()> {
        if self.indices.contains_key(key) {
            return Ok(());
        }
        let call = record::read(&self.records, key)?;
        let name = call.values("--crate-name").next().unwrap_or(key).to_owned();
        let package = call.variables.get("CARGO_PKG_NAME").cloned().unwrap_or_default();
        let version = call.variables.get("CARGO_PKG_VERSION").cloned().unwrap_or_default();
        if call.values("--crate-type").any(|kind| kind == "proc-macro") {
            bail!(
                "`{package}` {version}{} is a procedural macro, which cannot be put into one source file; \
                 build without it (often a cargo feature such as `derive` brings it in)",
                self.wanted_by()
            );
        }
        if let Some(library) = call.values("-l").next() {
            bail!(
                "`{package}` {version}{} links the native library `{library}`, which a judge does not have",
                self.wanted_by()
            );
        }
        let mut externs = Vec::new();
        for value in call.values("--extern") {
            let Some((names, path)) = value.split_once('=') else { continue };
            let extern_name = names.rsplit(':').next().unwrap_or(names).to_owned();
            let key = key_of(Path::new(path)).with_context(|| format!("{name}: unexpected {path}"))?;
            externs.push((extern_name, key));
        }
        if key == self.program {
            externs.retain(|(name, _)| !self.unused.contains(name));
        }
        for (_, key) in &externs {
            self.users.push(package.clone());
            self.visit(key)?;
            self.users.pop();
        }
        self.indices.insert(key.to_owned(), self.calls.len());
        self.calls.push((key.to_owned(), call, externs));
        Ok(())
    }

    fn into_units(self) -> Result<Vec<Unit>> {
        let count = self.calls.len();
        let place = |key: &str| count - 1 - self.indices[key];
        let mut units = Vec::with_capacity(count);
        for (key, call, externs) in self.calls.iter().rev() {
            let root_as_given = call
                .arguments
                .iter()
                .find(|argument| argument.ends_with(".rs") && !argument.starts_with('-'))
                .with_context(|| format!("{key}: no source file in the record"))?
                .clone();
            let package_id = self.artifacts.get(key).map_or("", |artifact| artifact.package_id.repr.as_str());
            let mut variables = call.variables.clone();
            if let Some(set) = self.variables.get(package_id) {
                variables.extend(set.iter().cloned());
            }
            let source = if package_id == self.own {
                Source::Own
            } else if package_id.starts_with("path+") {
                Source::Path
            } else {
                Source::Elsewhere
            };
            units.push(Unit {
                name: call.values("--crate-name").next().unwrap_or(key).to_owned(),
                package_id: package_id.to_owned(),
                source,
                root: call.folder.join(&root_as_given),
                root_as_given,
                edition: call.values("--edition").next().unwrap_or("2015").to_owned(),
                cfgs: call.values("--cfg").map(str::to_owned).collect(),
                externs: externs.iter().map(|(name, key)| (name.clone(), place(key))).collect(),
                given: BTreeMap::new(),
                variables,
                call: call.clone(),
            });
        }
        Ok(units)
    }
}
