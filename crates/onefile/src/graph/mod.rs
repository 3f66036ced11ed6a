//! Which crates one binary is made of, and exactly how cargo compiles each.

use crate::{
    cargo,
    cargo::environment::{Environment, environment},
    cargo::record::Call,
    cargo::{Built, Program, Target, key_of, record},
    cargo::{toolchain, toolchain::cfgs_of, unused_crates::unused_crates},
    graph::provided_crate::ProvidedCrate,
    syntax::edition::Edition,
};
pub mod linked;
pub mod provided;
pub mod provided_crate;

use anyhow::{Context as _, Result, bail};
use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

/// Where a package comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Source {
    /// The package of the binary itself.
    Own,
    /// Another package on disk.
    Path,
    /// A registry or a git repository.
    #[default]
    Elsewhere,
}

/// One crate as cargo compiles it for the program.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// The name that it was compiled under.
    pub name: String,
    /// Cargo's own name for the package, with where it comes from.
    pub package_id: String,
    pub source: Source,
    /// The file that rustc was given, absolute, and as it was given.
    pub root: PathBuf,
    pub root_as_given: String,
    pub edition: Edition,
    /// The values of `--cfg`.
    pub cfgs: Vec<String>,
    /// Name in the extern prelude → index of the unit.
    pub externs: BTreeMap<String, usize>,
    /// Name in the extern prelude → name of a crate that the judge gives.
    pub given: BTreeMap<String, String>,
    /// Name in the extern prelude → index of the procedural macro's crate in [`Graph::macro_crates`].
    pub macro_externs: BTreeMap<String, usize>,
    /// Variables that cargo and the build script set.
    pub variables: BTreeMap<String, String>,
    /// All variables that the crate reads.
    pub environment: Environment,
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

/// A crate of procedural macros, which runs when its users are compiled.
#[derive(Debug, Clone)]
pub struct MacroCrate {
    /// The crate as cargo compiles it; its dependencies are left out.
    pub unit: Unit,
    /// The dynamic library that rustc loads.
    pub library: PathBuf,
}

/// The crates of a program; the binary is the first, and each stands before those that it depends on.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    pub units: Vec<Unit>,
    /// The crates of procedural macros that the units use.
    pub macro_crates: Vec<MacroCrate>,
    /// What the judge gives, and so is not among the units.
    pub given: Vec<ProvidedCrate>,
    /// What `rustc --print cfg` says of this machine.
    pub target_cfgs: Vec<String>,
    /// What it says of the judge's platform, if that is another one.
    pub judge_cfgs: Option<Vec<String>>,
    /// The target directory of the workspace.
    pub target_folder: PathBuf,
    pub workspace_root: PathBuf,
}

impl Graph {
    /// What makes rustc find the crates that the judge gives.
    pub fn provided_arguments(&self) -> Vec<String> {
        self.given.iter().flat_map(ProvidedCrate::arguments).collect()
    }
}

