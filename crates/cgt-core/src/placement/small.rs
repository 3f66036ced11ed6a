//! Outcomes on small boards by little code, for programs whose size counts.
//!
//! Each word looks at all moves and asks which can be made from it. The [engine](super::engine) asks nothing, which
//! makes it faster on boards of any size, but takes more code to arrange its moves.

use super::words::{words, Across, Eights};
use super::Outcomes;
use crate::{Bitboard, Play};

impl Outcomes {
    /// Who wins each position of a board of at most 20 squares. A move given twice counts once.
    ///
    /// This is for programs that are handed in as source: [`PlacementGame`](crate::PlacementGame) has the same
    /// answers, faster and on larger boards, but makes a longer program.
    ///
    /// ```
    /// use cgt_core::{Bitboard, Outcomes, PlacementGame, Play};
    ///
    /// type Board = Bitboard<3, 5>;
    /// let cram = PlacementGame::on_board(Board::runs(2..=2))?;
    /// assert_eq!(Outcomes::of_small_board(Board::runs(2..=2), Play::Normal), cram.p_positions(Play::Normal));
    /// # Ok::<(), cgt_core::placement::PlacementError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the board is larger, or a move covers nothing.
    #[must_use]
    pub fn of_small_board<const ROWS: usize, const COLS: usize>(
        moves: impl IntoIterator<Item = Bitboard<ROWS, COLS>>,
        play: Play,
    ) -> Self {
        let squares = Bitboard::<ROWS, COLS>::SQUARES;
        assert!(squares <= 20, "more than 20 squares");
        let moves = moves.into_iter().map(|covered| Across::of(covered.bits() as u64));
        let (inside, across): (Vec<_>, Vec<_>) = moves.partition(|across| across.index == 0);
        let stuck = inside.iter().fold(!0, |all, one| all & !one.shift.contains);
        let inside = Eights::of(&inside);
        let mut found = vec![0; words(squares)];
        for index in 0..found.len() {
            let (mut n, mut terminal) = (0, stuck);
            for &Across { index: bits, shift } in &across {
                // Whether the move can be made, without a branch: it would be hard to guess.
                let fits = u64::from(bits & !index == 0).wrapping_neg();
                n |= shift.carry(found[index & !bits]) & fits;
                terminal &= !(shift.contains & fits);
            }
            if play == Play::Misere {
                n |= terminal;
            }
            found[index] = inside.p_positions(n);
        }
        Self::of_words(squares, found)
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;
    use crate::PlacementGame;

    fn check<const R: usize, const C: usize>(moves: &[Bitboard<R, C>]) {
        let game = PlacementGame::on_board(moves.iter().copied()).expect("a small board");
        for play in [Play::Normal, Play::Misere] {
            let found = Outcomes::of_small_board(moves.iter().copied().rev(), play);
            assert_eq!(found, game.p_positions(play), "{play:?} {R}x{C} {moves:?}");
        }
    }

    fn check_runs<const R: usize, const C: usize>() {
        let singles: Vec<_> = Bitboard::<R, C>::FULL.singles().collect();
        check::<R, C>(&[]);
        check(&singles);
        check(&Bitboard::<R, C>::runs(1..=3));
        check(&Bitboard::<R, C>::runs(2..=2));
        check(&Bitboard::<R, C>::border_runs(2..=4));
        check(&[singles, Bitboard::border_runs(1..=3)].concat());
    }

    #[test]
    fn small_boards_are_as_the_engine_has_them() {
        check_runs::<1, 1>();
        check_runs::<1, 5>();
        check_runs::<2, 3>();
        check_runs::<7, 1>();
        check_runs::<3, 3>();
        check_runs::<3, 4>();
        check_runs::<4, 4>();
        check_runs::<3, 6>();
    }

    #[test]
    #[should_panic]
    fn a_move_that_covers_nothing_is_no_move() {
        let _ = Outcomes::of_small_board([Bitboard::<2, 2>::EMPTY], Play::Normal);
    }
}
