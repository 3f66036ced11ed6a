//! The command line: one typed struct a subcommand.

use clap::{Args, Parser, Subcommand};

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
}

/// Build the solvers and run every fixture on them.
#[derive(Debug, Args)]
pub struct CheckSamples {
    /// Problems to check; all of them if none is named.
    pub problems: Vec<String>,
}
