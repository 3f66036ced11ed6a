//! A piece on the quarter plane of squares (x, y) with x, y ≥ 0 that can only come nearer to the corner.
//!
//! [`Piece`] gives its moves, [`Piece::table`] the Grundy values of a rectangle, and, for pieces that move a
//! bounded distance, [`Piece::certificate`] a formula for every square together with what proves it.
//!
//! ```
//! use cgt_core::quarter_plane::Piece;
//! use cgt_core::Nimber;
//!
//! let king: Piece = "K".parse()?;
//! let certificate = king.certificate(40).expect("the king's board repeats");
//! assert!(certificate.verify(&king));
//! assert_eq!(certificate.value(1_000_000_007, 998_244_353), Nimber(2));
//! # Ok::<(), cgt_core::quarter_plane::PieceError>(())
//! ```

mod certificate;
mod parse;

pub use certificate::Certificate;
pub use parse::PieceError;

use crate::Nimber;

/// How far a move goes towards the corner: (in x, in y), not both 0.
pub type Step = (u32, u32);

/// The moves of a piece on the quarter plane.
///
/// Parsed from text: pieces `R`, `B`, `K`, `N` and `P` (rook, bishop, king, knight with its two moves nearer the
/// corner in both directions, palace), steps like `(-1,-2)`, and riders like `rider(-1,0)`, which may repeat
/// their step. Several may be combined, with blanks between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// Moves made once.
    steps: Vec<Step>,
    /// Moves made any number of times in a row.
    riders: Vec<Step>,
}

/// The Grundy values of a rectangle of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    width: usize,
    /// Row by row: value of (x, y) at width · y + x.
    values: Vec<u32>,
}

impl Piece {
    /// A piece with these steps and riders.
    ///
    /// # Panics
    ///
    /// If a step goes nowhere.
    pub fn new(steps: impl IntoIterator<Item = Step>, riders: impl IntoIterator<Item = Step>) -> Self {
        let sorted = |steps: Vec<Step>| {
            assert!(!steps.contains(&(0, 0)), "a move comes nearer to the corner");
            let mut steps = steps;
            steps.sort_unstable();
            steps.dedup();
            steps
        };
        Self { steps: sorted(steps.into_iter().collect()), riders: sorted(riders.into_iter().collect()) }
    }

    /// The moves that are made once.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The moves that may be repeated.
    #[must_use]
    pub fn riders(&self) -> &[Step] {
        &self.riders
    }

    /// The Grundy values of the squares with x < `width` and y < `height`.
    ///
    /// O(squares · (steps + riders · values / 64)): a rider's line keeps the set of values seen along it.
    ///
    /// ```
    /// use cgt_core::quarter_plane::Piece;
    ///
    /// let rook: Piece = "R".parse()?;
    /// let table = rook.table(100, 100);
    /// assert_eq!(table.value(77, 50), 77 ^ 50);
    /// # Ok::<(), cgt_core::quarter_plane::PieceError>(())
    /// ```
    #[must_use]
    pub fn table(&self, width: usize, height: usize) -> Table {
        let mut values: Vec<u32> = Vec::with_capacity(width * height);
        let mut lines: Vec<Lines> = self.riders.iter().map(|&step| Lines::new(step, width, height)).collect();
        let mut near = Vec::new();
        for y in 0..height {
            for x in 0..width {
                near.clear();
                let steps = self.steps.iter().filter_map(|&step| back(x, y, step));
                near.extend(steps.map(|(x, y)| values[width * y + x]));
                let mut value = 0;
                loop {
                    let word = value / 64;
                    let of_steps = near.iter().filter(|&&near| near as usize / 64 == word);
                    let mut seen = of_steps.fold(0_u64, |seen, near| seen | 1 << (near % 64));
                    seen = lines.iter().fold(seen, |seen, lines| seen | lines.word(x, y, word));
                    value = word * 64 + (!seen).trailing_zeros() as usize;
                    if seen != u64::MAX {
                        break;
                    }
                }
                lines.iter_mut().for_each(|lines| lines.add(x, y, value));
                values.push(value as u32);
            }
        }
        Table { width, values }
    }
}

/// The square that a step leads to, if it is on the board.
fn back(x: usize, y: usize, (dx, dy): Step) -> Option<(usize, usize)> {
    Some((x.checked_sub(dx as usize)?, y.checked_sub(dy as usize)?))
}

/// For each line along which a rider moves, the set of values met so far.
struct Lines {
    step: Step,
    width: usize,
    /// By first square of the line (which lies near a border).
    seen: Vec<Vec<u64>>,
}

impl Lines {
    fn new(step: Step, width: usize, height: usize) -> Self {
        Self { step, width, seen: vec![Vec::new(); width * height] }
    }

    fn line(&self, x: usize, y: usize) -> usize {
        let (dx, dy) = (self.step.0 as usize, self.step.1 as usize);
        let moves = x.checked_div(dx).unwrap_or(usize::MAX).min(y.checked_div(dy).unwrap_or(usize::MAX));
        self.width * (y - moves * dy) + x - moves * dx
    }

    fn word(&self, x: usize, y: usize, word: usize) -> u64 {
        self.seen[self.line(x, y)].get(word).copied().unwrap_or(0)
    }

    fn add(&mut self, x: usize, y: usize, value: usize) {
        let line = self.line(x, y);
        let seen = &mut self.seen[line];
        if seen.len() <= value / 64 {
            seen.resize(value / 64 + 1, 0);
        }
        seen[value / 64] |= 1 << (value % 64);
    }
}

impl Table {
    /// The value of a square.
    ///
    /// # Panics
    ///
    /// If the square is not in the table.
    #[must_use]
    pub fn value(&self, x: usize, y: usize) -> u32 {
        self.row(y)[x]
    }

    /// Who wins, as a nimber. Panics like [`value`](Self::value).
    #[must_use]
    pub fn nimber(&self, x: usize, y: usize) -> Nimber {
        Nimber(self.value(x, y).into())
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.values.len() / self.width.max(1)
    }

    /// The values of the squares (0, y), (1, y), …
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, y: usize) -> &[u32] {
        &self.values[self.width * y..self.width * (y + 1)]
    }

    /// The values of the squares (x, 0), (x, 1), …
    pub fn column(&self, x: usize) -> impl Iterator<Item = u32> + '_ {
        (0..self.height()).map(move |y| self.value(x, y))
    }

    /// The values of the squares (x, y), (x + 1, y + 1), …, as far as the table goes.
    pub fn diagonal(&self, x: usize, y: usize) -> impl Iterator<Item = u32> + '_ {
        let length = self.width.saturating_sub(x).min(self.height().saturating_sub(y));
        (0..length).map(move |step| self.value(x + step, y + step))
    }
}

#[cfg(test)]
mod tests;
