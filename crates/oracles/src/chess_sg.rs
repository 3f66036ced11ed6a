//! Rook, Bishop, King, Knight, Palace game: the least excluded value over the listed moves of a piece.
//!
//! Pieces stand on squares (x, y) with coordinates from 0. A move takes one piece to another square by one chess move
//! such that neither coordinate grows; the knight therefore has two moves, and the palace moves like a rook or one
//! step along the diagonal. Who cannot move loses, so a sum of pieces is lost for the player to move if the nim-sum
//! (exclusive or) of their values is 0 (Sprague, Grundy).
//!
//! The *size* of a case is one more than the largest coordinate, up to 10^9; a case is a group of two to six pieces.
//! Apart from kind `one-off` each group is worth 0 as a whole, so that `cubelover` wins any input made of them: a
//! solver that takes a single piece of a long input for another value is found out. One input should therefore hold
//! cases of one kind.

use crate::{shrink, text::Words, Case, Kind, Problem, Role};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::OnceLock;

/// The pieces by their letters in the input.
pub const PIECES: [char; 5] = ['R', 'B', 'K', 'N', 'P'];

/// One more than the largest coordinate in the table of values.
pub const TABLE: u64 = 256;

/// Every square that one move takes the piece to.
///
/// # Panics
/// If `piece` is not one of [`PIECES`].
pub fn moves(piece: char, x: u64, y: u64) -> Vec<(u64, u64)> {
    let rook = (0..x).map(|to| (to, y)).chain((0..y).map(|to| (x, to)));
    let step = |dx, dy| x.checked_sub(dx).zip(y.checked_sub(dy));
    match piece {
        'R' => rook.collect(),
        'B' => (1..=x.min(y)).map(|steps| (x - steps, y - steps)).collect(),
        'K' => [step(1, 0), step(0, 1), step(1, 1)].into_iter().flatten().collect(),
        'N' => [step(1, 2), step(2, 1)].into_iter().flatten().collect(),
        'P' => rook.chain(step(1, 1)).collect(),
        _ => panic!("no piece is called `{piece}`"),
    }
}

/// The smallest number that is not in the list.
pub fn least_excluded(values: &[u64]) -> u64 {
    let mut present = vec![false; values.len() + 1];
    for &value in values {
        if let Some(mark) = present.get_mut(value as usize) {
            *mark = true;
        }
    }
    present.iter().position(|&mark| !mark).unwrap_or(values.len()) as u64
}

/// The values of a piece on all squares with coordinates below `bound`; square (x, y) stands at `x * bound + y`.
pub fn table(piece: char, bound: u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for x in 0..bound {
        for y in 0..bound {
            let options: Vec<u64> =
                moves(piece, x, y).into_iter().map(|(x, y)| values[(x * bound + y) as usize]).collect();
            values.push(least_excluded(&options));
        }
    }
    values
}

/// The value of a piece: from the table where it reaches, beyond it by [`far_value`].
///
/// # Panics
/// If `piece` is not one of [`PIECES`].
pub fn value(piece: char, x: u64, y: u64) -> u64 {
    static TABLES: OnceLock<Vec<Vec<u64>>> = OnceLock::new();
    if x >= TABLE || y >= TABLE {
        return far_value(piece, x, y);
    }
    let tables = TABLES.get_or_init(|| PIECES.map(|piece| table(piece, TABLE)).into());
    let piece = PIECES.iter().position(|&known| known == piece).expect("the letter of a piece");
    tables[piece][(x * TABLE + y) as usize]
}

/// The value of a piece far out, where no table reaches, by what is known of its game.
///
/// - R is two heaps of nim, one a coordinate; B is one, of as many steps as the diagonal has.
/// - K and N repeat along the diagonal, every two and three steps, and so far off it: K by whether the difference of
///   the coordinates is odd, N by the difference up to 3. A value hangs on the two or three squares a step away, so a
///   pattern that obeys the moves in the table (the tests look) obeys them everywhere. The value is looked up at the
///   square of the pattern that is nearest to the origin.
/// - P is cyclic Nimhoff with h = 3 (Fraenkel and Lorberbom, Nimhoff games, J. Combin. Theory A 58, 1991).
///
/// # Panics
/// If `piece` is not one of [`PIECES`].
pub fn far_value(piece: char, x: u64, y: u64) -> u64 {
    let (low, difference) = (x.min(y), x.abs_diff(y));
    match piece {
        'R' => x ^ y,
        'B' => low,
        'K' => value('K', low % 2, low % 2 + difference % 2),
        'N' => value('N', low % 3, low % 3 + difference.min(3)),
        'P' => 3 * ((x / 3) ^ (y / 3)) + (x + y) % 3,
        _ => panic!("no piece is called `{piece}`"),
    }
}

