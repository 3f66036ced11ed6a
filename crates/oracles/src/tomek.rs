//! Tic-Tac-Toe-Tomek: the rules read out over a list of the ten lines.
//!
//! A 4×4 board holds X, O, at most one T, and empty squares. Four of a kind in a row, a column or a diagonal win, and
//! the T counts as either kind. A full board that nobody has won is a draw; else the game goes on.
//!
//! The *size* of a case is the most squares that hold something, up to 16.

use crate::{text::Words, Case, Kind, Problem, Role};
use rand::{seq::SliceRandom, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::OnceLock;

/// Row by row: `X`, `O`, `T` or `.`.
pub type Board = [[char; 4]; 4];

/// The four rows, the four columns and the two diagonals, as squares (row, column).
pub fn lines() -> &'static [[(usize, usize); 4]] {
    static LINES: OnceLock<Vec<[(usize, usize); 4]>> = OnceLock::new();
    LINES.get_or_init(|| {
        let mut lines = Vec::new();
        for i in 0..4 {
            lines.push([(i, 0), (i, 1), (i, 2), (i, 3)]);
            lines.push([(0, i), (1, i), (2, i), (3, i)]);
        }
        lines.push([(0, 0), (1, 1), (2, 2), (3, 3)]);
        lines.push([(0, 3), (1, 2), (2, 1), (3, 0)]);
        lines
    })
}

/// What has become of the game.
///
/// On a board that play cannot reach the first of the four answers that holds is given: X, O, not completed, draw.
pub fn status(board: &Board) -> &'static str {
    let holds = |player: char| {
        lines().iter().any(|line| {
            let mut held = line.map(|(row, column)| board[row][column]);
            held.sort_unstable();
            // `O` and `X` both sort with the one `T`: "OOOT", "TXXX".
            match player {
                'X' => held == ['X', 'X', 'X', 'X'] || held == ['T', 'X', 'X', 'X'],
                _ => held == ['O', 'O', 'O', 'O'] || held == ['O', 'O', 'O', 'T'],
            }
        })
    };
    let empty = board.iter().flatten().any(|&square| square == '.');
    if holds('X') {
        "X won"
    } else if holds('O') {
        "O won"
    } else if empty {
        "Game has not completed"
    } else {
        "Draw"
    }
}

/// The problem for the tools.
#[derive(Debug)]
pub struct Tomek;

impl Problem for Tomek {
    fn name(&self) -> &'static str {
        "tomek"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn size_max(&self) -> usize {
        16
    }

    fn cases_max(&self) -> usize {
        1000
    }

    fn join(&self, cases: &[String]) -> String {
        let boards: String = cases.iter().map(|case| format!("{case}\n")).collect();
        format!("{}\n{boards}", cases.len())
    }

    fn split(&self, input: &str) -> Result<Vec<String>, String> {
        Ok(parse(input)?.iter().map(render).collect())
    }

    fn answer(&self, input: &str) -> Result<String, String> {
        let answers = parse(input)?.into_iter().enumerate();
        Ok(answers.map(|(i, board)| format!("Case #{}: {}\n", i + 1, status(&board))).collect())
    }

    fn shrink(&self, case: &str) -> Box<dyn Iterator<Item = String>> {
        let Ok(board) = parse_board(&mut Words::new(case)) else { return Box::new(std::iter::empty()) };
        let emptied = squares().map(|square| vec![square]);
        let line_emptied = lines().iter().map(|line| line.to_vec());
        Box::new(line_emptied.chain(emptied).filter_map(move |squares| {
            let mut smaller = board;
            for (row, column) in squares {
                smaller[row][column] = '.';
            }
            (smaller != board).then(|| render(&smaller))
        }))
    }
}

fn squares() -> impl Iterator<Item = (usize, usize)> {
    (0..16).map(|square| (square / 4, square % 4))
}

fn parse(input: &str) -> Result<Vec<Board>, String> {
    let mut words = Words::new(input);
    let count: usize = words.number("the number of boards")?;
    (0..count).map(|_| parse_board(&mut words)).collect()
}

fn parse_board(words: &mut Words<'_>) -> Result<Board, String> {
    let mut board = [['.'; 4]; 4];
    for row in &mut board {
        let word = words.word("a row of a board")?;
        let squares: Vec<char> = word.chars().collect();
        if squares.len() != 4 || squares.iter().any(|square| !"XOT.".contains(*square)) {
            return Err(format!("expected four of `X`, `O`, `T` and `.`, found `{word}`"));
        }
        row.copy_from_slice(&squares);
    }
    Ok(board)
}

