//! Chess (HDU 5724): rows of 20 squares; a chessman moves right to the next square, or jumps over the chessmen
//! there to the first free one. Input: test cases; each: the number of rows, and for each the chessmen. A row is
//! a mask of 20 bits, the row's last square bit 0, so that moves make masks smaller: 2^20 values from one table.

use cgt_core::ruleset::{from_fn, DenseMemo, Solver};
use cgt_core::{Nimber, Options};

fn moves(&row: &u32, options: &mut Options<u32>) {
    for from in (1..20).filter(|&from| row >> from & 1 == 1) {
        if let Some(to) = (0..from).rev().find(|&to| row >> to & 1 == 0) {
            options.push(row ^ 1 << from ^ 1 << to);
        }
    }
}

pub(crate) fn answer(input: &str) -> String {
    let mut solver = Solver::<_, DenseMemo>::new(from_fn(moves));
    let mut numbers = input.split_ascii_whitespace().map(|number| number.parse::<u32>().expect("a number"));
    let mut next = || numbers.next().expect("another number");
    let mut answers = String::new();
    for _ in 0..next() {
        let rows = next();
        let row = |next: &mut dyn FnMut() -> u32| (0..next()).fold(0, |row, _| row | 1 << (20 - next()));
        let sum: Nimber = (0..rows).map(|_| solver.grundy(&row(&mut next))).sum();
        answers += if sum.outcome().is_n() { "YES\n" } else { "NO\n" };
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
