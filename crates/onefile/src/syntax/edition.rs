//! Editions of Rust.

use anyhow::bail;
use std::{fmt, str::FromStr};

/// An edition of Rust; a later one is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Edition {
    /// The edition that rustc assumes without `--edition`.
    #[default]
    E2015,
    /// Paths of `use` start with a crate or a name in scope; `async` and `dyn` are keywords.
    E2018,
    /// Closures capture single fields; `panic!` formats its message.
    E2021,
    /// Temporaries of `if let` and of tail expressions are dropped earlier; `gen` is a keyword.
    E2024,
}

impl Edition {
    /// Returns the year, as `--edition` accepts it.
    pub fn as_str(self) -> &'static str {
        match self {
            Edition::E2015 => "2015",
            Edition::E2018 => "2018",
            Edition::E2021 => "2021",
            Edition::E2024 => "2024",
        }
    }
}

impl FromStr for Edition {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Edition> {
        Ok(match text {
            "2015" => Edition::E2015,
            "2018" => Edition::E2018,
            "2021" => Edition::E2021,
            "2024" => Edition::E2024,
            _ => bail!("unknown edition `{text}`; expected 2015, 2018, 2021 or 2024"),
        })
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
