---
[dependencies]
proconio = { version = "0.5", default-features = false }
---
use proconio::{input, marker::{Chars, Usize1}};

fn main() {
    input! { n: usize, rest: [i64; n + 1] }
    println!("{n} {rest:?}");
    let source = proconio::source::auto::AutoSource::from("2 3\nab cd\n1 2 3\n");
    input! { from source, m: Usize1, k: usize, first: Chars, words: [String; 1], row: [f64; k] }
    println!("{m} {first:?} {words:?} {row:?}");
}
