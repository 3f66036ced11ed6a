//! A line at a time with `read_line`; the nim sum of a formula for each piece.

use std::io::{self, BufRead};

fn value(x: u64, y: u64, kind: &str) -> u64 {
    let least = x.min(y);
    match kind {
        "R" => x ^ y,
        "B" => least,
        "K" => (x + y) % 2 + 2 * (least % 2),
        "N" if x.abs_diff(y) < least % 3 => least % 3 - 1,
        "N" => least % 3,
        _ => 3 * ((x / 3) ^ (y / 3)) + (x + y) % 3,
    }
}

fn main() {
    let mut input = io::stdin().lock();
    let mut line = String::new();
    input.read_line(&mut line).unwrap();
    let mut sum = 0;
    for _ in 0..line.trim().parse::<usize>().unwrap() {
        line.clear();
        input.read_line(&mut line).unwrap();
        let mut words = line.split_whitespace();
        let x = words.next().unwrap().parse().unwrap();
        let y = words.next().unwrap().parse().unwrap();
        sum ^= value(x, y, words.next().unwrap());
    }
    println!("{}", if sum == 0 { "cubelover" } else { "koosaga" });
}
