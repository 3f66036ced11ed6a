//! Rows, columns, diagonals and runs.

use std::ops::RangeInclusive;

use super::Bitboard;

impl<const ROWS: usize, const COLS: usize> Bitboard<ROWS, COLS> {
    /// The squares of a row.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub const fn row(row: usize) -> Self {
        Self::ray(row, 0, 0, 1)
    }

    /// The squares of a column.
    ///
    /// # Panics
    ///
    /// If there is no such column.
    #[must_use]
    pub const fn column(column: usize) -> Self {
        Self::ray(0, column, 1, 0)
    }

    /// The diagonal through a square, from upper left to lower right. Panics like [`square`](Self::square).
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// assert_eq!(Bitboard::<3, 4>::diagonal(1, 2).to_string(), ".X..\n..X.\n...X");
    /// ```
    #[must_use]
    pub const fn diagonal(row: usize, column: usize) -> Self {
        Self(Self::ray(row, column, 1, 1).0 | Self::ray(row, column, -1, -1).0)
    }

    /// The diagonal through a square, from upper right to lower left. Panics like [`square`](Self::square).
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// assert_eq!(Bitboard::<3, 4>::antidiagonal(1, 2).to_string(), "...X\n..X.\n.X..");
    /// ```
    #[must_use]
    pub const fn antidiagonal(row: usize, column: usize) -> Self {
        Self(Self::ray(row, column, 1, -1).0 | Self::ray(row, column, -1, 1).0)
    }

    /// The square and all that follow it in one direction up to the border. Panics like
    /// [`square`](Self::square).
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// assert_eq!(Bitboard::<3, 4>::ray(1, 1, 0, 1).to_string(), "....\n.XXX\n....");
    /// ```
    #[must_use]
    pub const fn ray(row: usize, column: usize, row_step: isize, column_step: isize) -> Self {
        let mut set = Self::square(row, column);
        let mut front = set;
        while front.0 != 0 {
            front = front.shifted(row_step, column_step);
            if front.0 & !set.0 == 0 {
                break;
            }
            set = Self(set.0 | front.0);
        }
        set
    }

    /// Every square of the set moved by this many rows (downward if positive) and columns (to the right if
    /// positive). Squares that leave the board vanish.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// let set: Bitboard<2, 3> = "X.X\n.X.".parse()?;
    /// assert_eq!(set.shifted(0, 1).to_string(), ".X.\n..X");
    /// assert_eq!(set.shifted(1, -1).to_string(), "...\n.X.");
    /// # Ok::<(), cgt_core::bitboard::ParseBoardError>(())
    /// ```
    #[must_use]
    pub const fn shifted(self, rows: isize, columns: isize) -> Self {
        if rows.unsigned_abs() >= ROWS || columns.unsigned_abs() >= COLS {
            return Self::EMPTY;
        }
        // Squares that would run over the side into another row are taken off first.
        let stays = self.0 & Self::columns_that_stay(columns);
        let by = rows * COLS as isize + columns;
        if by >= 0 {
            Self::from_bits_truncated(stays << by)
        } else {
            Self(stays >> -by)
        }
    }

    /// The squares that are still in their row after a step of less than COLS columns.
    const fn columns_that_stay(columns: isize) -> u128 {
        let gone = columns.unsigned_abs();
        let first_row = (u128::MAX >> (128 - (COLS - gone))) << if columns < 0 { gone } else { 0 };
        let mut all = 0;
        let mut row = 0;
        while row < ROWS {
            all |= first_row << (COLS * row);
            row += 1;
        }
        all
    }

    /// All straight runs of these lengths along rows and columns, each once: shorter ones first, then by their
    /// first square.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// // Two by two: four single squares, two dominoes across, two upright.
    /// assert_eq!(Bitboard::<2, 2>::runs(1..=2).len(), 8);
    /// ```
    #[must_use]
    pub fn runs(lengths: RangeInclusive<usize>) -> Vec<Self> {
        Self::collect_runs(lengths, |_, _| true)
    }

    /// The straight runs of these lengths along a row or a column that begin at one of its two ends, each once,
    /// in the order of [`runs`](Self::runs).
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// // In a row of four: two at the left and two at the right, not two in the middle.
    /// assert_eq!(Bitboard::<4, 4>::border_runs(2..=2).len(), 16);
    /// assert_eq!(Bitboard::<4, 4>::runs(2..=2).len(), 24);
    /// ```
    #[must_use]
    pub fn border_runs(lengths: RangeInclusive<usize>) -> Vec<Self> {
        Self::collect_runs(lengths, |before, after| before == 0 || after == 0)
    }

    /// Runs for which `wanted` holds of the number of squares before and after them in their line.
    fn collect_runs(lengths: RangeInclusive<usize>, wanted: impl Fn(usize, usize) -> bool) -> Vec<Self> {
        let mut runs = Vec::new();
        for length in lengths.filter(|&length| length > 0) {
            for row in 0..ROWS {
                for column in 0..COLS {
                    let along_row = column + length <= COLS && wanted(column, COLS - column - length);
                    if along_row {
                        runs.push((column..column + length).map(|column| (row, column)).collect());
                    }
                    // A single square is a run along both its lines.
                    if !(length == 1 && along_row) && row + length <= ROWS && wanted(row, ROWS - row - length)
                    {
                        runs.push((row..row + length).map(|row| (row, column)).collect());
                    }
                }
            }
        }
        runs
    }
}
