//! Tic-Tac-Toe-Tomek: who has won and where; if nobody has, what perfect play comes to.

use super::{COLUMNS, indented, marked, side_by_side, square_name};
use cgt_core::ruleset::FastHasher;
use judge_io::{Error, Warning, judge, number};
use std::{
    collections::HashMap,
    fmt::Write as _,
    hash::BuildHasherDefault,
    io::{self, Read, Write},
};
use tomek::{Board, Squares, Status, parse, solve};

/// What perfect play comes to for the player to move, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prospect {
    Loses,
    Draws,
    Wins,
}

impl Prospect {
    const fn of_the_other(self) -> Self {
        match self {
            Self::Loses => Self::Wins,
            Self::Draws => Self::Draws,
            Self::Wins => Self::Loses,
        }
    }
}

/// A letter of the player to move on an empty square, and what it comes to for that player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// One square.
    pub square: Squares,
    pub prospect: Prospect,
    /// An answer after which it comes to no more than that, unless the game has ended.
    pub answer: Option<Squares>,
}

/// Searches games to their end and remembers what they come to.
#[derive(Debug, Default)]
pub struct Search {
    known: HashMap<u64, Prospect, BuildHasherDefault<FastHasher>>,
}

/// Positions remembered at most: half a gigabyte.
const KNOWN_MAX: usize = 1 << 24;

impl Search {
    /// Everything that the player to move can do on a board whose game is not over, in order of squares; `None` if the letters do not tell
    /// whose turn it is. X begins, and a T is there from the beginning.
    pub fn explain(&mut self, board: Board) -> Option<Vec<Explained>> {
        x_to_move(board)?;
        if self.known.len() > KNOWN_MAX {
            self.known.clear();
        }
        let explained = empty(board).singles().map(|square| {
            let after = with(board, square);
            let prospect = self.prospect(after).of_the_other();
            let mut answers = empty(after).singles();
            let answer = answers.find(|&answer| {
                solve::status(after) == Status::NotCompleted && self.prospect(with(after, answer)) == prospect
            });
            Explained { square, prospect, answer }
        });
        Some(explained.collect())
    }

    /// For the player to move.
    fn prospect(&mut self, board: Board) -> Prospect {
        match solve::status(board) {
            // Whoever has a line has just made it.
            Status::XWon | Status::OWon => Prospect::Loses,
            Status::Draw => Prospect::Draws,
            Status::NotCompleted => {
                let [x, o, t] = [board.x, board.o, board.t].map(|squares| squares.bits() as u16);
                let [own, other] = if x_to_move(board) == Some(true) { [x, o] } else { [o, x] };
                self.of_open(own, other, t)
            }
        }
    }

    /// For the player to move, who has `own`, on a board without a line that has an empty square.
    fn of_open(&mut self, own: u16, other: u16, t: u16) -> Prospect {
        let empty = !(own | other | t);
        let lines = || LINES.into_iter().filter(|line| (line & t).count_ones() <= 1);
        // Where a line lacks one square only.
        let ends = |letters: u16| {
            let lacking = lines().map(|line| line & !(letters | t));
            lacking.filter(|lacking| lacking.is_power_of_two()).fold(0, |ends, square| ends | square & empty)
        };
        if ends(own) != 0 {
            return Prospect::Wins;
        }
        let forced = ends(other);
        if forced.count_ones() > 1 {
            return Prospect::Loses;
        }
        // A player who only defends holds everything off if the lines still open for the other one weigh less than half, each
        // 2^-r for the r squares that it lacks, or less than 1 with the first move (Erdős and Selfridge 1973).
        let sixteenths = |against: u16| -> u32 {
            lines().filter(|line| line & against == 0).map(|line| 16 >> (line & empty).count_ones()).sum()
        };
        let [can_win, can_lose] = [sixteenths(other) >= 8, sixteenths(own) >= 16];
        if !can_win && !can_lose || empty.is_power_of_two() {
            return Prospect::Draws;
        }
        let key = u64::from(own) | u64::from(other) << 16 | u64::from(t) << 32;
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let hope = if can_win { Prospect::Wins } else { Prospect::Draws };
        let mut best = Prospect::Loses;
        let mut squares = if forced == 0 { empty } else { forced };
        while squares != 0 && best < hope {
            let square = squares & squares.wrapping_neg();
            squares ^= square;
            best = best.max(self.of_open(other, own | square, t).of_the_other());
        }
        self.known.insert(key, best);
        best
    }
}

