//! The Game of Euler in normal play on boards of any size, in closed form.
//!
//! A move covers one uncovered square, or a run of two or three uncovered squares that starts at a border
//! square and goes straight in. Let both sides of the board be at least four.
//!
//! **Theorem.** The Grundy value of a position is the sum of the values of its parts: the four 2×2 blocks in
//! the corners, the 1×2 arms (the two squares nearest a border in each row or column that meets no corner
//! block), and every other square by itself. In each part a move covers one square or two neighbours, so that
//! its value is
//!
//! | uncovered in the part | value |
//! |---|---|
//! | nothing, two squares across a corner block's diagonal, all four squares of a corner block | 0 |
//! | one square | 1 |
//! | two neighbours | 2 |
//! | three squares of a corner block | 3 |
//!
//! **Proof.** With sides of at least four the parts are disjoint, and every run of two lies in one of them, so
//! that without runs of three the game is the disjunctive sum of its parts, and Sprague and Grundy's theorem
//! gives the value; the table is a matter of a few mexes. By the table the lowest bit of a part's value is the
//! parity of its uncovered squares, so that the lowest bit of the sum is the parity of all uncovered squares. A
//! run of three changes that parity: it never leads to a position with the sum's value. Options with another
//! value than the position's own do not change a mex that is attained without them: by induction on the number
//! of uncovered squares, the values with runs of three are the values without. ∎
//!
//! The same proof takes in runs of any odd length. Checked on all 2^16 positions of 4×4 and all 2^25 of 5×5:
//! `cargo test --release -p cgt-core border_pins -- --include-ignored`.

use crate::{Bitboard, Nimber};

/// The Grundy value of a position of the Game of Euler in normal play, given its uncovered squares. O(sides).
///
/// Boards with a side of less than four do not compile.
///
/// ```
/// use cgt_core::placement::border_pins;
/// use cgt_core::{Bitboard, Nimber};
///
/// // The second player wins the empty 10×10 board; one square covered, the first does.
/// let empty = Bitboard::<10, 10>::FULL;
/// assert_eq!(border_pins::grundy(empty), Nimber(0));
/// assert_eq!(border_pins::grundy(empty.without(4, 4)), Nimber(1));
/// assert_eq!(border_pins::grundy(empty.without(4, 0)), Nimber(3));
/// ```
#[must_use]
pub fn grundy<const ROWS: usize, const COLS: usize>(uncovered: Bitboard<ROWS, COLS>) -> Nimber {
    let open = |row, column| usize::from(uncovered.contains(row, column));
    let corners = [(0, 0), (0, COLS - 2), (ROWS - 2, 0), (ROWS - 2, COLS - 2)];
    let high_corners = corners.into_iter().filter(|&(row, column)| {
        let upper = open(row, column) | open(row, column + 1) << 1;
        let lower = open(row + 1, column) | open(row + 1, column + 1) << 1;
        CORNER_HAS_HIGH_BIT >> (upper | lower << 2) & 1 == 1
    });
    let arms = uncovered & Sides::<ROWS, COLS>::OUTER & inner_neighbours(uncovered);
    let high_bits = high_corners.count() as u32 + arms.count();
    Nimber(u64::from(uncovered.count() & 1 | (high_bits & 1) << 1))
}

/// Bit s: whether the value of a corner block with set s of uncovered squares is 2 or 3. Squares count row by
/// row; 6 and 9 are the diagonals, 15 is the whole block.
const CORNER_HAS_HIGH_BIT: u32 = 1 << 3 | 1 << 5 | 1 << 10 | 1 << 12 | 1 << 7 | 1 << 11 | 1 << 13 | 1 << 14;

/// Border squares outside the corner blocks: the outer squares of arms.
struct Sides<const ROWS: usize, const COLS: usize>;

impl<const ROWS: usize, const COLS: usize> Sides<ROWS, COLS> {
    const OUTER: Bitboard<ROWS, COLS> = {
        assert!(ROWS >= 4 && COLS >= 4, "the closed form needs sides of at least four");
        let mut outer = Bitboard::EMPTY;
        let mut row = 2;
        while row < ROWS - 2 {
            outer = outer.with(row, 0).with(row, COLS - 1);
            row += 1;
        }
        let mut column = 2;
        while column < COLS - 2 {
            outer = outer.with(0, column).with(ROWS - 1, column);
            column += 1;
        }
        outer
    };
}

/// Border squares whose neighbour towards the middle of the board is in the set.
fn inner_neighbours<const ROWS: usize, const COLS: usize>(set: Bitboard<ROWS, COLS>) -> Bitboard<ROWS, COLS> {
    set.shifted(-1, 0) & Bitboard::row(0)
        | set.shifted(1, 0) & Bitboard::row(ROWS - 1)
        | set.shifted(0, -1) & Bitboard::column(0)
        | set.shifted(0, 1) & Bitboard::column(COLS - 1)
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;
    use crate::{PlacementGame, Solver};

    fn check_all<const R: usize, const C: usize>() {
        let moves = Bitboard::<R, C>::FULL.singles().chain(Bitboard::border_runs(2..=3));
        let values = PlacementGame::on_board(moves).expect("a board").grundy_values();
        for bits in 0..1 << (R * C) {
            let uncovered = Bitboard::<R, C>::from_bits_truncated(bits.into());
            assert_eq!(values.value(bits), grundy(uncovered), "{uncovered}");
        }
    }

    #[test]
    fn holds_on_all_of_four_by_four() {
        check_all::<4, 4>();
    }

    #[test]
    #[ignore = "2^24 and 2^25 positions: quick in a release build only"]
    fn holds_on_all_of_four_by_six_and_five_by_five() {
        check_all::<4, 6>();
        check_all::<5, 5>();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn holds_where_few_squares_of_ten_by_ten_are_uncovered(
            squares in prop::collection::vec((0_usize..10, 0_usize..10), 0..9),
            corner in 0_u128..16,
            arm in 2_usize..8,
            image in 0_usize..8,
        ) {
            type Board = Bitboard<10, 10>;
            let moves: Vec<Board> = Board::FULL.singles().chain(Board::border_runs(2..=3)).collect();
            let mut solver = Solver::from_fn(|free: &Board, options| {
                options.extend(moves.iter().filter(|run| run.is_subset(*free)).map(|&run| *free - run));
            });
            let scattered: Board = squares.iter().copied().collect();
            let in_corner = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().enumerate();
            let in_corner: Board = in_corner.filter(|(bit, _)| corner >> bit & 1 == 1).map(|(_, square)| square).collect();
            // An arm beside it, and both on any side of the board.
            let arm: Board = [(arm, 0), (arm, 1)].into_iter().collect();
            let uncovered = scattered | (in_corner | arm).symmetries()[image];
            prop_assert_eq!(solver.grundy(&uncovered), grundy(uncovered));
        }
    }
}
