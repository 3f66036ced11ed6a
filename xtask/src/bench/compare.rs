//! What has changed since an earlier run.

use super::{
    Measured, Report, Row, Summary,
    text::{grid, size, time},
};
use std::fmt::Write as _;

/// Compares a report with an earlier one, program by program, on the inputs that both have, as coloured text.
///
/// A change is marked if the middle halves of the two samples have nothing in common.
pub fn compare(now: &Report, then: &Report) -> String {
    let mut rows =
        vec![["input", "program", "time", "ratio", "instructions", "change"].map(str::to_owned).to_vec()];
    for row in &now.rows {
        let same_input = |other: &&Row| {
            (&other.problem, &other.input, other.bytes) == (&row.problem, &row.input, row.bytes)
        };
        let Some(earlier) = then.rows.iter().find(same_input) else { continue };
        let mut name = format!("{}: {}, {}", row.problem, row.input, size(row.bytes));
        for new in &row.measured {
            let same_program = |other: &&Measured| (&other.program, other.scale) == (&new.program, new.scale);
            if let Some(old) = earlier.measured.iter().find(same_program) {
                rows.push(change(std::mem::take(&mut name), old, new));
            }
        }
    }
    let mut text = String::new();
    let _ = if rows.len() == 1 {
        writeln!(text, "\nthe earlier run has no input in common with this one")
    } else {
        writeln!(text, "\n\x1b[1mthen → now\x1b[0m\n{}", grid(rows).trim_fmt())
    };
    if now.machine.processor != then.machine.processor {
        let _ = writeln!(text, "the earlier run was on another processor: {}", then.machine.processor);
    }
    text
}

fn change(input: String, old: &Measured, new: &Measured) -> Vec<String> {
    let medians = |summary: fn(&Measured) -> Option<Summary>, show: fn(f64) -> String| {
        let show =
            |measured| summary(measured).map_or_else(|| "–".to_owned(), |summary| show(summary.median));
        format!("{} → {}", show(old), show(new))
    };
    let apart = match (old.wall_seconds, new.wall_seconds) {
        (Some(old), Some(new)) if new.is_apart_from(&old) => {
            format!("{:+.1} %", 100.0 * (new.median / old.median - 1.0))
        }
        (Some(_), Some(_)) => "≈".to_owned(),
        _ => String::new(),
    };
    let counts = match (old.instructions, new.instructions) {
        (Some(old), Some(new)) => format!("{old:.1} → {new:.1}"),
        _ => String::new(),
    };
    vec![
        input,
        new.program.clone(),
        medians(|measured| measured.wall_seconds, time),
        medians(|measured| measured.ratio, |ratio| format!("{ratio:.2}")),
        counts,
        apart,
    ]
}
