//! The C compiler of a judge.

use crate::{Compile, Fact};
use serde::{Deserialize, Serialize};
use std::{path::Path, process::Command};

/// The `[c]` table of a judge.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CProfile {
    /// The choice on the judge's submit page.
    pub choice: Fact<String>,
    pub compile: Compile,
}

impl CProfile {
    /// Returns the command that compiles one file with this judge's flags on this machine.
    pub fn compile_command(&self, source: &Path, binary: &Path) -> Command {
        self.compile.command(None, source, binary, "")
    }
}
