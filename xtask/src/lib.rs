//! The rooms of `cargo xtask`. It depends on no solver and not on `cgt-core`: it still builds while one of
//! them is broken, and what it tests is what a judge would run.

pub mod bench;
pub mod check;
pub mod cli;
pub mod cmd;
pub mod diff;
pub mod fixtures;
pub mod package;
pub mod runner;
pub mod stress;
pub mod workspace;

use std::{error::Error, fmt};

/// A request that makes no sense, such as an unknown name: the exit status is 2, as for a wrong flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(pub String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageError {}
