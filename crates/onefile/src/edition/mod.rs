//! Brings a crate to the edition of the file that it goes into.
//!
//! Upwards, rustc knows best: its edition lints resolve names and types, tell every place where the newer edition reads
//! the text differently, and mostly say what to write instead. A crate is compiled once more as it stands, with just
//! those lints; what they say becomes [`Edit`](crate::syntax::text::Edit)s, places where only the order of drops differs, or
//! [`Refusal`]s. Downwards (see [`downgrade`]), what cannot be written in the older edition is found in the syntax, and
//! the same lints, asked about the finished text in the older edition, find what would mean something else there.

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

/// A place that cannot be brought to another edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub line: usize,
    /// The rule, as the compiler's lint or as the edition guide calls it.
    pub rule: String,
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.rule, self.why)
    }
}

#[cfg(test)]
mod tests;
