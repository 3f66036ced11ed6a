//! The report for people, and the cells of its tables.

use super::{Answers, Measured, Report, Row, SOLVER, Summary};
use comfy_table::{Attribute, Cell, CellAlignment, Color, LineStyle, Table, TableStyle};
use std::fmt::Write as _;

/// The report as coloured text.
pub fn text(report: &Report) -> String {
    let mut text = String::new();
    for row in &report.rows {
        let _ = writeln!(text, "\x1b[1m{}\x1b[0m\n{}\n", title(row, report.runs), table_of(row).trim_fmt());
    }
    if !report.linear.is_empty() {
        let _ = writeln!(text, "\x1b[1m{LINEAR}\x1b[0m\n{}\n", grid(linear(report)).trim_fmt());
    }
    for missing in &report.missing {
        let _ = writeln!(text, "{missing}");
    }
    let _ = writeln!(text, "{}", machine(report));
    text
}

/// The size from which on a time for each byte is told.
const PER_BYTE: u64 = 900_000;

pub(super) const LINEAR: &str = "time against size, medians of the solvers";

/// The heads of columns of figures.
pub(super) const HEAD: [&str; 9] = [
    "program",
    "time",
    "least … greatest",
    "processor",
    "ratio",
    "quartiles",
    "memory",
    "instructions",
    "answers",
];

/// What a row's table is about.
pub(super) fn title(row: &Row, runs: usize) -> String {
    let runs = if row.record.is_some() { runs } else { 10 * runs };
    let record = row.record.as_ref().map(|record| format!(", instructions for each {record}"));
    format!(
        "{}: {}, {}; medians of {runs} runs, ratio to `{}`{}",
        row.problem,
        row.input,
        size(row.bytes),
        row.baseline,
        record.unwrap_or_default()
    )
}

/// The figures of one program, and what it should reach in the ratio's and the memory's cells.
pub(super) fn cells(row: &Row, measured: &Measured) -> [String; 9] {
    let reach = (measured.program == SOLVER).then_some(row.reach);
    let shown =
        |summary: Option<Summary>, show: &dyn Fn(Summary) -> String| summary.map(show).unwrap_or_default();
    let scale = if measured.scale == 1.0 { String::new() } else { format!(" ×{:.0}", measured.scale) };
    [
        format!("{}{scale}", measured.program),
        shown(measured.wall_seconds, &|wall| time(wall.median)),
        shown(measured.wall_seconds, &|wall| format!("{} … {}", time(wall.least), time(wall.greatest))),
        shown(measured.cpu_seconds, &|cpu| time(cpu.median)),
        shown(measured.ratio, &|ratio| {
            let reach = reach.map(|reach| format!(" (≤ {})", reach.ratio));
            format!("{:.2}{}", ratio.median, reach.unwrap_or_default())
        }),
        shown(measured.ratio, &|ratio| format!("{:.2} … {:.2}", ratio.lower_quartile, ratio.upper_quartile)),
        if measured.wall_seconds.is_some() {
            let reach = reach.map(|reach| format!(" (≤ {})", memory(reach.memory_bytes)));
            format!("{}{}", memory(measured.memory_bytes), reach.unwrap_or_default())
        } else {
            String::new()
        },
        measured.instructions.map(|count| format!("{count:.1}")).unwrap_or_default(),
        match measured.answers {
            Answers::None => "",
            Answers::Same if measured.program == SOLVER => "",
            Answers::Same => "same",
            Answers::Different(_) => "wrong",
        }
        .to_owned(),
    ]
}

fn table_of(row: &Row) -> Table {
    let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
    rows.extend(row.measured.iter().map(|measured| cells(row, measured).to_vec()));
    let mut table = grid(rows);
    let Some(place) = row.measured.iter().position(|measured| measured.program == SOLVER) else {
        return table;
    };
    let solver = &row.measured[place];
    let reached = [
        (4, solver.ratio.is_some_and(|ratio| ratio.median <= row.reach.ratio)),
        (6, solver.memory_bytes <= row.reach.memory_bytes),
    ];
    if let Some(cells) = table.row_mut(place) {
        let plain: Vec<Cell> = cells.cell_iter().cloned().collect();
        let coloured = plain.into_iter().enumerate().map(|(column, cell)| {
            let cell = cell.add_attribute(Attribute::Bold);
            match reached.iter().find(|(reach, _)| *reach == column) {
                Some((_, true)) => cell.fg(Color::Green),
                Some((_, false)) => cell.fg(Color::Yellow),
                None => cell,
            }
        });
        *cells = coloured.collect::<Vec<_>>().into();
    }
    table
}

