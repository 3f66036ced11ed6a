//! Game of Euler: a search of the whole game tree with a map of the boards already seen.
//!
//! Two players push pins over a 4×4 board until it is full; whoever covers the last square loses. A pin pushed
//! straight down covers one open square; a pin of length 1, 2 or 3 pushed in from a side covers that many open squares
//! in a line, the first of them at the border.
//!
//! The *size* of a case is the most open squares its board may have, up to 16.

use crate::{shrink, text::Words, Case, Kind, Problem, Role};
use rand::{seq::SliceRandom, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{
    collections::HashMap,
    sync::{Mutex, OnceLock, PoisonError},
};

/// Row by row, true where a square is covered.
pub type Board = [[bool; 4]; 4];

/// The squares (row, column) that a pin covers, in the order in which it enters the board.
pub type Pin = Vec<(usize, usize)>;

const FULL: Board = [[true; 4]; 4];

/// Every pin there is, some of them more than once.
pub fn pins() -> Vec<Pin> {
    let mut pins = Vec::new();
    for row in 0..4 {
        for column in 0..4 {
            pins.push(vec![(row, column)]);
        }
    }
    for line in 0..4 {
        for length in 1..=3 {
            pins.push((0..length).map(|i| (line, i)).collect()); // from the left
            pins.push((0..length).map(|i| (line, 3 - i)).collect()); // from the right
            pins.push((0..length).map(|i| (i, line)).collect()); // from above
            pins.push((0..length).map(|i| (3 - i, line)).collect()); // from below
        }
    }
    pins
}

/// Whether the player to move wins. `seen` keeps the boards already decided.
///
/// The full board is a win: the other player has just covered the last square.
pub fn winning(board: Board, pins: &[Pin], seen: &mut HashMap<Board, bool>) -> bool {
    if board == FULL {
        return true;
    }
    if let Some(&known) = seen.get(&board) {
        return known;
    }
    let mut wins = false;
    for pin in pins {
        if pin.iter().all(|&(row, column)| !board[row][column]) {
            let mut next = board;
            for &(row, column) in pin {
                next[row][column] = true;
            }
            if !winning(next, pins, seen) {
                wins = true;
                break;
            }
        }
    }
    seen.insert(board, wins);
    wins
}

/// Whether the player to move wins, with one map for the whole program.
fn winning_here(board: Board) -> bool {
    static PINS: OnceLock<Vec<Pin>> = OnceLock::new();
    static SEEN: OnceLock<Mutex<HashMap<Board, bool>>> = OnceLock::new();
    let mut seen = SEEN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    winning(board, PINS.get_or_init(pins), &mut seen)
}

/// The board in which square (row, column) is covered where bit 4·row + column of `position` is set.
pub fn board(position: u16) -> Board {
    let mut board = [[false; 4]; 4];
    for (row, column) in squares() {
        board[row][column] = position >> (4 * row + column) & 1 == 1;
    }
    board
}

/// The problem for the tools.
#[derive(Debug)]
pub struct Euler;

impl Problem for Euler {
    fn name(&self) -> &'static str {
        "euler"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn size_max(&self) -> usize {
        16
    }

    fn cases_max(&self) -> usize {
        99_999
    }

    fn join(&self, cases: &[String]) -> String {
        let boards: String = cases.iter().map(|case| format!("\n{case}")).collect();
        format!("{}\n{boards}", cases.len())
    }

    fn split(&self, input: &str) -> Result<Vec<String>, String> {
        Ok(parse(input)?.iter().map(render).collect())
    }

    fn answer(&self, input: &str) -> Result<String, String> {
        let answers = parse(input)?.into_iter().map(|board| match winning_here(board) {
            true => "WINNING\n",
            false => "LOSING\n",
        });
        Ok(answers.collect())
    }

    fn shrink(&self, case: &str) -> Box<dyn Iterator<Item = String>> {
        let Ok(board) = parse_board(&mut Words::new(case)) else { return Box::new(std::iter::empty()) };
        let open: Vec<(usize, usize)> = squares().filter(|&(row, column)| !board[row][column]).collect();
        let open_count = open.len();
        // Two squares at a time, too: one more covered square often turns the answer round.
        let pairs = (0..open_count).flat_map(|i| (0..i).map(move |j| vec![i, j]));
        let cuts: Vec<Vec<usize>> = shrink::cuts(open_count).map(Iterator::collect).chain(pairs).collect();
        Box::new(cuts.into_iter().filter(move |cut| cut.len() < open_count).map(move |cut| {
            let mut smaller = board;
            for (row, column) in cut.into_iter().map(|i| open[i]) {
                smaller[row][column] = true;
            }
            render(&smaller)
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
    let mut board = [[false; 4]; 4];
    for row in &mut board {
        let word = words.word("a row of a board")?;
        let squares: Vec<char> = word.chars().collect();
        if squares.len() != 4 || squares.iter().any(|square| !"X.".contains(*square)) {
            return Err(format!("expected four of `X` and `.`, found `{word}`"));
        }
        for (column, square) in squares.into_iter().enumerate() {
            row[column] = square == 'X';
        }
    }
    Ok(board)
}

fn render(board: &Board) -> String {
    let line =
        |row: &[bool; 4]| row.iter().map(|&covered| if covered { 'X' } else { '.' }).collect::<String>();
    board.iter().map(|row| line(row) + "\n").collect()
}

static KINDS: &[Kind] = &[
    Kind { name: "random", role: Role::Typical, about: "any number of open squares, anywhere", make: random },
    Kind { name: "few-open", role: Role::Edge, about: "one, two or three open squares", make: few_open },
    Kind {
        name: "every",
        role: Role::Edge,
        about: "board number `seed` of all 65,535; the size does not matter",
        make: every,
    },
    Kind {
        name: "middle-pairs",
        role: Role::Adversarial,
        about: "open pairs that no pin covers at once",
        make: middle_pairs,
    },
    Kind {
        name: "trap",
        role: Role::Adversarial,
        about: "near the board that tells nine wrong rules apart",
        make: trap,
    },
    Kind {
        name: "wide-open",
        role: Role::Maximum,
        about: "at most four covered squares; the size does not matter",
        make: wide_open,
    },
];

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn case(board: &Board) -> Case {
    Case { text: render(board), known: None }
}

/// A board with `open` open squares in random places.
fn scattered(open: usize, rng: &mut Xoshiro256PlusPlus) -> Board {
    let mut order: Vec<(usize, usize)> = squares().collect();
    order.shuffle(rng);
    let mut board = FULL;
    for &(row, column) in &order[..open] {
        board[row][column] = false;
    }
    board
}

fn random(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let open = rng.random_range(1..=size.min(16) as u32);
    case(&scattered(open as usize, &mut rng))
}

fn few_open(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let open = rng.random_range(1..=size.min(3) as u32);
    case(&scattered(open as usize, &mut rng))
}

fn every(_size: usize, seed: u64) -> Case {
    case(&board((seed % 65_535) as u16))
}

fn wide_open(_size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let covered = rng.random_range(0..=4_u32);
    case(&scattered(16 - covered as usize, &mut rng))
}

fn middle_pairs(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let mut board = FULL;
    for _ in 0..(size.min(16) / 2).max(1) {
        let line = rng.random_range(0..4_u32) as usize;
        for middle in [1, 2] {
            if rng.random() {
                board[line][middle] = false;
            } else {
                board[middle][line] = false;
            }
        }
    }
    case(&board)
}

fn trap(_size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let mut board = [
        [true, true, true, false],
        [true, true, true, false],
        [true, false, false, false],
        [false, false, false, false],
    ];
    for _ in 0..rng.random_range(0..4_u32) {
        board = turned(&board);
    }
    if rng.random() {
        board.reverse();
    }
    let changes = rng.random_range(0..=2_u32);
    for _ in 0..changes {
        let square = rng.random_range(0..16_u32) as usize;
        board[square / 4][square % 4] ^= true;
    }
    Case { text: render(&board), known: (changes == 0).then(|| "LOSING\n".to_owned()) }
}

/// The board a quarter turn on.
fn turned(board: &Board) -> Board {
    let mut turned = FULL;
    for (row, column) in squares() {
        turned[column][3 - row] = board[row][column];
    }
    turned
}
