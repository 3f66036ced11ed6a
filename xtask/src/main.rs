//! `cargo xtask`: parses the command line and dispatches, nothing else.

use clap::Parser;
use std::process::ExitCode;
use xtask::{
    UsageError,
    bundle::record,
    cli::{Cli, Command},
    cmd, runner,
};

fn main() -> ExitCode {
    if let Some(code) = runner::launcher::run_if_asked() {
        return code;
    }
    if let Some(folder) = std::env::var_os(record::FOLDER) {
        return record::run(folder.as_ref()).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        });
    }
    let result = match Cli::parse().command {
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
