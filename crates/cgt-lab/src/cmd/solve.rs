//! `cgt solve`.

use crate::{
    Refused,
    boards::{Board, Pins},
    cli::{Solve, TextOrJson},
    cmd::print,
    memory,
};
use anyhow::{Result, bail};
use cgt_core::{Nimber, Outcome, PlacementGame, Play, placement::Run};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::{
    fmt,
    num::NonZeroUsize,
    time::{Duration, Instant},
};

/// What a solve came to.
#[derive(Debug, Serialize)]
struct Report {
    rows: u32,
    cols: u32,
    pins: Pins,
    play: &'static str,
    /// `P` or `N`, of the empty board.
    outcome: &'static str,
    /// Of the empty board, where it was asked for or is known.
    grundy: Option<u64>,
    /// No table was made; a theorem tells the rest.
    closed_form: bool,
    positions: Option<u64>,
    p_positions: Option<u64>,
    /// How many positions have the value 0, 1, 2 and so on.
    values: Option<Vec<u64>>,
    threads: usize,
    seconds: f64,
    peak_memory_bytes: u64,
}

pub fn run(args: &Solve) -> Result<()> {
    let board = Board { rows: args.rows, cols: args.cols, pins: args.pins };
    let play: Play = args.play.into();
    if args.grundy && play == Play::Misere {
        return Err(Refused("Grundy values are those of normal play: add --play normal".to_owned()).into());
    }
    let report = match fitting_game(board, args.grundy) {
        Ok(game) => solve(args, board, play, &game),
        Err(refusal) => match board.closed_form(play) {
            Some(value) => {
                Report { grundy: Some(value.0), closed_form: true, ..Report::of(args, value.outcome()) }
            }
            None => bail!("{refusal}{}", hint(board)),
        },
    };
    print(&match args.format {
        TextOrJson::Text => report.to_string(),
        TextOrJson::Json => serde_json::to_string_pretty(&report)? + "\n",
    })?;
    Ok(())
}

/// The game, or why it cannot be solved here.
fn fitting_game(board: Board, grundy: bool) -> Result<PlacementGame, String> {
    let Board { rows, cols, .. } = board;
    let squares = board.squares();
    let game = board.game().map_err(|_| {
        format!("a table of all 2^{squares} positions of {rows}x{cols} does not fit any machine; at most {} squares do", PlacementGame::MAX_SQUARES)
    })?;
    // Below 4 by the theorem; elsewhere no value is greater than the number of moves of the longest play.
    let values = if board.closed_form(Play::Normal).is_some() { 4 } else { squares + 1 };
    let needed = if grundy { game.grundy_memory(values) } else { game.outcomes_memory() };
    match memory::available() {
        Some(available) if needed > available => {
            let [needed, available] = [needed, available].map(memory::told);
            Err(format!("{rows}x{cols} needs {needed} of memory, and {available} are available"))
        }
        _ => Ok(game),
    }
}

/// Where a closed form would help.
fn hint(board: Board) -> &'static str {
    match (Board { pins: Pins::Border, ..board }).closed_form(Play::Normal) {
        Some(_) => "; with --play normal --pins border a closed form tells the empty board's value",
        None => "",
    }
}

fn solve(args: &Solve, board: Board, play: Play, game: &PlacementGame) -> Report {
    let positions = 1_u64 << board.squares();
    let bar = progress(positions);
    let run = Run { threads: args.threads, progress: &|done| bar.set_position(done) };
    let empty = positions - 1;
    let begin = Instant::now();
    let report = if args.grundy {
        let values = game.grundy_values_with(run);
        let seconds = begin.elapsed().as_secs_f64();
        let histogram = values.histogram();
        let value: Nimber = values.value(empty);
        Report {
            grundy: Some(value.0),
            p_positions: histogram.first().copied(),
            values: Some(histogram),
            seconds,
            ..Report::of(args, value.outcome())
        }
    } else {
        let outcomes = game.p_positions_with(play, run);
        let seconds = begin.elapsed().as_secs_f64();
        Report {
            p_positions: Some(outcomes.count_p()),
            grundy: board.closed_form(play).map(|value| value.0),
            seconds,
            ..Report::of(args, outcomes.outcome(empty))
        }
    };
    bar.finish_and_clear();
    Report {
        positions: Some(positions),
        threads: args.threads.get(),
        peak_memory_bytes: memory::peak(),
        ..report
    }
}

fn progress(positions: u64) -> ProgressBar {
    const TEMPLATE: &str = "{bar:40} {percent}% of {human_len} positions, {eta} left";
    let style = ProgressStyle::with_template(TEMPLATE).expect("the template is well formed");
    let bar = ProgressBar::new(positions).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

impl Report {
    fn of(args: &Solve, outcome: Outcome) -> Self {
        Self {
            rows: args.rows,
            cols: args.cols,
            pins: args.pins,
            play: args.play.name(),
            outcome: if outcome.is_p() { "P" } else { "N" },
            grundy: None,
            closed_form: false,
            positions: None,
            p_positions: None,
            values: None,
            threads: NonZeroUsize::MIN.get(),
            seconds: 0.0,
            peak_memory_bytes: memory::peak(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, cols, play, outcome, .. } = self;
        let pins = match self.pins {
            Pins::Border => "border pins",
            Pins::Any => "pins anywhere",
        };
        let (outcome, who) = match *outcome {
            "P" => ("a P-position", "the player to move loses"),
            _ => ("an N-position", "the player to move wins"),
        };
        let value = self.grundy.map_or(String::new(), |value| format!(", Grundy value {value}"));
        writeln!(f, "{rows}x{cols}, {pins}, {play} play: the empty board is {outcome}{value}: {who}")?;
        if self.closed_form {
            return writeln!(
                f,
                "by the closed form for border pins; see cgt_core::placement::border_pins for its proof"
            );
        }
        if let (Some(positions), Some(p)) = (self.positions, self.p_positions) {
            writeln!(f, "{} of {} positions are P-positions", grouped(p), grouped(positions))?;
        }
        if let Some(values) = &self.values {
            let values: Vec<String> = values
                .iter()
                .enumerate()
                .map(|(value, &count)| format!("{value}: {}", grouped(count)))
                .collect();
            writeln!(f, "positions by value: {}", values.join(", "))?;
        }
        let threads =
            if self.threads == 1 { "1 thread".to_owned() } else { format!("{} threads", self.threads) };
        writeln!(
            f,
            "{:.3} s on {threads}, {} of memory at the peak",
            self.seconds,
            memory::told(self.peak_memory_bytes)
        )
    }
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
