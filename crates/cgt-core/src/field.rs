//! Nim multiplication: the nimbers below 2^64 are a field.
//!
//! Conway's product (On Numbers and Games, chapter 6): a ⊗ b is the mex of all a′b ⊕ ab′ ⊕ a′b′ for a′ < a and
//! b′ < b. For a Fermat power F = 2^(2^n): x ⊗ F = x · F for x < F, and F ⊗ F = F ⊕ F/2. So a number of 64 bits
//! is a pair (a₁, a₀) = a₁F ⊕ a₀ of 32-bit ones, and
//!
//! a ⊗ b = ((a₁⊕a₀)(b₁⊕b₀) ⊕ a₀b₀) F ⊕ a₀b₀ ⊕ a₁b₁(F/2),
//!
//! three products and one by a constant; the same again down to 16 bits, where logarithms to a generator of the
//! 65,535 units make a product a sum. The tables (384 KiB) are made when they are first needed.

use std::ops::{Div, DivAssign, Mul, MulAssign};
use std::sync::OnceLock;

use crate::Nimber;

/// ```
/// use cgt_core::Nimber;
///
/// assert_eq!(Nimber(2) * Nimber(3), Nimber(1));
/// assert_eq!(Nimber(4) * Nimber(4), Nimber(6));
/// assert_eq!(Nimber(1 << 32) * Nimber(1 << 31), Nimber(1 << 63));
/// ```
impl Mul for Nimber {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(Tables::get().product64(self.0, other.0))
    }
}

impl MulAssign for Nimber {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

/// # Panics
///
/// Division by zero panics, as for integers.
impl Div for Nimber {
    type Output = Self;

    #[allow(clippy::suspicious_arithmetic_impl)] // A quotient is the product with the inverse.
    fn div(self, divisor: Self) -> Self {
        self * divisor.inverse().expect("a divisor that is not zero")
    }
}

impl DivAssign for Nimber {
    fn div_assign(&mut self, divisor: Self) {
        *self = *self / divisor;
    }
}

impl Nimber {
    /// The nimber whose product with this one is 1; zero has none.
    ///
    /// ```
    /// use cgt_core::Nimber;
    ///
    /// assert_eq!(Nimber(2).inverse(), Some(Nimber(3)));
    /// assert_eq!(Nimber(0).inverse(), None);
    /// ```
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        (self.0 != 0).then(|| Self(Tables::get().inverse64(self.0)))
    }

    /// The nimber whose square this is: every nimber has exactly one.
    ///
    /// ```
    /// use cgt_core::Nimber;
    ///
    /// assert_eq!(Nimber(6).square_root(), Nimber(4));
    /// ```
    #[must_use]
    pub fn square_root(self) -> Self {
        Self(Tables::get().square_root64(self.0))
    }

    /// The product of `exponent` factors of this nimber: 64 squarings at most.
    ///
    /// ```
    /// use cgt_core::Nimber;
    ///
    /// assert_eq!(Nimber(12345).power(0), Nimber(1));
    /// // The units of the field: 2^64 - 1 of them.
    /// assert_eq!(Nimber(12345).power(u64::MAX), Nimber(1));
    /// ```
    #[must_use]
    pub fn power(self, exponent: u64) -> Self {
        let mut square = self;
        let mut power = Self(1);
        for bit in 0..u64::BITS - exponent.leading_zeros() {
            if exponent >> bit & 1 == 1 {
                power *= square;
            }
            square *= square;
        }
        power
    }
}

/// Number of units of the field of 16-bit nimbers.
const UNITS: usize = 65_535;

/// F/2 for F = 2^16.
const HALF16: u16 = 1 << 15;
/// F/2 for F = 2^32.
const HALF32: u32 = 1 << 31;

/// Logarithms and powers of a generator of the 16-bit units.
struct Tables {
    log: Vec<u16>,
    /// Two periods, so that a sum of two logarithms needs no reduction.
    power: Vec<u16>,
}

