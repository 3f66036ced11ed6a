//! The command line of a judge's compiler.

use serde::{Deserialize, Serialize};
use std::{ffi::OsStr, path::Path, process::Command};

/// A command line. Its arguments may contain `{source}`, `{binary}` and, for Rust, `{edition}`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compile {
    /// The judge's own command line.
    pub value: Vec<String>,
    pub source: String,
    pub as_of: String,
    #[serde(default)]
    pub unverified: bool,
    /// The same for one file on this machine, if the judge's own command line needs its folder or its platform.
    pub here: Option<Vec<String>>,
}

impl Compile {
    /// Returns the command line that compiles one file on this machine.
    pub fn words(&self) -> &[String] {
        self.here.as_ref().unwrap_or(&self.value)
    }

    /// Returns the command that runs the judge's compiler, or `other` with the same arguments.
    pub(crate) fn command(
        &self,
        other: Option<&OsStr>,
        source: &Path,
        binary: &Path,
        edition: &str,
    ) -> Command {
        let mut words = self.words().iter().map(|word| match word.as_str() {
            "{source}" => source.as_os_str().to_owned(),
            "{binary}" => binary.as_os_str().to_owned(),
            other => other.replace("{edition}", edition).into(),
        });
        // Loading checks that there is a first word.
        let first = words.next().unwrap_or_default();
        let mut command = Command::new(other.unwrap_or(&first));
        command.args(words);
        command
    }
}
