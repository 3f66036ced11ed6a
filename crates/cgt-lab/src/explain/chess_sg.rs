//! Chess pieces that walk home: by the values of the pieces, each of which is a game of its own.
//!
//! A rook has a move for each square on its way, up to 2^33 of them, so moves are found by the value that they have to
//! lead to: along one direction a value stands at most once, at a place that can be computed.

use super::{COLUMNS, Verdict, indented, marked, side_by_side, sum::Sum};
use cgt_core::Nimber;
use chess_sg::{Kind, Piece, parse, solve};
use judge_io::{Error, Warning, judge, number};
use std::{
    fmt::Write as _,
    io::{self, Read, Write},
};

/// A move of one of several pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which piece, from 0.
    pub piece: usize,
    pub to: (u32, u32),
    /// The piece's value before.
    pub from_value: Nimber,
    /// Its value after.
    pub to_value: Nimber,
}

/// Every winning move: in each piece to the value that makes the sum 0.
pub fn winning_moves(pieces: &[Piece]) -> Vec<Move> {
    let sum: Nimber = pieces.iter().map(|&piece| solve::grundy(piece)).sum();
    let of_piece = |(index, &piece): (usize, &Piece)| {
        let from_value = solve::grundy(piece);
        let to_value = from_value + sum;
        let squares = if sum == Nimber::ZERO { Vec::new() } else { squares_of_value(piece, to_value) };
        squares.into_iter().map(move |to| Move { piece: index, to, from_value, to_value })
    };
    pieces.iter().enumerate().flat_map(of_piece).collect()
}

/// The squares with a value to which a piece can move; none if it is the piece's own value.
pub fn squares_of_value(piece: Piece, value: Nimber) -> Vec<(u32, u32)> {
    let (x, y) = (piece.x, piece.y);
    let mut squares = Vec::new();
    let mut add = |square: Option<(u32, u32)>| squares.extend(square);
    // What another coordinate has to be for a rook, and for a palace, whose values are those of rooks in blocks of three
    // by three, and count diagonals within.
    let rook = |other: u32| u32::try_from(value.0 ^ u64::from(other)).ok();
    let palace = |other: u32| {
        let block = (value.0 / 3) ^ u64::from(other / 3);
        u32::try_from(3 * block + (value.0 + 3 - u64::from(other % 3)) % 3).ok()
    };
    match piece.kind {
        Kind::Rook => {
            add(rook(y).filter(|&to| to < x).map(|to| (to, y)));
            add(rook(x).filter(|&to| to < y).map(|to| (x, to)));
        }
        Kind::Palace => {
            add(palace(y).filter(|&to| to < x).map(|to| (to, y)));
            add(palace(x).filter(|&to| to < y).map(|to| (x, to)));
            add(nearer(piece, (1, 1)));
        }
        Kind::Bishop => {
            let left = u32::try_from(value.0).ok();
            add(left
                .and_then(|left| x.min(y).checked_sub(left))
                .filter(|&by| by > 0)
                .map(|by| (x - by, y - by)));
        }
        Kind::King => [(1, 0), (0, 1), (1, 1)].into_iter().for_each(|step| add(nearer(piece, step))),
        Kind::Knight => [(1, 2), (2, 1)].into_iter().for_each(|step| add(nearer(piece, step))),
    }
    squares.retain(|&(x, y)| solve::grundy(Piece { x, y, ..piece }) == value);
    squares
}

fn nearer(piece: Piece, (dx, dy): (u32, u32)) -> Option<(u32, u32)> {
    Some((piece.x.checked_sub(dx)?, piece.y.checked_sub(dy)?))
}

/// The directions of a piece, and how many moves it has in each.
pub fn directions(piece: Piece) -> Vec<((u32, u32), u32)> {
    let (x, y) = (piece.x, piece.y);
    let step = |step| (step, u32::from(nearer(piece, step).is_some()));
    match piece.kind {
        Kind::Rook => vec![((1, 0), x), ((0, 1), y)],
        Kind::Palace => vec![((1, 0), x), ((0, 1), y), step((1, 1))],
        Kind::Bishop => vec![((1, 1), x.min(y))],
        Kind::King => vec![step((1, 0)), step((0, 1)), step((1, 1))],
        Kind::Knight => vec![step((1, 2)), step((2, 1))],
    }
}

/// What comes of a move of a piece to a square. `sum` holds the values of the pieces.
pub fn verdict(pieces: &[Piece], sum: &Sum, piece: usize, to: (u32, u32)) -> Verdict<Move> {
    let moved = Piece { x: to.0, y: to.1, ..pieces[piece] };
    match sum.answer(piece, solve::grundy(moved)) {
        None => Verdict::Wins,
        Some((answering, to_value)) => {
            let from = if answering == piece { moved } else { pieces[answering] };
            let to = squares_of_value(from, to_value).first().copied();
            let to = to.expect("a piece that has a value can move to every smaller one");
            Verdict::Answered(Move { piece: answering, to, from_value: solve::grundy(from), to_value })
        }
    }
}

/// The values of pieces.
pub fn sum_of(pieces: &[Piece]) -> Sum {
    Sum::new(pieces.iter().map(|&piece| solve::grundy(piece)).collect())
}

/// Moves of a lost position that are answered one by one; of more, those that go farthest and nearest.
const ANSWERED: u64 = 60;

