//! A line at a time with `read_line`; who wins is found by recursion and remembered.

use std::io::{self, BufRead, BufWriter, Write};

fn wins(covered: usize, moves: &[usize], known: &mut [Option<bool>]) -> bool {
    if covered == 0xFFFF {
        return true;
    }
    if let Some(wins) = known[covered] {
        return wins;
    }
    let won = moves.iter().any(|&m| covered & m == 0 && !wins(covered | m, moves, known));
    known[covered] = Some(won);
    won
}

fn main() {
    let mut moves: Vec<usize> = (0..16).map(|i| 1 << i).collect();
    for line in 0..4 {
        for length in 2..=3 {
            let cover = |square: &dyn Fn(usize) -> usize| (0..length).fold(0, |set, i| set | 1 << square(i));
            moves.push(cover(&|i| 4 * line + i));
            moves.push(cover(&|i| 4 * line + 3 - i));
            moves.push(cover(&|i| 4 * i + line));
            moves.push(cover(&|i| 4 * (3 - i) + line));
        }
    }
    let mut known = vec![None; 1 << 16];

    let mut input = io::stdin().lock();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut line = String::new();
    input.read_line(&mut line).unwrap();
    for _ in 0..line.trim().parse::<usize>().unwrap() {
        let mut covered = 0;
        for row in 0..4 {
            line.clear();
            while line.trim().is_empty() {
                line.clear();
                input.read_line(&mut line).unwrap();
            }
            for (column, square) in line.trim().bytes().enumerate() {
                if square == b'X' {
                    covered |= 1 << (4 * row + column);
                }
            }
        }
        let answer = if wins(covered, &moves, &mut known) { "WINNING" } else { "LOSING" };
        writeln!(output, "{answer}").unwrap();
    }
}
