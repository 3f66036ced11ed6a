---
[dependencies]
proconio = "=0.4.3"
---
use proconio::{input, marker::{Bytes, Chars, Usize1}};

fn main() {
    input! { n: usize, rest: [i64; 2], }
    println!("{n} {rest:?}");
    let source = proconio::source::auto::AutoSource::from("3 2\nab cd\n1 2\nxyz\n");
    input! { from source, k: Usize1, m: usize, words: [Chars; m], pair: (u8, i32), tail: Bytes }
    println!("{k} {words:?} {pair:?} {tail:?}");
}
