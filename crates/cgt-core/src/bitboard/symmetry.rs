//! The symmetries of a board: mirrors and turns.

use super::Bitboard;

impl<const ROWS: usize, const COLS: usize> Bitboard<ROWS, COLS> {
    /// Mirrored top to bottom. O(ROWS).
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// let set: Bitboard<2, 3> = "XX.\n..X".parse()?;
    /// assert_eq!(set.flipped_vertically().to_string(), "..X\nXX.");
    /// assert_eq!(set.flipped_horizontally().to_string(), ".XX\nX..");
    /// assert_eq!(set.transposed().to_string(), "X.\nX.\n.X");
    /// assert_eq!(set.turned_right().to_string(), ".X\n.X\nX.");
    /// assert_eq!(set.turned_left().to_string(), ".X\nX.\nX.");
    /// assert_eq!(set.turned_half().to_string(), "X..\n.XX");
    /// # Ok::<(), cgt_core::bitboard::ParseBoardError>(())
    /// ```
    #[must_use]
    pub const fn flipped_vertically(self) -> Self {
        let first_row = Self::row(0).0;
        let mut flipped = 0;
        let mut row = 0;
        while row < ROWS {
            flipped |= (self.0 >> (COLS * row) & first_row) << (COLS * (ROWS - 1 - row));
            row += 1;
        }
        Self(flipped)
    }

    /// Mirrored left to right. O(COLS).
    #[must_use]
    pub const fn flipped_horizontally(self) -> Self {
        let first_column = Self::column(0).0;
        let mut flipped = 0;
        let mut column = 0;
        while column < COLS {
            flipped |= (self.0 >> column & first_column) << (COLS - 1 - column);
            column += 1;
        }
        Self(flipped)
    }

    /// Turned by 180 degrees.
    #[must_use]
    pub const fn turned_half(self) -> Self {
        Self(self.0.reverse_bits() >> (128 - Self::SQUARES))
    }

    /// Mirrored at the diagonal: rows become columns. O(squares).
    #[must_use]
    pub const fn transposed(self) -> Bitboard<COLS, ROWS> {
        let mut transposed = 0;
        let mut row = 0;
        while row < ROWS {
            let mut column = 0;
            while column < COLS {
                transposed |= (self.0 >> (COLS * row + column) & 1) << (ROWS * column + row);
                column += 1;
            }
            row += 1;
        }
        Bitboard(transposed)
    }

    /// Turned by 90 degrees clockwise. O(squares).
    #[must_use]
    pub const fn turned_right(self) -> Bitboard<COLS, ROWS> {
        self.transposed().flipped_horizontally()
    }

    /// Turned by 90 degrees counter-clockwise. O(squares).
    #[must_use]
    pub const fn turned_left(self) -> Bitboard<COLS, ROWS> {
        self.transposed().flipped_vertically()
    }
}

impl<const SIDE: usize> Bitboard<SIDE, SIDE> {
    /// The set under all eight symmetries of the square board, the set itself first; images may be equal.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// let orbit = Bitboard::<3, 3>::square(0, 1).symmetries();
    /// let sides = [(0, 1), (1, 0), (1, 2), (2, 1)].into_iter().collect();
    /// assert_eq!(orbit.into_iter().fold(Bitboard::EMPTY, |all, image| all | image), sides);
    /// ```
    #[must_use]
    pub const fn symmetries(self) -> [Self; 8] {
        let transposed = self.transposed();
        [
            self,
            self.flipped_horizontally(),
            self.flipped_vertically(),
            self.turned_half(),
            transposed,
            transposed.flipped_horizontally(),
            transposed.flipped_vertically(),
            transposed.turned_half(),
        ]
    }

    /// The symmetric image with the smallest bits: one name for up to eight equivalent sets.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// let corner = Bitboard::<4, 4>::square(3, 3);
    /// assert_eq!(corner.canonical(), Bitboard::square(0, 0));
    /// ```
    #[must_use]
    pub fn canonical(self) -> Self {
        self.symmetries().into_iter().fold(self, Self::min)
    }
}
