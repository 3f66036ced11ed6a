//! The input's grammar.
//!
//! ```text
//! input    = case{any} ( end | "0" )
//! case     = count node{count} query{any} ( end | "0" )
//! node     = degree position{degree}        its out-positions; the first node is position 0
//! query    = count position{count}
//! count    = a number from 1 to 4294967295
//! position = a number from 0 to the case's count less one
//! ```
//!
//! White space stands between numbers, as much as you like and of any kind. A number is a record of the input, since a graph
//! may be larger than memory has room for twice.

use cgt_core::Graph;
use judge_io::{number, Error, Input, Place};
use std::io::Read;

/// Takes the number of positions of the next test case; `None` behind the last one.
///
/// # Errors
/// Where the input is malformed or cannot be read; so for all functions here.
pub fn nodes(input: &mut Input<impl Read>) -> Result<Option<u32>, Error> {
    count(input)
}

/// Takes the number of chesses of the next query; `None` behind a test case's last one.
///
/// # Errors
/// See [`nodes`].
pub fn chesses(input: &mut Input<impl Read>) -> Result<Option<u32>, Error> {
    count(input)
}

fn count(input: &mut Input<impl Read>) -> Result<Option<u32>, Error> {
    let count = if input.is_empty()? { 0 } else { input.take(number(u32::MAX))? };
    Ok((count > 0).then_some(count))
}

/// Takes the graph of a test case with this many nodes, and notes where each node's description begins.
///
/// # Errors
/// See [`nodes`].
pub fn graph(
    input: &mut Input<impl Read>,
    nodes: u32,
    graph: &mut Graph,
    places: &mut Vec<Place>,
) -> Result<(), Error> {
    graph.clear();
    places.clear();
    for _ in 0..nodes {
        places.push(input.place()?);
        // A graph holds no more arcs than that.
        let degree = input.take(number(u32::MAX - graph.edges() as u32))?;
        positions(input, degree, nodes, |target| graph.push_option(target))?;
        graph.finish_node();
    }
    Ok(())
}

/// Takes this many positions of a test case with `nodes` positions, and gives each to `each`.
///
/// # Errors
/// See [`nodes`].
pub fn positions(
    input: &mut Input<impl Read>,
    count: u32,
    nodes: u32,
    mut each: impl FnMut(u32),
) -> Result<(), Error> {
    input.take_each(u64::from(count), number(nodes - 1), |position| {
        each(position);
        Ok(())
    })
}
