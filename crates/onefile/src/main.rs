//! `cargo onefile`: dispatches to [`onefile::cli`], or acts as the compiler that cargo runs.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = onefile::cargo::record::run_if_wrapper() {
        return code;
    }
    onefile::cli::run()
}
