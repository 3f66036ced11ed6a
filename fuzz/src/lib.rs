//! What has to hold for every input whatever, checked by the targets.

#[cfg(feature = "bundler")]
mod bundler;
mod solver;

#[cfg(feature = "bundler")]
pub use bundler::{minify, tokens};
pub use solver::{MEMORY, solver};
