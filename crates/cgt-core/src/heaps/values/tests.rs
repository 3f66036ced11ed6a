use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::mex;

/// The slow twin: every move of every heap, with all its components, straight from the digits.
fn values_slowly(code: &str, count: usize) -> Vec<u32> {
    let digits: Vec<u32> = code.chars().filter_map(|digit| digit.to_digit(16)).collect();
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        let mut options = Vec::new();
        for (taken, digit) in digits.iter().enumerate().filter(|&(taken, _)| taken <= heap) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                options.push(0);
            }
            if digit & 2 != 0 && rest > 0 {
                options.push(values[rest]);
            }
            for a in 1..rest {
                if digit & 4 != 0 {
                    options.push(values[a] ^ values[rest - a]);
                }
                for b in 1..rest - a {
                    if digit & 8 != 0 {
                        options.push(values[a] ^ values[b] ^ values[rest - a - b]);
                    }
                }
            }
        }
        values.push(mex(options.into_iter().map(u64::from)) as u32);
    }
    values
}

fn check(code: &str, count: usize) {
    let game: TakeAndBreak = code.parse().expect(code);
    assert_eq!(game.values(count), values_slowly(code, count), "values of {code}");
}

#[test]
fn known_games_equal_the_slow_twin() {
    for code in
        ["0.", "0.3", "0.77", "0.07", "0.007", "0.137", "4.3", "4.", "4.007", "0.6", "0.06", "0.165", "0.45"]
    {
        check(code, 400);
    }
    for code in ["0.8", "0.f", "0.3f", "8.", "c.007", "0.0a3"] {
        check(code, 60);
    }
}

#[test]
fn subtraction_games_equal_their_codes() {
    let game = TakeAndBreak::subtraction([4, 1, 3]);
    assert_eq!(game, "0.3033".parse().expect("a code"));
    assert_eq!(TakeAndBreak::subtraction([]).values(3), [0, 0, 0]);
}

#[test]
fn values_may_be_large() {
    let values = TakeAndBreak::subtraction(1..=130).values(300);
    assert!(values.iter().enumerate().all(|(heap, &value)| value as usize == heap % 131), "{values:?}");
}

proptest! {
    #[test]
    fn the_best_space_has_the_fewest_sparse_values(values in prop::collection::vec(0_u32..40, 0..50)) {
        let sparse = |space: SparseSpace| values.iter().filter(|&&value| space.is_sparse(value)).count();
        let fewest = (0..64).map(|mask| sparse(SparseSpace { mask })).min();
        prop_assert_eq!(Some(sparse(SparseSpace::best_for(&values))), fewest);
    }

    #[test]
    fn random_octal_games_equal_the_slow_twin(
        first in prop::sample::select(vec!['0', '4']),
        digits in "[0-7]{1,4}",
    ) {
        check(&format!("{first}.{digits}"), 200);
    }

    #[test]
    fn random_hexadecimal_games_equal_the_slow_twin(
        first in prop::sample::select(vec!['0', '4', '8', 'c']),
        digits in "[0-9a-f]{1,3}",
    ) {
        check(&format!("{first}.{digits}"), 40);
    }
}
