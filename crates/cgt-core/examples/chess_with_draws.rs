//! Life Winner Bo (HDU 5754): a king, rook, knight or queen goes from (1,1) right and down; who reaches (N,M)
//! wins; a knight that is stuck elsewhere draws. Input: test cases: piece 1 to 4, N, M. Output: B if the first
//! wins, G the second, D nobody. Coordinates count from the goal; a draw is a node that leads to itself.

use cgt_core::loopy::{solve, Verdict};
use cgt_core::quarter_plane::Piece;
use cgt_core::{Graph, Outcome, Play};

pub(crate) fn answer(input: &str) -> String {
    let numbers: Vec<u32> = input.split_ascii_whitespace().map(|n| n.parse().expect("a number")).collect();
    let side = numbers[1..].iter().copied().max().unwrap_or(0);
    let pieces: [Piece; 4] = ["K", "R", "N", "RB"].map(|moves| moves.parse().expect("a piece"));
    let tables = pieces.map(|piece| piece.table(side as usize, side as usize));
    let mut knight = Graph::new();
    for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
        let to = [(1, 2), (2, 1)].into_iter().filter(|&(dx, dy)| dx <= x && dy <= y);
        to.clone().for_each(|(dx, dy)| knight.push_option((y - dy) * side + x - dx));
        if to.count() == 0 && (x, y) != (0, 0) {
            knight.push_option(y * side + x);
        }
        knight.finish_node();
    }
    let knight = solve(&knight, Play::Normal).expect("squares of the board");
    let mut answers = String::new();
    for case in numbers[1..].chunks_exact(3) {
        let (x, y) = (case[1] - 1, case[2] - 1);
        let outcome = match (case[0], knight.of(y * side + x)) {
            (3, Verdict::Draw) => None,
            (3, Verdict::Decided { outcome, .. }) => Some(outcome),
            (piece, _) => Some(tables[piece as usize - 1].nimber(x as usize, y as usize).outcome()),
        };
        answers += outcome.map_or("D\n", |outcome| if outcome == Outcome::N { "B\n" } else { "G\n" });
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
