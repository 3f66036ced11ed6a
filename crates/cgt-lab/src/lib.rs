//! The rooms of `cgt`, the command to look at games. What it knows of games it takes from `cgt-core` and from the
//! solvers; here it is drawn, told and checked once more.

pub mod boards;
pub mod cli;
pub mod cmd;
pub mod explain;
pub mod graph;
pub mod heaps;
pub mod memory;
pub mod play;
pub mod table;
pub mod verify;

use std::{error::Error, fmt};

/// A request or an input that makes no sense: the exit status is 2, as for a wrong flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Refused {}
