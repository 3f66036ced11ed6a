//! The compiler that cargo uses, and the cfgs of its targets.

use anyhow::{Context as _, Result, bail, ensure};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Returns a command for the rustc that cargo uses.
pub fn rustc() -> Command {
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    scrub(&mut command);
    command
}

/// Removes the variables of a surrounding cargo from a command.
pub fn scrub(command: &mut Command) {
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO") || name == "OUT_DIR") {
            command.env_remove(name);
        }
    }
}

/// Returns the cfgs of a target, of this machine if `None`.
///
/// # Errors
/// If rustc does not support the target.
pub fn cfgs_of(target: Option<&str>) -> Result<Vec<String>> {
    let target: Vec<String> = target.iter().map(|target| format!("--target={target}")).collect();
    cfgs_with(&target)
}

/// Returns the cfgs that rustc sets when it is run with these arguments.
///
/// # Errors
/// If rustc does not accept them.
pub fn cfgs_with(arguments: &[String]) -> Result<Vec<String>> {
    let mut command = rustc();
    command.args(["--print", "cfg"]).args(arguments);
    let output = command.output().context("cannot run rustc")?;
    ensure!(output.status.success(), "rustc does not print the cfgs for `{}`", arguments.join(" "));
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// Checks that the cargo that built a program in `folder` belongs to the toolchain whose rustc
/// checks the bundle.
///
/// # Errors
/// If it does not, as a `rust-toolchain.toml` brings about; the message has the command that helps.
pub fn check_same(cargo: &Path, folder: &Path) -> Result<()> {
    let Some(toolchain) = cargo.parent().and_then(Path::parent) else { return Ok(()) };
    let output = rustc().args(["--print", "sysroot"]).output().context("cannot run rustc")?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim_end());
    let has_rustc = ["rustc", "rustc.exe"].iter().any(|name| toolchain.join("bin").join(name).exists());
    let same = fs::canonicalize(&sysroot).ok() == fs::canonicalize(toolchain).ok();
    if same || !has_rustc || !output.status.success() {
        return Ok(());
    }
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let asks = toolchain_file(folder).map_or_else(String::new, |file| format!(" ({})", file.display()));
    bail!(
        "cargo builds this package with toolchain `{wanted}`{asks}, but the bundle would be checked by `{found}`; \
         set RUSTUP_TOOLCHAIN={wanted}",
        wanted = name(toolchain),
        found = name(&sysroot),
    )
}

/// Returns the file that makes rustup choose a toolchain in a folder.
fn toolchain_file(folder: &Path) -> Option<PathBuf> {
    let names = ["rust-toolchain", "rust-toolchain.toml"];
    folder.ancestors().flat_map(|folder| names.map(|name| folder.join(name))).find(|path| path.is_file())
}

/// Returns what the package needs if rustup's error is that it lacks a toolchain, with the command
/// that installs it.
pub fn missing_toolchain(error: &str, folder: &Path) -> Option<String> {
    let name = error.split_once("toolchain '")?.1.split_once("' is not installed")?.0;
    let asks = match toolchain_file(folder) {
        Some(file) => format!("`{}` asks for it", file.display()),
        None => "rustup chooses it here".to_owned(),
    };
    Some(format!("toolchain `{name}` is not installed, but {asks}; run `rustup toolchain install {name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_missing_toolchain_is_named_with_the_command_that_installs_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("rust-toolchain");
        fs::write(&file, "1.42.0").expect("a file");
        let error = "error: toolchain '1.42.0-x86_64-unknown-linux-gnu' is not installed\nhelp: run `rustup`";
        assert_eq!(
            missing_toolchain(error, &folder.path().join("inner")),
            Some(format!(
                "toolchain `1.42.0-x86_64-unknown-linux-gnu` is not installed, but `{}` asks for it; run \
                 `rustup toolchain install 1.42.0-x86_64-unknown-linux-gnu`",
                file.display()
            ))
        );
        assert_eq!(missing_toolchain("error: no such file", folder.path()), None);
    }

    #[test]
    fn another_toolchain_than_that_of_rustc_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let bin = folder.path().join("1.42.0/bin");
        fs::create_dir_all(&bin).expect("a folder");
        let cargo = bin.join("cargo");
        // No toolchain of rustup: nothing to compare.
        check_same(&cargo, folder.path()).expect("is accepted");
        fs::write(bin.join("rustc"), "").expect("a file");
        let refusal = check_same(&cargo, folder.path()).expect_err("is refused").to_string();
        assert!(refusal.contains("RUSTUP_TOOLCHAIN=1.42.0"), "{refusal}");
    }
}
