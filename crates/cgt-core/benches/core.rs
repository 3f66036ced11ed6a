//! Speed of the routines that solvers lean on: `cargo bench -p cgt-core -- FILTER`.

#![allow(clippy::incompatible_msrv)] // The benchmarks' library needs a newer compiler than a bundle may.

use cgt_core::heaps::TakeAndBreak;
use cgt_core::quarter_plane::Piece;
use cgt_core::ruleset::{from_fn, DenseMemo, HashMemo, Memo, Solver};
use cgt_core::{loopy, mex, Bitboard, Graph, GrundySolver, MexMarks, Nimber, Outcomes, PlacementGame, Play};
use divan::counter::ItemsCount;
use divan::{black_box, Bencher};

fn main() {
    divan::main();
}

/// A small generator of pseudo-random numbers (xorshift), so that every run times the same work.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }

    fn shuffled(&mut self, count: u32) -> Vec<u32> {
        let mut values: Vec<u32> = (0..count).collect();
        for last in (1..count).rev() {
            values.swap(last as usize, self.below(last + 1) as usize);
        }
        values
    }
}

fn shuffled_values(count: u32) -> Vec<u64> {
    Random(1).shuffled(count).into_iter().map(u64::from).collect()
}

#[divan::bench(args = [24, 1000])]
fn mex_of(bencher: Bencher, count: u32) {
    let values = shuffled_values(count);
    bencher.bench(|| mex(black_box(&values).iter().copied()));
}

#[divan::bench(args = [24, 1000])]
fn marked_mex_of(bencher: Bencher, count: u32) {
    let values = shuffled_values(count);
    let mut marks = MexMarks::new();
    bencher.bench_local(|| marks.mex(black_box(&values).iter().copied()));
}

fn euler<const ROWS: usize, const COLS: usize>() -> PlacementGame {
    let moves = Bitboard::<ROWS, COLS>::FULL.singles().chain(Bitboard::border_runs(2..=3));
    PlacementGame::on_board(moves).expect("a board of at most 40 squares")
}

#[divan::bench]
fn euler_4x4_misere_outcomes(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1_u64 << 16)).bench(|| euler::<4, 4>().p_positions(Play::Misere));
}

#[divan::bench]
fn euler_4x4_misere_outcomes_by_little_code(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1_u64 << 16)).bench(|| {
        let moves = Bitboard::<4, 4>::FULL.singles().chain(Bitboard::border_runs(2..=3));
        Outcomes::of_small_board(moves, Play::Misere)
    });
}

#[divan::bench(sample_count = 10)]
fn euler_5x5_misere_outcomes(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1_u64 << 25)).bench(|| euler::<5, 5>().p_positions(Play::Misere));
}

#[divan::bench(sample_count = 5)]
fn any_run_euler_5x5_grundy(bencher: Bencher) {
    let game = PlacementGame::on_board(Bitboard::<5, 5>::runs(1..=3)).expect("a board of at most 40 squares");
    bencher.counter(ItemsCount::new(1_u64 << 25)).bench(|| game.grundy_values());
}

fn solve(bencher: Bencher, graph: &Graph) {
    let mut solver = GrundySolver::new();
    bencher
        .counter(ItemsCount::new(graph.edges()))
        .bench_local(|| solver.solve(black_box(graph)).map(<[u32]>::len));
}

fn complete_graph(labels: &[u32]) -> Graph {
    let mut options = vec![Vec::new(); labels.len()];
    for (node, &label) in labels.iter().enumerate() {
        options[label as usize] = labels[node + 1..].to_vec();
    }
    graph_of(&options)
}

fn graph_of(options: &[Vec<u32>]) -> Graph {
    let mut graph = Graph::new();
    for targets in options {
        targets.iter().for_each(|&target| graph.push_option(target));
        graph.finish_node();
    }
    graph
}

#[divan::bench]
fn grundy_complete_1000_in_order(bencher: Bencher) {
    solve(bencher, &complete_graph(&(0..1000).collect::<Vec<_>>()));
}

#[divan::bench]
fn grundy_complete_1000_shuffled(bencher: Bencher) {
    solve(bencher, &complete_graph(&Random(2).shuffled(1000)));
}

const NODES: u32 = 1_000_000;
const OUT_DEGREE: u32 = 20;

