//! The report for programs.

use super::{CaseReport, ProblemReport, Report, count, text::reason};
use crate::{
    diff::Difference,
    runner::{End, Verdict},
};
use serde::Serialize;
use std::{collections::BTreeMap, path::Path};

#[derive(Serialize)]
struct Root<'r> {
    accepted: bool,
    wall_seconds: f64,
    verdicts: BTreeMap<&'static str, usize>,
    problems: Vec<Problem<'r>>,
}

#[derive(Serialize)]
struct Problem<'r> {
    problem: &'r str,
    name: &'r str,
    time_limit_seconds: f64,
    memory_limit_bytes: u64,
    output_limit_bytes: u64,
    cases: Vec<Case<'r>>,
}

#[derive(Serialize)]
struct Case<'r> {
    case: &'r str,
    verdict: Verdict,
    cpu_seconds: f64,
    wall_seconds: f64,
    memory_bytes: u64,
    output_bytes: u64,
    /// `null` if a signal ended the program.
    exit_status: Option<i32>,
    /// `null` for an accepted case.
    reason: Option<String>,
    difference: Option<&'r Difference>,
    stderr: &'r str,
    input: &'r Path,
    answer: &'r Path,
    output: &'r Path,
}

/// The report as one JSON object.
///
/// # Errors
///
/// If a path is not UTF-8.
pub fn json(report: &Report) -> serde_json::Result<String> {
    let cases = report.problems.iter().flat_map(|problem| &problem.cases);
    serde_json::to_string_pretty(&Root {
        accepted: report.is_accepted(),
        wall_seconds: report.wall.as_secs_f64(),
        verdicts: count(cases).into_iter().map(|(verdict, count)| (verdict.letters(), count)).collect(),
        problems: report.problems.iter().map(problem).collect(),
    })
    .map(|text| text + "\n")
}

fn problem(report: &ProblemReport) -> Problem<'_> {
    let ProblemReport { problem, name, limits, cases } = report;
    Problem {
        problem,
        name,
        time_limit_seconds: limits.time.as_secs_f64(),
        memory_limit_bytes: limits.memory,
        output_limit_bytes: limits.output,
        cases: cases.iter().map(|of_case| case(report, of_case)).collect(),
    }
}

fn case<'r>(problem: &ProblemReport, report: &'r CaseReport) -> Case<'r> {
    let CaseReport { name, verdict, outcome, difference, files, output } = report;
    Case {
        case: name,
        verdict: *verdict,
        cpu_seconds: outcome.cpu.as_secs_f64(),
        wall_seconds: outcome.wall.as_secs_f64(),
        memory_bytes: outcome.memory,
        output_bytes: outcome.output,
        exit_status: if let End::Exited(status) = outcome.end { Some(status) } else { None },
        reason: (*verdict != Verdict::Accepted).then(|| reason(problem, report)),
        difference: difference.as_ref(),
        stderr: &outcome.stderr,
        input: &files.input,
        answer: &files.answer,
        output,
    }
}
