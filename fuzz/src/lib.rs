//! What has to hold for every input whatever, checked by the targets.

mod bundler;
mod solver;

pub use bundler::{minify, tokens};
pub use solver::{MEMORY, solver};
