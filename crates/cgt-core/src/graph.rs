//! Grundy values of games given as a graph: nodes are positions, edges lead to options.
//!
//! [`Graph`] keeps all edges in one array, node after node (compressed adjacency, 4 bytes an edge and 4 a
//! node). [`GrundySolver`] gives every node its value in O(nodes + edges), without recursion and without
//! reversed edges. Many graphs are numbered along their moves, so it first sweeps through the nodes downwards,
//! then upwards, each as far as all options of a node are known; a depth-first search with an explicit stack
//! does the rest, and finds a cycle if there is one.

use std::fmt;

use crate::mex::MexMarks;

/// A directed graph, built node by node; an edge leads from a position to an option.
///
/// At most `u32::MAX` nodes and `u32::MAX` edges. Options may be named before they are described, and more than
/// once.
///
/// ```
/// use cgt_core::Graph;
///
/// let mut graph = Graph::new();
/// graph.push_option(2); // node 0 leads to node 2, which comes later,
/// graph.push_option(1); // and to node 1
/// graph.finish_node();
/// graph.push_option(2);
/// graph.finish_node();
/// graph.finish_node(); // node 2 has no options
/// assert_eq!((graph.nodes(), graph.edges()), (3, 3));
/// assert_eq!(graph.options(0), [2, 1]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    targets: Vec<u32>,
    /// Where each node's options end in `targets`; they start where the node before it ends.
    ends: Vec<u32>,
}

impl Graph {
    /// A graph without nodes.
    #[must_use]
    pub const fn new() -> Self {
        Self { targets: Vec::new(), ends: Vec::new() }
    }

    /// Takes all nodes away and keeps the memory for the next graph.
    pub fn clear(&mut self) {
        self.targets.clear();
        self.ends.clear();
    }

    /// Adds an option to the node that is being described.
    #[inline]
    pub fn push_option(&mut self, target: u32) {
        self.targets.push(target);
    }

    /// Ends the description of a node; the next options belong to the node after it.
    ///
    /// # Panics
    ///
    /// If the graph has more than `u32::MAX` nodes or edges.
    #[inline]
    pub fn finish_node(&mut self) {
        let end = u32::try_from(self.targets.len()).expect("a graph has at most u32::MAX edges");
        assert!(self.ends.len() < u32::MAX as usize, "a graph has at most u32::MAX nodes");
        self.ends.push(end);
    }

    /// Number of nodes whose description is finished.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.ends.len()
    }

    /// Number of edges, each counted as often as it was added.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The options of a node, in the order in which they were added.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[inline]
    #[must_use]
    pub fn options(&self, node: u32) -> &[u32] {
        &self.targets[self.start(node)..self.ends[node as usize] as usize]
    }

    #[inline]
    fn start(&self, node: u32) -> usize {
        node.checked_sub(1).map_or(0, |previous| self.ends[previous as usize] as usize)
    }
}

/// Why a graph has no Grundy values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// Some play never ends.
    Cycle(Cycle),
    /// A node has an option that is not a node.
    NoSuchNode {
        /// The node with the option.
        node: u32,
        /// What the option names.
        target: u32,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle(cycle) => write!(f, "cycle: {cycle}"),
            Self::NoSuchNode { node, target } => write!(f, "node {node} leads to {target}, which is no node"),
        }
    }
}

impl std::error::Error for GraphError {}

/// Nodes each of which is an option of the one before it, and the first of the last.
///
/// Starts at its smallest node and names no node twice.
///
/// ```
/// use cgt_core::graph::{Graph, GraphError, GrundySolver};
///
/// let mut graph = Graph::new();
/// for target in [1, 2, 1] {
///     graph.push_option(target);
///     graph.finish_node();
/// }
/// let error = GrundySolver::new().solve(&graph).unwrap_err();
/// assert_eq!(error.to_string(), "cycle: 1 -> 2 -> 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    nodes: Vec<u32>,
}

impl Cycle {
    #[cold]
    fn new(mut nodes: Vec<u32>) -> Self {
        if let Some((smallest, _)) = nodes.iter().enumerate().min_by_key(|&(_, &node)| node) {
            nodes.rotate_left(smallest);
        }
        Self { nodes }
    }

    /// The nodes along the edges, each once, the smallest first.
    #[must_use]
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for node in &self.nodes {
            write!(f, "{node} -> ")?;
        }
        write!(f, "{}", self.nodes[0])
    }
}

/// What is known of a node, in a byte so that a million of them stay in a cache: a value below 253, a larger one, that its
/// options are being looked at, or nothing.
const LARGE: u8 = 253;
const OPEN: u8 = 254;
const UNKNOWN: u8 = 255;

/// Values from here on share a bit in a mask of values seen. A mex below is right all the same.
const SHARED_BIT: u8 = 63;

