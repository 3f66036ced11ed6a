//! The report for people: a table of all cases, what went wrong, and a summary.

use super::{CaseReport, ProblemReport, Report, count};
use crate::runner::Verdict;
use comfy_table::{Attribute, Cell, CellAlignment, Color, LineStyle, Table, TableStyle};
use onefile::escape;
use std::{fmt::Write as _, path::Path, time::Duration};

/// Failures of a problem that are told in full; the others are in the table.
const TOLD_MAX: usize = 5;
/// The last lines of standard error that are shown, and the characters of each.
const STDERR_LINES: usize = 8;
const STDERR_WIDTH: usize = 160;

/// The report as coloured text. Paths below `base` are shown without it.
pub fn text(report: &Report, base: &Path) -> String {
    let mut text = table_of_cases(report).trim_fmt() + "\n";
    for problem in &report.problems {
        let mut failures = problem.cases.iter().filter(|case| case.verdict != Verdict::Accepted);
        for case in failures.by_ref().take(TOLD_MAX) {
            tell(&mut text, problem, case, base);
        }
        let others = failures.count();
        if others > 0 {
            let _ = writeln!(text, "\n{}: {others} more failures are in the table", problem.problem);
        }
    }
    let _ = writeln!(text, "\n{}", table_of_problems(report).trim_fmt());
    let cases = report.problems.iter().flat_map(|problem| &problem.cases);
    let total = cases.clone().count();
    let plural = if total == 1 { "" } else { "s" };
    let _ = writeln!(text, "{total} case{plural} in {}: {}", time(report.wall), tally(cases));
    text
}

fn table_of_cases(report: &Report) -> Table {
    let mut table = table(["problem", "case", "verdict", "time", "memory"], &[3, 4]);
    for problem in &report.problems {
        for case in &problem.cases {
            table.add_row([
                Cell::new(&problem.problem),
                Cell::new(escape::line(&case.name)),
                Cell::new(case.verdict).fg(color(case.verdict)).add_attribute(Attribute::Bold),
                Cell::new(time(case.outcome.cpu)),
                Cell::new(memory(case.outcome.memory)),
            ]);
        }
    }
    table
}

fn table_of_problems(report: &Report) -> Table {
    let mut table = table(["problem", "", "verdicts", "time", "limit", "memory", "limit"], &[3, 4, 5, 6]);
    for problem in &report.problems {
        let ProblemReport { problem, name, limits, cases } = problem;
        let worst = cases.iter().map(|case| case.verdict).max().unwrap_or(Verdict::Accepted);
        let outcomes = || cases.iter().map(|case| &case.outcome);
        table.add_row([
            Cell::new(problem),
            Cell::new(escape::line(name)),
            Cell::new(tally(cases.iter())).fg(color(worst)),
            Cell::new(time(outcomes().map(|outcome| outcome.cpu).max().unwrap_or_default())),
            Cell::new(time(limits.time)),
            Cell::new(memory(outcomes().map(|outcome| outcome.memory).max().unwrap_or_default())),
            Cell::new(memory(limits.memory)),
        ]);
    }
    table
}

fn table<const N: usize>(header: [&str; N], right: &[usize]) -> Table {
    let mut table = Table::new();
    let rule = LineStyle::new('─', '─', '─', '─');
    table.load_style(TableStyle::new().header_separator(rule)).enforce_styling().set_header(header);
    for &column in right {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// What went wrong on a case, in a paragraph.
fn tell(text: &mut String, problem: &ProblemReport, case: &CaseReport, base: &Path) {
    let (style, end) = ("\x1b[1m", "\x1b[0m");
    let _ = writeln!(
        text,
        "\n{style}{} {}: {}{end}, {}",
        problem.problem,
        case.name,
        case.verdict,
        reason(problem, case)
    );
    if let Some(difference) = &case.difference {
        for line in difference.excerpt.lines() {
            let style = match line.as_bytes().first() {
                Some(b'-') => "\x1b[31m",
                Some(b'+') => "\x1b[32m",
                _ => "",
            };
            let end = if style.is_empty() { "" } else { end };
            let _ = writeln!(text, "  {style}{line}{end}");
        }
    }
    let lines: Vec<_> = case.outcome.stderr.lines().collect();
    for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
        let shown: String = line.chars().flat_map(printable).take(STDERR_WIDTH).collect();
        let _ = writeln!(text, "  stderr: {shown}");
    }
    let path = |path: &Path| path.strip_prefix(base).unwrap_or(path).display().to_string();
    let _ = writeln!(text, "  input:  {}", path(&case.files.input));
    let _ = writeln!(text, "  answer: {}", path(&case.files.answer));
    let _ = writeln!(text, "  output: {}", path(&case.output));
}

/// Why a case was not accepted, in a few words.
pub(super) fn reason(problem: &ProblemReport, case: &CaseReport) -> String {
    let (outcome, limits) = (&case.outcome, &problem.limits);
    match (case.verdict, &case.difference) {
        (_, Some(difference)) => difference.to_string(),
        (Verdict::TimeLimit, _) => format!(
            "{} of processor time and {} in all, the limit is {}",
            time(outcome.cpu),
            time(outcome.wall),
            time(limits.time)
        ),
        (Verdict::MemoryLimit, _) => {
            format!(
                "{}; {} held, the limit is {}",
                outcome.end,
                memory(outcome.memory),
                memory(limits.memory)
            )
        }
        (Verdict::OutputLimit, _) => format!("{}; the limit is {}", outcome.end, memory(limits.output)),
        _ => outcome.end.to_string(),
    }
}

/// What a program prints must not steer the terminal.
fn printable(char: char) -> impl Iterator<Item = char> {
    let (plain, escaped) =
        if escape::steers(char) { (None, Some(char.escape_default())) } else { (Some(char), None) };
    plain.into_iter().chain(escaped.into_iter().flatten())
}

fn tally<'r>(cases: impl Iterator<Item = &'r CaseReport> + Clone) -> String {
    let parts: Vec<_> = count(cases).iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    parts.join(", ")
}

fn color(verdict: Verdict) -> Color {
    if verdict == Verdict::Accepted { Color::Green } else { Color::Red }
}

fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 && time.subsec_nanos() == 0 => format!("{seconds} s"),
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds if seconds >= 0.01 => format!("{:.0} ms", seconds * 1e3),
        seconds => format!("{:.1} ms", seconds * 1e3),
    }
}

fn memory(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    if bytes.is_multiple_of(MIB) {
        format!("{} MiB", bytes / MIB)
    } else {
        // Exact far beyond any memory.
        format!("{:.1} MiB", bytes as f64 / MIB as f64)
    }
}
