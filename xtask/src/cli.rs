//! The command line: one typed struct a subcommand.

use clap::{Args, Parser, Subcommand, ValueEnum};
use globset::{Glob, GlobMatcher};
use onefile::cli::TargetOptions;
use std::{num::NonZeroUsize, path::PathBuf};

/// Checks and ships the solvers of this workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Bench(Bench),
    Bundle(Bundle),
    CheckSamples(CheckSamples),
    Judges(Judges),
    Package(Package),
    Stress(Stress),
}

/// Measure the solvers on large inputs, beside `wc -l`, their bundles and plain programs in C++, Rust and Python.
///
/// Inputs are made from a seed and kept in `target/bench/`, 1.3 GB in the full size. All programs run in turn on one
/// processor core and on the same file, which is in memory; each has to print what the solver prints. A bundle is
/// measured if `target/bundle/` has it, C++ if there is g++, Python if there is python3, on a twentieth of the input with its
/// time multiplied. Instructions are counted by valgrind if it is there, on small inputs: they hardly change from run to run.
///
/// Times are wall times, from the start of the process to its end. Ratios are taken round by round. A busy machine shows in
/// `processor`, the processor time, being less than the time.
///
/// Exit status: 0 if all answers agree, 1 if not or if something could not be done, 2 for wrong usage.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask bench
  cargo xtask bench euler --no-plain --save target/before.json
  cargo xtask bench euler --no-plain --compare target/before.json
  cargo xtask bench --linear --page docs/performance.md")]
pub struct Bench {
    /// Problems to measure, by the names of their folders in `fixtures/`; all of them if none is named.
    pub problems: Vec<String>,

    /// Timed runs of each program on a large input; there are ten times as many on small ones.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = at_least_one)]
    pub runs: usize,

    /// The part of the full size that inputs have.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = size)]
    pub size: f64,

    /// Leave out the plain programs, which take most of the time: a quarter of an hour for everything.
    #[arg(long)]
    pub no_plain: bool,

    /// Also show time against size, from 1,000 bytes to 100,000,000.
    #[arg(long)]
    pub linear: bool,

    /// Write the figures to a file, for `--compare`.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Replace the file of `--save` even if git tracks it.
    #[arg(long, requires = "save")]
    pub force: bool,

    /// Show what has changed since the figures in a file.
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,

    /// Put the figures into a page, between the lines that mark their place.
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,

    /// How to print the report; `json` is what `--save` writes.
    #[arg(long, value_enum, default_value_t)]
    pub format: TextOrJson,
}

fn size(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (1e-6..=100.0).contains(factor));
    factor.ok_or_else(|| "expected a number from 0.000001 to 100".to_owned())
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "expected a number from 1".to_owned())
}

/// Build the solvers and run every fixture on them, or on their bundles.
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
  cargo xtask check-samples --no-build --format junit > report.xml
  cargo xtask check-samples --bundled --judge kattis
  cargo xtask check-samples --bundled --lang c")]
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

    /// Bundle the solvers, compile the bundles as a judge does, and run those; `cargo xtask bundle --help` tells more of
    /// the options `--judge`, `--lang`, `--edition`, `--rustc` and `--minify`, which are for bundles only.
    #[arg(long, conflicts_with = "no_build")]
    pub bundled: bool,

    #[command(flatten)]
    pub target: TargetOptions,

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

/// Write verified single-file programs that a judge compiles with nothing but rustc, or a C compiler.
///
/// Without a manifest, bundles problems of this workspace to `target/bundle/PROBLEM.rs`, or `.c`. A bundle is written only after
/// it was compiled and, where the problem has fixtures, passed all of them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask bundle euler --judge kattis
  cargo xtask bundle --all --minify --edition 2024
  cargo xtask bundle dag-sg --judge poj
  cargo xtask bundle --manifest-path ../game/Cargo.toml --bin game --output game.rs")]
pub struct Bundle {
    /// Problems to bundle.
    #[arg(conflicts_with = "manifest_path")]
    pub problems: Vec<String>,
    /// Bundle every problem.
    #[arg(long, conflicts_with_all = ["problems", "manifest_path"])]
    pub all: bool,
    /// Bundle a binary of another package or workspace.
    #[arg(long, value_name = "FILE")]
    pub manifest_path: Option<PathBuf>,
    /// The binary of that package.
    #[arg(long, requires = "manifest_path", value_name = "NAME")]
    pub bin: Option<String>,
    /// The example of that package.
    #[arg(long, requires = "manifest_path", conflicts_with = "bin", value_name = "NAME")]
    pub example: Option<String>,
    #[command(flatten)]
    pub target: TargetOptions,
    /// Print the size of each kept module and the items that lead to it.
    #[arg(long)]
    pub explain: bool,
    /// File to write; `target/bundle/PROBLEM.rs` or `.c` by default.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the output file even if git tracks it.
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// Try the solvers on random inputs against slow, obviously right solutions, and make a failing input small.
///
/// Inputs grow from a single tiny case to half a megabyte; all kinds of cases take turns, and every second input is laid out
/// in an unusual way. A wrong answer, a crash, a run of more than a second, or memory that grows with the number of test
/// cases is a failure. Then the input is shrunk: fewer test cases, smaller ones by the problem's own rules, plainer white
/// space. It is kept in `target/stress/` and, if you say so, stored as a fixture.
///
/// The seed and the problem decide all inputs; how long they are tried and how many at a time does not change them.
///
/// Exit status: 0 if nothing failed, 1 if something did or could not be done, 2 for wrong usage.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask stress
  cargo xtask stress euler --seconds 60
  cargo xtask stress dag-sg --cases 1000000 --seed 7 --save
  cargo xtask stress tomek --bundled")]
pub struct Stress {
    /// Problems to try, by the names of their folders in `fixtures/`; all of them if none is named.
    pub problems: Vec<String>,

    /// How long to try each problem.
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = stress_seconds)]
    pub seconds: f64,

    /// How many test cases to try of each problem, instead of a time.
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub cases: Option<u64>,

    /// What the inputs are made from; a new one each time if not given.
    #[arg(long, value_name = "X")]
    pub seed: Option<u64>,

    /// Programs to run at the same time; as many as there are processors if not given.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Try the bundles that are sent to judges, made anew, instead of the release builds.
    #[arg(long)]
    pub bundled: bool,

    /// Store a failing input as a fixture without asking.
    #[arg(long)]
    pub save: bool,

    /// How to print the report.
    #[arg(long, value_enum, default_value_t)]
    pub format: TextOrJson,
}

fn stress_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=1e6).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds from 0.1 to 1000000".to_owned())
}

/// Write problem packages for a judge: cases, validators, the verified bundle as an accepted submission, and rejected ones.
///
/// A package has the format of 2025-09 (icpc.io/problem-package-format). Its generated cases are in it as files; the bundle
/// is proved on all of them before it is put in. Rejected submissions have one known mistake each.
///
/// Exit status: 0 if all were written, 1 if not, 2 for wrong usage.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask package euler
  cargo xtask package --all --zip --output /tmp/packages")]
pub struct Package {
    /// Problems to package.
    pub problems: Vec<String>,

    /// Package every problem.
    #[arg(long, conflicts_with = "problems")]
    pub all: bool,

    /// Pack each package into an archive beside its folder.
    #[arg(long)]
    pub zip: bool,

    /// Replace folders that no earlier run wrote; never those with a manifest, a repository or tracked files.
    #[arg(long)]
    pub force: bool,

    /// The folder in which packages get folders of their own; `target/package` if not given.
    #[arg(long, short, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}
