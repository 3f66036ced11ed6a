//! Chess pieces that walk home: who cannot move loses.

use super::Game;
use crate::explain::chess_sg::{directions, name, sum_of, winning_moves};
use chess_sg::Piece;
use std::fmt::Write as _;

#[derive(Debug)]
pub struct ChessSg {
    pieces: Vec<Piece>,
}

/// A piece, from 0, and where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    piece: usize,
    to: (u32, u32),
}

impl ChessSg {
    pub fn new(pieces: Vec<Piece>) -> Self {
        Self { pieces }
    }
}

impl Game for ChessSg {
    const HOW_TO_MOVE: &'static str =
        "whoever cannot move loses; a move is the number of a piece and where it goes, like 2 0 3";
    type Move = Move;

    fn board(&self) -> String {
        let mut text = String::new();
        for (number, (piece, value)) in self.pieces.iter().zip(sum_of(&self.pieces).values()).enumerate() {
            _ = writeln!(
                text,
                "piece {}: {} at {} {}, value {value}",
                number + 1,
                name(piece.kind),
                piece.x,
                piece.y
            );
        }
        text
    }

    fn read(&self, text: &str) -> Result<Move, String> {
        let numbers: Option<Vec<u32>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        let Some([number, x, y]) = numbers.as_deref().and_then(|numbers| <[u32; 3]>::try_from(numbers).ok())
        else {
            return Err(format!("{text:?} is no move: expected three numbers, a piece and its new x and y"));
        };
        let index = (number as usize).checked_sub(1).filter(|&index| index < self.pieces.len());
        let Some(index) = index else {
            return Err(format!(
                "there is no piece {number}: expected a number from 1 to {}",
                self.pieces.len()
            ));
        };
        let piece = self.pieces[index];
        let leads_there = |((dx, dy), moves): ((u32, u32), u32)| {
            let by = piece.x.checked_sub(x).filter(|_| dx > 0).map(|by| by / dx);
            let by = by.or(piece.y.checked_sub(y).filter(|_| dx == 0).map(|by| by / dy.max(1)));
            by.is_some_and(|by| (1..=moves).contains(&by) && (piece.x - by * dx, piece.y - by * dy) == (x, y))
        };
        if directions(piece).into_iter().any(leads_there) {
            Ok(Move { piece: index, to: (x, y) })
        } else {
            Err(format!("a {} at {} {} cannot move to {x} {y}", name(piece.kind), piece.x, piece.y))
        }
    }

    fn name(&self, made: &Move) -> String {
        let piece = self.pieces[made.piece];
        format!(
            "piece {}, the {}, from {} {} to {} {}",
            made.piece + 1,
            name(piece.kind),
            piece.x,
            piece.y,
            made.to.0,
            made.to.1
        )
    }

    fn best(&self) -> Option<Move> {
        let winning =
            winning_moves(&self.pieces).into_iter().map(|found| Move { piece: found.piece, to: found.to });
        // A lost game is drawn out by small steps.
        let steps = self.pieces.iter().enumerate().flat_map(|(piece, &at)| {
            let possible = directions(at).into_iter().filter(|&(_, moves)| moves > 0);
            possible.map(move |((dx, dy), _)| Move { piece, to: (at.x - dx, at.y - dy) })
        });
        winning.chain(steps).next()
    }

    fn is_won(&self) -> bool {
        sum_of(&self.pieces).total().outcome().is_n()
    }

    fn make(&mut self, made: &Move) {
        (self.pieces[made.piece].x, self.pieces[made.piece].y) = made.to;
    }

    fn last_mover_wins(&self) -> bool {
        true
    }
}
