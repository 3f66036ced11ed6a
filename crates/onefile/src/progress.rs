//! Reports which stage of bundling runs, for people who wait.

use std::fmt;

/// A stage of bundling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Cargo builds the crate graph.
    Graph,
    /// Crates are read and brought to one edition.
    Load,
    /// Unreachable code is removed.
    Shake,
    /// The bundle is checked for meanings that it cannot preserve.
    Audit,
    /// The judge's compiler compiles the bundle.
    Compile,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Graph => "building the crate graph",
            Stage::Load => "loading",
            Stage::Shake => "removing unreachable code",
            Stage::Audit => "checking the meaning",
            Stage::Compile => "compiling the bundle",
        })
    }
}

/// Receives the stages as they begin.
pub trait Progress: fmt::Debug {
    /// A stage begins, on a crate if it works on one.
    fn begin(&self, stage: Stage, krate: &str);
}

/// Reports nothing.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _stage: Stage, _krate: &str) {}
}
