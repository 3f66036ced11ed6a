//! `cargo xtask bench`.

use crate::{
    bench::{
        self, Bench, FAMILIES, Family, Field, Input, Line, Machine, Measured, Point, Program, Reach, Report,
        Row, SOLVER, TRUE, WC,
    },
    cli::{Bench as Args, TextOrJson},
    cmd::print,
    runner::Runner,
    workspace::Workspace,
};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use nix::{
    sched::{CpuSet, sched_getaffinity},
    unistd::Pid,
};
use onefile::write::{self, Overwrite};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

/// The folder for inputs, programs and outputs, below cargo's target folder.
const FOLDER: &str = "bench";

/// Slow programs get an input of this part of the count.
const PART_OF_SLOW: u64 = 20;

/// Runs on a sample for each run on a large input: there a run takes a millisecond.
const RUNS_OF_SAMPLES: usize = 10;

/// The sizes for time against size, in bytes, and the greatest that is still measured with the runs of samples.
const SIZES: [u64; 6] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
const SMALL: u64 = 1_000_000;

pub fn run(args: &Args) -> Result<ExitCode> {
    let overwrite = Overwrite::forced_if(args.force);
    if let Some(path) = &args.save {
        write::check_file(path, overwrite)?;
    }
    let workspace = Workspace::find()?;
    let problems = workspace.problems(&args.problems)?;
    // Programs and inputs below the folder are shared, and two measurements at once disturb each other.
    let _lock = write::lock(&workspace.target(FOLDER))?;
    let earlier = args.compare.as_deref().map(load).transpose()?;
    let executables = workspace.build(&problems)?;
    let machine = Machine::here();
    let core = last_core().context("cannot find a processor core")?;
    let session = Session {
        args,
        folder: workspace.target(FOLDER),
        bench: Bench::new(Runner::new().pinned_to(core), &workspace.target(FOLDER))?,
        bar: ProgressBar::new_spinner()
            .with_style(ProgressStyle::with_template("{spinner} {prefix}: {msg}")?),
        valgrind: bench::find("valgrind"),
        workspace,
        executables,
    };
    session.bar.enable_steady_tick(Duration::from_millis(200));

    let mut report =
        Report { machine, core, runs: args.runs, rows: Vec::new(), linear: Vec::new(), missing: Vec::new() };
    if session.valgrind.is_none() {
        report.missing.push("no instructions: there is no valgrind".to_owned());
    }
    for problem in &problems {
        let families = || FAMILIES.iter().filter(|family| family.problem == problem);
        let field = Field::gather(problem, session.solver(problem)?, &session.workspace, !args.no_plain)?;
        for family in families() {
            report.rows.push(session.row(family, &field.programs)?);
        }
        report.rows.extend(session.sample(problem)?);
        if args.linear {
            for family in families() {
                report.linear.push(session.line(family)?);
            }
        }
        report.missing.extend(field.missing.into_iter().map(|words| format!("{problem}: {words}")));
    }
    session.bar.finish_and_clear();

    let json = serde_json::to_string_pretty(&report)? + "\n";
    print(&match args.format {
        TextOrJson::Text => bench::text(&report),
        TextOrJson::Json => json.clone(),
    })?;
    if let Some(earlier) = earlier {
        print(&bench::compare(&report, &earlier))?;
    }
    if let Some(path) = &args.save {
        write::file(&json, path, overwrite)?;
    }
    if let Some(page) = &args.page {
        bench::put_into_page(page, &bench::markdown(&report))?;
    }
    let wrong: Vec<_> = report.wrong_answers().collect();
    wrong.iter().for_each(|wrong| eprintln!("error: wrong answers: {wrong}"));
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Session<'a> {
    args: &'a Args,
    workspace: Workspace,
    executables: BTreeMap<String, PathBuf>,
    folder: PathBuf,
    bench: Bench,
    bar: ProgressBar,
    valgrind: Option<PathBuf>,
}

