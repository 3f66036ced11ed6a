//! `cgt play`.

use super::input::{Source, in_file};
use crate::{
    Refused,
    cli::{Play, Playable},
    play::{self, chess_sg::ChessSg, euler::Euler},
};
use anyhow::{Error, Result};
use chess_sg::{Kind, Piece};
use euler::Covered;
use judge_io::{judge, number};
use std::io;

/// The pieces of a game for which none are given: the first player wins.
const PIECES: [Piece; 3] = [
    Piece { kind: Kind::Rook, x: 4, y: 7 },
    Piece { kind: Kind::King, x: 5, y: 5 },
    Piece { kind: Kind::Knight, x: 6, y: 8 },
];

pub fn run(args: &Play) -> Result<()> {
    let (input, out) = (io::stdin().lock(), io::stdout().lock());
    let played = match args.game {
        Playable::Euler => play::play(Euler::new(board(args)?), !args.second, input, out),
        Playable::ChessSg => play::play(ChessSg::new(pieces(args)?), !args.second, input, out),
    };
    played.or_else(quiet_if_nobody_listens)
}

fn quiet_if_nobody_listens(error: Error) -> Result<()> {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    if kind == Some(io::ErrorKind::BrokenPipe) { Ok(()) } else { Err(error) }
}

/// The first board of the file, or the empty one.
fn board(args: &Play) -> Result<Covered> {
    let Some(path) = &args.file else { return Ok(Covered::EMPTY) };
    let source = Source::open(Some(path))?;
    let mut board = None;
    let read = judge(source.input, io::sink(), |input, _| {
        if input.take(number(u64::MAX))? > 0 {
            board = Some(input.take(euler::parse::Board)?);
        }
        Ok(())
    });
    read.map(drop).or_else(|error| in_file(error, &source.name))?;
    board.ok_or_else(|| Refused(format!("{} has no board", source.name)).into())
}

fn pieces(args: &Play) -> Result<Vec<Piece>> {
    let Some(path) = &args.file else { return Ok(PIECES.to_vec()) };
    let source = Source::open(Some(path))?;
    let mut pieces = Vec::new();
    let read = judge(source.input, io::sink(), |input, _| {
        let count = input.take(number(u64::MAX))?;
        input.take_each(count, chess_sg::parse::Piece, |piece| {
            pieces.push(piece);
            Ok(())
        })
    });
    read.map(drop).or_else(|error| in_file(error, &source.name))?;
    Ok(pieces)
}
