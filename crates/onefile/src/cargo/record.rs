//! Records the rustc command line of each crate.
//!
//! Features, renamed dependencies, editions, build-script cfgs and variables have one exact source:
//! the command lines that cargo itself runs. The bundler passes its own executable as
//! `RUSTC_WRAPPER`; run that way, it writes each command line to a folder and then runs it.

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// The variable that turns the executable into a recording compiler; its value is the folder to
/// write to.
pub const FOLDER: &str = "ONEFILE_RECORD_FOLDER";
/// The variable that replaces a library that does not compile by an empty one: cargo may offer a
/// program more libraries than it uses.
pub const STAND_IN: &str = "ONEFILE_STAND_IN";
/// The variable with the compiler version that build scripts see, as `1.73.0`.
pub const VERSION: &str = "ONEFILE_REPORTED_RUSTC";

/// Variables that the recording sets and rustc, which `env!` asks, must see as they were.
pub const OVERRIDDEN: [&str; 2] = ["CARGO_TARGET_DIR", "RUSTC_WRAPPER"];

/// Returns the variable that holds the original value of an overridden one.
pub fn saved(name: &str) -> String {
    format!("ONEFILE_SAVED_{name}")
}

/// A recorded call of rustc.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Call {
    /// The command line, without the compiler itself.
    pub arguments: Vec<String>,
    /// The working directory.
    pub folder: PathBuf,
    /// `CARGO…` and `OUT_DIR`.
    pub variables: BTreeMap<String, String>,
}

impl Call {
    /// Returns the values of an option, written as `--name value` or `--name=value`.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.arguments.iter().enumerate().filter_map(move |(index, argument)| {
            let rest = argument.strip_prefix(name)?;
            if rest.is_empty() {
                self.arguments.get(index + 1).map(String::as_str)
            } else {
                rest.strip_prefix('=')
            }
        })
    }

    /// Returns `name-hash`, which is also in the names of the files that the call writes.
    pub fn key(&self) -> Option<String> {
        let name = self.values("--crate-name").next()?;
        let suffix = self.values("-C").find_map(|option| option.strip_prefix("extra-filename="))?;
        Some(format!("{name}{suffix}"))
    }
}

/// Reads a recorded call.
///
/// # Errors
/// If there is no call of this key.
pub fn read(folder: &Path, key: &str) -> Result<Call> {
    let path = folder.join(format!("{key}.json"));
    let text =
        fs::read_to_string(&path).with_context(|| format!("cargo did not compile `{key}` in this build"))?;
    serde_json::from_str(&text).with_context(|| format!("cannot parse the record of `{key}`"))
}

/// Acts as the recording compiler if cargo runs this program as one; every binary that bundles
/// calls it first.
pub fn run_if_wrapper() -> Option<ExitCode> {
    let folder = env::var_os(FOLDER)?;
    Some(run(folder.as_ref()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    }))
}

/// Records a call of rustc and runs it; the arguments are a compiler and its arguments.
///
/// # Errors
/// If the compiler cannot be run or the record cannot be written.
pub fn run(folder: &Path) -> Result<ExitCode> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let (compiler, rest) = arguments.split_first().context("no compiler named")?;
    let words: Vec<String> = rest.iter().map(|word| word.to_string_lossy().into_owned()).collect();

    // Only a build script has this variable set when it asks for the version.
    let asks_version = words.iter().any(|word| matches!(word.as_str(), "--version" | "-V" | "-vV"));
    if asks_version
        && env::var_os("CARGO_CFG_TARGET_ARCH").is_some()
        && let Ok(version) = env::var(VERSION)
    {
        println!("rustc {version} (000000000 2000-01-01)");
        if words.iter().any(|word| word == "-vV" || word == "--verbose") {
            let host = env::var("HOST").unwrap_or_default();
            println!("binary: rustc\ncommit-hash: unknown\ncommit-date: unknown");
            println!("host: {host}\nrelease: {version}");
        }
        return Ok(ExitCode::SUCCESS);
    }

    let call = Call {
        arguments: words,
        folder: env::current_dir()?,
        variables: env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| name.starts_with("CARGO") || name == "OUT_DIR")
            .collect(),
    };
    let stand_in = env::var_os(STAND_IN).is_some() && call.values("--crate-type").any(|kind| kind == "lib");
    let source = call.arguments.iter().position(|word| word.ends_with(".rs") && !word.starts_with('-'));
    if let Some(key) = call.key() {
        fs::create_dir_all(folder)?;
        fs::write(folder.join(format!("{key}.json")), serde_json::to_string(&call)?)?;
    }
    let run = |words: &[OsString]| {
        let mut command = Command::new(compiler);
        restore_environment(&mut command);
        command.args(words).status().context("cannot run the compiler")
    };
    let mut status = run(rest)?;
    if let Some(source) = source.filter(|_| stand_in && !status.success()) {
        let empty = folder.join("empty.rs");
        fs::write(&empty, "")?;
        let mut words = rest.to_vec();
        words[source] = empty.into();
        status = run(&words)?;
    }
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Removes the variables of the recording from the environment of the compiler.
fn restore_environment(command: &mut Command) {
    for name in OVERRIDDEN {
        match env::var_os(saved(name)) {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
        command.env_remove(saved(name));
    }
    for name in [FOLDER, STAND_IN, VERSION] {
        command.env_remove(name);
    }
}
