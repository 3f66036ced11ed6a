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

/// The value of a node that has none yet. No real one comes near: value v takes v · (v + 1) / 2 edges.
const UNKNOWN: u32 = u32::MAX;
/// The value of a node whose options are being looked at.
const OPEN: u32 = u32::MAX - 1;

/// Finds Grundy values of graphs, one graph after another in the same memory.
///
/// Beside the graph: 4 bytes a node for its value, 8 for each node on the deepest path that the search follows
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
    values: Vec<u32>,
    /// The path from a root to the node that is being looked at, with the place of the next edge to follow.
    path: Vec<(u32, u32)>,
    marks: MexMarks,
}

impl GrundySolver {
    /// A solver that has seen no graph yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { values: Vec::new(), path: Vec::new(), marks: MexMarks::new() }
    }

    /// The Grundy value of every node, by node. O(nodes + edges).
    ///
    /// # Errors
    ///
    /// If the graph has a cycle, or an edge to a node that is not there.
    pub fn solve<'a>(&'a mut self, graph: &Graph) -> Result<&'a [u32], GraphError> {
        let nodes = graph.ends.len() as u32;
        self.values.clear();
        self.values.resize(graph.ends.len(), UNKNOWN);
        if self.sweep(graph, (0..nodes).rev()) < nodes && self.sweep(graph, 0..nodes) < nodes {
            for root in 0..nodes {
                if self.values[root as usize] == UNKNOWN {
                    self.search(graph, root)?;
                }
            }
        }
        Ok(&self.values)
    }

    /// Gives values to nodes in this order up to the first that cannot have one yet; returns how many have it.
    fn sweep(&mut self, graph: &Graph, order: impl Iterator<Item = u32>) -> u32 {
        let mut known = 0;
        for node in order {
            if self.values[node as usize] == UNKNOWN {
                let Some(value) = self.value_if_options_known(graph.options(node)) else { break };
                self.values[node as usize] = value;
            }
            known += 1;
        }
        known
    }

    /// The mex of the options' values, if all of them are known. One pass.
    #[inline]
    fn value_if_options_known(&mut self, options: &[u32]) -> Option<u32> {
        // All values together tell whether one was above 63 or unknown.
        let (mut mask, mut together) = (0_u64, 0);
        if options.len() < 64 {
            for &option in options {
                let value = *self.values.get(option as usize)?;
                mask |= 1 << (value & 63);
                together |= value;
            }
            if together < 64 {
                return Some((!mask).trailing_zeros());
            }
        }
        let mut highest = 0;
        let values = options.iter().map(|&option| {
            let value = self.values.get(option as usize).map_or(UNKNOWN, |&value| value);
            highest = highest.max(value);
            u64::from(value)
        });
        let mex = self.marks.mex_of(options.len(), values) as u32;
        (highest < OPEN).then_some(mex)
    }

    #[inline]
    fn known(&self, node: u32) -> bool {
        self.values.get(node as usize).is_some_and(|&value| value < OPEN)
    }

    /// Gives a value to `root` and to everything that it leads to.
    fn search(&mut self, graph: &Graph, root: u32) -> Result<(), GraphError> {
        self.path.clear();
        self.enter(graph, root);
        while let Some(&(node, next)) = self.path.last() {
            let end = graph.ends[node as usize] as usize;
            let rest = &graph.targets[next as usize..end];
            if let Some(ahead) = rest.iter().position(|&option| !self.known(option)) {
                let option = rest[ahead];
                match self.values.get(option as usize) {
                    None => return Err(GraphError::NoSuchNode { node, target: option }),
                    Some(&OPEN) => return Err(GraphError::Cycle(self.cycle_back_to(option))),
                    Some(_) => {}
                }
                if let Some(top) = self.path.last_mut() {
                    top.1 = next + ahead as u32 + 1;
                }
                self.enter(graph, option);
            } else {
                let value = self.value_if_options_known(graph.options(node));
                self.values[node as usize] = value.expect("every option was just seen to be known");
                self.path.pop();
            }
        }
        Ok(())
    }

    fn enter(&mut self, graph: &Graph, node: u32) {
        self.values[node as usize] = OPEN;
        self.path.push((node, graph.start(node) as u32));
    }

    #[cold]
    fn cycle_back_to(&self, node: u32) -> Cycle {
        let from = self.path.iter().position(|&(on_path, _)| on_path == node).unwrap_or(0);
        Cycle::new(self.path[from..].iter().map(|&(on_path, _)| on_path).collect())
    }
}

#[cfg(test)]
mod tests;
