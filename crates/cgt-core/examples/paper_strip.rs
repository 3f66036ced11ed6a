//! Paper-strip Game (Project Euler 306): two players paint two neighbouring white squares of a strip in turn.
//! How many n ≤ 1,000,000 (or the number on standard input) win for the first? Octal 0.07 with a proof that its
//! values have period 34, so that no list of a million values is needed.

use cgt_core::heaps::TakeAndBreak;

pub(crate) fn answer(input: &str) -> String {
    let limit: u64 = input.trim().parse().unwrap_or(1_000_000);
    let game: TakeAndBreak = "0.07".parse().expect("an octal code");
    let period = game.period(&game.values(300)).expect("a proved period");
    format!("{}\n", (1..=limit).filter(|&length| period.value(length).outcome().is_n()).count())
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
