//! What is measured beside a solver: its bundle, `wc -l` and `cat`, and plain programs of other makes.

use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The label of the program that the others are measured in.
pub const WC: &str = "wc -l";
/// The label of the program that does nothing.
pub const TRUE: &str = "true";
/// The label of the release build.
pub const SOLVER: &str = "solver";

/// A program that takes an input on its standard input.
#[derive(Clone, Debug)]
pub struct Program {
    pub label: String,
    pub path: PathBuf,
    pub arguments: Vec<String>,
    /// Its output has to be the solver's.
    pub answers: bool,
    /// It gets a part of the input, and its times are multiplied.
    pub is_slow: bool,
    /// It is machine code of its own, so its instructions are worth counting.
    pub compiled: bool,
}

impl Program {
    /// A program that was compiled to answer the whole of an input.
    pub fn compiled(label: &str, path: &Path) -> Self {
        Self {
            label: label.to_owned(),
            path: path.to_owned(),
            arguments: Vec::new(),
            answers: true,
            is_slow: false,
            compiled: true,
        }
    }
}

/// The programs of a problem, and words on what is missing.
#[derive(Debug, Default)]
pub struct Field {
    pub programs: Vec<Program>,
    pub missing: Vec<String>,
}

impl Field {
    /// `wc -l`, `cat`, the solver, its bundle, and the plain programs if asked, each if it is there or can be built.
    ///
    /// # Errors
    ///
    /// If there is no `wc`, or a program does not compile.
    pub fn gather(problem: &str, solver: &Path, workspace: &Workspace, with_plain: bool) -> Result<Self> {
        let mut field = Self::default();
        field.tool(WC, "wc", &["-l"])?;
        field.tool("cat", "cat", &[])?;
        field.push(SOLVER, solver);
        field.bundles(problem, workspace)?;
        if with_plain {
            field.plain(problem, workspace)?;
        }
        Ok(field)
    }

    fn push(&mut self, label: &str, path: &Path) {
        self.programs.push(Program::compiled(label, path));
    }

    fn tool(&mut self, label: &str, name: &str, arguments: &[&str]) -> Result<()> {
        self.programs.push(tool(label, name, arguments)?);
        Ok(())
    }

    fn bundles(&mut self, problem: &str, workspace: &Workspace) -> Result<()> {
        let source = workspace.target("bundle").join(format!("{problem}.rs"));
        if !source.is_file() {
            self.missing.push(format!("no bundle to measure: `cargo xtask bundle {problem}` makes it"));
            return Ok(());
        }
        // A plain -O meant level 2 up to rustc 1.85, and means level 3 since.
        for level in [2, 3] {
            let path = folder(workspace, problem).join(format!("bundle-{level}"));
            let mut rustc = Command::new(rustc());
            rustc.args(["--edition=2021", &format!("-Copt-level={level}"), "-o"]).arg(&path).arg(&source);
            build(rustc, &source, &path)?;
            self.push(&format!("bundle, level {level}"), &path);
        }
        Ok(())
    }

    fn plain(&mut self, problem: &str, workspace: &Workspace) -> Result<()> {
        let sources = workspace.root().join("xtask/bench").join(problem);
        let source = |name| Some(sources.join(name)).filter(|path| path.is_file());
        if let Some(source) = source("plain.cpp") {
            if find("g++").is_some() {
                for (reader, define) in [("scanf", "-DSCANF"), ("getchar", "-DGETCHAR")] {
                    let path = folder(workspace, problem).join(reader);
                    let mut compiler = Command::new("g++");
                    compiler.args(["-std=c++17", "-O2", define, "-o"]).arg(&path).arg(&source);
                    build(compiler, &source, &path)?;
                    self.push(&format!("C++ {reader}"), &path);
                }
            } else {
                self.missing.push("no C++ to measure: there is no g++".to_owned());
            }
        }
        if let Some(source) = source("plain.rs") {
            let path = folder(workspace, problem).join("read_line");
            let mut compiler = Command::new(rustc());
            compiler.args(["--edition=2021", "-O", "-o"]).arg(&path).arg(&source);
            build(compiler, &source, &path)?;
            self.push("Rust read_line", &path);
        }
        if let Some(source) = source("plain.py") {
            match python() {
                Some(path) => self.programs.push(Program {
                    label: "Python".to_owned(),
                    path,
                    arguments: vec![source.display().to_string()],
                    answers: true,
                    is_slow: true,
                    compiled: false,
                }),
                None => self.missing.push("no Python to measure: there is no python3".to_owned()),
            }
        }
        Ok(())
    }
}

/// A program of the system.
///
/// # Errors
///
/// If it is not on the path.
pub fn tool(label: &str, name: &str, arguments: &[&str]) -> Result<Program> {
    Ok(Program {
        label: label.to_owned(),
        path: find(name).with_context(|| format!("there is no `{name}`"))?,
        arguments: arguments.iter().map(ToString::to_string).collect(),
        answers: false,
        is_slow: false,
        compiled: false,
    })
}

/// Where a program is on the path.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The interpreter itself: what is on the path may be a script that looks for it.
fn python() -> Option<PathBuf> {
    let told = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
    let path = String::from_utf8(told.stdout).ok()?;
    Some(PathBuf::from(path.trim())).filter(|path| path.is_file())
}

pub(super) fn rustc() -> OsString {
    env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

fn folder(workspace: &Workspace, problem: &str) -> PathBuf {
    workspace.target("bench").join("programs").join(problem)
}

/// Compiles unless the executable is newer than its source.
fn build(mut compiler: Command, source: &Path, executable: &Path) -> Result<()> {
    let changed = |path: &Path| path.metadata().and_then(|metadata| metadata.modified());
    if changed(executable).is_ok_and(|built| changed(source).is_ok_and(|written| written < built)) {
        return Ok(());
    }
    if let Some(folder) = executable.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let name = compiler.get_program().display().to_string();
    let status = compiler.status().with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        bail!("{name} could not compile {}", source.display());
    }
    Ok(())
}
