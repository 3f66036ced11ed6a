//! Finds the crates that rustc links into the program.
//!
//! Cargo offers each crate all of its package's dependencies. Rustc loads only those that the crate names, and a crate
//! that is not loaded has no effect at all: its allocator and its exported symbols are not in the program.

use crate::{cargo::unused_crates::unused_crates, graph::Graph};
use anyhow::Result;

/// Returns, for each unit of the graph, `true` if it is linked into the program.
///
/// # Errors
/// If rustc cannot be run.
pub fn linked(graph: &Graph) -> Result<Vec<bool>> {
    let mut linked = vec![false; graph.units.len()];
    let mut pending = vec![0];
    while let Some(index) = pending.pop() {
        if std::mem::replace(&mut linked[index], true) {
            continue;
        }
        let unit = &graph.units[index];
        if unit.externs.is_empty() {
            continue;
        }
        let unused = unused_crates(&unit.call)?;
        let named = unit.externs.iter().filter(|(name, _)| !unused.contains(name));
        pending.extend(named.map(|(_, &krate)| krate));
    }
    Ok(linked)
}
