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
fn faults_in_codes_have_a_place() {
    let fault = |text: &str| text.parse::<TakeAndBreak>().expect_err(text).to_string();
    assert_eq!(fault(""), "character 1: expected 0, 4, 8 or c, found end of text");
    assert_eq!(fault("3.7"), "character 1: expected 0, 4, 8 or c, found '3'");
    assert_eq!(fault("0"), "character 2: expected a point, found end of text");
    assert_eq!(fault("0.7F"), "character 4: expected a digit from 0 to f, found 'F'");
}

proptest! {
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
