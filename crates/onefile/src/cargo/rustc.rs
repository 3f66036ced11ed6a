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

    /// Returns the name of the lint that reports this, if a lint does. Some lints have an error code instead of their name;
    /// a note then has the name.
    pub fn lint(&self) -> Option<&str> {
        let is_name = |text: &&str| {
            let allowed = |c: char| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit();
            !text.is_empty() && text.chars().all(allowed)
        };
        let notes = self.children.iter().filter_map(|note| lint_of_note(&note.message));
        std::iter::once(self.code()).chain(notes).find(is_name)
    }

    /// Returns the lines that describe an error of no place in the text.
    fn describe_whole(&self) -> Vec<String> {
        let notes = self.children.iter().map(|note| note.message.as_str());
        let notes = notes.filter(|note| !is_command_line(note)).flat_map(str::lines).take(12);
        let indented = notes.map(|line| format!("    {}", line.trim_end()));
        std::iter::once(format!("  {}", self.message)).chain(indented).collect()
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

/// Returns the lint in a note such as "`#[deny(bindings_with_variant_name)]` on by default".
fn lint_of_note(note: &str) -> Option<&str> {
    let (level, name) = note.strip_prefix("`#[")?.split(']').next()?.split_once('(')?;
    matches!(level, "deny" | "forbid" | "warn").then_some(name.trim_end_matches(')'))
}

/// Returns `true` for the notes of a failed link only show the command line of the linker.
fn is_command_line(note: &str) -> bool {
    note.trim_start().starts_with('"') || note.starts_with("some arguments are omitted")
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
            lines.extend(whole.flat_map(Diagnostic::describe_whole));
        }
        if lines.is_empty() {
            lines.push(format!("  {}", self.rest.trim_end()));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn error(message: &str, code: Option<&str>, notes: &[&str]) -> Diagnostic {
        Diagnostic {
            message: message.to_owned(),
            code: code.map(|code| Code { code: code.to_owned() }),
            level: "error".to_owned(),
            spans: Vec::new(),
            children: notes.iter().map(|note| error(note, None, &[])).collect(),
        }
    }

    #[test]
    fn a_lint_is_found_by_its_code_or_its_note() {
        let check = |code: Option<&str>, note: &str, expected: Option<&str>| {
            assert_eq!(error("message", code, &["see the book", note]).lint(), expected);
        };
        check(Some("overflowing_literals"), "", Some("overflowing_literals"));
        let default = "`#[deny(bindings_with_variant_name)]` on by default";
        check(Some("E0170"), default, Some("bindings_with_variant_name"));
        check(Some("E0599"), "the trait `Clone` is needed", None);
        check(None, "", None);
    }

    #[test]
    fn the_linkers_own_text_is_shown_without_its_command_line() {
        let notes = [
            " \"cc\" \"-m64\" \"a.o\"",
            "some arguments are omitted. use `--verbose` to show all linker arguments",
            "rust-lld: error: undefined symbol: f\n>>> referenced by a.o\n",
        ];
        let diagnostics = vec![error("linking with `cc` failed: exit status: 1", None, &notes)];
        let outcome = Outcome { success: false, diagnostics, rest: String::new() };
        assert_eq!(
            outcome.describe(&Text::default(), &Sources::default()),
            "  linking with `cc` failed: exit status: 1\n    rust-lld: error: undefined symbol: f\n    \
             >>> referenced by a.o"
        );
    }
}
