//! What has to hold for every input whatever, checked by the targets.

#[allow(dead_code)] // What only other rooms of the bundler use.
mod bundle;
mod bundler;
mod solver;

pub use bundler::{minify, tokens};
pub use solver::{MEMORY, solver};
