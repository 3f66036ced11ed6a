//! Compiles a text with rustc and reads what it says.

use crate::{
    cargo::toolchain::rustc,
    syntax::text::{Sources, Text},
};
use anyhow::{Context as _, Result};
use serde::Deserialize;
use std::{
    ffi::OsStr,
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// One message of rustc.
#[derive(Debug, Clone, Deserialize)]
pub struct Diagnostic {
    pub message: String,
    pub code: Option<Code>,
    pub level: String,
    #[serde(default)]
    pub spans: Vec<Span>,
    /// Notes and suggestions.
    #[serde(default)]
    pub children: Vec<Diagnostic>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Code {
    pub code: String,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Span {
    pub file_name: String,
    pub byte_start: usize,
    pub byte_end: usize,
    pub is_primary: bool,
    pub label: Option<String>,
    /// The invocation, if the place is inside a macro's body.
    pub expansion: Option<Box<Expansion>>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Expansion {
    pub span: Span,
}

impl Diagnostic {
    pub fn code(&self) -> &str {
        self.code.as_ref().map_or("", |code| &code.code)
    }

    pub fn is_error(&self) -> bool {
        self.level.starts_with("error")
    }

    pub fn primary(&self) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(|span| span.is_primary)
    }
}

/// What a run of rustc gave.
#[derive(Debug)]
pub struct Outcome {
    pub success: bool,
    pub diagnostics: Vec<Diagnostic>,
    /// What rustc wrote that is not a message.
    pub rest: String,
}

/// The name of the file that is compiled, in the folder given to [`compile`].
pub const FILE: &str = "bundle.rs";

/// Writes the text to `folder` and runs rustc there with these arguments besides the file.
///
/// # Errors
/// rustc cannot be run.
pub fn compile<A: AsRef<OsStr>>(text: &str, folder: &Path, arguments: &[A]) -> Result<Outcome> {
    let mut command = rustc();
    command.args(["--error-format=json", FILE]).args(arguments);
    run(text, folder, command)
}

/// Writes the text to `folder` and gives a call of rustc there on it.
///
/// # Errors
/// The folder cannot be written.
pub fn command_for(text: &str, folder: &Path) -> Result<Command> {
    fs::write(folder.join(FILE), text)?;
    let mut command = rustc();
    command.arg(FILE).current_dir(folder).stdin(Stdio::null());
    Ok(command)
}

/// Runs a compiler that was told to give its messages as JSON.
///
/// # Errors
/// It cannot be run.
pub fn run(text: &str, folder: &Path, mut command: Command) -> Result<Outcome> {
    fs::write(folder.join(FILE), text)?;
    let output = command
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", command.get_program().to_string_lossy()))?;
    let mut outcome =
        Outcome { success: output.status.success(), diagnostics: Vec::new(), rest: String::new() };
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        match serde_json::from_str::<Diagnostic>(line) {
            Ok(diagnostic) => outcome.diagnostics.push(diagnostic),
            Err(_) => {
                outcome.rest.push_str(line);
                outcome.rest.push('\n');
            }
        }
    }
    Ok(outcome)
}

/// Runs cargo in the folder that it was given, and reads what its compiler says.
///
/// # Errors
/// It cannot be run.
pub fn run_cargo(mut command: Command) -> Result<Outcome> {
    #[derive(Deserialize)]
    struct Line {
        message: Option<Diagnostic>,
    }
    let output =
        command.arg("--message-format=json").stdin(Stdio::null()).output().context("cannot run cargo")?;
    let lines = String::from_utf8_lossy(&output.stdout);
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()?.message);
    Ok(Outcome {
        success: output.status.success(),
        diagnostics: messages.collect(),
        rest: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

impl Outcome {
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error() && !diagnostic.spans.is_empty())
    }

    /// The errors, each with the crate, file and line that it comes from.
    pub fn describe(&self, text: &Text, sources: &Sources) -> String {
        let mut lines = Vec::new();
        for error in self.errors().take(8) {
            let place = error.primary().next().map_or_else(String::new, |span| {
                let origin = text.origin(span.byte_start).map(|origin| sources.describe(origin));
                origin.map_or_else(String::new, |origin| format!("{origin}: "))
            });
            let code = if error.code().is_empty() { String::new() } else { format!(" [{}]", error.code()) };
            lines.push(format!("  {place}{}{code}", error.message));
        }
        let count = self.errors().count();
        if count > 8 {
            lines.push(format!("  … and {} more", count - 8));
        }
        if lines.is_empty() {
            // What is wrong with the whole, as a library that is not found when linking.
            let whole = self.diagnostics.iter().filter(|one| one.is_error() && one.spans.is_empty());
            let whole = whole.filter(|one| !one.message.starts_with("aborting due to"));
            lines.extend(whole.map(|one| format!("  {}", one.message)));
        }
        if lines.is_empty() {
            lines.push(format!("  {}", self.rest.trim_end()));
        }
        lines.join("\n")
    }
}
