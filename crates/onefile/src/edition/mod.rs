//! Converts a crate to the edition of its bundle.
//!
//! For an upgrade, the crate is compiled once more with rustc's edition lints. They resolve names
//! and types, and report every position at which the newer edition differs, mostly with a
//! suggestion. The suggestions become [`Edit`](crate::syntax::text::Edit)s; the rest are positions
//! with another order of drops, or [`Refusal`]s. For a downgrade (see [`downgrade`]), newer syntax
//! is found in the syntax tree, and the same lints on the finished bundle find the differences in
//! meaning.

mod captures;
pub mod convert;
pub mod downgrade;
mod drop_order;
mod if_let;
mod let_chains;
mod lints;
mod panic_payload;

pub use drop_order::{observable_drop, observable_later};
pub use lints::{Advice, Difference, Place, advise};

pub use crate::syntax::edition::Edition;
use std::fmt;

/// A position that cannot be converted to another edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The line in its file, from 1.
    pub line: usize,
    /// The name of the compiler's lint, or of the change in the edition guide.
    pub rule: String,
    /// The reason.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.rule, self.why)
    }
}

#[cfg(test)]
mod tests;