/// Rows, columns and diagonals; square (r, c) is bit 4r + c.
const LINES: [u16; 10] = [0xF, 0xF0, 0xF00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

fn empty(board: Board) -> Squares {
    !(board.x | board.o | board.t)
}

/// Whether X is to move; `None` if no game leads to so many letters.
fn x_to_move(board: Board) -> Option<bool> {
    match board.x.count().checked_sub(board.o.count()) {
        Some(0) => Some(true),
        Some(1) => Some(false),
        _ => None,
    }
}

/// The board after the player to move has taken a square.
fn with(board: Board, square: Squares) -> Board {
    if board.x.count() == board.o.count() {
        Board { x: board.x | square, ..board }
    } else {
        Board { o: board.o | square, ..board }
    }
}

/// The full lines of one player.
pub fn lines(board: Board) -> Vec<Squares> {
    let own = match solve::status(board) {
        Status::XWon => board.x,
        Status::OWon => board.o,
        _ => return Vec::new(),
    };
    let straight = (0..4).flat_map(|i| [Squares::row(i), Squares::column(i)]);
    let lines = straight.chain([Squares::diagonal(0, 0), Squares::antidiagonal(0, 3)]);
    lines.filter(|line| line.is_subset(own | board.t) && (*line & board.t).count() <= 1).collect()
}

/// Explains all boards of `input`.
///
/// # Errors
///
/// Where the input is malformed, or reading or writing fails; everything before that is explained.
pub fn write(input: impl Read, out: &mut impl Write) -> Result<Option<Warning>, Error> {
    let mut search = Search::default();
    judge(input, io::sink(), |input, _| {
        let boards = input.take(number(u64::MAX))?;
        for number in 1..=boards {
            let board = input.take(parse::Board)?;
            out.write_all(tell(number, board, &mut search).as_bytes()).map_err(Error::Write)?;
        }
        Ok(())
    })
}

fn tell(number: u64, board: Board, search: &mut Search) -> String {
    let (headline, marks, answers) = match solve::status(board) {
        Status::NotCompleted => match search.explain(board) {
            Some(moves) => tell_of_moves(board, &moves),
            None => (
                "not completed, and the letters do not tell whose turn it is".to_owned(),
                Squares::EMPTY,
                String::new(),
            ),
        },
        Status::Draw => ("a draw: no line, and no empty square".to_owned(), Squares::EMPTY, String::new()),
        won => {
            let letter = if won == Status::XWon { 'X' } else { 'O' };
            let lines = lines(board);
            let all = lines.iter().fold(Squares::EMPTY, |all, &line| all | line);
            let names: Vec<String> = lines.iter().map(|&line| ends(line)).collect();
            (format!("{letter} has won: {}", names.join(", ")), all, String::new())
        }
    };
    let mut text = format!("board {number}: {headline}\n\n    abcd\n");
    for row in 0..4 {
        _ = write!(text, "  {} ", row + 1);
        for column in 0..4 {
            let square = Squares::square(row, column);
            let letter = [(board.x, 'X'), (board.o, 'O'), (board.t, 'T'), (marks, '*')];
            let letter =
                letter.into_iter().find(|(set, _)| square.is_subset(*set)).map_or('.', |(_, letter)| letter);
            text += &if square.is_subset(marks) { marked(letter) } else { letter.to_string() };
        }
        text.push('\n');
    }
    if !answers.is_empty() {
        text.push('\n');
        text += &indented(&answers);
    }
    text.push('\n');
    text
}

/// A headline, the best squares, and the answers to all others.
fn tell_of_moves(board: Board, moves: &[Explained]) -> (String, Squares, String) {
    let letter = if x_to_move(board) == Some(true) { 'X' } else { 'O' };
    let best = moves.iter().map(|explained| explained.prospect).max().unwrap_or(Prospect::Draws);
    let (good, others): (Vec<&Explained>, Vec<&Explained>) =
        moves.iter().partition(|explained| explained.prospect == best && best != Prospect::Loses);
    let by = match others[..] {
        [] => "any square".to_owned(),
        _ => good.iter().map(|explained| ends(explained.square)).collect::<Vec<_>>().join(", "),
    };
    let headline = match best {
        Prospect::Wins => format!("not completed; {letter} to move wins by {by}"),
        Prospect::Draws => format!("not completed; {letter} to move draws by {by}"),
        Prospect::Loses => format!("not completed; {letter} to move loses, each move has an answer"),
    };
    let answers = others.iter().map(|explained| {
        let comes_to = if explained.prospect == Prospect::Draws { " (draw)" } else { "" };
        let answer = explained.answer.map_or("the board is full".to_owned(), ends);
        vec![format!("{} → {answer}{comes_to}", ends(explained.square))]
    });
    let answers = side_by_side(&answers.collect::<Vec<_>>(), COLUMNS - 2);
    (headline, good.iter().fold(Squares::EMPTY, |all, explained| all | explained.square), answers)
}

/// The first square and the last one.
fn ends(line: Squares) -> String {
    let name = |square: Option<(usize, usize)>| {
        square.map_or(String::new(), |(row, column)| square_name(row, column))
    };
    let (first, last) = (line.squares().next(), line.squares().last());
    if first == last { name(first) } else { format!("{}-{}", name(first), name(last)) }
}
