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
    if let Some(code) = onefile::cargo::record::run_if_wrapper() {
        return code;
    }
    let command = Cli::parse().command;
    if let Err(error) = onefile::interrupt::install_handler() {
        cmd::tell(&format!("warning: {error:#}"));
    }
    let result = match command {
        Command::Bench(args) => cmd::bench::run(&args),
        Command::Bundle(args) => cmd::bundle::run(&args),
        Command::CheckSamples(args) => cmd::check_samples::run(&args),
        Command::Judges(args) => cmd::judges::run(&args),
        Command::Package(args) => cmd::package::run(&args),
        Command::Stress(args) => cmd::stress::run(&args),
    };
    result.unwrap_or_else(|error| {
        cmd::tell(&format!("error: {error:#}"));
        if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
    })
}
