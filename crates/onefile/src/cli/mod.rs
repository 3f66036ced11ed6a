//! The command line of `cargo onefile`: one file for each concern.

pub mod arguments;
mod bundle;
mod clipboard;
mod compare;
mod report;
mod samples;
mod selection;
mod spinner;
pub mod target;

pub use target::{ResolvedTarget, TargetOptions};

use crate::interrupt;
use arguments::{Cli, Command, Format};
use clap::Parser as _;
use std::{
    env,
    error::Error,
    ffi::OsString,
    fmt,
    io::{self, ErrorKind, Write as _},
    process::ExitCode,
};

/// A request that cannot be carried out as written; the exit status is 2, as for an unknown option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(pub String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageError {}

/// Parses the command line of this process, runs the command and returns its exit status.
pub fn run() -> ExitCode {
    let cli = Cli::parse_from(arguments(env::args_os().collect()));
    if let Err(error) = interrupt::install_handler() {
        report_line(&format!("warning: {error:#}"));
    }
    let result = match &cli.command {
        Some(Command::Judges(options)) => print_judges(options.format),
        None => bundle::run(&cli.bundle),
    };
    result.unwrap_or_else(|error| {
        report_line(&format!("error: {error:#}"));
        if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
    })
}

/// Removes the word `onefile` that cargo passes first to `cargo onefile`.
fn arguments(mut all: Vec<OsString>) -> Vec<OsString> {
    if all.get(1).is_some_and(|word| word == "onefile") {
        all.remove(1);
    }
    all
}

fn print_judges(format: Format) -> anyhow::Result<ExitCode> {
    let all = judges::load()?;
    let text = match format {
        Format::Text => judges::text(&all),
        Format::Json => judges::json(&all)? + "\n",
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes to standard output; a reader that leaves early is no error.
fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes a line to standard error; a closed standard error is no error.
fn report_line(line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

#[cfg(test)]
mod tests;
