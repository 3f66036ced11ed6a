use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

/// "preperiod period" of a game, proved from its first values and verified.
fn proved(game: &TakeAndBreak, count: usize) -> String {
    let values = game.values(count);
    let Some(certificate) = game.period(&values) else { return "none".to_owned() };
    assert!(certificate.verify(game), "{game}: {certificate:?}");
    for (heap, &value) in values.iter().enumerate() {
        assert_eq!(certificate.value(heap as u64), Nimber(value.into()), "heap {heap} of {game}");
    }
    format!("{} {}", certificate.preperiod(), certificate.period())
}

fn check(code: &str, count: usize, expected: &str) {
    assert_eq!(proved(&code.parse().expect(code), count), expected, "{code}");
}

/// Kayles and the Dawson games as in Winning Ways, chapter 4; the others by hand or by the verifier.
#[test]
fn known_periods() {
    check("0.77", 200, "71 12");
    check("0.07", 250, "53 34");
    check("0.137", 250, "52 34");
    check("0.3", 10, "0 2");
    check("0.33", 20, "0 3");
    check("4.3", 40, "2 2");
    check("0.45", 300, "none");
    check("0.45", 1100, "498 20");
}

#[test]
fn too_few_values_prove_nothing() {
    // Twice the preperiod, twice the period and the two digits.
    check("0.77", 167, "none");
    check("0.77", 168, "71 12");
}

#[test]
fn kayles_has_its_fourteen_exceptions() {
    let game: TakeAndBreak = "0.77".parse().expect("a code");
    let certificate = game.period(&game.values(200)).expect("a period");
    let exceptions = certificate.exceptions();
    let heaps: Vec<usize> = exceptions.iter().map(|&(heap, _)| heap).collect();
    assert_eq!(heaps, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    assert_eq!(certificate.values_by_residue(), [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]);
}

#[test]
fn a_false_certificate_is_refused() {
    let game: TakeAndBreak = "0.77".parse().expect("a code");
    let honest = game.period(&game.values(200)).expect("a period");
    assert!(honest.verify(&game));
    assert!(!honest.verify(&"0.07".parse().expect("a code")));
    for (heap, length) in [(80, 83), (0, 83), (10, 82)] {
        let mut values = honest.values[..length].to_vec();
        values[heap] ^= u32::from(length == 83);
        assert!(!Certificate { values, period: honest.period }.verify(&game));
    }
}

#[test]
fn subtraction_sets_are_periodic_at_once() {
    assert_eq!(proved(&TakeAndBreak::subtraction([1, 2, 3]), 20), "0 4");
    assert_eq!(proved(&TakeAndBreak::subtraction([1, 3, 4]), 40), "0 7");
    assert_eq!(proved(&TakeAndBreak::subtraction([2, 4, 7]), 60), "8 3");
    assert_eq!(proved(&TakeAndBreak::subtraction([]), 10), "0 1");
}

#[test]
fn a_code_that_forbids_empty_heaps_needs_care_at_zero() {
    // Take two and leave something: heaps 0, 1 and 2 are stuck.
    check("0.02", 60, "1 4");
}

/// The slow twin: every pair of preperiod and period.
fn least_period_slowly(values: &[u32]) -> Option<(usize, usize)> {
    let mut best = None;
    for preperiod in 0..values.len() {
        for period in 1..values.len() {
            let repeats = preperiod + 2 * period <= values.len()
                && (preperiod..values.len() - period).all(|n| values[n + period] == values[n]);
            let sum = preperiod + period;
            if repeats && best.map_or(true, |(sum_of_best, _, least)| (sum, period) < (sum_of_best, least)) {
                best = Some((sum, preperiod, period));
            }
        }
    }
    best.map(|(_, preperiod, period)| (preperiod, period))
}

/// The same with the difference between two periods, which is that of their first values.
fn least_arithmetic_period_slowly(values: &[u32]) -> Option<(usize, usize, i64)> {
    let mut best: Option<(usize, usize, i64)> = None;
    for period in 1..values.len() {
        let rise = |n: usize| i64::from(values[n + period]) - i64::from(values[n]);
        for preperiod in 0..values.len().saturating_sub(2 * period) {
            let repeats = (preperiod..values.len() - period).all(|n| rise(n) == rise(preperiod));
            if repeats && best.map_or(true, |(n, p, _)| (preperiod + period, period) < (n + p, p)) {
                best = Some((preperiod, period, rise(preperiod)));
            }
        }
    }
    best
}

proptest! {
    #[test]
    fn least_periods_equal_the_slow_twin(
        start in prop::collection::vec(0_u32..3, 0..6),
        cycle in prop::collection::vec(0_u32..3, 1..6),
        length in 0_usize..30,
    ) {
        let values: Vec<u32> = start.into_iter().chain(cycle.into_iter().cycle()).take(length).collect();
        let found = least_period(&values).map(|(preperiod, period)| (preperiod, period.get()));
        prop_assert_eq!(found, least_period_slowly(&values), "{:?}", &values);
    }

    #[test]
    fn least_arithmetic_periods_equal_the_slow_twin(
        start in prop::collection::vec(0_u32..3, 0..4),
        cycle in prop::collection::vec(0_u32..3, 1..5),
        rise in 0_u32..3,
        length in 0_usize..20,
    ) {
        let cycles = (0..).flat_map(|turn| cycle.iter().map(move |value| value + turn * rise));
        let mut values: Vec<u32> = start.into_iter().chain(cycles).take(length).collect();
        for _ in 0..2 {
            let found = least_arithmetic_period(&values).map(|(preperiod, period, saltus)| (preperiod, period.get(), saltus));
            prop_assert_eq!(found, least_arithmetic_period_slowly(&values), "{:?}", &values);
            // Falls where it rose.
            values.iter_mut().for_each(|value| *value = 100 - *value);
        }
    }

    #[test]
    fn what_is_proved_goes_on(code in "0\\.[0-7]{1,3}") {
        let game: TakeAndBreak = code.parse().expect("a code");
        let values = game.values(1200);
        for count in [30, 100, 300] {
            if let Some(certificate) = game.period(&values[..count]) {
                for (heap, &value) in values.iter().enumerate() {
                    prop_assert_eq!(certificate.value(heap as u64), Nimber(value.into()), "heap {} of {}", heap, &code);
                }
            }
        }
    }
}
