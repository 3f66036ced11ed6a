---
[dependencies]
num-traits = "0.2"
---
use num_traits::{clamp, pow, Bounded, CheckedAdd, CheckedMul, Float, FromPrimitive, Num, NumCast, One, PrimInt, Signed, ToPrimitive, Unsigned, WrappingMul, Zero};

fn gcd<T: PrimInt + Unsigned>(a: T, b: T) -> T { if b.is_zero() { a } else { gcd(b, a % b) } }
fn dot<T: Num + Copy>(a: &[T], b: &[T]) -> T { a.iter().zip(b).fold(T::zero(), |s, (x, y)| s + *x * *y) }
fn hypot<F: Float>(a: F, b: F) -> F { (a * a + b * b).sqrt() }
fn checked<T: CheckedAdd + CheckedMul + Clone>(a: T, b: T) -> Option<T> { a.checked_mul(&b)?.checked_add(&a) }
fn top<T: Bounded + Signed>() -> T { T::max_value().abs() - T::one() }
#[derive(Debug, Clone, Copy, PartialEq)] struct M(u64);
impl std::ops::Mul for M { type Output = M; fn mul(self, o: M) -> M { M(self.0 * o.0 % 1_000_007) } }
impl One for M { fn one() -> M { M(1) } }

fn main() {
    println!("{} {} {:.3}", gcd(84u32, 36), dot(&[1, 2, 3], &[4, 5, 6]), hypot(3.0f64, 4.5));
    println!("{:?} {:?} {}", checked(200u8, 2), checked(100i32, 3), top::<i16>());
    println!("{:?} {}", pow(M(3), 1000), clamp(7, 1, 5));
    println!("{:?} {:?} {:?}", 300i32.to_u8(), u8::from_f64(3.9), <i64 as NumCast>::from(2.5f32));
    println!("{:?} {:?}", i32::from_str_radix("-7f", 16), <f64 as Num>::from_str_radix("2.5", 10));
    println!("{} {} {}", 0b1011u32.count_ones(), WrappingMul::wrapping_mul(&5u8, &100), f64::infinity().is_finite());
    println!("{} {}", (-5i32).signum(), <u64 as PrimInt>::pow(3, 4));
}
