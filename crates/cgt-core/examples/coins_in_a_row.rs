//! Daizhenyang's coins (HDU 3537): turn up to three coins, the last from heads to tails. Mock Turtles. Input: to
//! the end, the number of heads and their places (some twice). Output: Yes if the one to move loses, else No.
//! A head at place n is worth 2n or 2n + 1, whichever has an odd number of bits (Winning Ways, chapter 14).

use std::collections::BTreeSet;

use cgt_core::Nimber;

pub(crate) fn answer(input: &str) -> String {
    let mut numbers = input.split_ascii_whitespace().map(|number| number.parse::<u64>().expect("a number"));
    let mut answers = String::new();
    while let Some(count) = numbers.next() {
        let heads: BTreeSet<u64> = numbers.by_ref().take(count as usize).collect();
        let odious = |place: u64| Nimber(2 * place + u64::from(place.count_ones() % 2 == 0));
        let sum: Nimber = heads.into_iter().map(odious).sum();
        answers += if sum == Nimber::ZERO { "Yes\n" } else { "No\n" };
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
