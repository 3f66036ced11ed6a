//! Game of Euler: all 48 pins of a position.

use super::{COLUMNS, Verdict, indented, marked, side_by_side, square_name};
use cgt_core::{Outcome, Outcomes};
use euler::{Covered, parse, solve};
use judge_io::{Error, Warning, judge, number};
use std::io::{self, Read, Write};

/// A pin, by the squares that it covers, and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    pub pin: Covered,
    pub verdict: Verdict<Covered>,
}

/// Everything that the player to move can do, in order of the pins' squares.
pub fn explain(outcomes: &Outcomes, covered: Covered) -> Vec<Explained> {
    let pins = || solve::moves();
    let possible = |covered: Covered| pins().filter(move |pin| pin.is_disjoint(covered));
    let wins = |covered: Covered, pin: Covered| solve::outcome(outcomes, covered | pin) == Outcome::P;
    let verdict = |pin: Covered| match possible(covered | pin).find(|&answer| wins(covered | pin, answer)) {
        _ if wins(covered, pin) => Verdict::Wins,
        Some(answer) => Verdict::Answered(answer),
        None => Verdict::LosesAtOnce,
    };
    let mut pins: Vec<Covered> = possible(covered).collect();
    pins.sort_unstable_by_key(|pin| (pin.squares().next(), pin.count(), pin.bits()));
    pins.into_iter().map(|pin| Explained { pin, verdict: verdict(pin) }).collect()
}

/// Explains all boards of `input`.
///
/// # Errors
///
/// Where the input is malformed, or reading or writing fails; everything before that is explained.
pub fn write(input: impl Read, out: &mut impl Write) -> Result<Option<Warning>, Error> {
    let outcomes = solve::outcomes();
    judge(input, io::sink(), |input, _| {
        let boards = input.take(number(u64::MAX))?;
        for board in 1..=boards {
            let covered = input.take(parse::Board)?;
            let text = tell(board, covered, &explain(&outcomes, covered));
            out.write_all(text.as_bytes()).map_err(Error::Write)?;
        }
        Ok(())
    })
}

fn tell(board: u64, covered: Covered, moves: &[Explained]) -> String {
    let winning: Vec<&Explained> =
        moves.iter().filter(|explained| explained.verdict == Verdict::Wins).collect();
    let headline = match (moves.len(), winning.len()) {
        (0, _) => "WINNING: the other player has covered the last square".to_owned(),
        (1, 0) => "LOSING: the only move covers the last square".to_owned(),
        (all, 0) => format!("LOSING: each of {all} moves has an answer"),
        (all, few) => format!("WINNING: {few} of {all} moves win{}", if few == 1 { "s" } else { "" }),
    };
    let mut text = format!("board {board}: {headline}\n\n    abcd\n");
    for row in 0..4 {
        text += &format!("  {} {}\n", row + 1, line(covered, Covered::EMPTY, row));
    }
    let mut drawn: Vec<Vec<String>> = Vec::new();
    for Explained { pin, .. } in &winning {
        let lines = (0..4).map(|row| line(covered, *pin, row));
        drawn.push([name(*pin)].into_iter().chain(lines).collect());
    }
    if !drawn.is_empty() {
        text.push('\n');
        text += &indented(&side_by_side(&drawn, COLUMNS - 2));
    } else if moves.len() > 1 {
        let answers = moves.iter().map(|explained| match explained.verdict {
            Verdict::Answered(answer) => vec![format!("{} → {}", name(explained.pin), name(answer))],
            _ => vec![format!("{} covers the last square", name(explained.pin))],
        });
        text.push('\n');
        text += &indented(&side_by_side(&answers.collect::<Vec<_>>(), COLUMNS - 2));
    }
    text.push('\n');
    text
}

fn line(covered: Covered, pin: Covered, row: usize) -> String {
    let square = |column| match (covered.contains(row, column), pin.contains(row, column)) {
        (true, _) => "X".to_owned(),
        (_, true) => marked('*'),
        _ => ".".to_owned(),
    };
    (0..4).map(square).collect()
}

/// The first square and the last one.
pub fn name(pin: Covered) -> String {
    let (first, last) = (pin.squares().next(), pin.squares().last());
    let name = |square: Option<(usize, usize)>| {
        square.map_or(String::new(), |(row, column)| square_name(row, column))
    };
    if first == last { name(first) } else { format!("{}-{}", name(first), name(last)) }
}
