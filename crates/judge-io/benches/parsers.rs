//! Speed of the leaves, in bytes of input: `cargo bench -p judge-io`.

#![allow(clippy::incompatible_msrv)] // The benchmarks' library needs a newer compiler than a bundle may.

use divan::counter::BytesCount;
use divan::{black_box, Bencher};
use judge_io::{board, judge, number, Place};
use nom::Parser;

fn main() {
    divan::main();
}

const COUNT: u64 = 10_000;

/// So many numbers of so many digits, a space behind each.
fn numbers(digits: u32) -> Vec<u8> {
    let least = 10_u64.pow(digits - 1);
    let number = |i: u64| least + i.wrapping_mul(0x9E37_79B9_7F4A_7C15) % (9 * least);
    (0..COUNT).flat_map(|i| format!("{} ", number(i)).into_bytes()).collect()
}

/// The parser alone.
#[divan::bench(args = [1, 3, 7, 9, 15])]
fn numbers_of_digits(bencher: Bencher, digits: u32) {
    let input = numbers(digits);
    bencher.counter(BytesCount::new(input.len())).bench(|| {
        let mut rest = black_box(&input[..]);
        let mut sum = 0;
        for _ in 0..COUNT {
            let Ok((behind, value)) = number(u64::MAX).parse(rest) else { panic!("no number") };
            (rest, sum) = (behind, sum ^ value);
        }
        sum
    });
}

/// The standard library's way, for comparison: find the space, check the text, parse.
#[divan::bench(args = [1, 3, 7, 9, 15])]
fn numbers_by_str_parse(bencher: Bencher, digits: u32) {
    let input = numbers(digits);
    bencher.counter(BytesCount::new(input.len())).bench(|| {
        let words = black_box(&input[..]).split(|&byte| byte == b' ').filter(|word| !word.is_empty());
        let value = |word| std::str::from_utf8(word).ok().and_then(|word| word.parse::<u64>().ok());
        words.fold(0, |sum, word| sum ^ value(word).expect("a number"))
    });
}

/// Parser and chunks together, as a solver has them.
#[divan::bench(args = [1, 3, 7, 9, 15])]
fn numbers_in_an_input(bencher: Bencher, digits: u32) {
    let input = numbers(digits);
    bencher.counter(BytesCount::new(input.len())).bench(|| {
        let mut sum = 0;
        let run = judge(black_box(&input[..]), Vec::new(), |input, _| {
            input.take_each(COUNT, number(u64::MAX), |value| {
                sum ^= value;
                Ok(())
            })
        });
        (run.is_ok(), sum)
    });
}

/// Boards of random squares out of these letters, a blank line before each.
fn boards(letters: &[u8]) -> Vec<u8> {
    let mut state = 1_u64;
    let mut square = || {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        letters[(state >> 33) as usize % letters.len()]
    };
    let byte = |at| if at % 21 % 5 == 0 { b'\n' } else { square() };
    (0..21 * COUNT).map(byte).collect()
}

/// Takes all boards of `input`.
fn take_boards(bencher: Bencher, input: &[u8]) {
    let mut board = board(b"XOT.", "a square");
    bencher.counter(BytesCount::new(input.len())).bench_local(|| {
        let mut rest = black_box(input);
        let mut all = [0; 4];
        for _ in 0..COUNT {
            let Ok((behind, sets)) = board.parse(rest) else { panic!("no board") };
            rest = behind;
            (0..4).for_each(|i| all[i] ^= sets[i]);
        }
        all
    });
}

#[divan::bench]
fn boards_laid_out_plainly(bencher: Bencher) {
    take_boards(bencher, &boards(b"XOT."));
}

#[divan::bench]
fn boards_by_rows(bencher: Bencher) {
    let blank = |byte| if byte == b'\n' { b' ' } else { byte };
    take_boards(bencher, &boards(b"XOT.").into_iter().map(blank).collect::<Vec<u8>>());
}

/// What errors cost those who make none: lines are counted in every chunk.
#[divan::bench]
fn lines_counted(bencher: Bencher) {
    let input = boards(b"X.");
    bencher.counter(BytesCount::new(input.len())).bench(|| {
        let mut place = Place::START;
        place.advance(black_box(&input));
        place
    });
}
