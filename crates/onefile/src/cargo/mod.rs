//! Runs cargo for one program and records the command lines of rustc.

pub(crate) mod child;
pub mod codegen;
pub mod diagnostics;
pub mod environment;
pub mod installed;
pub mod llvm_ir;
pub mod record;
pub mod rustc;
pub mod toolchain;
pub mod unused_crates;

use anyhow::{Context as _, Result, bail, ensure};
use cargo_metadata::{Artifact, Message, Metadata, MetadataCommand, Package, TargetKind};
use std::{
    collections::HashMap,
    env, fs,
    io::{BufReader, Read as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

/// The program to bundle.
#[derive(Debug, Clone)]
pub struct Program {
    /// The manifest of the program's package or workspace.
    pub manifest: PathBuf,
    /// The package that has the program, where the manifest has several.
    pub package: Option<String>,
    /// The binary or example.
    pub target: Target,
    /// The cargo features to build it with.
    pub features: Features,
}

impl Program {
    /// Returns the program `target` of a manifest, with the default features.
    pub fn new(manifest: impl Into<PathBuf>, target: Target) -> Program {
        Program { manifest: manifest.into(), package: None, target, features: Features::default() }
    }
}

/// The cargo features of a build, beside the default ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub struct Features {
    /// Features to activate, separated by commas or spaces
    #[arg(long = "features", short = 'F', value_name = "FEATURES")]
    pub named: Vec<String>,
    /// Activate all features
    #[arg(long = "all-features")]
    pub all: bool,
    /// Leave out the `default` feature
    #[arg(long = "no-default-features")]
    pub without_default: bool,
}

impl Features {
    /// Returns the options that select these features on the command line of cargo.
    pub fn options(&self) -> Vec<String> {
        let named = self.named.iter().map(|features| format!("--features={features}"));
        let all = self.all.then(|| "--all-features".to_owned());
        let without_default = self.without_default.then(|| "--no-default-features".to_owned());
        named.chain(all).chain(without_default).collect()
    }
}

/// A binary or an example of a package, by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A binary.
    Bin(String),
    /// An example.
    Example(String),
}

impl Target {
    /// Returns its name.
    pub fn name(&self) -> &str {
        let (Target::Bin(name) | Target::Example(name)) = self;
        name
    }

    pub(super) fn kind(&self) -> TargetKind {
        match self {
            Target::Bin(_) => TargetKind::Bin,
            Target::Example(_) => TargetKind::Example,
        }
    }
}

/// Returns the metadata of the packages of a manifest.
///
/// # Errors
/// If the manifest cannot be read.
pub fn metadata(manifest: &Path) -> Result<Metadata> {
    MetadataCommand::new().manifest_path(manifest).no_deps().exec().map_err(|error| {
        let told = match &error {
            cargo_metadata::Error::CargoMetadata { stderr } => stderr.trim().trim_start_matches("error: "),
            _ => return anyhow::Error::new(error).context(format!("cannot read {}", manifest.display())),
        };
        let folder = manifest.parent().unwrap_or(manifest);
        match toolchain::missing_toolchain(told, folder) {
            Some(missing) => anyhow::anyhow!("cannot build {}: {missing}", manifest.display()),
            None => anyhow::anyhow!("cannot read {}: {told}", manifest.display()),
        }
    })
}

