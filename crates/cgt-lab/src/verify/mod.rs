//! Checks of certificates that share nothing with what finds them: each takes the rules of a game and a claim as plain numbers,
//! goes through the rules once more, and either tells how much it looked at or the first thing that is wrong. They are
//! written to be read: a set is a sorted list, a mex is a search from 0.

pub mod heaps;
pub mod quarter_plane;

use std::{collections::BTreeSet, error::Error, fmt};

/// What a claim says of a position, and what the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// The claim is no claim, such as a period of 0.
    Shape(&'static str),
    /// A position has another value.
    Value { position: String, claimed: u32, found: u32 },
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(wrong) => f.write_str(wrong),
            Self::Value { position, claimed, found } => {
                write!(f, "{position} has the value {found}, not {claimed}")
            }
        }
    }
}

impl Error for Refuted {}

/// The least number that is not in the set.
fn least_missing(set: &BTreeSet<u32>) -> u32 {
    (0..).zip(set).find(|(number, element)| number != *element).map_or(set.len() as u32, |(number, _)| number)
}
