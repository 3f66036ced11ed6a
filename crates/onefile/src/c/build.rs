//! The program as cargo builds it for WebAssembly.

use crate::{
    c::credits,
    cargo,
    cargo::toolchain::rustc,
    cargo::{Program, Target, record},
    emit::header::Credit,
};
use anyhow::{Context as _, Result, bail, ensure};
use cargo_metadata::Package;
use std::{fs, path::PathBuf};

/// The target whose standard library reads and writes by a handful of imported functions.
pub const TARGET: &str = "wasm32-wasip1";

/// The level that makes the smallest C.
const LEVEL: &str = "opt-level=s";

/// Which constants are addresses: without that, all data and every function of the table would have to stay.
const RELOCATIONS: &str = "link-arg=--emit-relocs";

/// `#[inline]` asks for speed: here it would cost a tenth of the size.
const INLINING: &str = "llvm-args=-inlinehint-threshold=0";

/// What rustc is told about every crate, after what profiles say: these cannot be overridden for a single package.
const FLAGS: [&str; 8] = [
    LEVEL,
    "codegen-units=1",
    "debuginfo=0",
    "strip=none",
    "overflow-checks=off",
    "debug-assertions=off",
    RELOCATIONS,
    INLINING,
];

/// What cargo has to know itself.
const PROFILE: [&str; 2] = ["profile.release.lto='fat'", "profile.release.panic='abort'"];

/// A program in WebAssembly.
#[derive(Debug)]
pub struct Wasm {
    pub bytes: Vec<u8>,
    /// The package, its version and the file that has `main`.
    pub source: String,
    /// The libraries that were linked.
    pub crates: Vec<Credit>,
    /// The target folder of the workspace.
    pub target_folder: PathBuf,
}

/// Refuses a machine that cannot build for the target, before anything is built.
///
/// # Errors
/// It cannot; the message names the command that changes that.
pub fn check() -> Result<()> {
    let output = rustc().args(["--print", "target-libdir", "--target", TARGET]).output();
    let output = output.context("cannot run rustc")?;
    if !output.status.success() {
        let told = String::from_utf8_lossy(&output.stderr);
        bail!("rustc does not know the target {TARGET}: {}", told.trim_end());
    }
    let libraries = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim_end());
    let there = fs::read_dir(&libraries).is_ok_and(|mut entries| entries.next().is_some());
    ensure!(
        there,
        "Rust's standard library for {TARGET} is not here: `rustup target add {TARGET}` brings it"
    );
    Ok(())
}

/// The compiler, in its own words.
///
/// # Errors
/// It cannot be run.
pub fn version() -> Result<String> {
    let output = rustc().arg("--version").output().context("cannot run rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// Builds the program.
///
/// # Errors
/// It does not build; the message is cargo's.
pub fn build(program: &Program) -> Result<Wasm> {
    let metadata = cargo::metadata(&program.manifest)?;
    let package = cargo::find_package(&metadata.packages, program)?;
    let target_folder = metadata.target_directory.clone().into_std_path_buf();
    let folder = target_folder.join("bundle/wasm");
    let mut command = cargo::command(program, &metadata, package, "build")?;
    command.args(["--target", TARGET]).args(PROFILE.iter().flat_map(|setting| ["--config", setting]));
    let flags: Vec<String> = FLAGS.iter().map(|flag| format!("-C{flag}")).collect();
    // In place of the user's own flags, which are for another machine.
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    let built = cargo::run(&mut command, program, &folder).or_else(|error| match program.target {
        Target::Bin(_) => Err(error),
        // Cargo offers an example what tests use as well, and that may not be for this target.
        Target::Example(_) => {
            command.env(record::STAND_IN, "1");
            cargo::run(&mut command, program, &folder).map_err(|_| error)
        }
    })?;

    let executable = built.executable.as_ref().context("cargo did not say what it built")?;
    let bytes = fs::read(executable).with_context(|| format!("cannot read {}", executable.display()))?;
    let crates = credits::of(&built, &bytes)?;
    let source = source(package, program)?;
    Ok(Wasm { bytes, source, crates, target_folder })
}

/// `euler 0.1.0, src/main.rs`.
fn source(package: &Package, program: &Program) -> Result<String> {
    let is_it = |target: &&cargo_metadata::Target| {
        target.name == program.target.name() && target.kind.contains(&program.target.kind())
    };
    let target = package.targets.iter().find(is_it).context("the package has lost its program")?;
    let folder = package.manifest_path.parent().context("a manifest without a folder")?;
    let file = target.src_path.strip_prefix(folder).unwrap_or(&target.src_path);
    Ok(format!("{} {}, {file}", package.name, package.version))
}
