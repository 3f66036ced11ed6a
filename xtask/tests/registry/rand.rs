---
[dependencies]
rand = { version = "0.10", default-features = false }
rand_xoshiro = "0.8"
---
use rand::{distr::{Distribution, StandardUniform, Uniform}, seq::{IndexedRandom, IteratorRandom, SliceRandom}, Rng, RngExt, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoroshiro128PlusPlus, Xoshiro256PlusPlus};

fn dice(rng: &mut impl Rng) -> u32 { rng.random_range(1..=6) }

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(42);
    println!("{:?}", (0..8).map(|_| dice(&mut rng)).collect::<Vec<_>>());
    let mut v: Vec<u32> = (0..10).collect();
    v.shuffle(&mut rng);
    println!("{v:?} {:?} {:?}", v.choose(&mut rng), (0..100).choose(&mut rng));
    println!("{} {} {:.6} {}", rng.random::<u64>(), rng.random_bool(0.3), rng.random::<f64>(), rng.random_range(-5i64..5));
    let between = Uniform::new(10u8, 20).unwrap();
    println!("{:?}", between.sample_iter(&mut rng).take(5).collect::<Vec<_>>());
    let mut small = SplitMix64::from_seed(7u64.to_le_bytes());
    let (a, b): (u8, bool) = StandardUniform.sample(&mut small);
    println!("{a} {b} {}", small.next_u64());
    let mut jump = Xoroshiro128PlusPlus::seed_from_u64(1);
    jump.jump();
    println!("{} {:?}", jump.next_u32(), rng.random::<[u16; 3]>());
}
