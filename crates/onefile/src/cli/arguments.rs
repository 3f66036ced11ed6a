//! The options and subcommands, as clap parses them.

use crate::{cargo::Features, cli::TargetOptions};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Bundle a binary, with all crates that it uses, into a single verified source file.
///
/// The bundle of the package in the current folder goes to standard output, reports go to standard
/// error. It is written only after it has been compiled, for a judge with that judge's flags.
///
/// Exit status: 0 if every bundle was written, 1 if a program cannot be bundled or a bundle fails a
/// check, 2 for a usage error.
#[derive(Debug, Parser)]
#[command(
    name = "cargo onefile",
    bin_name = "cargo onefile",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  cargo onefile > bundle.rs
  cargo onefile --judge codeforces --minify --copy
  cargo onefile --bin a --bin b --output bundles/
  cargo onefile --bin a --check samples/a --output a.rs
  cargo onefile --manifest-path ../game/Cargo.toml --judge uva --output game.c
  cargo onefile judges"
)]
pub struct Cli {
    /// The subcommand, if any.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The options without a subcommand.
    #[command(flatten)]
    pub bundle: Bundle,
}

/// A subcommand.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the known judges with compiler, edition, limits and provided crates
    Judges(Judges),
}

/// The options of `cargo onefile judges`.
#[derive(Debug, Args)]
pub struct Judges {
    /// Output format; `json` has the source and the date of each fact
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// The format of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// The options that bundle programs.
#[derive(Debug, Args)]
pub struct Bundle {
    /// The programs to bundle.
    #[command(flatten)]
    pub selection: Selection,
    /// Compiler, edition and size.
    #[command(flatten)]
    pub target: TargetOptions,
    /// Compare the bundle with the cargo build on these inputs: folders of samples, or files; an
    /// input `x.in` has its answer in `x.out`, `x.ans` or `x.a`, any other in the file that follows.
    /// Without a path, the folders `tests`, `samples` and `testcases` of the package are searched
    #[arg(long, value_name = "PATH", num_args = 0..)]
    pub check: Option<Vec<PathBuf>>,
    /// File to write, or folder that gets one file for each program; standard output by default
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Replace the output file even if git tracks it
    #[arg(long, requires = "output")]
    pub force: bool,
    /// Copy the bundle to the clipboard through the terminal (OSC 52) instead of printing it
    #[arg(long)]
    pub copy: bool,
    /// Report format; `json` is printed to standard output and requires `--output` or `--copy`
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// The programs to bundle.
#[derive(Debug, Clone, Default, Args)]
pub struct Selection {
    /// Binary to bundle, several if repeated; the package's only or default one if none is named
    #[arg(long, value_name = "NAME")]
    pub bin: Vec<String>,
    /// Example to bundle, several if repeated
    #[arg(long, value_name = "NAME")]
    pub example: Vec<String>,
    /// Package of the workspace that has the program
    #[arg(long, short, value_name = "NAME")]
    pub package: Option<String>,
    /// `Cargo.toml` of the package or workspace; searched from the current folder upwards by default
    #[arg(long, value_name = "FILE")]
    pub manifest_path: Option<PathBuf>,
    /// The cargo features.
    #[command(flatten)]
    pub features: Features,
}
