//! Speed of sets of squares: `cargo bench -p cgt-core --bench bitboard`.

#![allow(clippy::incompatible_msrv)] // The benchmarks' library needs a newer compiler than a bundle may.

use cgt_core::Bitboard;
use divan::counter::ItemsCount;
use divan::{black_box, Bencher};

fn main() {
    divan::main();
}

/// Sets spread over all that there are: steps of the golden ratio.
fn sets<const ROWS: usize, const COLS: usize>() -> Vec<Bitboard<ROWS, COLS>> {
    let set =
        |i: u128| Bitboard::from_bits_truncated(i.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835));
    (1..=1000).map(set).collect()
}

fn each<const ROWS: usize, const COLS: usize, T>(
    bencher: Bencher,
    work: impl Fn(Bitboard<ROWS, COLS>) -> T + Sync,
) {
    let sets = sets();
    bencher.counter(ItemsCount::new(sets.len())).bench(|| {
        for &set in black_box(&sets) {
            black_box(work(set));
        }
    });
}

#[divan::bench]
fn squares_of_4x4(bencher: Bencher) {
    each(bencher, |set: Bitboard<4, 4>| set.squares().fold(0, |sum, (row, column)| sum + row * column));
}

#[divan::bench]
fn squares_of_8x8(bencher: Bencher) {
    each(bencher, |set: Bitboard<8, 8>| set.squares().fold(0, |sum, (row, column)| sum + row * column));
}

#[divan::bench]
fn shifted_on_4x4(bencher: Bencher) {
    each(bencher, |set: Bitboard<4, 4>| set.shifted(1, -1));
}

#[divan::bench]
fn shifted_on_10x10(bencher: Bencher) {
    each(bencher, |set: Bitboard<10, 10>| set.shifted(1, -1));
}

#[divan::bench]
fn canonical_on_4x4(bencher: Bencher) {
    each(bencher, Bitboard::<4, 4>::canonical);
}

#[divan::bench]
fn canonical_on_8x8(bencher: Bencher) {
    each(bencher, Bitboard::<8, 8>::canonical);
}

#[divan::bench]
fn border_runs_of_4x4() -> Vec<Bitboard<4, 4>> {
    Bitboard::border_runs(2..=3)
}
