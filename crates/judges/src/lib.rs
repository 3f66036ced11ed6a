//! Profiles of online judges as data: one file for each judge in `profiles/*.toml`, every fact with its source and date.
//!
//! A judge without a `[rust]` table does not accept Rust. Asking for its [`RustProfile`] is a [`Refusal`] that names
//! other judges for the problem. Such a judge has a `[c]` table, and bundles for it are in C.

mod c;
mod compile;
mod load;
mod rust;
mod table;

pub use c::CProfile;
pub use compile::Compile;
pub use load::load;
pub use rust::{CargoProject, ProvidedCrate, RustProfile};
pub use table::{json, text};

use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// One judge, from `profiles/<key>.toml`.
#[derive(Debug, Clone, Serialize)]
pub struct Judge {
    /// The key that follows `--judge`: the stem of the file's name.
    pub key: String,
    pub name: String,
    pub url: String,
    pub state: Fact<State>,
    pub languages: Fact<Vec<String>>,
    pub platform: Fact<Platform>,
    pub source_limit: Fact<SourceLimit>,
    pub rust: Option<RustProfile>,
    pub c: Option<CProfile>,
    /// The problems of this workspace that the judge has, under its own names.
    pub problems: BTreeMap<String, Vec<Carried>>,
}

/// The language of a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    Rust,
    C,
}

impl Language {
    /// Returns the usual name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rust => "Rust",
            Self::C => "C",
        }
    }

    /// Returns the extension of source files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Rust => "rs",
            Self::C => "c",
        }
    }
}

/// A fact about a judge, with its source.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact<T> {
    pub value: T,
    pub source: String,
    /// The year and month in which the source was read.
    pub as_of: String,
    /// Set if the source could not be read, or only suggests the fact.
    #[serde(default)]
    pub unverified: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Open,
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    Linux,
    Windows,
}

impl Platform {
    /// Returns the usual name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linux => "Linux",
            Self::Windows => "Windows",
        }
    }

    /// Returns the name of its module in `std::os`.
    pub fn module(self) -> &'static str {
        match self {
            Self::Linux => "linux",
            Self::Windows => "windows",
        }
    }

    /// Returns rustc's target triple; for Windows, the one whose linker accepts `/STACK`, which judges pass.
    pub fn target(self) -> &'static str {
        match self {
            Self::Linux => "x86_64-unknown-linux-gnu",
            Self::Windows => "x86_64-pc-windows-msvc",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    Bytes,
    Characters,
}

/// The maximum size of a source that a judge accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceLimit {
    pub size: usize,
    pub unit: Unit,
}

/// A problem under the judge's own name.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    pub id: Option<String>,
    pub url: Option<String>,
}

/// The size of a source beside the judge's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub size: usize,
    pub limit: SourceLimit,
}

/// A source above the judge's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge(pub Usage);

/// The reason why a bundle for a judge is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(String);

