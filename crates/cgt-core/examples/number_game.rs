//! Number Game (POJ 1143): a chosen number goes, and so do sums of multiples of chosen ones. Who cannot choose loses.
//! Input: lists of numbers from 2 to 20 with their length, 0 ends. Output: winning choices. Position: a mask.

use cgt_core::{Options, Play, Solver};

/// Choosing c takes with it every number n from which some multiple of c leads to a number that is gone.
fn choose(left: u32, chosen: u32) -> u32 {
    let gone = |number: u32| number == 0 || number > 1 && left >> number & 1 == 0;
    (2..=20)
        .filter(|&n| gone(n) || (1..=n / chosen).any(|k| gone(n - k * chosen)))
        .fold(left, |left, n| left & !(1 << n))
}

fn moves(&left: &u32, options: &mut Options<u32>) {
    options.extend((2..=20).filter(|&n| left >> n & 1 == 1).map(|n| choose(left, n)));
}

pub(crate) fn answer(input: &str) -> String {
    let mut solver = Solver::from_fn(moves);
    let mut numbers = input.split_ascii_whitespace().map(|number| number.parse::<u32>().expect("a number"));
    let mut answers = String::new();
    let mut case = 0;
    while let Some(count) = numbers.next().filter(|&count| count > 0) {
        case += 1;
        let list: Vec<u32> = numbers.by_ref().take(count as usize).collect();
        let left = list.iter().fold(0, |left, number| left | 1 << number);
        let wins =
            (2..=20).filter(|&n| left >> n & 1 == 1 && solver.outcome(&choose(left, n), Play::Normal).is_p());
        let wins: Vec<String> = wins.map(|n| n.to_string()).collect();
        answers += &match wins[..] {
            [] => format!("Test Case #{case}\nThere's no winning move.\n\n"),
            _ => format!("Test Case #{case}\nThe winning moves are: {}\n\n", wins.join(" ")),
        };
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
