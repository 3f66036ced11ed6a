//! S-Nim (POJ 2960): a move takes a number of beads that is in a set S. Input: blocks of |S| and S, the number
//! of positions, and for each its heaps; 0 ends. Output: W or L for each position of a block.

use cgt_core::heaps::TakeAndBreak;

pub(crate) fn answer(input: &str) -> String {
    let mut numbers = input.split_ascii_whitespace().map(|number| number.parse::<usize>().expect("a number"));
    let mut answers = String::new();
    while let Some(size) = numbers.next().filter(|&size| size > 0) {
        let values = TakeAndBreak::subtraction(numbers.by_ref().take(size)).values(10_001);
        for _ in 0..numbers.next().expect("a number of positions") {
            let heaps = numbers.next().expect("a number of heaps");
            let sum = numbers.by_ref().take(heaps).fold(0, |sum, heap| sum ^ values[heap]);
            answers.push(if sum == 0 { 'L' } else { 'W' });
        }
        answers.push('\n');
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
