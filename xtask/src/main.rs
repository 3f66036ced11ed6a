//! `cargo xtask`: parses the command line and dispatches, nothing else.

use clap::Parser;
use std::process::ExitCode;
use xtask::{
    UsageError,
    cli::{Cli, Command},
    cmd, runner,
};

fn main() -> ExitCode {
    if let Some(code) = runner::launcher::run_if_asked() {
        return code;
    }
    let result = match Cli::parse().command {
        Command::Bench(args) => cmd::bench::run(&args),
        Command::CheckSamples(args) => cmd::check_samples::run(&args),
        Command::Judges(args) => cmd::judges::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
    })
}
