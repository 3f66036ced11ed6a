//! Taking stones (POJ 1067): take from one of two heaps, or equally many from both. Input: pairs to the end;
//! output: 1 if the first wins, else 0. The first loses at (⌊dφ⌋, ⌊dφ⌋ + d) only, φ the golden ratio (Wythoff 1907).

pub(crate) fn answer(input: &str) -> String {
    let numbers: Vec<u64> =
        input.split_ascii_whitespace().map(|number| number.parse().expect("a number")).collect();
    let mut answers = String::new();
    for pair in numbers.chunks_exact(2) {
        let d = u128::from(pair[0].abs_diff(pair[1]));
        // ⌊dφ⌋ = ⌊(d + ⌊√(5d²)⌋) / 2⌋ without rounding: the floating-point root is corrected by one step.
        let square = 5 * d * d;
        let mut root = (square as f64).sqrt() as u128;
        while root * root > square {
            root -= 1;
        }
        while (root + 1) * (root + 1) <= square {
            root += 1;
        }
        let lost = (d + root) / 2 == u128::from(pair[0].min(pair[1]));
        answers += if lost { "0\n" } else { "1\n" };
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