/// Returns the package that has the program.
///
/// # Errors
/// If no package has it, or several have one of that name.
pub fn find_package<'a>(packages: &'a [Package], program: &Program) -> Result<&'a Package> {
    let kind = program.target.kind();
    let name = program.target.name();
    if let Some(wanted) = &program.package {
        let is_there = packages.iter().any(|package| *package.name == **wanted);
        ensure!(is_there, "no package `{wanted}` in {}", program.manifest.display());
    }
    let is_wanted =
        |package: &&Package| program.package.as_ref().is_none_or(|wanted| *package.name == **wanted);
    let packages = || packages.iter().filter(is_wanted);
    let has = |package: &&Package| package.targets.iter().any(|t| t.name == name && t.kind.contains(&kind));
    let manifest = fs::canonicalize(&program.manifest).unwrap_or_else(|_| program.manifest.clone());
    let own = packages().filter(|package| package.manifest_path.as_std_path() == manifest).find(has);
    if let Some(package) = own {
        return Ok(package);
    }
    let found: Vec<&Package> = packages().filter(has).collect();
    match found[..] {
        [package] => Ok(package),
        [] => {
            let mut known: Vec<&str> = packages()
                .flat_map(|package| &package.targets)
                .filter(|target| target.kind.contains(&kind))
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

/// The result of a cargo build.
#[derive(Debug)]
pub struct Built {
    /// The artifacts, by the key of the rustc call that wrote them.
    pub artifacts: HashMap<String, Artifact>,
    /// Package id → the variables that its build script sets.
    pub variables: HashMap<String, Vec<(String, String)>>,
    /// The executable, if the program was built and not only checked.
    pub executable: Option<PathBuf>,
    /// The folder of the records of how each crate was compiled.
    pub records: PathBuf,
}

/// Returns a cargo command that checks or builds the program.
///
/// # Errors
/// If the manifest cannot be read.
pub fn command(program: &Program, metadata: &Metadata, package: &Package, verb: &str) -> Result<Command> {
    // Of a workspace without a package of its own, cargo builds the program with the features that
    // all members ask for.
    let given = fs::canonicalize(&program.manifest)?;
    let virtual_workspace = metadata.root_package().is_none();
    let all_members = virtual_workspace && program.package.is_none();
    let manifest = if all_members { given.as_path() } else { package.manifest_path.as_std_path() };
    // The cargo that runs us, or the one on the path.
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .arg(verb)
        .args(["--release", "--quiet", "--message-format=json-render-diagnostics", "--manifest-path"])
        .arg(manifest)
        .arg(format!("--{}", program.target.kind()))
        .arg(program.target.name())
        .args(program.features.options())
        .current_dir(manifest.parent().context("a manifest without a folder")?);
    Ok(command)
}

/// Runs a cargo command with the recording compiler and with `build` as target folder.
///
/// # Errors
/// If the program does not build; the message is that of cargo.
pub fn run(command: &mut Command, program: &Program, build: &Path) -> Result<Built> {
    let (built, complete) = run_once(command, program, build)?;
    if complete {
        return Ok(built);
    }
    // Cargo finds a crate fresh whose record is gone: start over.
    fs::remove_dir_all(build)?;
    Ok(run_once(command, program, build)?.0)
}

/// Runs the command once. The second value is `true` if there is a record of every crate.
fn run_once(command: &mut Command, program: &Program, build: &Path) -> Result<(Built, bool)> {
    let records = build.join("records");
    for name in record::OVERRIDDEN {
        match env::var_os(name) {
            Some(value) => command.env(record::saved(name), value),
            None => command.env_remove(record::saved(name)),
        };
    }
    command
        .env("CARGO_TARGET_DIR", build)
        .env("RUSTC_WRAPPER", env::current_exe()?)
        .env(record::FOLDER, &records)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let (mut child, _running) = child::spawn(command)?;
    let mut stderr = child.stderr.take().context("no standard error")?;
    let errors = thread::spawn(move || {
        let mut text = String::new();
        let _ = stderr.read_to_string(&mut text);
        text
    });
    let stdout = child.stdout.take().context("no standard output")?;
    let mut built = Built { artifacts: HashMap::new(), variables: HashMap::new(), executable: None, records };
    for message in Message::parse_stream(BufReader::new(stdout)) {
        match message? {
            Message::CompilerArtifact(artifact) => {
                let is_program = artifact.target.name == program.target.name();
                if let Some(executable) = artifact.executable.as_ref().filter(|_| is_program) {
                    built.executable = Some(executable.clone().into_std_path_buf());
                }
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
    if !status.success() {
        let name = program.target.name();
        let folder = command.get_current_dir().unwrap_or(build);
        match toolchain::missing_toolchain(&errors, folder) {
            Some(missing) => bail!("`{name}` does not build: {missing}"),
            None => bail!("`{name}` does not build:\n{}", errors.trim_end()),
        }
    }
    let complete = built
        .artifacts
        .iter()
        .filter(|(_, artifact)| !artifact.target.kind.contains(&TargetKind::CustomBuild))
        .all(|(key, _)| built.records.join(format!("{key}.json")).exists());
    Ok((built, complete))
}

/// Returns the key of a library file: `nom-0123` for `libnom-0123.rmeta`.
pub(super) fn key_of(file: &Path) -> Option<String> {
    let stem = file.file_stem()?.to_str()?;
    match file.extension()?.to_str()? {
        "rmeta" | "rlib" | "so" | "dylib" | "dll" => {
            Some(stem.strip_prefix("lib").unwrap_or(stem).to_owned())
        }
        _ => None,
    }
}
