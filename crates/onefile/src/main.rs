//! `cargo onefile`: parses the command line and dispatches.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = onefile::cargo::record::run_if_wrapper() {
        return code;
    }
    ExitCode::SUCCESS
}
