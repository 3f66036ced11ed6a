//! Compiles a bundle as its reader will.

use crate::{
    assemble::Assembled,
    cargo::diagnostics::DiagnosticExt as _,
    cargo::rustc::Outcome,
    cargo::{rustc, toolchain},
    edition,
    edition::Edition,
    graph::{Graph, provided},
    syntax::text::Text,
};
use anyhow::{Context as _, Result, bail, ensure};
use cargo_metadata::semver::Version;
use judges::Judge;
use judges::Platform;
use judges::RustProfile;
use std::{
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What compiles the bundle.
#[derive(Debug, Clone, Copy)]
pub struct Compiler<'a> {
    /// The judge and how it compiles.
    pub judge: Option<(&'a Judge, &'a RustProfile)>,
    /// Another rustc than the one that cargo takes.
    pub rustc: Option<&'a OsStr>,
}

impl Compiler<'_> {
    /// The version that build scripts shall see; that of cargo's own rustc if `None`.
    ///
    /// # Errors
    /// The rustc that was named does not run.
    pub fn version(&self) -> Result<Option<Version>> {
        match (self.judge.and_then(|(_, rust)| rust.version.as_ref()), self.rustc) {
            (Some(fact), _) => Ok(Some(fact.value.clone())),
            (None, Some(rustc)) => version_of(rustc).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Refuses a compiler that is too old for a crate, before anything is bundled.
    ///
    /// # Errors
    /// It is; the message names the crate and both versions.
    pub fn check_versions(&self, graph: &Graph) -> Result<()> {
        let other =
            self.rustc.map(|rustc| Ok::<_, anyhow::Error>((rustc, version_of(rustc)?))).transpose()?;
        for unit in &graph.units {
            let needed = unit.variable("CARGO_PKG_RUST_VERSION");
            if needed.is_empty() {
                continue;
            }
            let missing = 2_usize.saturating_sub(needed.matches('.').count());
            let full = format!("{needed}{}", ".0".repeat(missing));
            let needed = full.parse().with_context(|| format!("{}: rust-version {needed}", unit.name))?;
            let name = format!("{} {}", unit.variable("CARGO_PKG_NAME"), unit.version());
            if let Some((judge, rust)) = self.judge {
                rust.check_rust_version(&judge.name, &name, &needed).map_err(anyhow::Error::new)?;
            }
            if let Some((rustc, version)) = other.as_ref().filter(|(_, version)| *version < needed) {
                bail!("{name} needs rustc {needed}, but {} is {version}", rustc.display());
            }
        }
        Ok(())
    }

    /// Returns the judge and its version of rustc, if the compiler that verifies the bundle is newer.
    ///
    /// # Errors
    /// If the compiler does not run.
    pub fn newer_than_judge(&self) -> Result<Option<(&str, Version)>> {
        let version = self.judge.and_then(|(judge, rust)| Some((judge, rust.version.as_ref()?)));
        let Some((judge, fact)) = version else { return Ok(None) };
        let here = version_of(&self.program())?;
        Ok((here > fact.value).then(|| (judge.name.as_str(), fact.value.clone())))
    }

    /// Returns the program that compiles the bundle.
    fn program(&self) -> OsString {
        let default = || toolchain::rustc().get_program().to_owned();
        self.rustc.map_or_else(default, OsStr::to_owned)
    }

    /// Describes the compiler that verifies the bundle, as `rustc 1.85.0 (4d91de4e4 2025-02-17)`.
    ///
    /// # Errors
    /// If the compiler does not run.
    pub fn description(&self) -> Result<String> {
        let output = Command::new(self.program()).arg("--version").output().context("cannot run rustc")?;
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    }

    /// The judge's platform, if it is not this machine's.
    pub fn foreign(&self) -> Option<Platform> {
        let here = if cfg!(windows) { Platform::Windows } else { Platform::Linux };
        self.judge.map(|(judge, _)| judge.platform.value).filter(|&platform| platform != here)
    }

    /// Makes a graph the one of the judge: without what it gives, and with what holds for its platform.
    ///
    /// # Errors
    /// A manifest cannot be read, or rustc does not know the platform.
    pub fn adapt(&self, graph: &mut Graph) -> Result<()> {
        if let Some((_, rust)) = self.judge {
            provided::remove_provided(graph, rust)?;
        }
        if let Some(platform) = self.foreign() {
            graph.judge_cfgs = Some(toolchain::cfgs_of(Some(platform.target()))?);
        }
        Ok(())
    }

    /// Returns the compiler flags that decide which code of a bundle is compiled: cfgs, debug assertions, overflow checks
    /// and the panic strategy, as [`Compiler::compile`] passes or implies them.
    pub fn cfg_flags(&self) -> Vec<String> {
        match self.judge {
            Some((_, rust)) => cfg_flags(rust.compile.words()),
            None => cfg_flags(&["-O".to_owned()]),
        }
    }

    /// Compiles the text in `folder`, with the judge's flags if it is for one; gives the executable's path as well.
    ///
    /// # Errors
    /// The compiler cannot be run.
    pub fn compile(
        &self,
        text: &str,
        folder: &Path,
        edition: Edition,
        graph: &Graph,
    ) -> Result<(Outcome, PathBuf)> {
        if let Some((_, rust)) = self.judge.filter(|_| !graph.given.is_empty()) {
            let used: Vec<(&str, &Version)> =
                graph.given.iter().map(|given| (given.package.as_str(), &given.version)).collect();
            let project = rust.cargo_project(text, edition.as_str(), &used, &folder.join("project"))?;
            // What else these crates need is taken as it is here.
            let _ = fs::copy(graph.workspace_root.join("Cargo.lock"), folder.join("project/Cargo.lock"));
            let mut command = project.command;
            if let Some(rustc) = self.rustc {
                command.env("RUSTC", rustc);
            }
            return Ok((rustc::run_cargo(command)?, project.binary));
        }
        let executable = folder.join("program");
        let mut command = match self.judge {
            Some((_, rust)) => {
                rust.compile_command(self.rustc, Path::new(rustc::FILE), &executable, edition.as_str())
            }
            None => {
                let mut command = self.rustc.map_or_else(toolchain::rustc, Command::new);
                command.args(["--edition", edition.as_str(), "-O", rustc::FILE, "-o"]).arg(&executable);
                command
            }
        };
        toolchain::scrub(&mut command);
        command.arg("--error-format=json");
        Ok((rustc::run(text, folder, command)?, executable))
    }
}

/// Returns the words of a rustc command line that decide which code is compiled, with the defaults that its optimization
/// level implies written out.
fn cfg_flags(words: &[String]) -> Vec<String> {
    let mut flags = Vec::new();
    let mut codegen: Vec<&str> = Vec::new();
    let mut rest = words.iter().map(String::as_str);
    while let Some(word) = rest.next() {
        match word {
            "--cfg" => flags.extend(rest.next().map(|cfg| format!("--cfg={cfg}"))),
            "-C" | "--codegen" => codegen.extend(rest.next()),
            "-O" => codegen.push("opt-level=3"),
            "-g" => {}
            _ if word.starts_with("--cfg=") => flags.push(word.to_owned()),
            _ => codegen.extend(word.strip_prefix("--codegen=").or_else(|| word.strip_prefix("-C"))),
        }
    }
    let value_of =
        |name: &str| codegen.iter().rev().find_map(|option| option.strip_prefix(name)?.strip_prefix('='));
    let optimized = value_of("opt-level").is_some_and(|level| level != "0");
    let assertions = value_of("debug-assertions").unwrap_or(if optimized { "no" } else { "yes" });
    let overflow = value_of("overflow-checks").unwrap_or(assertions);
    flags.push(format!("-Cdebug-assertions={assertions}"));
    flags.push(format!("-Coverflow-checks={overflow}"));
    flags.extend(value_of("panic").map(|strategy| format!("-Cpanic={strategy}")));
    flags
}

/// Asks a rustc for its version.
fn version_of(rustc: &OsStr) -> Result<Version> {
    let name = rustc.display();
    let output =
        Command::new(rustc).arg("--version").output().with_context(|| format!("cannot run {name}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    // `rustc 1.85.0 (4d91de4e4 2025-02-17)`
    let version = said.split_whitespace().nth(1).and_then(|word| Version::parse(word).ok());
    ensure!(output.status.success() && said.starts_with("rustc "), "{name} is no rustc");
    version.with_context(|| format!("{name} does not say its version, but `{}`", said.trim_end()))
}

/// Returns the version of the rustc that cargo uses.
///
/// # Errors
/// If it does not run.
pub fn default_version() -> Result<Version> {
    version_of(toolchain::rustc().get_program())
}

/// The words of `--rustc`: a path is made absolute, for the compiler runs in a folder of its own.
///
/// # Errors
/// The current folder is gone.
pub fn named(rustc: &Path) -> Result<OsString> {
    let is_command = rustc.components().count() == 1 && !rustc.has_root();
    Ok(if is_command { rustc.as_os_str().to_owned() } else { std::path::absolute(rustc)?.into() })
}

/// Allows the lints that stopped a compilation: cargo caps them for crates from elsewhere.
pub fn allow_more(allowed: &mut Vec<String>, outcome: &Outcome) -> bool {
    let before = allowed.len();
    for error in outcome.errors() {
        let lint = error.lint().filter(|lint| !allowed.iter().any(|known| known == lint));
        allowed.extend(lint.map(str::to_owned));
    }
    allowed.sort();
    allowed.len() > before
}

/// The bundle with what crates of a newer edition mean: rustc tells where the older edition reads it otherwise.
///
/// # Errors
/// There is such a place, and it cannot be written in the older edition.
pub fn bring_down(
    text: &Text,
    assembled: &Assembled,
    graph: &Graph,
    to: Edition,
    folder: &Path,
) -> Result<Text> {
    let mut newer = Vec::new();
    for unit in &graph.units {
        if unit.edition > to {
            newer.push(unit.name.as_str());
        }
    }
    if newer.is_empty() {
        return Ok(text.clone());
    }
    let sources = &assembled.sources;
    let concerned = |text: &Text, offset: usize| {
        let (file, _) = text.origin(offset)?;
        Some(newer.contains(&sources.files.get(file)?.crate_name.as_str()))
    };
    let mut flags = ["--edition", to.as_str()].map(str::to_owned).to_vec();
    flags.extend_from_slice(&assembled.compile_with);
    let mut text = text.clone();
    // Twice: once to change what has to be, once to see that this was all.
    for last in [false, true] {
        fs::write(folder.join(rustc::FILE), text.as_str())?;
        let mut found = edition::downgrade::check(&folder.join(rustc::FILE), &flags)?;
        found.retain(|one| concerned(&text, one.offset) != Some(false));
        let observable = edition::observable_later(text.as_str());
        found.retain(|one| observable.is_some() || !one.is_drop_order());
        let (rescoped, other): (Vec<_>, Vec<_>) =
            found.iter().partition(|one| !last && one.lint == "if_let_rescope");
        let offsets: Vec<usize> = rescoped.iter().map(|one| one.offset).collect();
        let changes = edition::downgrade::rescoped(text.as_str(), &offsets)?;
        let unsettled = match &changes {
            Err(offset) => found.iter().find(|one| one.offset == *offset),
            // The last expression of a block may be such an `if let`.
            Ok(changes) => other.first().filter(|_| changes.is_empty()).copied(),
        };
        if let Some(one) = unsettled {
            let place = text.origin(one.offset).map_or_else(String::new, |origin| sources.describe(origin));
            bail!("{place}: this cannot be written in edition {to}: {}", one.message);
        }
        let changes = changes.unwrap_or_default();
        if changes.is_empty() {
            break;
        }
        text = text.edited(changes);
    }
    Ok(text)
}

/// What may be tried where a crate cannot be brought down to `edition`, to end a refusal with.
pub fn newer_edition(graph: &Graph, edition: Edition, judge: Option<&RustProfile>) -> String {
    let newest = graph.units.iter().map(|unit| unit.edition).max().unwrap_or(edition);
    match judge {
        _ if newest <= edition => String::new(),
        Some(rust) if !rust.editions.value.iter().any(|known| known == newest.as_str()) => String::new(),
        _ => format!("; a bundle in the newer edition needs no such change: --edition {newest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::cfg_flags;
    use pretty_assertions::assert_eq;

    #[test]
    fn cfg_flags_are_those_that_the_command_line_implies() {
        let flags = |line: &str| cfg_flags(&line.split(' ').map(str::to_owned).collect::<Vec<_>>()).join(" ");
        let off = "-Cdebug-assertions=no -Coverflow-checks=no";
        assert_eq!(flags("rustc -O {source} -o {binary}"), off);
        let with_cfg = flags("rustc --edition=2021 -C opt-level=3 --cfg ONLINE_JUDGE {source}");
        assert_eq!(with_cfg, format!("--cfg=ONLINE_JUDGE {off}"));
        assert_eq!(
            flags("rustc -Copt-level=s --cfg=a -C panic=abort"),
            format!("--cfg=a {off} -Cpanic=abort")
        );
        assert_eq!(flags("rustc {source}"), "-Cdebug-assertions=yes -Coverflow-checks=yes");
        let mixed = flags("rustc -O -C debug-assertions=on -C overflow-checks=off");
        assert_eq!(mixed, "-Cdebug-assertions=on -Coverflow-checks=off");
    }
}
