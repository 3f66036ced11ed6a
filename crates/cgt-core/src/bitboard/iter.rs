//! Walking through the squares and the subsets of a set.

use std::iter::FusedIterator;

use super::Bitboard;

impl<const ROWS: usize, const COLS: usize> Bitboard<ROWS, COLS> {
    /// The squares of the set as (row, column), row by row.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// let set: Bitboard<2, 3> = [(1, 2), (0, 1)].into_iter().collect();
    /// assert_eq!(set.squares().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
    /// ```
    #[must_use]
    pub fn squares(self) -> Squares<ROWS, COLS> {
        Squares(self.singles())
    }

    /// The squares of the set as sets of one square each, row by row.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// assert_eq!(Bitboard::<2, 2>::FULL.singles().map(Bitboard::bits).collect::<Vec<_>>(), [1, 2, 4, 8]);
    /// ```
    #[must_use]
    pub fn singles(self) -> Singles<ROWS, COLS> {
        Singles(self)
    }

    /// All subsets of the set, from the empty one to the set itself, smaller bits first: 2^count of them.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// let column = Bitboard::<2, 2>::column(1);
    /// assert_eq!(column.subsets().map(Bitboard::bits).collect::<Vec<_>>(), [0, 2, 8, 10]);
    /// ```
    #[must_use]
    pub fn subsets(self) -> Subsets<ROWS, COLS> {
        Subsets { of: self, next: Some(Self::EMPTY) }
    }
}

impl<const ROWS: usize, const COLS: usize> FromIterator<(usize, usize)> for Bitboard<ROWS, COLS> {
    /// The set of these squares (row, column). Panics like [`square`](Self::square).
    fn from_iter<I: IntoIterator<Item = (usize, usize)>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, (row, column)| set.with(row, column))
    }
}

/// See [`Bitboard::singles`].
#[derive(Clone, Debug)]
pub struct Singles<const ROWS: usize, const COLS: usize>(Bitboard<ROWS, COLS>);

impl<const ROWS: usize, const COLS: usize> Iterator for Singles<ROWS, COLS> {
    type Item = Bitboard<ROWS, COLS>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let bits = self.0.bits();
        let lowest = Bitboard(bits & bits.wrapping_neg());
        self.0 -= lowest;
        (!lowest.is_empty()).then_some(lowest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count() as usize;
        (left, Some(left))
    }
}

impl<const ROWS: usize, const COLS: usize> ExactSizeIterator for Singles<ROWS, COLS> {}
impl<const ROWS: usize, const COLS: usize> FusedIterator for Singles<ROWS, COLS> {}

/// See [`Bitboard::squares`].
#[derive(Clone, Debug)]
pub struct Squares<const ROWS: usize, const COLS: usize>(Singles<ROWS, COLS>);

impl<const ROWS: usize, const COLS: usize> Iterator for Squares<ROWS, COLS> {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|single| {
            let index = single.bits().trailing_zeros() as usize;
            (index / COLS, index % COLS)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<const ROWS: usize, const COLS: usize> ExactSizeIterator for Squares<ROWS, COLS> {}
impl<const ROWS: usize, const COLS: usize> FusedIterator for Squares<ROWS, COLS> {}

/// See [`Bitboard::subsets`].
#[derive(Clone, Debug)]
pub struct Subsets<const ROWS: usize, const COLS: usize> {
    of: Bitboard<ROWS, COLS>,
    next: Option<Bitboard<ROWS, COLS>>,
}

impl<const ROWS: usize, const COLS: usize> Iterator for Subsets<ROWS, COLS> {
    type Item = Bitboard<ROWS, COLS>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let subset = self.next?;
        // Subtracting the set carries a one through the bits between its squares.
        let after = Bitboard(subset.bits().wrapping_sub(self.of.bits()) & self.of.bits());
        self.next = (!after.is_empty()).then_some(after);
        Some(subset)
    }
}

impl<const ROWS: usize, const COLS: usize> FusedIterator for Subsets<ROWS, COLS> {}