/// Explains the game in `input`.
///
/// # Errors
///
/// Where the input is malformed, or reading or writing fails.
pub fn write(input: impl Read, out: &mut impl Write) -> Result<Option<Warning>, Error> {
    judge(input, io::sink(), |input, _| {
        let count = input.take(number(u64::MAX))?;
        let mut pieces = Vec::new();
        input.take_each(count, parse::Piece, |piece| {
            pieces.push(piece);
            Ok(())
        })?;
        out.write_all(tell(&pieces).as_bytes()).map_err(Error::Write)
    })
}

fn tell(pieces: &[Piece]) -> String {
    let sum = sum_of(pieces);
    let moves = winning_moves(pieces);
    let mut text = match sum.total() {
        Nimber::ZERO => {
            "cubelover wins: the player to move, koosaga, loses, since the sum is *0\n".to_owned()
        }
        total => {
            let count = moves.len();
            format!(
                "koosaga wins: the sum is {total}, and {count} move{} make{} it *0\n",
                if count == 1 { "" } else { "s" },
                if count == 1 { "s" } else { "" }
            )
        }
    };
    text.push('\n');
    for (number, (piece, value)) in pieces.iter().zip(sum.values()).enumerate() {
        _ = writeln!(
            text,
            "  piece {}: {} at {}, {}: {value}",
            number + 1,
            name(piece.kind),
            piece.x,
            piece.y
        );
    }
    if pieces.len() > 1 {
        _ = writeln!(text, "  sum: {sum}");
    }
    if let Some(board) = board(pieces, &moves) {
        text.push('\n');
        text += &indented(&board);
    }
    text.push('\n');
    for found in &moves {
        _ = writeln!(
            text,
            "  {} piece {} to {}, {}: from {} to {}",
            marked("win:"),
            found.piece + 1,
            found.to.0,
            found.to.1,
            found.from_value,
            found.to_value
        );
    }
    if moves.is_empty() {
        text += &indented(&answers(pieces, &sum));
    }
    text
}

/// The answer to each move, or to some of each piece and direction.
fn answers(pieces: &[Piece], sum: &Sum) -> String {
    let all = || {
        pieces.iter().enumerate().flat_map(|(index, &piece)| {
            directions(piece)
                .into_iter()
                .filter(|&(_, moves)| moves > 0)
                .map(move |(step, moves)| (index, step, moves))
        })
    };
    let count: u64 = all().map(|(_, _, moves)| u64::from(moves)).sum();
    if count == 0 {
        return "no piece can move".to_owned();
    }
    let mut blocks = Vec::new();
    for (index, (dx, dy), moves) in all() {
        let piece = pieces[index];
        let lengths: Vec<u32> = if count <= ANSWERED {
            (1..=moves).collect()
        } else if moves == 1 {
            vec![1]
        } else {
            vec![1, moves]
        };
        for by in lengths {
            let to = (piece.x - by * dx, piece.y - by * dy);
            if let Verdict::Answered(answer) = verdict(pieces, sum, index, to) {
                blocks.push(vec![format!(
                    "{} to {}, {} → {} to {}, {}",
                    index + 1,
                    to.0,
                    to.1,
                    answer.piece + 1,
                    answer.to.0,
                    answer.to.1
                )]);
            }
        }
        if blocks.len() as u64 > 2 * ANSWERED {
            blocks.push(vec!["…".to_owned()]);
            break;
        }
    }
    let mut text =
        "each move changes its piece's value, so that the sum is not *0; the answer makes it *0 again:\n"
            .to_owned();
    text += &side_by_side(&blocks, COLUMNS - 2);
    if count > ANSWERED {
        _ = writeln!(
            text,
            "({count} moves in all; shown are the nearest and the farthest in each direction)"
        );
    }
    text
}

/// The part of the plane that holds all pieces, if it is small: pieces by letter, `+` for several on a square, and the
/// squares of winning moves.
fn board(pieces: &[Piece], moves: &[Move]) -> Option<String> {
    const SIDE: u32 = 20;
    let (width, height) =
        (pieces.iter().map(|piece| piece.x).max()? + 1, pieces.iter().map(|piece| piece.y).max()? + 1);
    if width > SIDE || height > SIDE {
        return None;
    }
    let mut text = format!("y\\x{}\n", (0..width).map(|x| format!("{x:>3}")).collect::<String>());
    for y in 0..height {
        _ = write!(text, "{y:>3}");
        for x in 0..width {
            let mut here = pieces.iter().filter(|piece| (piece.x, piece.y) == (x, y));
            let letter = match (here.next(), here.next()) {
                (Some(piece), None) => letter(piece.kind),
                (Some(_), Some(_)) => '+',
                _ => '.',
            };
            let target = moves.iter().any(|found| found.to == (x, y));
            text += &match (target, letter) {
                (true, '.') => format!("  {}", marked('*')),
                (true, letter) => format!(" {}{letter}", marked('*')),
                (false, letter) => format!("  {letter}"),
            };
        }
        text.push('\n');
    }
    Some(text)
}

pub fn letter(kind: Kind) -> char {
    match kind {
        Kind::Rook => 'R',
        Kind::Bishop => 'B',
        Kind::King => 'K',
        Kind::Knight => 'N',
        Kind::Palace => 'P',
    }
}

pub fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Rook => "rook",
        Kind::Bishop => "bishop",
        Kind::King => "king",
        Kind::Knight => "knight",
        Kind::Palace => "palace",
    }
}
