//! `cgt`: parses the command line and dispatches, nothing else.

use cgt_lab::{
    UsageError,
    cli::{Cli, Command},
    cmd,
};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Octal(args) => cmd::heaps::octal(&args),
        Command::Subtract(args) => cmd::heaps::subtract(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
