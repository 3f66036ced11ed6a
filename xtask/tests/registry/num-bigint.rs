---
[dependencies]
num-bigint = "0.5"
num-traits = "0.2"
num-integer = "0.1"
---
use num_bigint::{BigInt, BigUint, Sign, ToBigInt};
use num_integer::Integer;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

fn factorial(n: u32) -> BigUint { (1..=n).map(BigUint::from).product() }
fn fibonacci(n: usize) -> BigUint { let (mut a, mut b) = (BigUint::zero(), BigUint::one()); for _ in 0..n { let c = &a + &b; a = std::mem::replace(&mut b, c); } a }

fn main() {
    println!("{}\n{}", factorial(60), fibonacci(400));
    let a: BigInt = "-123456789012345678901234567890".parse().unwrap();
    let b = BigInt::from(987654321u64) * 1_000_000_007;
    println!("{} {} {} {}", &a + &b, &a * &b, &a / &b, &a % &b);
    println!("{:?} {} {}", a.div_mod_floor(&b), a.abs().gcd(&b.clone()), a.sign() == Sign::Minus);
    println!("{} {:x} {}", BigUint::from(3u8).modpow(&factorial(10), &BigUint::from(1_000_000_007u64)), factorial(20), BigInt::from(2).pow(200u32));
    println!("{:?} {:?} {}", b.to_u64(), a.to_i32(), factorial(30).sqrt());
    println!("{} {:?}", 5.to_bigint().unwrap() - 7, BigUint::parse_bytes(b"zz", 36));
    println!("{} {} {}", factorial(25) >> 10u32, factorial(5) << 70u32, factorial(25).bits());
    println!("{}", factorial(200).to_string().chars().filter_map(|c| c.to_digit(10)).sum::<u32>());
}