fn render(board: &Board) -> String {
    board.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

static KINDS: &[Kind] = &[
    Kind { name: "played", role: Role::Typical, about: "a game stopped after any move, or at its end", make: played },
    Kind { name: "played-out", role: Role::Maximum, about: "a game played to its end; the size does not matter", make: played_out },
    Kind { name: "last-square", role: Role::Edge, about: "a full board, most often won by its last move or drawn; the size does not matter", make: last_square },
    Kind { name: "every-line", role: Role::Adversarial, about: "number `seed` of: a line, held by X or O, the T in each place or in none, one square spoilt or none, the rest empty or mixed; the size does not matter", make: every_line },
    Kind { name: "unreachable", role: Role::Adversarial, about: "anything anywhere, two winners and several Ts included", make: unreachable },
];

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A game played at random from the empty board, with or without a T, for `moves` moves or to its end.
fn play(moves: usize, rng: &mut Xoshiro256PlusPlus) -> Board {
    let mut order: Vec<(usize, usize)> = squares().collect();
    order.shuffle(rng);
    let mut board = [['.'; 4]; 4];
    if rng.random_ratio(2, 3) {
        if let Some((row, column)) = order.pop() {
            board[row][column] = 'T';
        }
    }
    for (i, &(row, column)) in order.iter().take(moves).enumerate() {
        board[row][column] = if i % 2 == 0 { 'X' } else { 'O' };
        if status(&board) != "Game has not completed" {
            break;
        }
    }
    board
}

fn case(board: &Board) -> Case {
    Case { text: render(board), known: None }
}

fn played(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let moves = rng.random_range(0..=size.min(16) as u32);
    case(&play(moves as usize, &mut rng))
}

fn played_out(_size: usize, seed: u64) -> Case {
    case(&play(16, &mut rng(seed)))
}

fn last_square(_size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    // One game in three or so fills the board; take the first that does.
    loop {
        let board = play(16, &mut rng);
        if board.iter().flatten().all(|&square| square != '.') {
            return case(&board);
        }
    }
}

fn every_line(_size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let mut number = seed as usize;
    let mut digit = |base: usize| {
        let digit = number % base;
        number /= base;
        digit
    };
    let line = lines()[digit(10)];
    let player = ['X', 'O'][digit(2)];
    let (t, spoilt, full) = (digit(5), digit(5), digit(2) == 1);

    // Around the line no other line may be won, whatever the line holds: each of them gets both kinds.
    let mut board = [['.'; 4]; 4];
    if full {
        loop {
            for (row, column) in squares() {
                board[row][column] = if rng.random() { 'X' } else { 'O' };
            }
            for (row, column) in line {
                board[row][column] = '.';
            }
            if quiet(&board, &line) {
                break;
            }
        }
    }
    for (i, &(row, column)) in line.iter().enumerate() {
        board[row][column] = if i == t { 'T' } else { player };
    }
    let other = if player == 'X' { 'O' } else { 'X' };
    let whole = spoilt == 4 || spoilt == t;
    if !whole {
        let (row, column) = line[spoilt];
        board[row][column] = if full || rng.random() { other } else { '.' };
    }
    let empty = board.iter().flatten().any(|&square| square == '.');
    let answer = match (whole, empty) {
        (true, _) => format!("{player} won"),
        (false, true) => "Game has not completed".to_owned(),
        (false, false) => "Draw".to_owned(),
    };
    Case { text: render(&board), known: Some(format!("Case #1: {answer}\n")) }
}

/// Whether no line but `line` can be won, whatever `line` is going to hold.
fn quiet(board: &Board, line: &[(usize, usize); 4]) -> bool {
    lines().iter().filter(|other| *other != line).all(|other| {
        let outside: Vec<char> = other
            .iter()
            .filter(|square| !line.contains(square))
            .map(|&(row, column)| board[row][column])
            .collect();
        outside.contains(&'X') && outside.contains(&'O')
    })
}

fn unreachable(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let mut order: Vec<(usize, usize)> = squares().collect();
    order.shuffle(&mut rng);
    // Some boards mostly of one kind, so that lines are won often, and by both.
    let pieces =
        *[&['X', 'O', 'T'][..], &['X', 'X', 'X', 'T'], &['O', 'O', 'O', 'T'], &['X', 'X', 'O', 'O', 'T']]
            .get(rng.random_range(0..4_u32) as usize)
            .unwrap_or(&&['X'][..]);
    let mut board = [['.'; 4]; 4];
    let filled = rng.random_range(0..=size.min(16) as u32) as usize;
    for &(row, column) in &order[..filled] {
        board[row][column] = pieces[rng.random_range(0..pieces.len() as u32) as usize];
    }
    case(&board)
}