/// Finds Grundy values of graphs, one graph after another in the same memory.
///
/// Beside the graph: 5 bytes a node for its value, 16 for each node on the deepest path that the search follows
/// (none if the nodes are numbered along the moves), 4 for each option of the node with most.
///
/// ```
/// use cgt_core::{Graph, GrundySolver};
///
/// // Take one or two from a heap.
/// let mut graph = Graph::new();
/// for heap in 0_u32..7 {
///     for rest in heap.saturating_sub(2)..heap {
///         graph.push_option(rest);
///     }
///     graph.finish_node();
/// }
/// let mut solver = GrundySolver::new();
/// assert_eq!(solver.solve(&graph)?, [0, 1, 2, 0, 1, 2, 0]);
/// # Ok::<(), cgt_core::graph::GraphError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GrundySolver {
    /// `u32::MAX` until known.
    values: Vec<u32>,
    states: Vec<u8>,
    /// The path from a root to the node that is being looked at.
    path: Vec<Step>,
    marks: MexMarks,
}

/// A node on the path, the place of the next edge to look at, and the values that edges before it lead to.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: u32,
    next: u32,
    seen: u64,
}

impl GrundySolver {
    /// A solver that has seen no graph yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { values: Vec::new(), states: Vec::new(), path: Vec::new(), marks: MexMarks::new() }
    }

    /// The Grundy value of every node, by node. O(nodes + edges).
    ///
    /// # Errors
    ///
    /// If the graph has a cycle, or an edge to a node that is not there.
    pub fn solve<'a>(&'a mut self, graph: &Graph) -> Result<&'a [u32], GraphError> {
        let nodes = graph.ends.len() as u32;
        self.values.clear();
        self.values.resize(graph.ends.len(), u32::MAX);
        self.states.clear();
        self.states.resize(graph.ends.len(), UNKNOWN);
        if self.sweep(graph, (0..nodes).rev()) < nodes && self.sweep(graph, 0..nodes) < nodes {
            for root in 0..nodes {
                if self.states[root as usize] == UNKNOWN {
                    self.search(graph, root)?;
                }
            }
        }
        Ok(&self.values)
    }

    fn settle(&mut self, node: u32, value: u32) {
        self.values[node as usize] = value;
        self.states[node as usize] = value.min(LARGE.into()) as u8;
    }

    /// Gives values to nodes in this order up to the first that cannot have one yet; returns how many have it.
    fn sweep(&mut self, graph: &Graph, order: impl Iterator<Item = u32>) -> u32 {
        let mut known = 0;
        for node in order {
            if self.states[node as usize] == UNKNOWN {
                let Some(value) = self.value_if_options_known(graph.options(node)) else { break };
                self.settle(node, value);
            }
            known += 1;
        }
        known
    }

    /// The mex of the options' values, if all of them are known. One pass.
    #[inline]
    fn value_if_options_known(&mut self, options: &[u32]) -> Option<u32> {
        if options.len() < SHARED_BIT.into() {
            let (mut seen, mut highest) = (0, 0);
            for &option in options {
                let state = *self.states.get(option as usize)?;
                seen |= bit(state);
                highest = highest.max(state);
            }
            return (highest < OPEN).then_some((!seen).trailing_zeros());
        }
        self.count(options)
    }

    /// The same for any number of options.
    fn count(&mut self, options: &[u32]) -> Option<u32> {
        let mut highest = 0;
        let values = options.iter().map(|&option| {
            let value = self.values.get(option as usize).map_or(u32::MAX, |&value| value);
            highest = highest.max(value);
            u64::from(value)
        });
        let mex = self.marks.mex_of(options.len(), values) as u32;
        (highest < u32::MAX).then_some(mex)
    }

    /// Gives a value to `root` and to everything that it leads to. Looks at each edge once, and again at those that lead
    /// to a node that was not known.
    fn search(&mut self, graph: &Graph, root: u32) -> Result<(), GraphError> {
        self.path.clear();
        self.enter(graph, root);
        while let Some(step) = self.path.last_mut() {
            let node = step.node;
            let rest = &graph.targets[step.next as usize..graph.ends[node as usize] as usize];
            let mut unknown = None;
            for &option in rest {
                match self.states.get(option as usize) {
                    None => return Err(GraphError::NoSuchNode { node, target: option }),
                    Some(&OPEN) => return Err(GraphError::Cycle(self.cycle_back_to(option))),
                    Some(&UNKNOWN) => {
                        unknown = Some(option);
                        break;
                    }
                    Some(&state) => step.seen |= bit(state),
                }
                step.next += 1;
            }
            if let Some(option) = unknown {
                self.enter(graph, option);
                continue;
            }
            let mex = (!step.seen).trailing_zeros();
            let value = if mex < SHARED_BIT.into() { Some(mex) } else { self.count(graph.options(node)) };
            self.settle(node, value.expect("every option was just seen to be known"));
            self.path.pop();
        }
        Ok(())
    }

    fn enter(&mut self, graph: &Graph, node: u32) {
        self.states[node as usize] = OPEN;
        self.path.push(Step { node, next: graph.start(node) as u32, seen: 0 });
    }

    #[cold]
    fn cycle_back_to(&self, node: u32) -> Cycle {
        let from = self.path.iter().position(|step| step.node == node).unwrap_or(0);
        Cycle::new(self.path[from..].iter().map(|step| step.node).collect())
    }
}

/// The bit of a state in a mask of values seen.
#[inline]
fn bit(state: u8) -> u64 {
    1 << state.min(SHARED_BIT)
}

#[cfg(test)]
mod tests;
