//! Polygon game (BOJ 13034): join two free corners of an N-gon by a line that meets no other. A line parts the
//! other corners in two groups: Dawson's Kayles, octal 0.07. Input: N; output: 1 if the first wins, else 2.

use cgt_core::heaps::TakeAndBreak;

pub(crate) fn answer(input: &str) -> String {
    let corners: usize = input.trim().parse().expect("a number of corners");
    let dawson: TakeAndBreak = "0.07".parse().expect("an octal code");
    let value = dawson.values(corners + 1)[corners];
    if value == 0 { "2\n" } else { "1\n" }.to_owned()
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