/// A table of a head and rows, all columns but the first one to the right.
pub(super) fn grid(rows: Vec<Vec<String>>) -> Table {
    let mut rows = rows.into_iter();
    let mut table = Table::new();
    let rule = LineStyle::new('─', '─', '─', '─');
    table.load_style(TableStyle::new().header_separator(rule)).enforce_styling();
    table.set_header(rows.next().unwrap_or_default()).add_rows(rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A head, and a row for each size with the time of each kind of input, also for each byte.
pub(super) fn linear(report: &Report) -> Vec<Vec<String>> {
    let mut rows = vec![vec!["bytes".to_owned()]];
    rows[0].extend(report.linear.iter().map(|line| format!("{} {}", line.problem, line.kind)));
    let sizes = report.linear.iter().map(|line| line.points.len()).max().unwrap_or(0);
    for from_last in (0..sizes).rev() {
        // A kind of large records has no small inputs: sizes are in line from the last one on.
        let points = report.linear.iter().map(|line| line.points.iter().rev().nth(from_last));
        let bytes = points.clone().flatten().map(|point| point.target_bytes).max().unwrap_or(0);
        let mut row = vec![size(bytes)];
        row.extend(points.map(|point| {
            point.map_or(String::new(), |point| {
                let seconds = point.wall_seconds.median;
                // Below that it is the start of the process that takes the time.
                let for_each = (point.bytes >= PER_BYTE)
                    .then(|| format!(", {:.2} ns/B", seconds * 1e9 / point.bytes as f64));
                time(seconds) + &for_each.unwrap_or_default()
            })
        }));
        rows.push(row);
    }
    rows
}

/// The machine in a sentence or two.
pub(super) fn machine(report: &Report) -> String {
    let machine = &report.machine;
    format!(
        "{}, {} cores ({} for the programs), caches {}, memory {}, Linux {}; {}. Load average at the start: {}.",
        machine.processor,
        machine.cores,
        format_args!("core {}", report.core),
        machine.caches,
        machine.memory,
        machine.kernel,
        machine.versions.join("; "),
        machine.load
    )
}

pub(super) fn time(seconds: f64) -> String {
    match seconds * 1e3 {
        ms if ms >= 9999.5 => format!("{seconds:.1} s"),
        ms if ms >= 99.95 => format!("{ms:.0} ms"),
        ms if ms >= 9.995 => format!("{ms:.1} ms"),
        ms => format!("{ms:.2} ms"),
    }
}

pub(super) fn memory(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1 << 20);
    if bytes.is_multiple_of(1 << 20) { format!("{mib:.0} MiB") } else { format!("{mib:.1} MiB") }
}

/// Bytes in powers of ten, as files are spoken of.
pub(super) fn size(bytes: u64) -> String {
    match bytes as f64 {
        bytes if bytes >= 999_500.0 => format!("{:.0} MB", bytes / 1e6),
        bytes if bytes >= 999.5 => format!("{:.0} kB", bytes / 1e3),
        bytes => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn figures_have_three_digits_or_four() {
        let times = [0.000_512, 0.003_141, 0.0127, 0.0999, 0.5, 9.5, 12.34];
        let expected = ["0.51 ms", "3.14 ms", "12.7 ms", "99.9 ms", "500 ms", "9500 ms", "12.3 s"];
        assert_eq!(times.map(time), expected);
        assert_eq!([4 << 20, 2_202_010].map(memory), ["4 MiB", "2.1 MiB"]);
        assert_eq!([7, 1050, 210_000_009].map(size), ["7 bytes", "1 kB", "210 MB"]);
    }
}
