//! Nim multiplication: the nimbers below 2^64 are a field.
//!
//! Conway's product (On Numbers and Games, chapter 6): a ⊗ b is the mex of all a′b ⊕ ab′ ⊕ a′b′ for a′ < a and
//! b′ < b. For a Fermat power F = 2^(2^n): x ⊗ F = x · F for x < F, and F ⊗ F = F ⊕ F/2. So a number of 64 bits
//! is a pair (a₁, a₀) = a₁F ⊕ a₀ of 32-bit ones, and
//!
//! a ⊗ b = ((a₁⊕a₀)(b₁⊕b₀) ⊕ a₀b₀) F ⊕ a₀b₀ ⊕ a₁b₁(F/2),
//!
//! three products and one by a constant; the same again down to 8 bits, where logarithms to a generator of the
//! 255 units make a product a sum. Products by the constants F/2 are linear and come from tables by byte. Inverses
//! and square roots go that way, which leads to smaller and smaller fields. A product of 64 bits is found faster as that of
//! [polynomials]. Tables are made at compile time, 10 KiB for the one way and 32 KiB for the other.

mod polynomials;

use std::ops::{Div, DivAssign, Mul, MulAssign};

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
        Self(polynomials::product(self.0, other.0))
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
        (self.0 != 0).then(|| Self(inverse64(self.0)))
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
        Self(square_root64(self.0))
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

/// Number of units of the field of 8-bit nimbers.
const UNITS: usize = 255;

/// F/2 for F = 2^8, 2^16 and 2^32.
const HALF8: u8 = 1 << 7;
const HALF16: u16 = 1 << 15;
const HALF32: u32 = 1 << 31;

/// A logarithm so great that no sum with it is one of units.
const LOG_OF_ZERO: u16 = 1024;

/// Logarithms and powers of a generator of the 8-bit units.
struct Logarithms {
    log: [u16; 256],
    /// Three periods, for sums of three logarithms, then zeros.
    power: [u8; 4096],
}

static UNIT: Logarithms = {
    let mut power = [0; 4096];
    let mut log = [LOG_OF_ZERO; 256];
    // The first number whose powers return to 1 after all units only.
    let mut generator = 2;
    let mut order = 0;
    while order < UNITS {
        let mut unit = 1;
        order = 0;
        loop {
            power[order] = unit as u8;
            unit = product_by_halves(unit, generator, 8);
            order += 1;
            if unit == 1 {
                break;
            }
        }
        generator += 1;
    }
    let mut exponent = 0;
    while exponent < UNITS {
        log[power[exponent] as usize] = exponent as u16;
        power[exponent + UNITS] = power[exponent];
        power[exponent + 2 * UNITS] = power[exponent];
        exponent += 1;
    }
    Logarithms { log, power }
};

/// Products of each byte of a number with F/2 for F = 2^16 (low byte first) and F = 2^32.
static TIMES_HALF16: [[u16; 256]; 2] = {
    let mut products = [[0; 256]; 2];
    let mut place = 0;
    while place < 2 {
        let mut byte = 0;
        while byte < 256 {
            products[place][byte] = product_by_halves((byte as u64) << (8 * place), HALF16 as u64, 16) as u16;
            byte += 1;
        }
        place += 1;
    }
    products
};
static TIMES_HALF32: [[u32; 256]; 4] = {
    let mut products = [[0; 256]; 4];
    let mut place = 0;
    while place < 4 {
        // Linear: the product with a byte is that with its lowest bit and that with the rest.
        let mut byte = 1_usize;
        while byte < 256 {
            let lowest = byte & byte.wrapping_neg();
            products[place][byte] = if byte == lowest {
                product_by_halves((byte as u64) << (8 * place), HALF32 as u64, 32) as u32
            } else {
                products[place][lowest] ^ products[place][byte ^ lowest]
            };
            byte += 1;
        }
        place += 1;
    }
    products
};

#[inline]
fn log(a: u8) -> u16 {
    UNIT.log[usize::from(a)]
}

