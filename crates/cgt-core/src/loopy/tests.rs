use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

fn graph_of(options: &[Vec<u32>]) -> Graph {
    let mut graph = Graph::new();
    for targets in options {
        targets.iter().for_each(|&target| graph.push_option(target));
        graph.finish_node();
    }
    graph
}

/// The slow twin: the best that can be forced within a number of moves, one more move at a time.
fn solve_slowly(options: &[Vec<u32>], play: Play) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::Draw; options.len()];
    for remoteness in 0..=options.len() as u32 {
        let before = verdicts.clone();
        for (node, targets) in options.iter().enumerate() {
            let won = |&option: &u32| {
                matches!(before[option as usize], Verdict::Decided { outcome: Outcome::N, .. })
            };
            let lost = |&option: &u32| {
                matches!(before[option as usize], Verdict::Decided { outcome: Outcome::P, .. })
            };
            let outcome = match (remoteness, targets.is_empty()) {
                (0, true) => play.terminal(),
                (_, true) | (0, _) => continue,
                _ if targets.iter().any(lost) => Outcome::N,
                _ if targets.iter().all(won) => Outcome::P,
                _ => continue,
            };
            if before[node] == Verdict::Draw {
                verdicts[node] = Verdict::Decided { outcome, remoteness };
            }
        }
    }
    verdicts
}

fn best_slowly(options: &[Vec<u32>], verdicts: &[Verdict], node: usize) -> Vec<u32> {
    let rank = |&option: &u32| match verdicts[option as usize] {
        Verdict::Decided { outcome: Outcome::P, remoteness } => (2, u32::MAX - remoteness),
        Verdict::Draw => (1, 0),
        Verdict::Decided { outcome: Outcome::N, remoteness } => (0, remoteness),
    };
    let best = options[node].iter().map(rank).max();
    let mut moves: Vec<u32> =
        options[node].iter().copied().filter(|option| Some(rank(option)) == best).collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

fn check(options: &[Vec<u32>]) {
    let graph = graph_of(options);
    for play in [Play::Normal, Play::Misere] {
        let expected = solve_slowly(options, play);
        let found = solve(&graph, play).expect("edges between nodes");
        for node in 0..options.len() {
            assert_eq!(found.of(node as u32), expected[node], "{play:?} node {node} of {options:?}");
            assert_eq!(
                found.best_moves(&graph, node as u32),
                best_slowly(options, &expected, node),
                "{play:?} moves of {node} in {options:?}"
            );
        }
    }
    check_values(options, &graph);
}

/// Loopy values foretell who wins each node beside each small Nim heap.
fn check_values(options: &[Vec<u32>], graph: &Graph) {
    let heaps = 5_u32;
    let mut sums = vec![Vec::new(); options.len() * heaps as usize];
    for (node, targets) in options.iter().enumerate() {
        for heap in 0..heaps {
            let here = &mut sums[node * heaps as usize + heap as usize];
            here.extend(targets.iter().map(|&target| target * heaps + heap));
            here.extend((0..heap).map(|less| node as u32 * heaps + less));
        }
    }
    let verdicts = solve(&graph_of(&sums), Play::Normal).expect("edges between nodes");
    let values = grundy(graph).expect("edges between nodes");
    for node in 0..options.len() as u32 {
        for heap in 0..heaps {
            let found = match verdicts.of(node * heaps + heap) {
                Verdict::Decided { outcome, .. } => Some(outcome),
                Verdict::Draw => None,
            };
            let expected = match values.of(node) {
                LoopyValue::Nimber(value) if value == heap => Some(Outcome::P),
                LoopyValue::Nimber(_) => Some(Outcome::N),
                LoopyValue::Infinite => values.escapes(graph, node).contains(&heap).then_some(Outcome::N),
            };
            assert_eq!(found, expected, "node {node} and heap {heap} of {options:?}: {:?}", values.of(node));
        }
    }
}

#[test]
fn small_graphs() {
    check(&[]);
    check(&[vec![]]);
    check(&[vec![0]]);
    check(&[vec![1], vec![0]]);
    check(&[vec![1, 1, 1], vec![0, 2, 2], vec![]]);
    check(&[vec![1, 2], vec![0], vec![3], vec![]]);
}

#[test]
fn an_edge_to_nowhere_is_named() {
    let fault = solve(&graph_of(&[vec![0, 7]]), Play::Normal).expect_err("no node 7");
    assert_eq!(fault.to_string(), "node 0 leads to 7, which is no node");
}

#[test]
fn values_without_cycles_are_grundy_values() {
    let options: Vec<Vec<u32>> =
        (0..40_u32).map(|node| (0..node).filter(|low| node % (low + 2) != 0).collect()).collect();
    let graph = graph_of(&options);
    let values = grundy(&graph).expect("edges between nodes");
    let mut solver = crate::GrundySolver::new();
    for (node, &value) in solver.solve(&graph).expect("no cycle").iter().enumerate() {
        assert_eq!(values.of(node as u32), LoopyValue::Nimber(value));
    }
}

proptest! {
    #[test]
    fn random_graphs_equal_the_slow_twin(
        rows in prop::collection::vec(prop::collection::vec(0_u32..1000, 0..4), 1..14),
    ) {
        let nodes = rows.len() as u32;
        let options: Vec<Vec<u32>> =
            rows.into_iter().map(|row| row.into_iter().map(|target| target % nodes).collect()).collect();
        check(&options);
    }
}
