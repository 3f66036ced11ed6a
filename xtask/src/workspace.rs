//! The workspace that the command was called in: where things are, what there is, and its release builds.
//!
//! The only place that knows paths. They are asked of cargo anew each time, so a clone can be moved.

use crate::{
    UsageError,
    fixtures::{self, Package, Store},
};
use anyhow::{Context, Result, anyhow, bail};
use cargo_metadata::{Message, Metadata, MetadataCommand};
use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    io::BufReader,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A cargo workspace with a folder of fixtures.
#[derive(Debug)]
pub struct Workspace {
    metadata: Metadata,
}

impl Workspace {
    /// The workspace that the current folder belongs to.
    ///
    /// # Errors
    ///
    /// If cargo finds none.
    pub fn find() -> Result<Self> {
        let metadata = MetadataCommand::new().no_deps().exec().context("cannot find the workspace")?;
        Ok(Self { metadata })
    }

    /// The folder of the workspace's manifest.
    pub fn root(&self) -> &Path {
        self.metadata.workspace_root.as_std_path()
    }

    /// The folder for files that a command makes, below cargo's own target folder.
    pub fn target(&self, purpose: &str) -> PathBuf {
        self.metadata.target_directory.as_std_path().join(purpose)
    }

    /// The folder of a problem's fixtures.
    pub fn fixtures(&self, problem: &str) -> PathBuf {
        self.root().join("fixtures").join(problem)
    }

    /// The fixtures of a problem.
    ///
    /// # Errors
    ///
    /// If they are not in order: see [`Package::load`].
    pub fn package(&self, problem: &str) -> Result<Package> {
        let store = Store::new(self.target("fixtures"), &self.root().join("crates/oracles/src"));
        Package::load(&self.fixtures(problem), &store)
    }

    /// The problems that are named, or all that have fixtures if none is; sorted, each once.
    ///
    /// # Errors
    ///
    /// A [`UsageError`] that lists the known names, if one of `names` is not among them.
    pub fn problems(&self, names: &[String]) -> Result<Vec<String>> {
        let known = fixtures::packages_in(&self.root().join("fixtures"))?;
        if let Some(stranger) = names.iter().find(|name| !known.contains(name)) {
            bail!(UsageError(format!("unknown problem `{stranger}`; there are: {}", known.join(", "))));
        }
        Ok(known.into_iter().filter(|problem| names.is_empty() || names.contains(problem)).collect())
    }

    /// Builds the solvers of these problems with one call of cargo, whose words go to standard error.
    /// Gives each problem's executable.
    ///
    /// # Errors
    ///
    /// If there is no such package in the workspace, or it does not build.
    pub fn build(&self, problems: &[String]) -> Result<BTreeMap<String, PathBuf>> {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
        command
            .args(["build", "--release", "--message-format=json-render-diagnostics"])
            .current_dir(self.root());
        for problem in problems {
            self.check_solver(problem)?;
            command.args(["--package", problem, "--bin", problem]);
        }
        let mut cargo =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
        let messages = cargo.stdout.take().context("cargo has no standard output")?;
        let mut built = BTreeMap::new();
        for message in Message::parse_stream(BufReader::new(messages)) {
            if let Message::CompilerArtifact(artifact) = message.context("cannot read what cargo says")?
                && let Some(executable) = artifact.executable
            {
                built.insert(artifact.target.name, executable.into_std_path_buf());
            }
        }
        if !cargo.wait().context("cannot wait for cargo")?.success() {
            bail!("cargo could not build {}", problems.join(", "));
        }
        Ok(built)
    }

    /// The executables of the last release build, which may be older than the sources.
    ///
    /// # Errors
    ///
    /// If one is not there.
    pub fn built(&self, problems: &[String]) -> Result<BTreeMap<String, PathBuf>> {
        let executable = |problem: &String| {
            self.check_solver(problem)?;
            let triple = env::var_os("CARGO_BUILD_TARGET").filter(|triple| !triple.is_empty());
            let folder = triple.map_or_else(
                || self.target("release"),
                |triple| self.target("").join(triple).join("release"),
            );
            let path = folder.join(problem);
            if !path.is_file() {
                bail!("{} is missing: build it first, or leave out --no-build", path.display());
            }
            Ok((problem.clone(), path))
        };
        problems.iter().map(executable).collect()
    }

    fn check_solver(&self, problem: &str) -> Result<()> {
        let mut packages = self.metadata.packages.iter().filter(|package| package.name.as_str() == problem);
        let package = packages.next().ok_or_else(|| {
            anyhow!(
                "{} has no solver: no package `{problem}` in the workspace",
                self.fixtures(problem).display()
            )
        })?;
        if !package.targets.iter().any(|target| target.is_bin() && target.name == problem) {
            bail!(
                "{} has no solver: package `{problem}` has no binary of that name",
                self.fixtures(problem).display()
            );
        }
        Ok(())
    }
}
