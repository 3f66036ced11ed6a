//! What each judge takes, as data: one file a judge in `judges/*.toml`, every fact with its source and date.
//!
//! A judge without a `[rust]` table takes no Rust; asking it for its [`RustProfile`] is a [`Refusal`] that names the
//! judges that carry the problem and do take Rust.

mod load;
mod rust;
mod table;

pub use load::load;
pub use rust::{CargoProject, Compile, GivenCrate, RustProfile};
pub use table::{json, text};

use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// One judge, from `judges/<key>.toml`.
#[derive(Debug, Clone, Serialize)]
pub struct Judge {
    /// The file's stem: what people type after `--judge`.
    pub key: String,
    pub name: String,
    pub url: String,
    pub state: Fact<State>,
    pub languages: Fact<Vec<String>>,
    pub platform: Fact<Platform>,
    pub source_limit: Fact<SourceLimit>,
    pub rust: Option<RustProfile>,
    /// Which of our problems it carries, and as what.
    pub problems: BTreeMap<String, Vec<Carried>>,
}

/// Something believed about a judge, with the place that says so.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact<T> {
    pub value: T,
    pub source: String,
    /// Year and month in which the source said so.
    pub as_of: String,
    /// Set where the source could not be read, or hints rather than says.
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
    /// As people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linux => "Linux",
            Self::Windows => "Windows",
        }
    }

    /// The modules of `std::os` that are only there have this name.
    pub fn module(self) -> &'static str {
        match self {
            Self::Linux => "linux",
            Self::Windows => "windows",
        }
    }

    /// The target as rustc calls it. Of Windows, the one that takes a `/STACK` for its linker, as judges pass it.
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

/// The longest source that a judge takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceLimit {
    pub size: usize,
    pub unit: Unit,
}

/// A problem under the judge's own name for it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    pub id: Option<String>,
    pub url: Option<String>,
}

/// How much of a judge's limit a source takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub size: usize,
    pub limit: SourceLimit,
}

/// A source above the judge's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge(pub Usage);

/// Why a judge cannot be served, in full sentences for the person who asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(String);

impl Judge {
    /// Finds a judge by its key or name, whatever the case.
    ///
    /// # Errors
    /// No such judge; the message offers the nearest one, and lists all.
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

    /// How this judge compiles Rust.
    ///
    /// # Errors
    /// It takes no Rust; the message says where else `problem` can be sent.
    pub fn rust(&self, problem: Option<&str>, judges: &[Self]) -> Result<&RustProfile, Refusal> {
        self.rust.as_ref().ok_or_else(|| {
            let mut message =
                format!("{} takes no Rust: its languages are {}", self.name, self.languages.value.join(", "));
            if let Some(problem) = problem {
                message.push_str("; ");
                message.push_str(&self.elsewhere(problem, judges));
            }
            Refusal(message)
        })
    }

    /// Where else `problem` can be sent, in half a sentence.
    pub fn elsewhere(&self, problem: &str, judges: &[Self]) -> String {
        let places: Vec<String> = judges
            .iter()
            .filter(|judge| judge.key != self.key && judge.rust.is_some())
            .filter(|judge| judge.problems.contains_key(problem))
            .map(|judge| judge.where_to(problem))
            .collect();
        if places.is_empty() {
            let other = if self.rust.is_some() { "other " } else { "" };
            format!("no {other}known judge carries {problem} and takes Rust")
        } else {
            format!("{problem} can be sent in Rust to {}", places.join(", "))
        }
    }

    /// Measures `source` in the unit of this judge's limit.
    ///
    /// # Errors
    /// It is above the limit.
    pub fn check_size(&self, source: &str) -> Result<Usage, TooLarge> {
        let limit = self.source_limit.value;
        let size = match limit.unit {
            Unit::Bytes => source.len(),
            Unit::Characters => source.chars().count(),
        };
        let usage = Usage { size, limit };
        if size <= limit.size { Ok(usage) } else { Err(TooLarge(usage)) }
    }

    /// `DMOJ gcj13qra`, `BOJ 12335 and 12336 (closed)`; empty where it does not carry the problem.
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

/// 0 (nothing in common) to 1 (equal).
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
