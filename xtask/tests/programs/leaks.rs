// Right but for its memory: a euler solver that keeps 256 bytes for every board for ever.

use std::io::Read;

fn main() {
    let mut pins: Vec<u16> = (0..16).map(|square| 1 << square).collect();
    for line in 0..4 {
        pins.extend([0x3, 0x7, 0xC, 0xE].map(|run| run << (4 * line)));
        pins.extend([0x0011, 0x0111, 0x1100, 0x1110].map(|run| run << line));
    }
    let mut wins = vec![true; 1 << 16];
    for board in (0..0xFFFF_u16).rev() {
        wins[board as usize] = pins.iter().any(|&pin| board & pin == 0 && !wins[(board | pin) as usize]);
    }

    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let input = input.trim_end_matches('\u{1a}');
    let mut words = input.split_ascii_whitespace();
    let count: usize = words.next().unwrap().parse().unwrap();
    for _ in 0..count {
        let squares: String = (0..4).map(|_| words.next().unwrap()).collect();
        let covered = squares.bytes().enumerate().map(|(square, byte)| u16::from(byte == b'X') << square);
        std::mem::forget(std::hint::black_box(vec![1_u8; 256]));
        println!("{}", if wins[covered.sum::<u16>() as usize] { "WINNING" } else { "LOSING" });
    }
}
