//! Sets of squares of a board as one machine word.
//!
//! Row 0 is the top row, column 0 the leftmost column; the square in row r and column c is bit COLS · r + c.
//! Every operation is O(1) unless it says otherwise; a board of up to 128 squares fits.

mod iter;
mod lines;
mod symmetry;
mod text;

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

pub use iter::{Singles, Squares, Subsets};
pub use text::ParseBoardError;

/// A set of squares of a board of `ROWS` rows and `COLS` columns.
///
/// Boards of no squares or of more than 128 do not compile. `|`, `&`, `^` and `!` are union, intersection,
/// symmetric difference and complement; `-` is difference.
///
/// ```
/// use cgt_core::Bitboard;
///
/// type Board = Bitboard<3, 4>;
/// let corner = Board::EMPTY.with(0, 0).with(0, 1).with(1, 0);
/// assert_eq!(
///     corner.to_string(),
///     "XX..\n\
///      X...\n\
///      ....",
/// );
/// assert_eq!((corner & Board::row(0)).count(), 2);
/// assert_eq!(!Board::EMPTY, Board::FULL);
/// assert_eq!("XX..\nX...\n....".parse(), Ok(corner));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<const ROWS: usize, const COLS: usize>(u128);

impl<const ROWS: usize, const COLS: usize> Bitboard<ROWS, COLS> {
    /// Number of squares of the board.
    pub const SQUARES: u32 = {
        assert!(ROWS > 0 && COLS > 0 && ROWS * COLS <= 128, "a bitboard has 1 to 128 squares");
        (ROWS * COLS) as u32
    };

    /// No square.
    pub const EMPTY: Self = Self(0);

    /// Every square.
    pub const FULL: Self = Self(u128::MAX >> (128 - Self::SQUARES));

    /// The set with these bits, or `None` if some bit is no square of the board.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// assert_eq!(Bitboard::<2, 2>::new(0b1001).map(Bitboard::count), Some(2));
    /// assert_eq!(Bitboard::<2, 2>::new(0b1_0000), None);
    /// ```
    #[must_use]
    pub const fn new(bits: u128) -> Option<Self> {
        if bits & !Self::FULL.0 == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// The set with those of these bits that are squares of the board; the others are dropped.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// assert_eq!(Bitboard::<2, 2>::from_bits_truncated(u128::MAX), Bitboard::FULL);
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_bits_truncated(bits: u128) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// Bit COLS · r + c for the square in row r and column c.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of one square.
    ///
    /// # Panics
    ///
    /// If there is no such square; at compile time if the value is a constant.
    #[must_use]
    #[inline]
    pub const fn square(row: usize, column: usize) -> Self {
        assert!(row < ROWS && column < COLS, "no such square on the board");
        Self(1 << (COLS * row + column))
    }

    /// The set and this square. Panics like [`square`](Self::square).
    #[must_use]
    #[inline]
    pub const fn with(self, row: usize, column: usize) -> Self {
        Self(self.0 | Self::square(row, column).0)
    }

    /// The set except this square. Panics like [`square`](Self::square).
    #[must_use]
    #[inline]
    pub const fn without(self, row: usize, column: usize) -> Self {
        Self(self.0 & !Self::square(row, column).0)
    }

    /// The set with this square if it was not there, without it if it was. Panics like
    /// [`square`](Self::square).
    #[must_use]
    #[inline]
    pub const fn toggled(self, row: usize, column: usize) -> Self {
        Self(self.0 ^ Self::square(row, column).0)
    }

    /// Whether the square is in the set. Panics like [`square`](Self::square).
    #[must_use]
    #[inline]
    pub const fn contains(self, row: usize, column: usize) -> bool {
        self.0 & Self::square(row, column).0 != 0
    }

    /// Number of squares in the set.
    #[must_use]
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in the set.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every square of this set is in the other.
    #[must_use]
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether no square is in both sets.
    #[must_use]
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }
}

impl<const ROWS: usize, const COLS: usize> Default for Bitboard<ROWS, COLS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const ROWS: usize, const COLS: usize> BitOr for Bitboard<ROWS, COLS> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<const ROWS: usize, const COLS: usize> BitAnd for Bitboard<ROWS, COLS> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<const ROWS: usize, const COLS: usize> BitXor for Bitboard<ROWS, COLS> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl<const ROWS: usize, const COLS: usize> Sub for Bitboard<ROWS, COLS> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<const ROWS: usize, const COLS: usize> Not for Bitboard<ROWS, COLS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::from_bits_truncated(!self.0)
    }
}

impl<const ROWS: usize, const COLS: usize> BitOrAssign for Bitboard<ROWS, COLS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const ROWS: usize, const COLS: usize> BitAndAssign for Bitboard<ROWS, COLS> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const ROWS: usize, const COLS: usize> BitXorAssign for Bitboard<ROWS, COLS> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const ROWS: usize, const COLS: usize> SubAssign for Bitboard<ROWS, COLS> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests;
