//! Game of Euler: cover the last square and lose.

use super::Game;
use crate::explain::{Verdict, euler::explain, euler::name};
use cgt_core::Outcomes;
use euler::{Covered, solve};

#[derive(Debug)]
pub struct Euler {
    covered: Covered,
    outcomes: Outcomes,
}

impl Euler {
    pub fn new(covered: Covered) -> Self {
        Self { covered, outcomes: solve::outcomes() }
    }
}

impl Game for Euler {
    const HOW_TO_MOVE: &'static str = "whoever covers the last square loses; a move is a square like b3, or the first and the last square of a \
                                       run of two or three from the border, like a1-a3";
    type Move = Covered;

    fn board(&self) -> String {
        let rows = self.covered.to_string();
        let rows = rows.lines().zip(1..).map(|(row, number)| format!("{number} {row}\n"));
        "  abcd\n".to_owned() + &rows.collect::<String>()
    }

    fn read(&self, text: &str) -> Result<Covered, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let squares = [first, last].map(|name| square(name.trim()));
        let [Some(first), Some(last)] = squares else {
            return Err(format!("{text:?} is no move: expected squares from a1 to d4, like b3 or a1-a3"));
        };
        let ends = Covered::EMPTY.with(first.0, first.1).with(last.0, last.1);
        // A pin is told by its ends.
        let of_ends = |pin: &Covered| {
            let (own_first, own_last) = (pin.squares().next(), pin.squares().last());
            [own_first, own_last].into_iter().flatten().collect::<Covered>() == ends
        };
        match solve::moves().find(of_ends) {
            None => Err(format!(
                "no pin covers just {text}: expected one square, or two or three in a line from the border"
            )),
            Some(pin) if !pin.is_disjoint(self.covered) => {
                Err(format!("{text} is covered already, or a square of it is"))
            }
            Some(pin) => Ok(pin),
        }
    }

    fn name(&self, made: &Covered) -> String {
        name(*made)
    }

    fn best(&self) -> Option<Covered> {
        let moves = explain(&self.outcomes, self.covered);
        let winning = moves.iter().find(|explained| explained.verdict == Verdict::Wins);
        winning.or(moves.first()).map(|explained| explained.pin)
    }

    fn is_won(&self) -> bool {
        solve::outcome(&self.outcomes, self.covered).is_n()
    }

    fn make(&mut self, made: &Covered) {
        self.covered |= *made;
    }

    fn last_mover_wins(&self) -> bool {
        false
    }
}

fn square(name: &str) -> Option<(usize, usize)> {
    match name.as_bytes() {
        [column @ b'a'..=b'd', row @ b'1'..=b'4'] => {
            Some((usize::from(row - b'1'), usize::from(column - b'a')))
        }
        _ => None,
    }
}
