//! A line at a time with `read_line`; counts the letters on each of the ten lines.

use std::io::{self, BufRead, BufWriter, Write};

fn main() {
    let mut lines = Vec::new();
    for i in 0..4 {
        lines.push([0, 1, 2, 3].map(|k| 4 * i + k));
        lines.push([0, 1, 2, 3].map(|k| 4 * k + i));
    }
    lines.push([0, 5, 10, 15]);
    lines.push([3, 6, 9, 12]);

    let mut input = io::stdin().lock();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut line = String::new();
    input.read_line(&mut line).unwrap();
    for case in 1..=line.trim().parse::<usize>().unwrap() {
        let mut board = [b'.'; 16];
        for row in 0..4 {
            line.clear();
            while line.trim().is_empty() {
                line.clear();
                input.read_line(&mut line).unwrap();
            }
            board[4 * row..][..4].copy_from_slice(line.trim().as_bytes());
        }
        let has_line = |player| {
            lines.iter().any(|line| {
                let count = |letter| line.iter().filter(|&&square| board[square] == letter).count();
                count(player) == 4 || count(player) == 3 && count(b'T') == 1
            })
        };
        let answer = if has_line(b'X') {
            "X won"
        } else if has_line(b'O') {
            "O won"
        } else if board.contains(&b'.') {
            "Game has not completed"
        } else {
            "Draw"
        };
        writeln!(output, "Case #{case}: {answer}").unwrap();
    }
}
