//! The product of 64-bit nimbers by way of polynomials.
//!
//! There is one field of 2^64 elements only, so that nimbers can be written as polynomials over two elements, of degree below
//! 64, modulo x^64 + x^4 + x^3 + x + 1: x stands for a nimber that is a root of it. Both ways of writing are linear
//! in bits, so that a table by byte leads from one to the other: 16 KiB there and 16 KiB back, made at compile time.
//! Polynomials are multiplied by ordinary multiplication, of numbers with holes between their bits that carries
//! cannot cross.

use super::product_by_halves;

/// A nimber r with r^64 ⊕ r^4 ⊕ r^3 ⊕ r ⊕ 1 = 0: the least of the 64.
const ROOT: u64 = 0x4028_84ca_01f7_c6b2;

/// A linear function of 64 bits, by byte, lowest first.
struct Linear([[u64; 256]; 8]);

static TO_NIMBER: Linear = Linear::of_bits(&powers_of_root());
static TO_POLYNOMIAL: Linear = Linear::of_bits(&inverse(powers_of_root()));

impl Linear {
    /// The function that has these values for the single bits.
    const fn of_bits(bits: &[u64; 64]) -> Self {
        let mut table = [[0; 256]; 8];
        let mut place = 0;
        while place < 8 {
            let mut byte = 1_usize;
            while byte < 256 {
                let rest = byte & (byte - 1);
                table[place][byte] = table[place][rest] ^ bits[8 * place + byte.trailing_zeros() as usize];
                byte += 1;
            }
            place += 1;
        }
        Self(table)
    }

    #[inline]
    fn at(&self, a: u64) -> u64 {
        let bytes = a.to_le_bytes().into_iter().zip(&self.0);
        bytes.fold(0, |sum, (byte, values)| sum ^ values[usize::from(byte)])
    }
}

const fn powers_of_root() -> [u64; 64] {
    let mut times_root = [0_u64; 64];
    let mut bit = 0;
    while bit < 64 {
        times_root[bit] = product_by_halves(1 << bit, ROOT, 64);
        bit += 1;
    }
    let mut powers = [1_u64; 64];
    let mut exponent = 1;
    while exponent < 64 {
        let mut product = 0;
        let mut rest = powers[exponent - 1];
        while rest != 0 {
            product ^= times_root[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        powers[exponent] = product;
        exponent += 1;
    }
    powers
}

/// The inverse of the linear function with these values for single bits, which has one (Gauss and Jordan).
const fn inverse(mut values: [u64; 64]) -> [u64; 64] {
    let mut arguments = [0; 64];
    let mut row = 0;
    while row < 64 {
        arguments[row] = 1 << row;
        row += 1;
    }
    let mut bit = 0;
    while bit < 64 {
        let mut pivot = bit;
        while values[pivot] >> bit & 1 == 0 {
            pivot += 1;
        }
        let (value, argument) = (values[pivot], arguments[pivot]);
        (values[pivot], arguments[pivot]) = (values[bit], arguments[bit]);
        (values[bit], arguments[bit]) = (value, argument);
        let mut row = 0;
        while row < 64 {
            if row != bit && values[row] >> bit & 1 == 1 {
                values[row] ^= value;
                arguments[row] ^= argument;
            }
            row += 1;
        }
        bit += 1;
    }
    arguments
}

/// The nim product.
#[inline]
pub(super) fn product(a: u64, b: u64) -> u64 {
    TO_NIMBER.at(reduced(times(TO_POLYNOMIAL.at(a), TO_POLYNOMIAL.at(b))))
}

/// Every fourth bit.
const HOLED: u64 = 0x1111_1111_1111_1111;

/// The product of polynomials, coefficients by bit.
///
/// With three empty bits behind each bit, sums of up to 15 ones do not run over into the next bit that counts; so
/// the top four bits of one factor, of which there would be a sixteenth, go by themselves.
#[inline]
fn times(a: u64, b: u64) -> u128 {
    let wide = |a: u64, b: u64| u128::from(a) * u128::from(b);
    let a_holed = [0, 1, 2, 3].map(|shift| a & (HOLED >> 4) << shift);
    let b_holed = [0, 1, 2, 3].map(|shift| b & HOLED << shift);
    let holed = u128::from(HOLED) << 64 | u128::from(HOLED);
    let mut product = 0;
    for sum in 0..4 {
        let parts = (0..4).fold(0, |parts, of_a| parts ^ wide(a_holed[of_a], b_holed[(4 + sum - of_a) % 4]));
        product |= parts & holed << sum;
    }
    for bit in 60..64 {
        product ^= u128::from(b & (a >> bit & 1).wrapping_neg()) << bit;
    }
    product
}

/// The rest modulo x^64 + x^4 + x^3 + x + 1.
#[inline]
const fn reduced(product: u128) -> u64 {
    let (high, low) = ((product >> 64) as u64, product as u64);
    // What the multiples of x^64 come to, and of that what is again above.
    let over = high >> 63 ^ high >> 61 ^ high >> 60;
    let high = high ^ over;
    low ^ high ^ high << 1 ^ high << 3 ^ high << 4
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    fn times_slowly(a: u64, b: u64) -> u128 {
        (0..64).filter(|bit| a >> bit & 1 == 1).fold(0, |sum, bit| sum ^ u128::from(b) << bit)
    }

    #[test]
    fn the_root_is_the_least_root() {
        let times = |a: u64, b: u64| product_by_halves(a, b, 64);
        let powers: Vec<u64> =
            std::iter::successors(Some(1), |&power| Some(times(power, ROOT))).take(65).collect();
        assert_eq!(powers[64] ^ powers[4] ^ powers[3] ^ powers[1] ^ powers[0], 0);
        assert_eq!(powers[..64], powers_of_root());
        // The others are its squares, and their squares.
        let roots = std::iter::successors(Some(ROOT), |&root| Some(times(root, root))).take(64);
        assert_eq!(roots.min(), Some(ROOT));
    }

    #[test]
    fn full_words_do_not_run_over() {
        for (a, b) in [
            (u64::MAX, u64::MAX),
            (HOLED, HOLED),
            (HOLED << 3, HOLED << 3),
            (HOLED, HOLED << 2),
            (1 << 63, u64::MAX),
        ] {
            assert_eq!(times(a, b), times_slowly(a, b), "{a:#x} {b:#x}");
        }
    }

    #[test]
    fn both_ways_of_writing_are_one_number() {
        for bit in 0..64 {
            assert_eq!(TO_NIMBER.at(TO_POLYNOMIAL.at(1 << bit)), 1 << bit);
        }
    }

    proptest! {
        #[test]
        fn polynomials_are_multiplied(a: u64, b: u64) {
            prop_assert_eq!(times(a, b), times_slowly(a, b));
        }

        #[test]
        fn rests_are_those_of_long_division(high: u64, low: u64) {
            let mut rest = u128::from(high) << 64 | u128::from(low);
            for bit in (64..128).rev() {
                if rest >> bit & 1 == 1 {
                    rest ^= 0b1_1011_u128 << (bit - 64) | 1 << bit;
                }
            }
            prop_assert_eq!(u128::from(reduced(u128::from(high) << 64 | u128::from(low))), rest);
        }
    }
}
