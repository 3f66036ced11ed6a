//! The closed forms against the oracle: mex over the listed moves of a piece.

use chess_sg::{solve::grundy, Kind, Piece};
use oracles::chess_sg::table;
use pretty_assertions::assert_eq;

const KINDS: [(char, Kind); 5] =
    [('R', Kind::Rook), ('B', Kind::Bishop), ('K', Kind::King), ('N', Kind::Knight), ('P', Kind::Palace)];

#[test]
fn every_piece_on_200_by_200_squares() {
    const SIDE: u32 = 200;
    for (letter, kind) in KINDS {
        let values = table(letter, SIDE.into());
        for x in 0..SIDE {
            for y in 0..SIDE {
                let formula = grundy(Piece { kind, x, y }).0;
                assert_eq!(formula, values[(x * SIDE + y) as usize], "{letter} on ({x}, {y})");
            }
        }
    }
}

#[test]
fn the_largest_coordinates_do_not_wrap() {
    let value = |kind, x, y| grundy(Piece { kind, x, y }).0;
    // The largest value that coordinates below 10^9 can have.
    assert_eq!(value(Kind::Palace, 805_306_368, 805_306_367), 1_610_612_735);
    assert_eq!(value(Kind::Palace, u32::MAX, 0), 4_294_967_295);
    assert_eq!(value(Kind::Palace, u32::MAX, 1), 4_294_967_296);
    assert_eq!(value(Kind::Rook, u32::MAX, 0), 4_294_967_295);
    assert_eq!(value(Kind::King, u32::MAX, u32::MAX), 2);
    assert_eq!(value(Kind::Bishop, u32::MAX, u32::MAX), 4_294_967_295);
}

#[test]
fn random_sums_of_every_kind() {
    let problem = oracles::problem("chess-sg").expect("the oracle knows its problem");
    for kind in problem.kinds() {
        for (round, size) in [1, 2, 3, 4, 8, 16, 64, 200].into_iter().cycle().take(400).enumerate() {
            let seed = 16_880 + 1000 * round as u64;
            let input = problem.input(kind, 1 + round % 7, size, seed);
            let mut output = Vec::new();
            chess_sg::run(input.as_bytes(), &mut output).expect("the input is well formed");
            let expected = problem.answer(&input).expect("the input is well formed");
            assert_eq!(
                String::from_utf8_lossy(&output),
                expected,
                "kind {}, size {size}, seed {seed}",
                kind.name
            );
        }
    }
}
