//! Heap games: every move changes one heap, by rules that depend on its size and on what is taken.
//!
//! [`TakeAndBreak`] holds octal games such as Kayles (0.77) and Dawson's Kayles (0.07), hexadecimal games, and
//! subtraction games. [`values`](TakeAndBreak::values) finds Grundy values heap by heap, and
//! [`TakeAndBreak::period`] finds where they repeat, with a proof that they do for ever.
//!
//! ```
//! use cgt_core::heaps::TakeAndBreak;
//! use cgt_core::Nimber;
//!
//! let kayles: TakeAndBreak = "0.77".parse()?;
//! let values = kayles.values(200);
//! assert_eq!(values[..8], [0, 1, 2, 3, 1, 4, 3, 2]);
//! let period = kayles.period(&values).expect("Kayles is known to be periodic");
//! assert_eq!((period.preperiod(), period.period()), (71, 12));
//! assert_eq!(period.value(10_u64.pow(18)), Nimber(1));
//! # Ok::<(), cgt_core::heaps::CodeError>(())
//! ```

mod code;
mod period;
mod values;

pub use code::CodeError;
pub use period::{least_arithmetic_period, least_period, Certificate};
pub use values::SparseSpace;

/// How a move may leave a heap from which it took some beans.
///
/// In the code digit of the game, the sum of 1 for none, 2 for one, 4 for two, 8 for three heaps left, none of
/// them empty (Guy and Smith 1956; Winning Ways, chapter 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Digit(u32);

impl Digit {
    /// Whether the heap may be left as exactly this many heaps.
    const fn allows(self, heaps: u32) -> bool {
        self.0 >> heaps & 1 == 1
    }
}

/// A game in which a move takes some beans from a heap and leaves the rest as a certain number of heaps.
///
/// Digit k of its code says what may happen to the rest when k beans are taken. Digits below 8 make an octal
/// game, others let a heap fall into three and make a hexadecimal game. Digit 0, before the point, may let a
/// heap be split without taking anything: `4.` lets it fall in two.
///
/// Parsed from text like `0.77` or `4.007`, digits above 9 as `a` to `f`. See [`subtraction`](Self::subtraction)
/// for games that only take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeAndBreak {
    /// By number of beans taken; the last one is not 0.
    digits: Vec<Digit>,
}

impl TakeAndBreak {
    /// The game in which a move takes one of these numbers of beans from a heap.
    ///
    /// # Panics
    ///
    /// If a number is 0: such a move would change nothing.
    ///
    /// ```
    /// use cgt_core::heaps::TakeAndBreak;
    ///
    /// let game = TakeAndBreak::subtraction([1, 3, 4]);
    /// assert_eq!(game.values(10), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]);
    /// assert_eq!(game.to_string(), "0.3033");
    /// ```
    #[must_use]
    pub fn subtraction(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut digits = Vec::new();
        for number in numbers {
            assert!(number > 0, "a move takes something");
            if digits.len() <= number {
                digits.resize(number + 1, Digit(0));
            }
            digits[number] = Digit(3);
        }
        Self { digits }
    }

    /// The greatest number of beans that a move takes.
    #[must_use]
    pub fn most_taken(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// The greatest number of heaps into which one can fall.
    fn most_heaps(&self) -> u32 {
        (0..4).rev().find(|&heaps| self.digits.iter().any(|digit| digit.allows(heaps))).unwrap_or(0)
    }
}
