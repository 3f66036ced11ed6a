//! Georgia and Bob (POJ 1704): chessmen on a strip move left, not over others. Input: test cases; each: the
//! number of chessmen and their places. From the right, every second gap is a Nim heap: what leaves the gap
//! before it can be answered at once.

use cgt_core::{Nimber, Outcome};

pub(crate) fn answer(input: &str) -> String {
    let mut numbers = input.split_ascii_whitespace().map(|number| number.parse::<u64>().expect("a number"));
    let mut answers = String::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        let count = numbers.next().expect("a number of chessmen") as usize;
        let mut places: Vec<u64> = numbers.by_ref().take(count).collect();
        places.extend((count % 2 == 1).then_some(0));
        places.sort_unstable();
        let sum: Nimber = places.chunks(2).map(|pair| Nimber(pair[1] - pair[0] - 1)).sum();
        answers += match sum.outcome() {
            Outcome::N => "Georgia will win\n",
            Outcome::P => "Bob will win\n",
        };
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