#[divan::bench(sample_count = 5, sample_size = 1)]
fn grundy_random_million_in_order(bencher: Bencher) {
    let mut random = Random(3);
    let mut graph = Graph::new();
    for node in 0..NODES {
        for _ in 0..OUT_DEGREE.min(node) {
            graph.push_option(random.below(node));
        }
        graph.finish_node();
    }
    solve(bencher, &graph);
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn grundy_random_million_shuffled(bencher: Bencher) {
    let mut random = Random(4);
    let labels = random.shuffled(NODES);
    let mut options = vec![Vec::new(); NODES as usize];
    for node in 1..NODES {
        let targets = (0..OUT_DEGREE.min(node)).map(|_| labels[random.below(node) as usize]);
        options[labels[node as usize] as usize] = targets.collect();
    }
    solve(bencher, &graph_of(&options));
}

#[divan::bench(types = [DenseMemo, HashMemo<u32>], sample_size = 1, sample_count = 10)]
fn solver_chain_of_a_million<M: Memo<u32> + Default>(bencher: Bencher) {
    let rules = from_fn(|&left: &u32, options| options.extend(left.checked_sub(1)));
    bencher
        .counter(ItemsCount::new(1_000_000_u32))
        .bench_local(|| Solver::<_, M>::new(&rules).grundy(&999_999));
}

#[divan::bench(types = [DenseMemo, HashMemo<u32>], sample_size = 1, sample_count = 10)]
fn solver_euler_4x4<M: Memo<u32> + Default>(bencher: Bencher) {
    let moves: Vec<u32> = euler::<4, 4>().moves().iter().map(|&mask| mask as u32).collect();
    let rules = from_fn(|&free: &u32, options| {
        options.extend(moves.iter().filter(|&mask| mask & !free == 0).map(|mask| free ^ mask));
    });
    bencher.counter(ItemsCount::new(1_u32 << 16)).bench_local(|| Solver::<_, M>::new(&rules).grundy(&0xffff));
}

/// Take one or two neighbours from rows that are bits of a mask: about 20 options a position.
#[divan::bench(types = [DenseMemo, HashMemo<u32>], sample_size = 1, sample_count = 5)]
fn solver_row_of_18<M: Memo<u32> + Default>(bencher: Bencher) {
    let rules = from_fn(|&free: &u32, options| {
        let mut starts = free;
        while starts != 0 {
            let square = starts & starts.wrapping_neg();
            starts ^= square;
            options.push(free ^ square);
            if starts & square << 1 != 0 {
                options.push(free ^ (3 * square));
            }
        }
    });
    let all = (1 << 18) - 1;
    bencher.counter(ItemsCount::new(all)).bench_local(|| Solver::<_, M>::new(&rules).grundy(&all));
}

#[divan::bench(types = [DenseMemo, HashMemo<u32>], sample_size = 1, sample_count = 5)]
fn solver_kayles_of_2000<M: Memo<u32> + Default>(bencher: Bencher) {
    let rules = from_fn(|&pins: &u32, options| {
        for taken in 1..=pins.min(2) {
            (0..=(pins - taken) / 2).for_each(|left| options.push_sum([left, pins - taken - left]));
        }
    });
    bencher.counter(ItemsCount::new(2000_u32)).bench_local(|| Solver::<_, M>::new(&rules).grundy(&1999));
}

#[divan::bench]
fn kayles_period_found_and_verified(bencher: Bencher) {
    let kayles: TakeAndBreak = "0.77".parse().expect("a code");
    bencher.bench(|| kayles.period(&kayles.values(170)).is_some_and(|period| period.verify(&kayles)));
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn values_of_0_007_to_100_000() -> Vec<u32> {
    "0.007".parse::<TakeAndBreak>().expect("a code").values(100_000)
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn loopy_million_nodes_ten_million_edges(bencher: Bencher) {
    let mut random = Random(5);
    let mut graph = Graph::new();
    for node in 0..NODES {
        // One node in sixteen ends the play; the others make up for its edges.
        for _ in 0..if node % 16 == 0 { 0 } else { 11 } {
            graph.push_option(random.below(NODES));
        }
        graph.finish_node();
    }
    bencher.counter(ItemsCount::new(graph.edges())).bench(|| loopy::solve(&graph, Play::Normal));
}

/// A thousand products that do not wait for each other.
#[divan::bench]
fn nim_products(bencher: Bencher) {
    let factors: Vec<Nimber> =
        (1..=1000_u64).map(|i| Nimber(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    bencher.counter(ItemsCount::new(factors.len())).bench(|| {
        let pairs = black_box(&factors).iter().zip(factors.iter().rev());
        pairs.map(|(&a, &b)| a * b).sum::<Nimber>()
    });
}

#[divan::bench(args = ["R", "K", "N", "P"], sample_count = 5, sample_size = 1)]
fn table_of_1000_by_1000(bencher: Bencher, piece: &str) {
    let piece: Piece = piece.parse().expect("a piece");
    bencher.bench(|| piece.table(1000, 1000));
}
