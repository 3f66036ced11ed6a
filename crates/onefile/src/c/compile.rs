//! Compiles the C file as the judge does.

use crate::cargo::child;
use anyhow::{Context as _, Result, bail, ensure};
use judges::CProfile;
use judges::Judge;
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The name of the file that is compiled.
const FILE: &str = "bundle.c";

/// Lines of a compiler's complaints to show.
const LINES: usize = 20;

/// What compiles the bundle.
#[derive(Debug, Clone, Copy)]
pub struct Compiler<'a> {
    /// The judge and how it compiles.
    pub judge: Option<(&'a Judge, &'a CProfile)>,
}

impl Compiler<'_> {
    fn command(self, executable: &Path) -> Command {
        if let Some((_, c)) = self.judge {
            return c.compile_command(Path::new(FILE), executable);
        }
        let mut command = Command::new("gcc");
        command.args(["-std=c99", "-O2", FILE, "-o"]).arg(executable).arg("-lm");
        command
    }

    /// What to choose on the judge's submit page, in a sentence.
    pub fn choice(self) -> Option<String> {
        self.judge.map(|(judge, c)| format!("To be sent to {} as {}.", judge.name, c.choice.value))
    }

    /// Describes the compiler by the first line of its `--version`.
    pub fn description(self) -> String {
        let mut command = Command::new(self.command(Path::new("")).get_program());
        let output = command.arg("--version").stdin(Stdio::null()).output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        text.ok().and_then(|text| text.lines().next().map(str::to_owned)).unwrap_or_default()
    }

    /// Refuses a machine without the compiler, before anything is built.
    ///
    /// # Errors
    /// It is not there; the message names the command that changes that.
    pub fn check(self) -> Result<()> {
        let command = self.command(Path::new(""));
        let name = command.get_program().to_string_lossy();
        let asked = Command::new(&*name).arg("--version").stdin(Stdio::null()).output();
        match asked {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                bail!("no C compiler: there is no `{name}` here; `apt-get install {name}` brings it")
            }
            Err(error) => Err(error).with_context(|| format!("cannot run {name}")),
            Ok(_) => Ok(()),
        }
    }

    /// Compiles the text in `folder`; gives the executable's path.
    ///
    /// # Errors
    /// It does not compile; the message is the compiler's.
    pub fn compile(self, text: &str, folder: &Path) -> Result<PathBuf> {
        fs::write(folder.join(FILE), text)?;
        let executable = folder.join("program");
        let mut command = self.command(&executable);
        let output = child::output(command.current_dir(folder))?;
        let told = String::from_utf8_lossy(&output.stderr);
        let told: Vec<&str> = told.lines().take(LINES).collect();
        ensure!(output.success, "the bundle does not compile:\n{}", told.join("\n"));
        Ok(executable)
    }
}
