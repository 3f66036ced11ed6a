//! Items of the standard library that the judge's compiler does not have yet.
//!
//! Clippy knows when each item became stable. It is asked only where the compiler that verifies the
//! bundle is newer than the judge's; the judge's own compiler reports such items as errors.

use crate::cargo::diagnostics::{DiagnosticExt as _, bytes};
use crate::{
    audit::subject::Subject,
    cargo::{rustc, toolchain},
};
use anyhow::{Context as _, Result, bail};
use cargo_metadata::semver::Version;
use std::{fs, path::PathBuf, process::Command};

const LINT: &str = "clippy::incompatible_msrv";

/// Checks that the bundle uses nothing of `std` that is newer than version `oldest` of rustc, the
/// version of `judge`. Returns a note if Clippy is missing, so that nothing was checked.
///
/// # Errors
/// If the bundle uses a newer item; the message has its position and the version that it needs.
pub fn check(subject: &Subject, judge: &str, oldest: &Version) -> Result<Option<String>> {
    let driver = driver()?;
    if !driver.is_file() {
        return Ok(Some(format!(
            "not checked: items of std newer than rustc {oldest}, which {judge} has; \
             `rustup component add clippy` makes it possible"
        )));
    }
    let settings = subject.folder.join("clippy-settings");
    fs::create_dir_all(&settings)?;
    fs::write(settings.join("clippy.toml"), format!("msrv = \"{oldest}\"\n"))?;
    let mut command = Command::new(driver);
    toolchain::scrub(&mut command);
    command
        .args([rustc::FILE, "--crate-type=bin", "--emit=metadata", "--error-format=json"])
        .args(["--cap-lints=warn", "--force-warn", LINT])
        .args(subject.arguments())
        .env("CLIPPY_CONF_DIR", &settings);
    let outcome = rustc::run(subject.text.as_str(), subject.folder, command)?;
    let found: Vec<String> = outcome
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code() == LINT)
        .filter_map(|diagnostic| {
            let span = diagnostic.primary().next()?;
            let text = subject.text.as_str().get(bytes(span))?;
            // "…, but this item is stable since `1.87.0`"
            let needed = diagnostic.message.rsplit('`').nth(1)?;
            Some(format!("{}: `{text}` needs rustc {needed}", subject.place(bytes(span).start)))
        })
        .collect();
    if found.is_empty() {
        return Ok(None);
    }
    bail!(
        "{judge} compiles with rustc {oldest}, which is too old for this program:\n  {}",
        found.join("\n  ")
    )
}

/// Returns the path of Clippy's compiler in the toolchain that cargo uses.
fn driver() -> Result<PathBuf> {
    let output = toolchain::rustc().args(["--print", "sysroot"]).output().context("cannot run rustc")?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim_end());
    Ok(sysroot.join("bin").join(format!("clippy-driver{}", std::env::consts::EXE_SUFFIX)))
}
