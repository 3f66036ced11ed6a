//! Pimber (BOJ 16877): a move takes a Fibonacci number of stones from one heap of up to 3,000,000.
//! Input: the number of heaps, then their sizes. The values are at most the number of moves, about 30.

use cgt_core::heaps::TakeAndBreak;

pub(crate) fn answer(input: &str) -> String {
    let sizes = input.split_ascii_whitespace().skip(1).map(|size| size.parse::<usize>().expect("a size"));
    let heaps: Vec<usize> = sizes.collect();
    let greatest = heaps.iter().copied().max().unwrap_or(0);
    let fibonacci = std::iter::successors(Some((1, 2)), |&(a, b)| Some((b, a + b))).map(|(a, _)| a);
    let values = TakeAndBreak::subtraction(fibonacci.take_while(|&a| a <= greatest)).values(greatest + 1);
    let sum = heaps.into_iter().fold(0, |sum, heap| sum ^ values[heap]);
    if sum == 0 { "cubelover\n" } else { "koosaga\n" }.to_owned()
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
