//! The report of a bundle, for people and for programs.

use crate::{Bundle, cli::compare::Comparison};
use judges::{Judge, Usage};
use serde_json::{Value, json};
use std::{path::PathBuf, time::Duration};

/// The facts about a written bundle.
#[derive(Debug)]
pub(super) struct Report<'a> {
    pub(super) program: &'a str,
    pub(super) bundle: &'a Bundle,
    pub(super) judge: Option<&'a Judge>,
    pub(super) usage: Option<Usage>,
    pub(super) time: Duration,
    pub(super) comparison: Option<&'a Comparison>,
    pub(super) output: Option<PathBuf>,
}

impl Report<'_> {
    /// Returns the report as lines.
    pub(super) fn text(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.bundle.notes.iter().map(|note| format!("note: {note}")).collect();
        let usage = self.usage.map(|usage| format!(", {usage}")).unwrap_or_default();
        let kept: Vec<String> =
            self.bundle.kept.iter().map(|krate| format!("{} {}", krate.name, krate.bytes)).collect();
        lines.push(format!(
            "{}: {} bytes{usage} in {:.1} s, {} compiler runs; kept: {}",
            self.program,
            self.bundle.text.len(),
            self.time.as_secs_f64(),
            self.bundle.compiler_runs,
            if kept.is_empty() { "no library".to_owned() } else { kept.join(", ") }
        ));
        let flags = self.judge.map(|judge| format!(" with the flags of {}", judge.name)).unwrap_or_default();
        lines.push(format!("{}: verified by {}{flags}", self.program, self.bundle.compiler));
        if let Some(comparison) = self.comparison {
            let inputs = comparison.inputs;
            let plural = if inputs == 1 { "" } else { "s" };
            lines.push(format!(
                "{}: prints what the cargo build prints on {inputs} input{plural}",
                self.program
            ));
            lines.extend(comparison.wrong_answers.iter().map(|input| {
                format!("warning: {}: bundle and cargo build both miss the answer", input.display())
            }));
        }
        lines
    }

    /// Returns the report for programs.
    pub(super) fn json(&self) -> Value {
        let sizes = |entries: &[crate::output::SizeEntry]| -> Vec<Value> {
            entries.iter().map(|entry| json!({ "name": entry.name, "bytes": entry.bytes })).collect()
        };
        json!({
            "program": self.program,
            "outcome": "bundled",
            "language": self.bundle.language.name(),
            "judge": self.judge.map(|judge| &judge.key),
            "output": self.output,
            "bytes": self.bundle.text.len(),
            "limit": self.usage.map(|usage| json!({
                "size": usage.limit.size,
                "unit": usage.limit.unit,
                "used": usage.size,
            })),
            "crates": sizes(&self.bundle.kept),
            "parts": sizes(&self.bundle.parts),
            "compiler": self.bundle.compiler,
            "compiler_runs": self.bundle.compiler_runs,
            "seconds": self.time.as_secs_f64(),
            "notes": self.bundle.notes,
            "samples": self.comparison.map(|comparison| json!({
                "agreed": comparison.inputs,
                "wrong_answers": comparison.wrong_answers,
            })),
        })
    }
}

/// Returns the report of a program that was refused.
pub(super) fn refusal(program: &str, error: &anyhow::Error) -> Value {
    json!({ "program": program, "outcome": "refused", "reason": format!("{error:#}") })
}