/// The problem for the tools.
#[derive(Debug)]
pub struct ChessSg;

impl Problem for ChessSg {
    fn name(&self) -> &'static str {
        "chess-sg"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn size_max(&self) -> usize {
        1_000_000_000
    }

    /// A case has at most six pieces, and 300,000 are allowed.
    fn cases_max(&self) -> usize {
        50_000
    }

    fn join(&self, cases: &[String]) -> String {
        let pieces = cases.concat();
        format!("{}\n{pieces}", pieces.lines().count())
    }

    fn split(&self, input: &str) -> Result<Vec<String>, String> {
        Ok(parse(input)?.into_iter().map(|piece| render(&[piece])).collect())
    }

    fn answer(&self, input: &str) -> Result<String, String> {
        let sum = parse(input)?.into_iter().fold(0, |sum, (x, y, piece)| sum ^ value(piece, x, y));
        Ok(winner(sum).to_owned())
    }

    fn shrink(&self, case: &str) -> Box<dyn Iterator<Item = String>> {
        let words = Words::new(case);
        let Ok(pieces) = parse_pieces(words) else { return Box::new(std::iter::empty()) };
        // A piece of one of the kinds alone, next to the origin.
        let mut letters: Vec<char> = pieces.iter().map(|&(.., piece)| piece).collect();
        letters.sort_unstable();
        letters.dedup();
        let far = pieces.iter().map(|(x, y, _)| x + y).sum::<u64>();
        let lonely = pieces.len() == 1;
        let corner = letters.into_iter().flat_map(move |piece| {
            let squares = (0..16).map(|square| (square / 4, square % 4));
            squares.filter(move |(x, y)| !lonely || x + y < far).map(move |(x, y)| vec![(x, y, piece)])
        });
        let fewer = shrink::fewer(&pieces);
        let nearer = (0..pieces.len()).flat_map(move |i| {
            let (x, y, piece) = pieces[i];
            let both =
                shrink::smaller(x.min(y)).map(move |low| (x - x.min(y) + low, y - x.min(y) + low, piece));
            let one = shrink::smaller(x).map(move |x| (x, y, piece));
            let other = shrink::smaller(y).map(move |y| (x, y, piece));
            let pieces = pieces.clone();
            both.chain(one).chain(other).map(move |piece| {
                let mut pieces = pieces.clone();
                pieces[i] = piece;
                pieces
            })
        });
        Box::new(corner.chain(fewer).chain(nearer).map(|pieces| render(&pieces)))
    }
}

/// A piece on square (x, y) and its letter.
type Piece = (u64, u64, char);

fn winner(sum: u64) -> &'static str {
    if sum == 0 {
        "cubelover\n"
    } else {
        "koosaga\n"
    }
}

fn parse(input: &str) -> Result<Vec<Piece>, String> {
    let mut words = Words::new(input);
    let count: usize = words.number("the number of pieces")?;
    (0..count).map(|_| parse_piece(&mut words)).collect()
}

fn parse_pieces(mut words: Words<'_>) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    while words.clone().next().is_some() {
        pieces.push(parse_piece(&mut words)?);
    }
    Ok(pieces)
}

fn parse_piece(words: &mut Words<'_>) -> Result<Piece, String> {
    let x: u32 = words.number("a coordinate")?;
    let y: u32 = words.number("a coordinate")?;
    let word = words.word("a piece")?;
    match PIECES.into_iter().find(|piece| word.chars().eq([*piece])) {
        Some(piece) => Ok((x.into(), y.into(), piece)),
        None => Err(format!("expected one of R, B, K, N and P, found `{word}`")),
    }
}

fn render(pieces: &[Piece]) -> String {
    pieces.iter().map(|(x, y, piece)| format!("{x} {y} {piece}\n")).collect()
}

static KINDS: &[Kind] = &[
    Kind {
        name: "balanced",
        role: Role::Typical,
        about: "random pieces, and what brings the sum to 0",
        make: balanced,
    },
    Kind {
        name: "one-off",
        role: Role::Typical,
        about: "a random piece, most often worth something, and one worth nothing",
        make: one_off,
    },
    Kind {
        name: "near-edges",
        role: Role::Edge,
        about: "pieces on the first four rows and columns, balanced",
        make: near_edges,
    },
    Kind {
        name: "near-diagonal",
        role: Role::Adversarial,
        about: "knights and palaces with coordinates that differ by at most 3, balanced",
        make: near_diagonal,
    },
    Kind {
        name: "mirrored",
        role: Role::Adversarial,
        about: "a piece and its mirror image, which cancel out",
        make: mirrored,
    },
    Kind {
        name: "powers",
        role: Role::Adversarial,
        about: "coordinates next to powers of two and three times those, balanced",
        make: powers,
    },
    Kind {
        name: "far",
        role: Role::Maximum,
        about: "coordinates among the largest hundred, balanced",
        make: far,
    },
];

