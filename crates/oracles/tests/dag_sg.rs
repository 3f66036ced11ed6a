//! The oracle for dag-sg on graphs whose values are known, and on inputs that are not well formed.

use oracles::{dag_sg::values, problem};
use pretty_assertions::assert_eq;

fn check(input: &str, expected: &str) {
    let found = problem("dag-sg").expect("the problem").answer(input);
    let found = found.unwrap_or_else(|error| format!("error: {error}"));
    assert_eq!(found, expected, "{input:?}");
}

#[test]
fn heaps_of_nim() {
    let graph = (0..200).map(|heap| (0..heap).collect()).collect();
    assert_eq!(values(&graph), Ok((0..200).collect()));
}

#[test]
fn a_chain_of_a_million_positions() {
    let last = 999_999;
    let graph =
        (0..=last).map(|position| if position == last { vec![] } else { vec![position + 1] }).collect();
    let values = values(&graph).unwrap();
    assert!(values.iter().enumerate().all(|(position, &value)| value == (last - position) % 2));
}

#[test]
fn where_an_input_ends() {
    check("", "");
    check("0", "");
    check("1 0 1 0 0", "LOSE\n");
    check("1 0 1 0", "LOSE\n");
    check("2 1 1 0 1 0 0 0", "WIN\n");
    check("2 1 1 0 1 0 0 0 what follows is not read", "WIN\n");
    check("2 1 1 0 2 0", "error: expected a position, found the end of input");
    check("2 1", "error: expected a position, found the end of input");
    check("2 1 1", "error: expected a number of out-positions, found the end of input");
}

#[test]
fn what_is_no_game() {
    check("1 0 1 1 0", "error: there is no position 1");
    check("1 1 7 0", "error: there is no position 7");
    check("2 1 1 1 0 1 0 0", "error: position 0 lies on a cycle");
    check("1 x", "error: expected a number of out-positions, found `x`");
    check("1 -1", "error: expected a number of out-positions, found `-1`");
}
