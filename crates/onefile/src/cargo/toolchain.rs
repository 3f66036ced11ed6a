//! The compiler that cargo would use, and what it reports about a target.

use anyhow::{Context as _, Result, ensure};
use std::{env, process::Command};

/// The rustc that cargo would take.
pub fn rustc() -> Command {
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    scrub(&mut command);
    command
}

/// What is compiled must not see the variables of the cargo that runs us.
pub fn scrub(command: &mut Command) {
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO") || name == "OUT_DIR") {
            command.env_remove(name);
        }
    }
}

/// What rustc says of a target; of this machine if `None`.
///
/// # Errors
/// It knows no such target.
pub fn cfgs_of(target: Option<&str>) -> Result<Vec<String>> {
    let mut command = rustc();
    command.args(["--print", "cfg"]);
    command.args(target.iter().flat_map(|target| ["--target", target]));
    let output = command.output().context("cannot run rustc")?;
    ensure!(output.status.success(), "rustc does not say the cfgs of {}", target.unwrap_or("its target"));
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
