//! The command line: one typed struct a subcommand.

use clap::{Args, Parser, Subcommand, ValueEnum};

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
#[derive(Debug, Args)]
pub struct CheckSamples {
    /// Problems to check; all of them if none is named.
    pub problems: Vec<String>,
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