impl Session<'_> {
    fn solver(&self, problem: &str) -> Result<&Path> {
        let path = self.executables.get(problem);
        Ok(path.with_context(|| format!("cargo names no executable for {problem}"))?)
    }

    /// All programs on a large input, with their instructions.
    fn row(&self, family: &Family, programs: &[Program]) -> Result<Row> {
        let count = ((family.count as f64 * self.args.size).round() as u64).max(1);
        let part = (count / PART_OF_SLOW).max(1);
        let input = Input { whole: self.make(family, count)?, part: self.make(family, part)? };
        let bytes = size(&input.whole)?;
        let mut measured = self.measure(programs, &input, WC, self.args.runs)?;
        self.count_instructions(family, programs, &mut measured)?;
        Ok(Row {
            problem: family.problem.to_owned(),
            input: format!("{} {}", grouped(count), family.name),
            bytes,
            baseline: WC.to_owned(),
            record: Some(family.record.to_owned()),
            reach: Reach { ratio: family.reach.ratio, memory_bytes: (family.reach.memory)(count) },
            measured,
        })
    }

    /// The solver on the first sample of its statement beside a program that does nothing.
    fn sample(&self, problem: &str) -> Result<Option<Row>> {
        let package = self.workspace.package(problem)?;
        let Some(sample) = package.cases.iter().find(|case| case.name.starts_with("sample/")) else {
            return Ok(None);
        };
        let file = sample.files()?.input.clone();
        let solver = Program::compiled(SOLVER, self.solver(problem)?);
        let programs = [bench::tool(TRUE, TRUE, &[])?, solver];
        let input = Input { whole: file.clone(), part: file.clone() };
        Ok(Some(Row {
            problem: problem.to_owned(),
            input: format!("{}, start of the process included", sample.name),
            bytes: size(&file)?,
            baseline: TRUE.to_owned(),
            record: None,
            reach: Reach { ratio: 1.5, memory_bytes: 4 << 20 },
            measured: self.measure(&programs, &input, TRUE, RUNS_OF_SAMPLES * self.args.runs)?,
        }))
    }

    /// The solver on inputs of one kind, size by size.
    fn line(&self, family: &Family) -> Result<Line> {
        let solver = [Program::compiled(SOLVER, self.solver(family.problem)?)];
        let mut points = Vec::new();
        for bytes in SIZES {
            let target_bytes = (bytes as f64 * self.args.size) as u64;
            let count = family.count_in(target_bytes);
            if count == 0 {
                continue;
            }
            let whole = self.make(family, count)?;
            let bytes = size(&whole)?;
            let runs = if bytes <= SMALL { RUNS_OF_SAMPLES * self.args.runs } else { self.args.runs };
            let input = Input { part: whole.clone(), whole };
            let measured = self.measure(&solver, &input, SOLVER, runs)?;
            let wall_seconds = measured[0].wall_seconds.context("the solver was not timed")?;
            points.push(Point { target_bytes, bytes, wall_seconds, memory_bytes: measured[0].memory_bytes });
        }
        Ok(Line { problem: family.problem.to_owned(), kind: family.kind.to_owned(), points })
    }

    fn make(&self, family: &Family, count: u64) -> Result<PathBuf> {
        self.bar.set_prefix(format!("{}, {count} {}", family.problem, family.name));
        self.bar.set_message("input");
        family.make(count, &self.folder.join("inputs"))
    }

    fn measure(
        &self,
        programs: &[Program],
        input: &Input,
        baseline: &str,
        runs: usize,
    ) -> Result<Vec<Measured>> {
        let all = programs.len() * (runs + 1);
        let mut done = 0;
        self.bench.run(programs, input, baseline, runs, |program| {
            done += 1;
            self.bar.set_message(format!("run {done} of {all}, {}", program.label));
        })
    }

    fn count_instructions(
        &self,
        family: &Family,
        programs: &[Program],
        measured: &mut [Measured],
    ) -> Result<()> {
        let Some(valgrind) = &self.valgrind else { return Ok(()) };
        let [few, many] = family.counts_small;
        let inputs = [self.make(family, few)?, self.make(family, many)?];
        for (program, measured) in programs.iter().zip(measured) {
            if program.compiled && !measured.answers.is_wrong() {
                self.bar.set_message(format!("instructions, {}", program.label));
                let count = |input: &PathBuf| self.bench.instructions(valgrind, program, input);
                let between = count(&inputs[1])? as f64 - count(&inputs[0])? as f64;
                measured.instructions = Some(between / ((many - few) * family.records_each) as f64);
            }
        }
        Ok(())
    }
}

/// The last core that this process may use: the first ones get the interrupts of devices.
fn last_core() -> Option<usize> {
    let allowed = sched_getaffinity(Pid::from_raw(0)).ok()?;
    (0..CpuSet::count()).rev().find(|&core| allowed.is_set(core) == Ok(true))
}

fn load(path: &Path) -> Result<Report> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no saved run", path.display()))
}

fn size(path: &Path) -> Result<u64> {
    Ok(path.metadata().with_context(|| format!("cannot read {}", path.display()))?.len())
}

/// A number with a comma after each three digits.
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
    use pretty_assertions::assert_eq;

    #[test]
    fn digits_in_threes() {
        assert_eq!([7, 104, 1000, 10_000_000].map(grouped), ["7", "104", "1,000", "10,000,000"]);
    }
}
