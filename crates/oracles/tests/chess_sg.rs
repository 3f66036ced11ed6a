//! The oracle for chess-sg: tables of least excluded values against closed forms.

use oracles::chess_sg::{far_value, least_excluded, moves, value, PIECES, TABLE};
use pretty_assertions::assert_eq;

/// The closed forms, written down apart from the oracle.
fn closed_form(piece: char, x: u64, y: u64) -> u64 {
    match piece {
        'R' => x ^ y,
        'B' => x.min(y),
        'K' => (x + y) % 2 + 2 * (x.min(y) % 2),
        'N' => match x.min(y) % 3 {
            m if x.abs_diff(y) < m => m - 1,
            m => m,
        },
        _ => 3 * ((x / 3) ^ (y / 3)) + (x + y) % 3,
    }
}

/// The first squares where two readings of a piece differ.
fn check(
    piece: char,
    squares: &[(u64, u64)],
    found: fn(char, u64, u64) -> u64,
    expected: fn(char, u64, u64) -> u64,
) {
    let differ = squares.iter().filter(|&&(x, y)| found(piece, x, y) != expected(piece, x, y));
    let first: Vec<String> = differ
        .take(5)
        .map(|&(x, y)| format!("{x} {y}: {}, expected {}", found(piece, x, y), expected(piece, x, y)))
        .collect();
    assert_eq!(first, Vec::<String>::new(), "{piece}");
}

fn square_of(from: u64, to: u64) -> Vec<(u64, u64)> {
    (from..to).flat_map(|x| (from..to).map(move |y| (x, y))).collect()
}

#[test]
fn table_is_the_closed_form() {
    for piece in PIECES {
        check(piece, &square_of(0, TABLE), value, closed_form);
    }
}

#[test]
fn table_goes_on_as_the_far_values_say() {
    for piece in PIECES {
        check(piece, &square_of(0, TABLE), far_value, value);
    }
}

/// Far out the values are the least excluded ones over the moves, too.
#[test]
fn far_values_obey_the_moves() {
    let by_moves = |piece, x, y| {
        let options: Vec<u64> = moves(piece, x, y).into_iter().map(|(x, y)| far_value(piece, x, y)).collect();
        least_excluded(&options)
    };
    let last = 999_999_999;
    let step_squares = [square_of(last - 12, last + 1), (0..12).map(|y| (last - y, y)).collect()].concat();
    for piece in ['K', 'N'] {
        check(piece, &step_squares, by_moves, far_value);
    }
    for piece in PIECES {
        check(piece, &square_of(1020, 1030), by_moves, far_value);
    }
}

#[test]
fn largest_values() {
    let largest =
        |piece| (0..30).map(|bit| (1 << bit) - 1).map(|x| far_value(piece, x, 999_999_999 & !x)).max();
    assert_eq!(largest('P').max(Some(far_value('P', 805_306_368, 805_306_367))), Some(1_610_612_735));
    assert!(largest('R') < Some(1 << 30));
}
