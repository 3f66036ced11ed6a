//! `cargo xtask`: parses the command line and dispatches, nothing else.

use clap::Parser;
use std::process::ExitCode;
use xtask::{
    cli::{Cli, Command},
    cmd,
};

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::CheckSamples(args) => cmd::check_samples::run(&args),
        Command::Judges(args) => cmd::judges::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
