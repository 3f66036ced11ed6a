//! Finds the dependencies that a program does not use.

use crate::cargo::child;
use crate::cargo::{
    diagnostics::{Diagnostic, DiagnosticExt as _},
    record::Call,
    toolchain::rustc,
};
use crate::interrupt::ScratchFolder;
use anyhow::Result;

/// Returns the crates that the program may use and does not name.
///
/// # Errors
/// If rustc cannot be run.
pub fn unused_crates(call: &Call) -> Result<Vec<String>> {
    let scratch = ScratchFolder::new()?;
    let mut command = rustc();
    command
        .args(without_output_options(&call.arguments))
        .args(["--cap-lints=allow", "--emit=metadata", "--error-format=json"])
        .args(["--force-warn=unused_crate_dependencies", "--out-dir"])
        .arg(scratch.path())
        .current_dir(&call.folder)
        .envs(&call.variables);
    let output = child::output(&mut command)?;
    let lines = String::from_utf8_lossy(&output.stderr);
    let found = lines.lines().filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok());
    // "extern crate `divan` is unused in crate `nim`"
    let unused = found.filter(|diagnostic| diagnostic.code() == "unused_crate_dependencies");
    Ok(unused.filter_map(|diagnostic| diagnostic.message.split('`').nth(1).map(str::to_owned)).collect())
}

/// Returns the arguments without those that choose the output files and the message format.
pub(crate) fn without_output_options(arguments: &[String]) -> Vec<&String> {
    const WITH_VALUE: [&str; 6] =
        ["--out-dir", "--emit", "--error-format", "--json", "--diagnostic-width", "--cap-lints"];
    let mut kept = Vec::new();
    let mut words = arguments.iter().peekable();
    while let Some(word) = words.next() {
        let incremental = word == "-C" && words.peek().is_some_and(|value| value.starts_with("incremental"));
        if incremental || WITH_VALUE.contains(&word.as_str()) {
            words.next();
        } else if !WITH_VALUE
            .iter()
            .any(|option| word.strip_prefix(option).is_some_and(|rest| rest.starts_with('=')))
        {
            kept.push(word);
        }
    }
    kept
}
