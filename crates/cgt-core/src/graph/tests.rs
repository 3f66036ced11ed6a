use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::mex;

fn graph_of(options: &[Vec<u32>]) -> Graph {
    let mut graph = Graph::new();
    for targets in options {
        for &target in targets {
            graph.push_option(target);
        }
        graph.finish_node();
    }
    graph
}

/// The slow twin: memoised recursion.
fn grundy_slowly(options: &[Vec<u32>], node: u32, memo: &mut Vec<Option<u64>>) -> u64 {
    if let Some(value) = memo[node as usize] {
        return value;
    }
    let values: Vec<u64> =
        options[node as usize].iter().map(|&option| grundy_slowly(options, option, memo)).collect();
    let value = mex(values);
    memo[node as usize] = Some(value);
    value
}

fn check(solver: &mut GrundySolver, options: &[Vec<u32>]) {
    let mut memo = vec![None; options.len()];
    let expected: Vec<u32> =
        (0..options.len() as u32).map(|node| grundy_slowly(options, node, &mut memo) as u32).collect();
    let graph = graph_of(options);
    assert_eq!((graph.nodes(), graph.edges()), (options.len(), options.iter().map(Vec::len).sum()));
    assert_eq!(solver.solve(&graph), Ok(&expected[..]), "values of {options:?}");
}

/// Prints what is wrong with a graph.
fn fault(options: &[Vec<u32>]) -> String {
    let error = GrundySolver::new().solve(&graph_of(options)).expect_err("a graph with a fault");
    if let GraphError::Cycle(cycle) = &error {
        let nodes = cycle.nodes();
        assert!(!nodes.is_empty());
        assert_eq!(nodes.iter().min(), nodes.first(), "{cycle} starts at its smallest node");
        for (index, &node) in nodes.iter().enumerate() {
            let next = nodes[(index + 1) % nodes.len()];
            assert!(options[node as usize].contains(&next), "{cycle} follows edges");
            assert!(!nodes[..index].contains(&node), "{cycle} names a node once");
        }
    }
    error.to_string()
}

/// Renames node `v` to `labels[v]`.
fn relabelled(options: &[Vec<u32>], labels: &[u32]) -> Vec<Vec<u32>> {
    let mut renamed = vec![Vec::new(); options.len()];
    for (node, targets) in options.iter().enumerate() {
        renamed[labels[node] as usize] = targets.iter().map(|&target| labels[target as usize]).collect();
    }
    renamed
}

#[test]
fn small_graphs() {
    let mut solver = GrundySolver::new();
    check(&mut solver, &[]);
    check(&mut solver, &[vec![]]);
    check(&mut solver, &[vec![1, 1, 1], vec![]]);
    check(&mut solver, &[vec![2, 3], vec![0], vec![3], vec![]]);
    // Values above 63 below a node with few options.
    let mut wide: Vec<Vec<u32>> = (0..70_u32).map(|node| (0..node).collect()).collect();
    wide.push(vec![69, 0, 65]);
    check(&mut solver, &wide);
}

#[test]
fn complete_graphs_in_every_order() {
    let nodes = 300_u32;
    let downward: Vec<Vec<u32>> = (0..nodes).map(|node| (0..node).collect()).collect();
    let reversed: Vec<u32> = (0..nodes).rev().collect();
    let shuffled: Vec<u32> = (0..nodes).map(|node| node * 77 % nodes).collect();
    let mut solver = GrundySolver::new();
    check(&mut solver, &downward);
    check(&mut solver, &relabelled(&downward, &reversed));
    check(&mut solver, &relabelled(&downward, &shuffled));
}

#[test]
fn a_chain_of_a_million_nodes_needs_no_call_stack() {
    let nodes = 1_000_000_u32;
    // Every second node of the chain has an even number, so that neither sweep gets far.
    let place = |step: u32| if step < nodes / 2 { 2 * step } else { 2 * (step - nodes / 2) + 1 };
    let mut next = vec![None; nodes as usize];
    for step in 1..nodes {
        next[place(step) as usize] = Some(place(step - 1));
    }
    let mut graph = Graph::new();
    for target in &next {
        target.iter().for_each(|&target| graph.push_option(target));
        graph.finish_node();
    }
    let values = std::thread::Builder::new()
        .stack_size(64 * 1024)
        .spawn(move || GrundySolver::new().solve(&graph).map(<[u32]>::to_vec))
        .expect("a thread")
        .join()
        .expect("no overflow")
        .expect("no cycle");
    assert!((0..nodes).all(|step| values[place(step) as usize] == step % 2));
}

#[test]
fn cycles_are_named_from_their_smallest_node() {
    assert_eq!(fault(&[vec![], vec![], vec![2]]), "cycle: 2 -> 2");
    assert_eq!(fault(&[vec![2], vec![0], vec![1]]), "cycle: 0 -> 2 -> 1 -> 0");
    assert_eq!(fault(&[vec![5], vec![], vec![], vec![5], vec![], vec![1, 3]]), "cycle: 3 -> 5 -> 3");
}

#[test]
fn options_that_are_no_nodes_are_named() {
    assert_eq!(fault(&[vec![], vec![0, 2]]), "node 1 leads to 2, which is no node");
    assert_eq!(fault(&[vec![u32::MAX]]), "node 0 leads to 4294967295, which is no node");
    let mut many: Vec<Vec<u32>> = vec![vec![]; 100];
    many[0] = (1..101).collect();
    assert_eq!(fault(&many), "node 0 leads to 100, which is no node");
}

#[test]
fn a_fault_does_not_spoil_the_next_graph() {
    let mut solver = GrundySolver::new();
    assert!(solver.solve(&graph_of(&[vec![1], vec![0]])).is_err());
    check(&mut solver, &[vec![1], vec![2], vec![]]);
}

#[test]
fn a_cleared_graph_is_empty() {
    let mut graph = graph_of(&[vec![1], vec![]]);
    graph.clear();
    assert_eq!(graph, Graph::new());
}

prop_compose! {
    fn any_dag()(nodes in 1_usize..90)
        (rows in prop::collection::vec(prop::collection::vec(0_u32..1000, 0..90), nodes),
         labels in Just((0..nodes as u32).collect::<Vec<_>>()).prop_shuffle())
        -> Vec<Vec<u32>> {
        let downward: Vec<Vec<u32>> = rows
            .into_iter()
            .enumerate()
            .map(|(node, row)| row.into_iter().filter(|_| node > 0).map(|target| target % node as u32).collect())
            .collect();
        relabelled(&downward, &labels)
    }
}

proptest! {
    #[test]
    fn random_dags_equal_the_slow_twin(dags in prop::collection::vec(any_dag(), 1..4)) {
        let mut solver = GrundySolver::new();
        for options in &dags {
            check(&mut solver, options);
        }
    }

    #[test]
    fn an_edge_back_is_found_as_a_true_cycle(options in any_dag(), from in 0_usize..1000, to in 0_usize..1000) {
        let (from, to) = (from % options.len(), to % options.len());
        let mut reached = vec![false; options.len()];
        let mut open = vec![to];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                open.extend(options[node].iter().map(|&target| target as usize));
            }
        }
        prop_assume!(reached[from]);
        let mut cyclic = options;
        cyclic[from].push(to as u32);
        prop_assert!(fault(&cyclic).starts_with("cycle: "));
    }
}
