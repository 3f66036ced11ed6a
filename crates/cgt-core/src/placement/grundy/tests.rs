use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::{mex, Bitboard};

/// The slow twin: every move of every position, one at a time.
fn solve_slowly(game: &PlacementGame) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for uncovered in 0..1_u64 << game.squares() {
        let fits = game.moves().iter().filter(|&mask| mask & !uncovered == 0);
        values.push(mex(fits.map(|mask| values[(uncovered ^ mask) as usize])));
    }
    values
}

fn check(game: &PlacementGame) {
    let expected = solve_slowly(game);
    let found = game.grundy_values();
    assert_eq!(found.squares(), game.squares());
    let threads = std::num::NonZeroUsize::new(3).expect("not zero");
    assert_eq!(game.grundy_values_with(Run { threads, ..Run::default() }), found);
    for (uncovered, &value) in expected.iter().enumerate() {
        assert_eq!(found.value(uncovered as u64), Nimber(value), "{uncovered:#b} of {game:?}");
    }
    let mut counts = vec![0; expected.iter().max().map_or(0, |&max| max as usize + 1)];
    expected.iter().for_each(|&value| counts[value as usize] += 1);
    assert_eq!(found.histogram(), counts);
}

#[test]
fn small_boards_equal_the_slow_twin() {
    check(&PlacementGame::on_board(Bitboard::<4, 4>::runs(1..=3)).expect("a board"));
    check(&PlacementGame::on_board(Bitboard::<3, 5>::runs(1..=4)).expect("a board"));
    check(&PlacementGame::on_board(Bitboard::<2, 7>::runs(2..=2)).expect("a board"));
    check(&PlacementGame::new(0, []).expect("a board"));
    check(&PlacementGame::new(3, [1, 6, 7]).expect("a board"));
}

#[test]
fn large_values_get_more_planes() {
    // Every set of squares is a move, so that the value is the number of uncovered squares.
    check(&PlacementGame::new(9, 1..1 << 9).expect("a board"));
}

proptest! {
    #[test]
    fn random_games_equal_the_slow_twin(squares in 1_u32..11, masks in prop::collection::vec(any::<u64>(), 0..60)) {
        let full = (1 << squares) - 1;
        let moves = masks.iter().map(|mask| mask & full).filter(|&mask| mask != 0);
        check(&PlacementGame::new(squares, moves).expect("masks on the board"));
    }
}
