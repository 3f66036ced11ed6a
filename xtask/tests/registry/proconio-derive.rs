---
[dependencies]
proconio = { version = "0.5", features = ["derive"] }
---
use proconio::{derive_readable, fastout, input, marker::Usize1};

// A comment that stays.
#[derive_readable]
#[derive(Debug, Clone, PartialEq)]
struct Pair {
    left: i64,
    right: Usize1,
}

#[fastout]
fn main() {
    input! {
        count: usize, // the number of pairs
        pairs: [Pair; count],
    }
    for pair in &pairs {
        println!("{pair:?} {}", pair.left * 2);
    }
    print!("{}\n", pairs.len());
}
