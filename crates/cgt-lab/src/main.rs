//! `cgt`: parses the command line and dispatches, nothing else.

use cgt_lab::{
    Refused,
    cli::{Cli, Command},
    cmd,
};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Explain(args) => cmd::explain::run(&args),
        Command::Graph(args) => cmd::graph::run(&args),
        Command::Octal(args) => cmd::heaps::octal(&args),
        Command::Play(args) => cmd::play::run(&args),
        Command::Solve(args) => cmd::solve::run(&args),
        Command::Subtract(args) => cmd::heaps::subtract(&args),
        Command::Table(args) => cmd::table::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<Refused>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
