//! Brings a crate to the edition of the file that it goes into.
//!
//! Upwards, rustc knows best: its edition lints resolve names and types, tell every place where the newer edition reads
//! the text differently, and mostly say what to write instead. A crate is compiled once more as it stands, with just
//! those lints; what they say becomes [`Change`]s of byte ranges, places where only the order of drops differs, or
//! [`Refusal`]s. Downwards (see [`down`]), what cannot be written in the older edition is found in the syntax, and
//! the same lints, asked about the finished text in the older edition, find what would mean something else there.

pub mod convert;
pub mod downgrade;
mod drop_order;
mod if_let;
mod let_chains;
mod lints;
mod panic_payload;

pub use drop_order::{observable_drop, observable_later};
pub use lints::{Advice, Difference, Place, advise};

use std::{fmt, ops::Range, str::FromStr};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    E2015,
    E2018,
    E2021,
    E2024,
}

/// Replaces a byte range of one file; an empty range inserts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    pub start: usize,
    pub end: usize,
    pub with: String,
}

/// A place that cannot be brought to another edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub line: usize,
    /// The rule, as the compiler's lint or as the edition guide calls it.
    pub rule: String,
    pub why: String,
}

impl FromStr for Edition {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        Ok(match text {
            "2015" => Self::E2015,
            "2018" => Self::E2018,
            "2021" => Self::E2021,
            "2024" => Self::E2024,
            _ => anyhow::bail!("unknown edition `{text}`"),
        })
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::E2015 => "2015",
            Self::E2018 => "2018",
            Self::E2021 => "2021",
            Self::E2024 => "2024",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.rule, self.why)
    }
}

impl Change {
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Applies changes that do not overlap, given in any order.
pub fn apply(text: &str, changes: &[Change]) -> String {
    let mut sorted: Vec<&Change> = changes.iter().collect();
    sorted.sort_by_key(|change| (change.start, change.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for change in sorted {
        out.push_str(&text[at..change.start]);
        out.push_str(&change.with);
        at = change.end;
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests;
