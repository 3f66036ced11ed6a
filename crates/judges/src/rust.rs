//! The Rust compiler of a judge.

use crate::{Compile, Fact, Refusal};
use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// The `[rust]` table of a judge.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RustProfile {
    /// The editions it compiles with, the one to prefer first.
    pub editions: Fact<Vec<String>>,
    /// The version of rustc; absent where the judge does not publish it.
    pub version: Option<Fact<Version>>,
    /// Set where `version` is the oldest one that the judge may have.
    pub version_is_minimum: Option<Fact<bool>>,
    pub compile: Compile,
    /// The time limit of a compilation.
    pub compile_seconds: Option<Fact<u32>>,
    /// The crates that the judge provides.
    pub crates: Option<Fact<BTreeMap<String, ProvidedCrate>>>,
}

/// A crate in the judge's own manifest: a version, or a version with features.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a version, or a table of `version` and `features`")]
pub enum ProvidedCrate {
    Version(VersionReq),
    Detailed(Detailed),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detailed {
    version: VersionReq,
    features: Vec<String>,
}

/// A cargo package laid out as a judge does it.
#[derive(Debug)]
pub struct CargoProject {
    pub command: Command,
    /// The path of the executable.
    pub binary: PathBuf,
}

impl ProvidedCrate {
    /// Returns the versions that the judge's manifest accepts.
    pub fn requirement(&self) -> &VersionReq {
        match self {
            Self::Version(requirement) | Self::Detailed(Detailed { version: requirement, .. }) => requirement,
        }
    }

    fn features(&self) -> &[String] {
        match self {
            Self::Version(_) => &[],
            Self::Detailed(detailed) => &detailed.features,
        }
    }
}

impl RustProfile {
    /// Returns the edition of bundles for this judge.
    pub fn edition(&self) -> &str {
        // Loading checks that there is one.
        self.editions.value.first().map_or("2021", String::as_str)
    }

    /// Returns the command that compiles one file with this judge's flags on this machine, by `rustc` if it is given.
    ///
    /// Complete for a bundle that uses none of the judge's crates; otherwise see [`RustProfile::cargo_project`].
    pub fn compile_command(
        &self,
        rustc: Option<&OsStr>,
        source: &Path,
        binary: &Path,
        edition: &str,
    ) -> Command {
        self.compile.command(rustc, source, binary, edition)
    }

    /// Returns `true` if the judge provides this crate in a version that `version` satisfies.
    pub fn provides(&self, name: &str, version: &Version) -> bool {
        self.provided(name).is_some_and(|provided| provided.requirement().matches(version))
    }

    fn provided(&self, name: &str) -> Option<&ProvidedCrate> {
        self.crates.as_ref()?.value.get(name)
    }

    /// Returns the features of a provided crate beside the default ones.
    pub fn features_of(&self, name: &str) -> &[String] {
        self.provided(name).map_or(&[], ProvidedCrate::features)
    }

    /// Lays out `source` in `folder` beside the judge's manifest, cut down to the provided crates that are `used`, in
    /// the versions that this machine has.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn cargo_project(
        &self,
        source: &str,
        edition: &str,
        used: &[(&str, &Version)],
        folder: &Path,
    ) -> io::Result<CargoProject> {
        let mut manifest = format!(
            "[package]\nname = \"submission\"\nversion = \"1.0.0\"\nedition = \"{edition}\"\n\n[workspace]\n\n[dependencies]\n"
        );
        for (name, version) in used {
            let features = self.features_of(name);
            // Writing to a String cannot fail.
            let _ = writeln!(manifest, "{name} = {{ version = \"={version}\", features = {features:?} }}");
        }
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::write(folder.join("src/main.rs"), source)?;
        let mut command = Command::new("cargo");
        command
            // The judge builds offline, with its own copies.
            .args(["build", "--quiet", "--release", "--target-dir", "target"])
            .current_dir(folder);
        Ok(CargoProject { command, binary: folder.join("target/release/submission") })
    }

    /// Checks the oldest compiler that a crate to be inlined supports.
    ///
    /// # Errors
    /// If the judge's compiler is older. A judge that does not publish its version passes.
    pub fn check_rust_version(&self, judge: &str, krate: &str, needed: &Version) -> Result<(), Refusal> {
        match &self.version {
            Some(version) if version.value < *needed => Err(Refusal(format!(
                "{krate} needs rustc {needed}, but {judge} compiles with {} ({}, {})",
                version.value, version.source, version.as_of
            ))),
            _ => Ok(()),
        }
    }
}
