//! A crate that a bundle uses without having it inlined.

use cargo_metadata::semver::Version;
use std::path::PathBuf;

/// A crate that the judge provides.
#[derive(Debug, Clone)]
pub struct ProvidedCrate {
    /// As its manifest calls it.
    pub package: String,
    /// Cargo's own name for the package.
    pub package_id: String,
    /// As programs call it.
    pub name: String,
    /// The version that cargo chose here.
    pub version: Version,
    /// What cargo made of it, for the compiler runs of this machine.
    pub artifact: PathBuf,
}

impl ProvidedCrate {
    /// What makes rustc find the crate, and what that needs, on this machine.
    pub fn arguments(&self) -> Vec<String> {
        let folder = self.artifact.parent().unwrap_or(&self.artifact);
        vec![
            format!("--extern={}={}", self.name, self.artifact.display()),
            format!("-Ldependency={}", folder.display()),
        ]
    }
}
