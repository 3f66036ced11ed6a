//! Bundles a package's binary, with the crates that it uses, into one source file that a judge compiles.
//!
//! [`bundle`] runs the stages in order; see [`pipeline`].

pub mod assemble;
pub mod audit;
pub mod c;
pub mod cargo;
pub mod cli;
pub mod compile;
pub mod edition;
pub mod emit;
pub mod escape;
pub mod expand;
pub mod graph;
pub mod interrupt;
pub mod load;
pub mod output;
pub mod paths;
pub mod pipeline;
pub mod progress;
pub mod shake;
pub mod syntax;
pub mod write;

pub use output::Bundle;
pub use pipeline::{Request, bundle};