impl Judge {
    /// Finds a judge by its key or name, ignoring case.
    ///
    /// # Errors
    /// If there is no such judge; the message suggests the nearest one and lists all.
    pub fn by_name<'j>(judges: &'j [Self], name: &str) -> Result<&'j Self, Refusal> {
        let wanted = name.to_lowercase();
        if let Some(judge) =
            judges.iter().find(|judge| judge.key == wanted || judge.name.to_lowercase() == wanted)
        {
            return Ok(judge);
        }
        let keys: Vec<&str> = judges.iter().map(|judge| judge.key.as_str()).collect();
        let nearest = keys.iter().max_by(|a, b| similarity(a, &wanted).total_cmp(&similarity(b, &wanted)));
        let hint = match nearest {
            Some(key) if similarity(key, &wanted) > 0.7 => format!("did you mean `{key}`? "),
            _ => String::new(),
        };
        Err(Refusal(format!("unknown judge `{name}`; {hint}known judges: {}", keys.join(", "))))
    }

    /// Returns the language of bundles for this judge: C if it does not accept Rust.
    pub fn language(&self) -> Language {
        if self.rust.is_some() { Language::Rust } else { Language::C }
    }

    /// Returns the judge's Rust profile.
    ///
    /// # Errors
    /// If the judge does not accept Rust; the message names other judges for `problem`.
    pub fn rust(&self, problem: Option<&str>, judges: &[Self]) -> Result<&RustProfile, Refusal> {
        self.rust.as_ref().ok_or_else(|| {
            let languages = self.languages.value.join(", ");
            let places = self.places_after(problem, Language::Rust, judges);
            Refusal(format!("{} does not accept Rust; its languages are {languages}{places}", self.name))
        })
    }

    /// Returns the judge's C profile.
    ///
    /// # Errors
    /// If the profile has none; the message names other judges for `problem`.
    pub fn c(&self, problem: Option<&str>, judges: &[Self]) -> Result<&CProfile, Refusal> {
        self.c.as_ref().ok_or_else(|| {
            let places = self.places_after(problem, Language::C, judges);
            Refusal(format!("how {} compiles C is not known here, but it takes Rust{places}", self.name))
        })
    }

    fn places_after(&self, problem: Option<&str>, refused: Language, judges: &[Self]) -> String {
        problem.map_or_else(String::new, |problem| format!("; {}", self.elsewhere(problem, refused, judges)))
    }

    /// Returns a clause with the other judges and languages that accept `problem`, without `refused` at this judge.
    pub fn elsewhere(&self, problem: &str, refused: Language, judges: &[Self]) -> String {
        let places: Vec<String> = [Language::Rust, Language::C]
            .into_iter()
            .filter_map(|language| {
                let others = judges.iter().filter(|judge| judge.key != self.key || language != refused);
                let places = places(problem, language, others);
                (!places.is_empty()).then(|| format!("in {} to {}", language.name(), places.join(", ")))
            })
            .collect();
        if places.is_empty() {
            let other = if self.problems.contains_key(problem) { "other " } else { "" };
            format!("no {other}known judge carries {problem}")
        } else {
            format!("{problem} can be sent {}", places.join(", or "))
        }
    }

    /// Measures `source` in the unit of this judge's limit.
    ///
    /// # Errors
    /// If the source is above the limit.
    pub fn check_size(&self, source: &str) -> Result<Usage, TooLarge> {
        let limit = self.source_limit.value;
        let size = match limit.unit {
            Unit::Bytes => source.len(),
            Unit::Characters => source.chars().count(),
        };
        let usage = Usage { size, limit };
        if size <= limit.size { Ok(usage) } else { Err(TooLarge(usage)) }
    }

    /// Returns the judge with its names of the problem, as `DMOJ gcj13qra`; empty if it does not have the problem.
    pub fn where_to(&self, problem: &str) -> String {
        let Some(carried) = self.problems.get(problem) else { return String::new() };
        let ids: Vec<&str> = carried.iter().filter_map(|entry| entry.id.as_deref()).collect();
        let mut text = self.name.clone();
        if !ids.is_empty() {
            text.push(' ');
            text.push_str(&ids.join(" and "));
        }
        if self.state.value == State::Closed {
            text.push_str(" (closed)");
        }
        text
    }
}

/// Returns the judges that accept `problem` in this language.
fn places<'j>(problem: &str, language: Language, judges: impl Iterator<Item = &'j Judge>) -> Vec<String> {
    judges
        .filter(|judge| judge.language() == language && judge.problems.contains_key(problem))
        .map(|judge| judge.where_to(problem))
        .collect()
}

/// Returns the similarity of two names, from 0 (nothing in common) to 1 (equal).
fn similarity(a: &str, b: &str) -> f64 {
    strsim::jaro_winkler(a, b)
}

impl SourceLimit {
    fn unit_name(self) -> &'static str {
        match self.unit {
            Unit::Bytes => "bytes",
            Unit::Characters => "characters",
        }
    }
}

impl fmt::Display for SourceLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.size, self.unit_name())
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded up: 100 % is only said of a source that has no room left.
        let percent = (self.size * 100).div_ceil(self.limit.size.max(1));
        write!(f, "{} of {} ({percent} %)", self.size, self.limit)
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Usage { size, limit } = self.0;
        write!(
            f,
            "{size} {unit} are {over} above the limit of {limit}",
            unit = limit.unit_name(),
            over = size - limit.size
        )
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TooLarge {}
impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests;
