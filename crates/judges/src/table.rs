//! The table that the `judges` commands print.

use crate::{Judge, Language, State, places};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Returns a table of the judges, and one of the problems with the judges that accept them.
pub fn text(judges: &[Judge]) -> String {
    let mut rows = vec![
        [
            "judge",
            "state",
            "rustc",
            "edition",
            "C as",
            "source limit",
            "compile",
            "platform",
            "provided crates",
        ]
        .map(String::from)
        .to_vec(),
    ];
    rows.extend(judges.iter().map(row));
    let mut out = aligned(&rows);

    let problems: BTreeSet<&String> = judges.iter().flat_map(|judge| judge.problems.keys()).collect();
    let mut rows = vec![["problem", "in Rust to", "in C to"].map(String::from).to_vec()];
    rows.extend(problems.into_iter().map(|problem| {
        let [rust, c] = [Language::Rust, Language::C].map(|language| {
            let places = places(problem, language, judges.iter());
            if places.is_empty() { "-".to_owned() } else { places.join(", ") }
        });
        vec![problem.clone(), rust, c]
    }));
    // Writing to a String cannot fail.
    let _ = write!(out, "\n{}\n? not verified; sources and dates: --format json\n", aligned(&rows));
    out
}

fn row(judge: &Judge) -> Vec<String> {
    let doubt = |text: String, unverified: bool| if unverified { format!("{text} ?") } else { text };
    let state = match judge.state.value {
        State::Open => "open",
        State::Closed => "closed",
    };
    let limit = doubt(judge.source_limit.value.to_string(), judge.source_limit.unverified);
    let platform = judge.platform.value.name();
    let c = judge.c.as_ref().map(|c| doubt(c.choice.value.clone(), c.choice.unverified));
    let [mut version, mut editions, mut seconds, mut crates] = ["none", "-", "-", "-"].map(String::from);
    if let Some(rust) = &judge.rust {
        version = match &rust.version {
            Some(version) => {
                let is_minimum = rust.version_is_minimum.as_ref().is_some_and(|fact| fact.value);
                let plus = if is_minimum { " or newer" } else { "" };
                doubt(format!("{}{plus}", version.value), version.unverified)
            }
            None => "not published".to_owned(),
        };
        editions = rust.editions.value.join(", ");
        if let Some(limit) = &rust.compile_seconds {
            seconds = format!("{} s", limit.value);
        }
        if let Some(crates_fact) = &rust.crates {
            let names: Vec<&str> = crates_fact.value.keys().map(String::as_str).collect();
            crates = if names.len() > 5 { format!("{} crates", names.len()) } else { names.join(", ") };
        }
    }
    let (state, platform, c) = (state.to_owned(), platform.to_owned(), c.unwrap_or_else(|| "-".to_owned()));
    vec![judge.key.clone(), state, version, editions, c, limit, seconds, platform, crates]
}

/// Returns all facts with their sources.
pub fn json(judges: &[Judge]) -> serde_json::Result<String> {
    serde_json::to_string_pretty(judges)
}

/// Aligns columns, with two blanks between them and none at the end of a line.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        out.push_str(cells.join("  ").trim_end());
        out.push('\n');
    }
    out
}