/// Asks cargo. With `compiler`, build scripts see that version of rustc.
///
/// # Errors
/// The manifest cannot be read, there is no such binary, it does not build, or it needs a native library.
pub fn resolve(program: &Program, compiler: Option<&str>) -> Result<Graph> {
    let metadata = cargo::metadata(&program.manifest)?;
    let package = cargo::find_package(&metadata.packages, program)?;
    let target_folder = metadata.target_directory.clone().into_std_path_buf();
    let build = build_folder(&target_folder, compiler);
    let mut command = cargo::command(program, &metadata, package, "check")?;
    match compiler {
        Some(version) => command.env(record::VERSION, version),
        None => command.env_remove(record::VERSION),
    };
    let Built { artifacts, variables, records, .. } = cargo::run(&mut command, program, &build)?;

    let mut graph = Graph {
        units: Vec::new(),
        macro_crates: Vec::new(),
        given: Vec::new(),
        target_cfgs: cfgs_of(None)?,
        judge_cfgs: None,
        target_folder,
        workspace_root: metadata.workspace_root.clone().into_std_path_buf(),
    };
    let root = artifacts.iter().find(|(_, artifact)| {
        artifact.target.name == program.target.name() && artifact.target.kind.contains(&program.target.kind())
    });
    let (root, _) = root.context("cargo did not say what it built")?;
    let call = record::read(&records, root)?;
    if let Some(cargo) = call.variables.get("CARGO") {
        toolchain::check_same(
            Path::new(cargo),
            package.manifest_path.parent().map_or(&call.folder, AsRef::as_ref),
        )?;
    }
    let load = |unused: Vec<String>| {
        let mut loader = Loader {
            records: records.clone(),
            artifacts: &artifacts,
            variables: &variables,
            own: package.id.repr.clone(),
            program: root,
            unused,
            macros: Vec::new(),
            calls: Vec::new(),
            indices: HashMap::new(),
            users: Vec::new(),
        };
        loader.visit(root)?;
        loader.into_units()
    };
    // Cargo offers a program all that any target of its package uses, and an example what tests use as well.
    let unused = || unused_crates(&record::read(&records, root)?);
    (graph.units, graph.macro_crates) = match program.target {
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

/// Returns the folder for cargo's output, below the target folder of the workspace.
fn build_folder(target_folder: &Path, compiler: Option<&str>) -> PathBuf {
    let name = compiler.map_or("build".to_owned(), |version| format!("build-{version}"));
    target_folder.join("bundle").join(name)
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
    /// The crates of procedural macros, each with its key and its library.
    macros: Vec<(String, Call, PathBuf)>,
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
            externs.push((extern_name, key, PathBuf::from(path)));
        }
        if key == self.program {
            externs.retain(|(name, ..)| !self.unused.contains(name));
        }
        for (_, key, path) in &externs {
            self.users.push(package.clone());
            self.visit_extern(key, path, &call)?;
            self.users.pop();
        }
        let externs = externs.into_iter().map(|(name, key, _)| (name, key)).collect();
        self.indices.insert(key.to_owned(), self.calls.len());
        self.calls.push((key.to_owned(), call, externs));
        Ok(())
    }

    /// Visits a dependency; what a procedural macro itself depends on runs only on this machine.
    fn visit_extern(&mut self, key: &str, path: &Path, user: &Call) -> Result<()> {
        if self.macros.iter().any(|(known, ..)| known == key) {
            return Ok(());
        }
        let call = record::read(&self.records, key)?;
        if call.values("--crate-type").any(|kind| kind == "proc-macro") {
            self.macros.push((key.to_owned(), call, user.folder.join(path)));
            return Ok(());
        }
        self.visit(key)
    }

    fn into_units(self) -> Result<(Vec<Unit>, Vec<MacroCrate>)> {
        let calls = self.calls.iter().rev();
        let units = calls.map(|(key, call, externs)| self.unit(key, call, externs)).collect::<Result<_>>()?;
        let macros = self.macros.iter().map(|(key, call, library)| {
            Ok(MacroCrate { unit: self.unit(key, call, &[])?, library: library.clone() })
        });
        let macros = macros.collect::<Result<_>>()?;
        Ok((units, macros))
    }

    fn unit(&self, key: &str, call: &Call, externs: &[(String, String)]) -> Result<Unit> {
        let count = self.calls.len();
        let place = |key: &str| Some(count - 1 - self.indices.get(key)?);
        let macro_place = |key: &str| self.macros.iter().position(|(known, ..)| known == key);
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
        // A second run of rustc on the crate needs all that the first one read.
        let environment = environment(call);
        let read = environment.iter().filter_map(|(name, value)| Some((name.clone(), value.clone()?)));
        variables.extend(read);
        let source = if package_id == self.own {
            Source::Own
        } else if package_id.starts_with("path+") {
            Source::Path
        } else {
            Source::Elsewhere
        };
        Ok(Unit {
            name: call.values("--crate-name").next().unwrap_or(key).to_owned(),
            package_id: package_id.to_owned(),
            source,
            root: call.folder.join(&root_as_given),
            root_as_given,
            edition: call.values("--edition").next().map(str::parse).transpose()?.unwrap_or_default(),
            cfgs: call.values("--cfg").map(str::to_owned).collect(),
            externs: externs.iter().filter_map(|(name, key)| Some((name.clone(), place(key)?))).collect(),
            given: BTreeMap::new(),
            macro_externs: externs
                .iter()
                .filter_map(|(name, key)| Some((name.clone(), macro_place(key)?)))
                .collect(),
            variables,
            environment,
            call: call.clone(),
        })
    }
}
