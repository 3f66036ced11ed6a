//! Nim with splits (BOJ 11872): a move takes stones from a heap, or splits one heap in two. Lasker's Nim.
//! Input: the number of heaps, then their sizes. Heaps of 4k + 3 are worth 4k + 4, of 4k + 4 are worth 4k + 3,
//! the others their size (Winning Ways, chapter 4).

use cgt_core::Nimber;

pub(crate) fn answer(input: &str) -> String {
    let heaps = input.split_ascii_whitespace().skip(1).map(|size| size.parse::<u64>().expect("a size"));
    let value = |heap: u64| match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    };
    let sum: Nimber = heaps.map(|heap| Nimber(value(heap))).sum();
    if sum == Nimber::ZERO { "cubelover\n" } else { "koosaga\n" }.to_owned()
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
