---
[dependencies]
num-integer = "0.1"
---
use num_integer::{binomial, cbrt, div_ceil, gcd, lcm, mod_floor, sqrt, Average, ExtendedGcd, Integer, IterBinomial, Roots};

fn inverse(a: i64, m: i64) -> Option<i64> { let ExtendedGcd { gcd, x, .. } = a.extended_gcd(&m); (gcd == 1).then(|| x.mod_floor(&m)) }

fn main() {
    println!("{} {} {:?}", gcd(84, 36), lcm(6u64, 10), (-12i32).gcd_lcm(&18));
    println!("{} {} {} {:?}", mod_floor(-7, 3), div_ceil(-7, 3), (-7).div_floor(&3), (-7i64).div_mod_floor(&3));
    println!("{} {} {} {}", sqrt(1_000_000_007u64), cbrt(1000), 12345678u32.nth_root(3), u64::MAX.sqrt());
    println!("{} {:?}", binomial(30u64, 15), IterBinomial::new(6u32).collect::<Vec<_>>());
    println!("{:?} {:?} {} {}", inverse(3, 11), inverse(4, 8), 7.is_odd(), 9.is_multiple_of(&3));
    println!("{} {} {}", 7i8.average_floor(&-2), 13.next_multiple_of(&5), 13.prev_multiple_of(&5));
}
