//! How a judge compiles Rust.

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
    /// Absent where the judge does not publish it.
    pub version: Option<Fact<Version>>,
    pub compile: Compile,
    /// How long compiling may take.
    pub compile_seconds: Option<Fact<u32>>,
    /// Crates that a submission may use without bringing them.
    pub crates: Option<Fact<BTreeMap<String, GivenCrate>>>,
}

/// A crate in the judge's own manifest: a version, or a version with features.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a version, or a table of `version` and `features`")]
pub enum GivenCrate {
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
    /// Where the executable will be.
    pub binary: PathBuf,
}

impl GivenCrate {
    /// Which versions the judge's manifest asks for.
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
    /// The edition a bundle for this judge is written in.
    pub fn edition(&self) -> &str {
        // Loading checks that there is one.
        self.editions.value.first().map_or("2021", String::as_str)
    }

    /// The words that compile one file with this judge's flags on this machine, by `rustc` if another one is wanted.
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

    /// Whether the judge brings this very crate: its manifest asks for a version that `version` satisfies.
    pub fn gives(&self, name: &str, version: &Version) -> bool {
        self.given(name).is_some_and(|given| given.requirement().matches(version))
    }

    fn given(&self, name: &str) -> Option<&GivenCrate> {
        self.crates.as_ref()?.value.get(name)
    }

    /// The features of a given crate beside the default ones.
    pub fn features_of(&self, name: &str) -> &[String] {
        self.given(name).map_or(&[], GivenCrate::features)
    }

    /// Lays out `source` in `folder` beside the judge's manifest, cut down to the given crates that are `used`, in the
    /// versions that are known to be on this machine.
    ///
    /// # Errors
    /// The folder cannot be written.
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
    /// The judge's compiler is older. A judge that does not publish its version passes.
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
