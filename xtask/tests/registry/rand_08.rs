---
[dependencies]
rand = { version = "0.8", default-features = false }
rand_pcg = "0.3"
---
use rand::{seq::SliceRandom as _, Rng as _, SeedableRng as _};
use rand_pcg::{Mcg128Xsl64, Pcg64Mcg};
use std::io::Read as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let seed = text.split_whitespace().count() as u64;
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut order: Vec<u32> = (0..8).collect();
    order.shuffle(&mut rng);
    println!("{order:?} {} {:.6}", rng.gen_range(0..100), rng.gen::<f64>());
    println!("{}", Mcg128Xsl64::new(7).gen_bool(0.5));
}
