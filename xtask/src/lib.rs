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

pub use onefile::cli::UsageError;
