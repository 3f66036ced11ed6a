//! What was tried and found, for people.

use super::{Found, Report, Tally, leak::Growth, shrink::Shrunk};
use crate::runner::{Outcome, Verdict};
use std::{fmt::Write as _, time::Duration};

/// Lines of an input or output that are shown, and characters of each.
const LINES: usize = 24;
const WIDTH: usize = 120;

/// One line on what was tried.
pub fn summary(problem: &str, seed: u64, tally: &Tally) -> String {
    let seconds = tally.time.as_secs_f64();
    format!(
        "{problem}: {} cases in {} runs, {seconds:.1} s ({} cases a second), seed {seed}",
        grouped(tally.cases()),
        grouped(tally.runs),
        grouped((tally.cases() as f64 / seconds.max(0.001)) as u64),
    )
}

/// What was found, with the input and both answers; nothing if nothing was.
pub fn found(report: &Report) -> String {
    match &report.found {
        None => String::new(),
        Some(Found::Leak(growth)) => leak(report.problem.name(), growth),
        Some(Found::Failing { batch, kind, form, cases, after, shrunk }) => {
            let problem = report.problem.name();
            let mut text = format!(
                "\n{problem}: {}, {}\n  found after {:.1} s in batch {batch}: {cases} cases of kind {kind}, {form}\n  \
                 shrunk in {} runs{}\n",
                shrunk.failure.verdict,
                reason(shrunk),
                after.as_secs_f64(),
                shrunk.runs,
                if shrunk.complete { "" } else { ", until the time for that was over" },
            );
            part(&mut text, "input", &shrunk.input);
            part(&mut text, "right answer", &shrunk.failure.answer);
            part(&mut text, "output", &String::from_utf8_lossy(&shrunk.failure.output));
            if !shrunk.failure.outcome.stderr.is_empty() {
                part(&mut text, "standard error", &shrunk.failure.outcome.stderr);
            }
            text
        }
    }
}

fn reason(Shrunk { failure, .. }: &Shrunk) -> String {
    let Outcome { end, cpu, wall, .. } = &failure.outcome;
    match (failure.verdict, &failure.difference) {
        (_, Some(difference)) => difference.to_string(),
        (Verdict::TimeLimit, _) => format!("{} of processor time, {} in all", seconds(*cpu), seconds(*wall)),
        _ => end.to_string(),
    }
}

fn leak(problem: &str, growth: &Growth) -> String {
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let mut text = format!(
        "\n{problem}: memory grows with the number of test cases: {:.1} MiB for {} of kind {}, {:.1} MiB for the same \
         over and over, {} in all\n",
        mib(growth.memory[0]),
        growth.cases[0],
        growth.kind,
        mib(growth.memory[1]),
        growth.cases[1],
    );
    part(&mut text, "input that is repeated", &growth.input);
    text
}

/// A text under its title, indented, with what cannot be seen escaped.
fn part(text: &mut String, title: &str, part: &str) {
    let _ = writeln!(text, "  {title}:");
    let lines: Vec<&str> = part.split_inclusive('\n').collect();
    for line in lines.iter().take(LINES) {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let shown: String = line.chars().flat_map(visible).take(WIDTH).collect();
        let more = if line.chars().count() > WIDTH { "…" } else { "" };
        let _ = writeln!(text, "    {shown}{more}");
    }
    if lines.len() > LINES {
        let _ = writeln!(text, "    … {} more lines", lines.len() - LINES);
    }
    if part.is_empty() {
        let _ = writeln!(text, "    (nothing)");
    }
}

/// A character, or what stands for it if it would steer the terminal.
fn visible(char: char) -> impl Iterator<Item = char> {
    let (plain, escaped) =
        if char.is_control() { (None, Some(char.escape_default())) } else { (Some(char), None) };
    plain.into_iter().chain(escaped.into_iter().flatten())
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// 1234567 as `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_stand_in_threes() {
        let shown = [0, 12, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "12", "999", "1,000", "1,234,567"]);
    }
}
