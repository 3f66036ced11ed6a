//! The solver against the oracle.

use pretty_assertions::assert_eq;
use std::fmt::Write;

fn solved(input: &str) -> String {
    let mut output = Vec::new();
    dag_sg::run(input.as_bytes(), &mut output).expect("the input is well formed");
    String::from_utf8(output).expect("answers are text")
}

#[test]
fn random_graphs_of_every_kind() {
    let problem = oracles::problem("dag-sg").expect("the oracle knows its problem");
    for kind in problem.kinds() {
        for (round, size) in [1, 2, 3, 5, 9, 17, 70, 150].into_iter().cycle().take(40).enumerate() {
            let seed = 1524 + 1000 * round as u64;
            let input = problem.input(kind, 20, size, seed);
            let expected = problem.answer(&input).expect("the input is well formed");
            assert_eq!(solved(&input), expected, "kind {}, size {size}, seed {seed}", kind.name);
        }
    }
}

#[test]
fn graphs_of_1000_positions_of_every_kind() {
    let problem = oracles::problem("dag-sg").expect("the oracle knows its problem");
    for kind in problem.kinds() {
        let input = problem.input(kind, 1, 1000, 2425);
        assert_eq!(
            solved(&input),
            problem.answer(&input).expect("the input is well formed"),
            "kind {}",
            kind.name
        );
    }
}

#[test]
fn chains_of_a_million_positions() {
    const NODES: usize = 1_000_000;
    // Node i leads to `next(i)`; the value of a position is the parity of the moves that are left.
    let chain = |next: fn(usize) -> Option<usize>| {
        let mut input = format!("{NODES}\n");
        for node in 0..NODES {
            match next(node) {
                Some(next) => writeln!(input, "1 {next}"),
                None => writeln!(input, "0"),
            }
            .expect("a string takes all");
        }
        input
    };
    let up = chain(|node| (node + 1 < NODES).then_some(node + 1)) + "1 0\n1 1\n2 0 2\n2 0 1\n0\n";
    assert_eq!(solved(&up), "WIN\nLOSE\nLOSE\nWIN\n");
    let down = chain(|node| node.checked_sub(1)) + "1 999999\n1 999998\n0\n";
    assert_eq!(solved(&down), "WIN\nLOSE\n");
    // 0 -> 999999 -> 1 -> 999998 -> … -> 500000: neither up nor down.
    let fold = chain(|node| match (node < NODES / 2, NODES - node) {
        (true, mirror) => Some(mirror - 1),
        (false, next) => (next < NODES / 2).then_some(next),
    }) + "1 0\n1 999999\n0\n";
    assert_eq!(solved(&fold), "WIN\nLOSE\n");
}

#[test]
fn cycles_are_found_wherever_they_hide() {
    let refused =
        |input: &str| dag_sg::run(input.as_bytes(), Vec::new()).expect_err("there is a cycle").to_string();
    assert_eq!(
        refused("4\n1 1\n1 2\n1 3\n1 0\n0\n"),
        "<stdin>:5:1: expected a graph without cycles, found cycle: 0 -> 1 -> 2 -> 3 -> 0"
    );
    assert_eq!(
        refused("5\n2 1 2\n0\n1 1\n1 4\n2 1 3\n1 0\n0\n"),
        "<stdin>:6:1: expected a graph without cycles, found cycle: 3 -> 4 -> 3"
    );
}
