use std::collections::BTreeSet;

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

/// The slow twin: a set of (row, column).
type Set = BTreeSet<(usize, usize)>;

fn set_of<const R: usize, const C: usize>(board: Bitboard<R, C>) -> Set {
    (0..R)
        .flat_map(|row| (0..C).map(move |column| (row, column)))
        .filter(|&(r, c)| board.contains(r, c))
        .collect()
}

fn board_of<const R: usize, const C: usize>(set: impl IntoIterator<Item = (usize, usize)>) -> Bitboard<R, C> {
    set.into_iter().collect()
}

fn moved<const R: usize, const C: usize>(
    set: &Set,
    to: impl Fn(isize, isize) -> (isize, isize),
) -> Bitboard<R, C> {
    board_of(set.iter().filter_map(|&(row, column)| {
        let (row, column) = to(row as isize, column as isize);
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        (row < R && column < C).then_some((row, column))
    }))
}

fn check<const R: usize, const C: usize>(a: Bitboard<R, C>, b: Bitboard<R, C>) {
    let (set_a, set_b) = (set_of(a), set_of(b));
    let (last_row, last_column) = (R as isize - 1, C as isize - 1);
    assert_eq!(a | b, board_of(&set_a | &set_b));
    assert_eq!(a & b, board_of(&set_a & &set_b));
    assert_eq!(a ^ b, board_of(&set_a ^ &set_b));
    assert_eq!(a - b, board_of(&set_a - &set_b));
    assert_eq!(!a, board_of(&set_of(Bitboard::<R, C>::FULL) - &set_a));
    let mut changed = [a; 4];
    changed[0] |= b;
    changed[1] &= b;
    changed[2] ^= b;
    changed[3] -= b;
    assert_eq!(changed, [a | b, a & b, a ^ b, a - b]);
    assert_eq!(a.count() as usize, set_a.len());
    assert_eq!(a.is_empty(), set_a.is_empty());
    assert_eq!(a.is_subset(b), set_a.is_subset(&set_b));
    assert_eq!(a.is_disjoint(b), set_a.is_disjoint(&set_b));
    assert_eq!(a.squares().collect::<Vec<_>>(), set_a.iter().copied().collect::<Vec<_>>());
    assert_eq!((a.singles().len(), a.squares().len()), (set_a.len(), set_a.len()));
    assert_eq!(a.singles().fold(Bitboard::EMPTY, BitOr::bitor), a);
    assert_eq!(a.to_string().parse(), Ok(a));
    assert_eq!(Bitboard::new(a.bits()), Some(a));
    for rows in -2..=2 {
        for columns in -2..=2 {
            assert_eq!(a.shifted(rows, columns), moved(&set_a, |r, c| (r + rows, c + columns)));
        }
    }
    assert_eq!(a.flipped_vertically(), moved(&set_a, |r, c| (last_row - r, c)));
    assert_eq!(a.flipped_horizontally(), moved(&set_a, |r, c| (r, last_column - c)));
    assert_eq!(a.turned_half(), moved(&set_a, |r, c| (last_row - r, last_column - c)));
    assert_eq!(a.transposed(), moved::<C, R>(&set_a, |r, c| (c, r)));
    assert_eq!(a.turned_right(), moved::<C, R>(&set_a, |r, c| (c, last_row - r)));
    assert_eq!(a.turned_left(), moved::<C, R>(&set_a, |r, c| (last_column - c, r)));
    for &(row, column) in &set_b {
        assert!(a.with(row, column).contains(row, column));
        assert!(!a.without(row, column).contains(row, column));
        assert_eq!(a.toggled(row, column), a ^ Bitboard::square(row, column));
    }
}

proptest! {
    #[test]
    fn sets_equal_the_slow_twin(a: u128, b: u128) {
        fn on<const R: usize, const C: usize>(a: u128, b: u128) {
            check::<R, C>(Bitboard::from_bits_truncated(a), Bitboard::from_bits_truncated(b));
        }
        on::<1, 1>(a, b);
        on::<4, 4>(a, b);
        on::<1, 128>(a, b);
        on::<128, 1>(a, b);
        on::<2, 3>(a, b);
        on::<8, 16>(a, b);
        on::<10, 10>(a, b);
        on::<11, 11>(a, b);
    }

    #[test]
    fn symmetric_images_have_one_canonical_form(bits in 0_u128..1 << 25) {
        let board = Bitboard::<5, 5>::from_bits_truncated(bits);
        let images: BTreeSet<_> = board.symmetries().into_iter().collect();
        prop_assert_eq!(board.symmetries()[0], board);
        prop_assert_eq!(images.first().copied(), Some(board.canonical()));
        for image in board.symmetries() {
            prop_assert_eq!(image.canonical(), board.canonical());
            prop_assert_eq!(image.symmetries().into_iter().collect::<BTreeSet<_>>(), images.clone());
        }
    }

    #[test]
    fn subsets_are_all_and_in_order(bits: u16) {
        let board = Bitboard::<4, 4>::from_bits_truncated(u128::from(bits));
        let expected: Vec<_> = (0..1 << 16)
            .map(Bitboard::from_bits_truncated)
            .filter(|subset: &Bitboard<4, 4>| subset.is_subset(board))
            .collect();
        prop_assert_eq!(board.subsets().collect::<Vec<_>>(), expected);
    }
}

