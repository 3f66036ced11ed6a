//! The command line: one typed struct a subcommand.

use clap::{Args, Parser, Subcommand, ValueEnum};
use globset::{Glob, GlobMatcher};
use std::num::NonZeroUsize;

/// Checks and ships the solvers of this workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    CheckSamples(CheckSamples),
    Judges(Judges),
}

/// Build the solvers and run every fixture on them.
///
/// Each case runs under the limits of its package and gets a verdict: AC (accepted), WA (wrong answer), TLE, MLE or OLE
/// (above the limit of time, memory or output) or RE (ended by a signal or with a status other than 0). Outputs are compared
/// byte for byte; only the newline at the very end may be missing. They are kept in `target/check-samples/`.
///
/// Time is processor time. A run is stopped after twice its limit and a second in all. Memory is the peak of resident memory.
///
/// Exit status: 0 if every case is accepted, 1 if not or if something could not be done, 2 for wrong usage.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask check-samples
  cargo xtask check-samples euler tomek --case 'sample/*'
  cargo xtask check-samples --no-build --format junit > report.xml")]
pub struct CheckSamples {
    /// Problems to check, by the names of their folders in `fixtures/`; all of them if none is named.
    pub problems: Vec<String>,

    /// Only cases whose names match, such as 'secret/*' or '*crlf*'; a name is a path below `data/` without the ending.
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub case: Option<GlobMatcher>,

    /// Cases to run at the same time; as many as there are processors if not given.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// How to print the report.
    #[arg(long, value_enum, default_value_t)]
    pub format: ReportFormat,

    /// Take the executables of the last release build as they are.
    #[arg(long)]
    pub no_build: bool,

    /// Multiply every time limit, for a machine that is slower than the judge's or faster.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    pub timeout_factor: f64,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum ReportFormat {
    #[default]
    Text,
    Json,
    Junit,
}

fn glob(text: &str) -> Result<GlobMatcher, globset::Error> {
    Glob::new(text).map(|glob| glob.compile_matcher())
}

fn factor(text: &str) -> Result<f64, String> {
    match text.parse() {
        // A millisecond must not become nothing, and a time has to stay one.
        Ok(factor) if (0.001..=1000.0).contains(&factor) => Ok(factor),
        _ => Err("expected a number from 0.001 to 1000".to_owned()),
    }
}

/// Show what each judge takes, and where each problem can be sent.
///
/// The table's facts, with the source and the date of each, are printed by `--format json`.
#[derive(Debug, Args)]
#[command(after_help = "Example: cargo xtask judges --format json")]
pub struct Judges {
    /// How to print it.
    #[arg(long, value_enum, default_value_t)]
    pub format: TextOrJson,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum TextOrJson {
    #[default]
    Text,
    Json,
}
