use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::mex;

/// The slow twin: the mex over all listed moves of each square.
fn table_slowly(piece: &Piece, width: usize, height: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let mut options: Vec<(usize, usize)> =
                piece.steps().iter().filter_map(|&step| back(x, y, step)).collect();
            for &step in piece.riders() {
                options.extend(std::iter::successors(back(x, y, step), |&(x, y)| back(x, y, step)));
            }
            values.push(mex(options.iter().map(|&(x, y)| u64::from(values[width * y + x]))) as u32);
        }
    }
    values
}

fn check(text: &str, width: usize, height: usize) {
    let piece: Piece = text.parse().expect(text);
    let table = piece.table(width, height);
    assert_eq!(table.values, table_slowly(&piece, width, height), "{text}");
    assert_eq!((table.width(), table.height()), (width, height));
}

#[test]
fn tables_equal_the_slow_twin() {
    for text in
        ["R", "B", "K", "N", "P", "RB", "(-1,-2) (-2,-1) (0,-1)", "rider(-2,-1) rider(-1,0)", "rider(0,-3)"]
    {
        check(text, 23, 17);
        check(text, 9, 30);
    }
    check("R", 150, 140);
}

#[test]
fn rows_columns_and_diagonals() {
    let piece: Piece = "(-1,0) (0,-2)".parse().expect("a piece");
    let table = piece.table(4, 3);
    assert_eq!(table.row(2), [1, 0, 1, 0]);
    assert_eq!(table.column(3).collect::<Vec<_>>(), [1, 1, 0]);
    assert_eq!(table.diagonal(1, 0).collect::<Vec<_>>(), [1, 0, 0]);
    assert_eq!(table.nimber(1, 0), Nimber(1));
}

/// "m₀ p, j₀ q" of a piece, proved.
fn proved(text: &str, size: usize) -> String {
    let piece: Piece = text.parse().expect(text);
    let Some(certificate) = piece.certificate(size) else { return "none".to_owned() };
    assert!(certificate.verify(&piece));
    let table = piece.table(70, 90);
    for y in 0..90 {
        for x in 0..70 {
            assert_eq!(certificate.value(x as u64, y as u64), table.nimber(x, y), "{text} at {x}, {y}");
        }
    }
    let (from, along) = certificate.along_arms();
    format!("{} {}, {from} {along}", certificate.preperiod(), certificate.period())
}

#[test]
fn bounded_pieces_have_certificates() {
    assert_eq!(proved("K", 20), "0 2, 0 2");
    assert_eq!(proved("N", 30), "0 3, 2 1");
    assert_eq!(proved("(-1,0) (0,-1)", 20), "0 1, 0 2");
    assert_eq!(proved("(-1,-1)", 20), "0 2, 0 1");
    // Neither side the same, and both begin to repeat late.
    assert_eq!(proved("(0,-3) (-1,-1) (-1,-3)", 60), "3 2, 4 6");
    assert_eq!(proved("(0,-3) (-1,0) (-1,-2)", 60), "5 1, 3 6");
    assert_eq!(proved("(0,-1) (-1,-2) (-2,0)", 60), "3 6, 3 4");
    assert_eq!(proved("(0,-1) (0,-2) (-1,-1) (-2,0)", 60), "1 12, 0 12");
    assert_eq!(proved("R", 40), "none");
    assert_eq!(proved("N", 3), "none");
}

/// The formulas that solve sums of kings and of knights hold on every square: both sides repeat, and agree on
/// more than one period.
#[test]
fn the_formulas_of_king_and_knight_come_out() {
    let formula = |text: &str, formula: fn(u64, u64) -> u64| {
        let piece: Piece = text.parse().expect(text);
        let certificate = piece.certificate(40).expect("a certificate");
        for x in 0..60 {
            for y in 0..60 {
                assert_eq!(certificate.value(x, y), Nimber(formula(x, y)), "{text} at {x}, {y}");
            }
        }
        assert_eq!(certificate.value(999_999_999, 999_999_997), Nimber(formula(999_999_999, 999_999_997)));
    };
    formula("K", |x, y| (x + y) % 2 + 2 * (x.min(y) % 2));
    formula("N", |x, y| {
        let m = x.min(y) % 3;
        if x.abs_diff(y) < m {
            m - 1
        } else {
            m
        }
    });
}

#[test]
fn a_false_certificate_is_refused() {
    let [king, knight]: [Piece; 2] = ["K", "N"].map(|text| text.parse().expect(text));
    let certificate = king.certificate(30).expect("a certificate");
    assert!(certificate.verify(&king));
    assert!(!certificate.verify(&knight));
    assert!(!certificate.verify(&"K rider(-1,0)".parse().expect("a piece")));
}

#[test]
fn faults_in_pieces_have_a_place() {
    let fault = |text: &str| text.parse::<Piece>().expect_err(text).to_string();
    assert_eq!(
        fault(" "),
        "character 2: expected R, B, K, N, P, rider or a step like (-1,-2), found end of text"
    );
    assert_eq!(fault("KQ"), "character 2: expected R, B, K, N, P, rider or a step like (-1,-2), found \"Q\"");
    assert_eq!(fault("(-1 -2)"), "character 5: expected a comma, found \"-2\"");
    assert_eq!(fault("K (1,0)"), "character 4: expected a number of at most 0, found \"1\"");
    assert_eq!(fault("(0,0)"), "character 5: expected a step that goes somewhere, found ')'");
    assert_eq!(fault("rider(-1,--2)"), "character 10: expected a number of at most 0, found \"--2\"");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn random_pieces_equal_the_slow_twin(
        steps in prop::collection::vec((0_u32..4, 1_u32..4), 0..4),
        riders in prop::collection::vec((1_u32..3, 0_u32..3), 0..3),
    ) {
        let piece = Piece::new(steps, riders);
        prop_assert_eq!(piece.table(15, 18).values, table_slowly(&piece, 15, 18));
    }

    #[test]
    fn what_is_proved_holds_further_on(steps in prop::collection::vec((0_u32..3, 0_u32..3), 1..4)) {
        let piece = Piece::new(steps.into_iter().filter(|&step| step != (0, 0)), []);
        if let Some(certificate) = piece.certificate(40) {
            let table = piece.table(80, 80);
            for y in 0..80 {
                for x in 0..80 {
                    prop_assert_eq!(certificate.value(x as u64, y as u64), table.nimber(x, y));
                }
            }
        }
    }
}