fn grids<const R: usize, const C: usize>(boards: &[Bitboard<R, C>]) -> String {
    let rows = |row| {
        let line = |board: &Bitboard<R, C>| board.to_string().lines().nth(row).unwrap_or("").to_owned();
        boards.iter().map(line).collect::<Vec<_>>().join(" ")
    };
    (0..R).map(rows).collect::<Vec<_>>().join("\n")
}

#[test]
fn lines_as_pictures() {
    type Board = Bitboard<3, 4>;
    let lines = [Board::row(1), Board::column(3), Board::diagonal(2, 3), Board::antidiagonal(1, 1)];
    assert_eq!(
        grids(&lines),
        "\
.... ...X .X.. ..X.
XXXX ...X ..X. .X..
.... ...X ...X X..."
    );
    let rays =
        [Board::ray(2, 1, -1, 0), Board::ray(0, 3, 1, -1), Board::ray(0, 0, 1, 2), Board::ray(1, 1, 0, 0)];
    assert_eq!(
        grids(&rays),
        "\
.X.. ...X X... ....
.X.. ..X. ..X. .X..
.X.. .X.. .... ...."
    );
}

#[test]
fn runs_as_pictures() {
    assert_eq!(
        grids(&Bitboard::<2, 3>::runs(2..=3)),
        "\
XX. X.. .XX .X. ..X ... ... XXX ...
... X.. ... .X. ..X XX. .XX ... XXX"
    );
    assert_eq!(
        grids(&Bitboard::<3, 3>::border_runs(1..=1)),
        "\
X.. .X. ..X ... ... ... ... ...
... ... ... X.. ..X ... ... ...
... ... ... ... ... X.. .X. ..X"
    );
    assert_eq!(Bitboard::<4, 4>::runs(0..=0), []);
    assert_eq!(Bitboard::<4, 4>::border_runs(5..=9), []);
}

#[test]
fn border_runs_have_the_counts_of_the_game_of_euler() {
    assert_eq!(Bitboard::<4, 4>::border_runs(2..=2).len(), 16);
    assert_eq!(Bitboard::<4, 4>::border_runs(3..=3).len(), 16);
    assert_eq!(Bitboard::<4, 4>::runs(2..=3).len(), 40);
    assert_eq!(Bitboard::<6, 6>::border_runs(2..=3).len(), 48);
}

#[test]
fn bits_follow_the_rows() {
    const CENTRE: Bitboard<3, 5> = Bitboard::square(1, 2);
    assert_eq!(CENTRE.bits(), 1 << 7);
    assert_eq!(Bitboard::<8, 16>::FULL.bits(), u128::MAX);
    assert_eq!(Bitboard::<3, 5>::default(), Bitboard::EMPTY);
    assert_eq!(format!("{CENTRE:?}"), "Bitboard<3, 5>\n.....\n..X..\n.....");
}

#[test]
#[should_panic(expected = "no such square")]
fn a_column_beyond_the_border_is_no_square_of_the_next_row() {
    let _ = Bitboard::<3, 5>::square(1, 5);
}

#[test]
fn faults_in_text_have_a_place() {
    for (text, message) in [
        ("", "1:1: expected 'X' or '.', found end of text"),
        ("X.", "1:3: expected end of line, found end of text"),
        ("X.X\n..", "1:3: expected end of line, found 'X'"),
        ("X\n..", "1:2: expected 'X' or '.', found '\\n'"),
        ("X.\n.é", "2:2: expected 'X' or '.', found 'é'"),
        ("X.\n..X", "2:3: expected end of line, found 'X'"),
        ("X.\n..\n\n", "3:1: expected end of text, found '\\n'"),
    ] {
        let fault = text.parse::<Bitboard<2, 2>>().expect_err(text);
        assert_eq!(fault.to_string(), message, "{text:?}");
        assert_eq!(message.split(':').next(), Some(&*fault.line().to_string()));
        assert_eq!(message.split(':').nth(1), Some(&*fault.column().to_string()));
    }
}
