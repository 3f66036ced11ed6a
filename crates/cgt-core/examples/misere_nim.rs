//! John (HDU 1907): Nim in which the last to take loses. Input: test cases; each: heaps and their sizes.
//! While a heap has two or more, play as in Nim; with single stones only, an even number of them wins.

use cgt_core::Nimber;

pub(crate) fn answer(input: &str) -> String {
    let mut numbers = input.split_ascii_whitespace().map(|number| number.parse().expect("a number"));
    let cases = numbers.next().unwrap_or(0);
    let mut answers = String::new();
    for _ in 0..cases {
        let count = numbers.next().expect("a number of heaps");
        let heaps: Vec<u64> = numbers.by_ref().take(count as usize).collect();
        let sum: Nimber = heaps.iter().map(|&heap| Nimber(heap)).sum();
        let singles_only = heaps.iter().all(|&heap| heap < 2);
        answers += if sum.outcome().is_n() != singles_only { "John\n" } else { "Brother\n" };
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
