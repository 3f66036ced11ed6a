//! Compiles a text with rustc and reads its messages.

use crate::cargo::child;
use crate::{
    cargo::{
        diagnostics::{Diagnostic, DiagnosticExt, bytes},
        toolchain::rustc,
    },
    syntax::text::{Sources, Text},
};
use anyhow::Result;
use serde::Deserialize;
use std::{
    ffi::OsStr,
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// The result of a run of rustc.
#[derive(Debug)]
pub struct Outcome {
    /// Rustc exited without an error.
    pub success: bool,
    /// The messages, in the order of rustc.
    pub diagnostics: Vec<Diagnostic>,
    /// The lines of rustc that are not diagnostics.
    pub rest: String,
}

/// The name of the file that is compiled, in the folder given to [`compile`].
pub const FILE: &str = "bundle.rs";

/// Writes the text to `folder` and runs rustc there with these arguments besides the file.
///
/// # Errors
/// If rustc cannot be run.
pub fn compile<A: AsRef<OsStr>>(text: &str, folder: &Path, arguments: &[A]) -> Result<Outcome> {
    let mut command = rustc();
    command.args(["--error-format=json", FILE]).args(arguments);
    run(text, folder, command)
}

/// Writes the text to `folder` and returns a command that compiles it there.
///
/// # Errors
/// If the folder cannot be written.
pub fn command_for(text: &str, folder: &Path) -> Result<Command> {
    fs::write(folder.join(FILE), text)?;
    let mut command = rustc();
    command.arg(FILE).current_dir(folder).stdin(Stdio::null());
    Ok(command)
}

/// Runs a compiler whose command line asks for messages in JSON.
///
/// # Errors
/// If the command cannot be run.
pub fn run(text: &str, folder: &Path, mut command: Command) -> Result<Outcome> {
    fs::write(folder.join(FILE), text)?;
    let output = child::output(command.current_dir(folder))?;
    let mut outcome = Outcome { success: output.success, diagnostics: Vec::new(), rest: String::new() };
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

/// Runs cargo in the command's folder, and reads the messages of its compiler.
///
/// # Errors
/// If the command cannot be run.
pub fn run_cargo(mut command: Command) -> Result<Outcome> {
    #[derive(Deserialize)]
    struct Line {
        message: Option<Diagnostic>,
    }
    let output = child::output(command.arg("--message-format=json"))?;
    let lines = String::from_utf8_lossy(&output.stdout);
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()?.message);
    Ok(Outcome {
        success: output.success,
        diagnostics: messages.collect(),
        rest: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

impl Outcome {
    /// Returns the errors that have a position in the text.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error() && !diagnostic.spans.is_empty())
    }

    /// Returns the errors, each with its position in the package's own files.
    pub fn describe(&self, text: &Text, sources: &Sources) -> String {
        let mut lines = Vec::new();
        for error in self.errors().take(8) {
            let place = error.primary().next().map_or_else(String::new, |span| {
                let origin = text.origin(bytes(span).start).map(|origin| sources.describe(origin));
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
            // Errors without a position, such as a library that is not found when linking.
            let whole = self.diagnostics.iter().filter(|one| one.is_error() && one.spans.is_empty());
            let whole = whole.filter(|one| !one.message.starts_with("aborting due to"));
            lines.extend(whole.flat_map(DiagnosticExt::describe_whole));
        }
        if lines.is_empty() {
            lines.push(format!("  {}", self.rest.trim_end()));
        }
        lines.join("\n")
    }
}