impl Tables {
    fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Self::new)
    }

    fn new() -> Self {
        // Of the numbers from 2^15 on, the first that generates: its powers return to 1 after all units only.
        let mut power = Vec::with_capacity(2 * UNITS);
        for generator in HALF16.. {
            let times = products_with(generator);
            power.clear();
            let mut unit = 1;
            loop {
                power.push(unit);
                unit = times[0][usize::from(unit & 255)] ^ times[1][usize::from(unit >> 8)];
                if unit == 1 {
                    break;
                }
            }
            if power.len() == UNITS {
                break;
            }
        }
        let mut log = vec![0; UNITS + 1];
        for (exponent, &unit) in power.iter().enumerate() {
            log[usize::from(unit)] = exponent as u16;
        }
        power.extend_from_within(..);
        Self { log, power }
    }

    #[inline]
    fn product16(&self, a: u16, b: u16) -> u16 {
        if a == 0 || b == 0 {
            return 0;
        }
        self.power[usize::from(self.log[usize::from(a)]) + usize::from(self.log[usize::from(b)])]
    }

    #[inline]
    fn product32(&self, a: u32, b: u32) -> u32 {
        let ((a1, a0), (b1, b0)) = (halves32(a), halves32(b));
        let low = self.product16(a0, b0);
        let cross = self.product16(a1 ^ a0, b1 ^ b0);
        let high = self.product16(self.product16(a1, b1), HALF16);
        whole32(cross ^ low, low ^ high)
    }

    /// a ⊗ 2^31, where 2^31 = 2^15 F for F = 2^16.
    #[inline]
    fn times_half32(&self, a: u32) -> u32 {
        let (a1, a0) = halves32(a);
        let high = self.product16(a1, HALF16);
        whole32(high ^ self.product16(a0, HALF16), self.product16(high, HALF16))
    }

    #[inline]
    fn product64(&self, a: u64, b: u64) -> u64 {
        let ((a1, a0), (b1, b0)) = (halves64(a), halves64(b));
        let low = self.product32(a0, b0);
        let cross = self.product32(a1 ^ a0, b1 ^ b0);
        let high = self.times_half32(self.product32(a1, b1));
        whole64(cross ^ low, low ^ high)
    }

    /// The inverse of a₁F ⊕ a₀ is its conjugate a₁F ⊕ a₁ ⊕ a₀ over their product, which lies below F.
    fn inverse64(&self, a: u64) -> u64 {
        let (a1, a0) = halves64(a);
        let norm = self.times_half32(self.product32(a1, a1)) ^ self.product32(a0, a1 ^ a0);
        let inverse = self.inverse32(norm);
        whole64(self.product32(a1, inverse), self.product32(a1 ^ a0, inverse))
    }

    fn inverse32(&self, a: u32) -> u32 {
        let (a1, a0) = halves32(a);
        let square = self.product16(self.product16(a1, a1), HALF16);
        let norm = square ^ self.product16(a0, a1 ^ a0);
        let inverse = self.power[UNITS - usize::from(self.log[usize::from(norm)])];
        whole32(self.product16(a1, inverse), self.product16(a1 ^ a0, inverse))
    }

    /// (uF ⊕ v)² = u²F ⊕ u²(F/2) ⊕ v², so that u = √a₁ and v = √(a₀ ⊕ a₁(F/2)).
    fn square_root64(&self, a: u64) -> u64 {
        let (a1, a0) = halves64(a);
        whole64(self.square_root32(a1), self.square_root32(a0 ^ self.product32(a1, HALF32)))
    }

    fn square_root32(&self, a: u32) -> u32 {
        let (a1, a0) = halves32(a);
        whole32(self.square_root16(a1), self.square_root16(a0 ^ self.product16(a1, HALF16)))
    }

    fn square_root16(&self, a: u16) -> u16 {
        if a == 0 {
            return 0;
        }
        let log = usize::from(self.log[usize::from(a)]);
        self.power[if log % 2 == 0 { log / 2 } else { (log + UNITS) / 2 }]
    }
}

/// The products of a 16-bit nimber with each low and each high byte.
fn products_with(factor: u16) -> [Vec<u16>; 2] {
    let bits: Vec<u16> = (0..16).map(|bit| product_by_halves(factor.into(), 1 << bit, 16) as u16).collect();
    let of = |byte: usize, shift: usize| {
        (0..8).filter(|bit| byte >> bit & 1 == 1).fold(0, |sum, bit| sum ^ bits[bit + shift])
    };
    [0, 8].map(|shift| (0..256).map(|byte| of(byte, shift)).collect())
}

/// The product of two nimbers of `bits` bits (a power of two), straight from the formula. O(bits^1.6).
fn product_by_halves(a: u64, b: u64, bits: u32) -> u64 {
    if bits == 1 {
        return a & b;
    }
    let half = bits / 2;
    let mask = (1 << half) - 1;
    let low = product_by_halves(a & mask, b & mask, half);
    let high = product_by_halves(a >> half, b >> half, half);
    let cross = product_by_halves(a >> half ^ a & mask, b >> half ^ b & mask, half);
    (cross ^ low) << half ^ low ^ product_by_halves(high, 1 << (half - 1), half)
}

const fn halves32(a: u32) -> (u16, u16) {
    ((a >> 16) as u16, a as u16)
}

const fn whole32(high: u16, low: u16) -> u32 {
    (high as u32) << 16 | low as u32
}

const fn halves64(a: u64) -> (u32, u32) {
    ((a >> 32) as u32, a as u32)
}

const fn whole64(high: u32, low: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;
    use crate::mex;

    #[test]
    fn small_products_are_those_of_the_definition() {
        let size = 48_usize;
        let mut product = vec![vec![0; size]; size];
        for a in 0..size {
            for b in 0..size {
                let options = (0..a).flat_map(|c| (0..b).map(move |d| (c, d)));
                product[a][b] = mex(options.map(|(c, d)| product[c][b] ^ product[a][d] ^ product[c][d]));
                assert_eq!(Nimber(a as u64) * Nimber(b as u64), Nimber(product[a][b]), "{a} by {b}");
            }
        }
    }

    /// Numbers of every size, extremes among them.
    fn any_nimber() -> impl Strategy<Value = u64> {
        prop_oneof![
            any::<u64>(),
            any::<u32>().prop_map(u64::from),
            0_u64..300,
            Just(u64::MAX),
            (0_u32..64).prop_map(|bit| 1 << bit)
        ]
    }

    proptest! {
        #[test]
        fn products_equal_the_slow_twin(a in any_nimber(), b in any_nimber()) {
            prop_assert_eq!((Nimber(a) * Nimber(b)).0, product_by_halves(a, b, 64));
        }

        #[test]
        fn nimbers_are_a_field(a in any_nimber(), b in any_nimber(), c in any_nimber(), e: u8) {
            let (a, b, c) = (Nimber(a), Nimber(b), Nimber(c));
            prop_assert_eq!(a * b, b * a);
            prop_assert_eq!(a * (b * c), a * b * c);
            prop_assert_eq!(a * (b + c), a * b + a * c);
            prop_assert_eq!(a.square_root() * a.square_root(), a);
            prop_assert_eq!(a.power(e.into()), (0..e).fold(Nimber(1), |power, _| power * a));
            match a.inverse() {
                Some(inverse) => {
                    prop_assert_eq!(a * inverse, Nimber(1));
                    prop_assert_eq!(b / a * a, b);
                }
                None => prop_assert_eq!(a, Nimber(0)),
            }
        }
    }
}