#[inline]
fn power(exponent: u16) -> u8 {
    UNIT.power[usize::from(exponent) & 4095]
}

#[inline]
fn product8(a: u8, b: u8) -> u8 {
    power(log(a) + log(b))
}

#[inline]
fn product16(a: u16, b: u16) -> u16 {
    let ([a0, a1], [b0, b1]) = (a.to_le_bytes(), b.to_le_bytes());
    let low = product8(a0, b0);
    let cross = product8(a0 ^ a1, b0 ^ b1);
    let high = power(log(a1) + log(b1) + log(HALF8));
    u16::from_le_bytes([low ^ high, cross ^ low])
}

#[inline]
fn times_half16(a: u16) -> u16 {
    let [a0, a1] = a.to_le_bytes();
    TIMES_HALF16[0][usize::from(a0)] ^ TIMES_HALF16[1][usize::from(a1)]
}

#[inline]
fn times_half32(a: u32) -> u32 {
    let bytes = a.to_le_bytes().into_iter().zip(&TIMES_HALF32);
    bytes.fold(0, |sum, (byte, products)| sum ^ products[usize::from(byte)])
}

#[inline]
fn product32(a: u32, b: u32) -> u32 {
    let ((a1, a0), (b1, b0)) = (halves32(a), halves32(b));
    let low = product16(a0, b0);
    let cross = product16(a1 ^ a0, b1 ^ b0);
    whole32(cross ^ low, low ^ times_half16(product16(a1, b1)))
}

/// The inverse of a₁F ⊕ a₀ is its conjugate a₁F ⊕ a₁ ⊕ a₀ over their product, which lies below F.
fn inverse64(a: u64) -> u64 {
    let (a1, a0) = halves64(a);
    let norm = times_half32(product32(a1, a1)) ^ product32(a0, a1 ^ a0);
    let inverse = inverse32(norm);
    whole64(product32(a1, inverse), product32(a1 ^ a0, inverse))
}

fn inverse32(a: u32) -> u32 {
    let (a1, a0) = halves32(a);
    let norm = times_half16(product16(a1, a1)) ^ product16(a0, a1 ^ a0);
    let inverse = inverse16(norm);
    whole32(product16(a1, inverse), product16(a1 ^ a0, inverse))
}

fn inverse16(a: u16) -> u16 {
    let [a0, a1] = a.to_le_bytes();
    let norm = product8(product8(a1, a1), HALF8) ^ product8(a0, a1 ^ a0);
    let inverse = power(UNITS as u16 - log(norm));
    u16::from_le_bytes([product8(a1 ^ a0, inverse), product8(a1, inverse)])
}

/// (uF ⊕ v)² = u²F ⊕ u²(F/2) ⊕ v², so that u = √a₁ and v = √(a₀ ⊕ a₁(F/2)).
fn square_root64(a: u64) -> u64 {
    let (a1, a0) = halves64(a);
    whole64(square_root32(a1), square_root32(a0 ^ times_half32(a1)))
}

fn square_root32(a: u32) -> u32 {
    let (a1, a0) = halves32(a);
    whole32(square_root16(a1), square_root16(a0 ^ times_half16(a1)))
}

fn square_root16(a: u16) -> u16 {
    let [a0, a1] = a.to_le_bytes();
    u16::from_le_bytes([square_root8(a0 ^ product8(a1, HALF8)), square_root8(a1)])
}

fn square_root8(a: u8) -> u8 {
    match log(a) {
        LOG_OF_ZERO => 0,
        even if even % 2 == 0 => power(even / 2),
        odd => power((odd + UNITS as u16) / 2),
    }
}

/// The product of two nimbers of `bits` bits (a power of two), straight from the formula. O(bits²).
const fn product_by_halves(a: u64, b: u64, bits: u32) -> u64 {
    if a == 0 || b == 0 {
        return 0;
    }
    if bits == 1 {
        return 1;
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
                    let mut changed = b;
                    changed /= a;
                    prop_assert_eq!(changed, b / a);
                }
                None => prop_assert_eq!(a, Nimber(0)),
            }
        }
    }
}
