//! Grundy values of the positions, and a graph's cycle as an error of the input.

use cgt_core::{graph::GraphError, Graph, GrundySolver};
use judge_io::{Error, Place};

/// The Grundy value of each position of `graph`, whose node i is described at `places[i]`.
///
/// # Errors
/// If the graph has a cycle; the place is that of the description that closes it.
pub fn grundy_values<'s>(
    solver: &'s mut GrundySolver,
    graph: &Graph,
    places: &[Place],
) -> Result<&'s [u32], Error> {
    solver.solve(graph).map_err(|error| {
        let node = match &error {
            // The last of its nodes to be described closes the cycle.
            GraphError::Cycle(cycle) => cycle.nodes().iter().fold(0, |last, &node| last.max(node)),
            GraphError::NoSuchNode { node, .. } => *node,
        };
        Error::Malformed {
            place: places[node as usize],
            expected: "a graph without cycles".to_owned(),
            found: error.to_string(),
        }
    })
}
