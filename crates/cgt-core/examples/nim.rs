//! Nim (BOJ 11868): take any number of stones from one heap. Input: the number of heaps, then their sizes.
//! The value of a sum is the sum of values, and a heap is worth its size.

use cgt_core::{Nimber, Outcome};

pub(crate) fn answer(input: &str) -> String {
    let heaps = input.split_ascii_whitespace().skip(1).map(|size| Nimber(size.parse().expect("a size")));
    match heaps.sum::<Nimber>().outcome() {
        Outcome::N => "koosaga\n".to_owned(),
        Outcome::P => "cubelover\n".to_owned(),
    }
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