type Rng = Xoshiro256PlusPlus;

fn rng(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// The largest coordinate of a size.
fn last(size: usize) -> u64 {
    size.clamp(1, 1_000_000_000) as u64 - 1
}

fn any_piece(rng: &mut Rng) -> char {
    PIECES[rng.random_range(0..5_u32) as usize]
}

fn group(rng: &mut Rng, mut place: impl FnMut(&mut Rng) -> Piece) -> Vec<Piece> {
    let count = rng.random_range(1..=4_u32);
    (0..count).map(|_| place(rng)).collect()
}

/// Adds one or two pieces that bring the sum to 0 and stand on coordinates below 10^9.
fn balance(mut pieces: Vec<Piece>, rng: &mut Rng) -> Vec<Piece> {
    const LARGEST_OF_A_PALACE: u64 = 3 * (1 << 29) - 1;
    let mut sum = pieces.iter().fold(0, |sum, &(x, y, piece)| sum ^ value(piece, x, y));
    if sum > LARGEST_OF_A_PALACE {
        pieces.push(palace(1 << 30));
        sum ^= 1 << 30;
    }
    pieces.push(match rng.random_range(0..4_u32) {
        _ if sum == 0 => (0, 0, any_piece(rng)),
        0 if sum < 1_000_000_000 => (sum, 0, 'R'),
        1 if sum < 1_000_000_000 => (0, sum, 'R'),
        2 if sum < 999_999_999 => (sum, sum + rng.random_range(0..=1_u64), 'B'),
        _ => palace(sum),
    });
    pieces
}

/// A palace of this value, which is at most 3·2^29 − 1.
fn palace(value: u64) -> Piece {
    let (thirds, rest) = (value / 3, value % 3);
    let high = thirds & (1 << 28);
    (3 * high, 3 * (thirds - high) + rest, 'P')
}

fn case(pieces: &[Piece]) -> Case {
    Case { text: render(pieces), known: None }
}

fn balanced(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let pieces = group(&mut rng, |rng| {
        (rng.random_range(0..=last(size)), rng.random_range(0..=last(size)), any_piece(rng))
    });
    case(&balance(pieces, &mut rng))
}

fn one_off(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let mut pieces = balance(vec![], &mut rng);
    pieces.push((rng.random_range(0..=last(size)), rng.random_range(0..=last(size)), any_piece(&mut rng)));
    case(&pieces)
}

fn near_edges(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let pieces = group(&mut rng, |rng| {
        let (near, any) = (rng.random_range(0..=last(size).min(3)), rng.random_range(0..=last(size)));
        let (x, y) = if rng.random() { (near, any) } else { (any, near) };
        (x, y, any_piece(rng))
    });
    case(&balance(pieces, &mut rng))
}

fn near_diagonal(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let pieces = group(&mut rng, |rng| {
        let x = rng.random_range(0..=last(size));
        let y = (x + rng.random_range(0..=6_u64)).saturating_sub(3).min(last(size));
        (x, y, if rng.random() { 'N' } else { 'P' })
    });
    case(&balance(pieces, &mut rng))
}

fn mirrored(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let (x, y) = (rng.random_range(0..=last(size)), rng.random_range(0..=last(size)));
    let piece = any_piece(&mut rng);
    Case { text: render(&[(x, y, piece), (y, x, piece)]), known: Some(winner(0).to_owned()) }
}

fn powers(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let coordinate = |rng: &mut Rng| {
        let power = 1_u64 << rng.random_range(0..30_u32);
        let near = if rng.random() { power } else { 3 * power };
        (near + rng.random_range(0..=2_u64) - 1) % (last(size) + 1)
    };
    let pieces = group(&mut rng, |rng| (coordinate(rng), coordinate(rng), any_piece(rng)));
    case(&balance(pieces, &mut rng))
}

fn far(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let coordinate = |rng: &mut Rng| last(size) - rng.random_range(0..=last(size).min(99));
    let pieces = (0..4).map(|_| (coordinate(&mut rng), coordinate(&mut rng), any_piece(&mut rng))).collect();
    let mut pieces = balance(pieces, &mut rng);
    // Always six pieces, so that 50,000 cases are the 300,000 pieces of the statement.
    pieces.resize(6, (0, 0, 'K'));
    case(&pieces)
}
