//! Switch lights (HDU 3404): turn the four corners of a rectangle of lamps, of which the last (greatest in both
//! coordinates) is on; coordinates below 1 do not count. Turning Corners: the product of two games worth their
//! coordinate, by the Tartan theorem. Input: test cases; each: the number of lamps that are on, and their places.

use cgt_core::Nimber;

pub(crate) fn answer(input: &str) -> String {
    let mut numbers = input.split_ascii_whitespace().map(|number| number.parse().expect("a number"));
    let mut next = || numbers.next().expect("another number");
    let mut answers = String::new();
    for _ in 0..next() {
        let lamps = next();
        let sum: Nimber = (0..lamps).map(|_| Nimber(next()) * Nimber(next())).sum();
        let wins = sum.outcome().is_n();
        answers += if wins { "Have a try, lxhgww.\n" } else { "Don't waste your time.\n" };
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
