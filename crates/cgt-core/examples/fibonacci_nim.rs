//! Taking stones (HDU 2516): the first takes any but not all, then each at most twice what the other took.
//! Input: numbers of stones, 0 ends. The second wins exactly if the number is a Fibonacci number (Whinihan 1963).

pub(crate) fn answer(input: &str) -> String {
    let numbers = input.split_ascii_whitespace().map(|number| number.parse::<u64>().expect("a number"));
    let mut answers = String::new();
    for stones in numbers.take_while(|&stones| stones > 0) {
        let (mut a, mut b) = (1, 2);
        while a < stones {
            (a, b) = (b, a + b);
        }
        answers += if a == stones { "Second win\n" } else { "First win\n" };
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
