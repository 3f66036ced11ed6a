//! Games in which a play may go on for ever: win, lose or draw with remoteness, and loopy Grundy values.
//!
//! [`solve`] works backwards from the positions without options: a position is won as soon as one option is
//! lost, and lost as soon as all its options are won, which a count of the edges left tells. What is never
//! reached is a draw. Nodes are settled in order of remoteness, so that the winner's is the shortest way and
//! the loser's the longest (Smith 1966; Winning Ways, chapter 12).
//!
//! [`grundy`] gives the values that settle sums of such games in normal play (Smith 1966; Fraenkel and Perl
//! 1975; Siegel, section IV.4).

use crate::graph::{Graph, GraphError};
use crate::{Outcome, Play};

/// Who wins a position of a game that need not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// One player can force a win.
    Decided {
        /// N if the player to move wins, P if the other does.
        outcome: Outcome,
        /// Number of moves to the end if the winner hurries and the loser delays.
        remoteness: u32,
    },
    /// Neither player can force a win.
    Draw,
}

/// The verdict for each node of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    play: Play,
    /// By node; the outcome follows from its parity.
    remoteness: Vec<u32>,
}

/// The remoteness of a draw.
const NEVER: u32 = u32::MAX;

/// Finds who wins each node. O(nodes + edges) time; 12 bytes a node and 4 an edge beside the graph.
/// For nodes with less than 2^31 options.
///
/// # Errors
///
/// If an edge leads to a node that is not there; cycles are fine.
///
/// ```
/// use cgt_core::loopy::{solve, Verdict};
/// use cgt_core::{Graph, Outcome, Play};
///
/// // Two nodes lead to each other; node 1 also leads to 2, where the play ends.
/// let mut graph = Graph::new();
/// for options in [&[1][..], &[0, 2], &[]] {
///     options.iter().for_each(|&option| graph.push_option(option));
///     graph.finish_node();
/// }
/// let verdicts = solve(&graph, Play::Normal)?;
/// assert_eq!(verdicts.of(1), Verdict::Decided { outcome: Outcome::N, remoteness: 1 });
/// assert_eq!(verdicts.of(0), Verdict::Decided { outcome: Outcome::P, remoteness: 2 });
/// assert_eq!(verdicts.best_moves(&graph, 1), [2]);
/// # Ok::<(), cgt_core::graph::GraphError>(())
/// ```
pub fn solve(graph: &Graph, play: Play) -> Result<Verdicts, GraphError> {
    let back = Predecessors::of(graph)?;
    let nodes = graph.nodes() as u32;
    // One number a node, since each costs a cache miss: its remoteness, or how many options are not won yet.
    let open = |node: u32| OPEN_OPTIONS | graph.options(node).len() as u32;
    let mut state: Vec<u32> = (0..nodes).map(open).collect();
    let mut queue: Vec<u32> = (0..nodes).filter(|&node| state[node as usize] == OPEN_OPTIONS).collect();
    queue.iter().for_each(|&node| state[node as usize] = 0);
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        let distance = state[node as usize];
        let lost = outcome_at(play, distance).is_p();
        for &before in back.of_node(node) {
            let state = &mut state[before as usize];
            if *state < OPEN_OPTIONS {
                continue;
            }
            *state -= 1;
            if lost || *state == OPEN_OPTIONS {
                *state = distance + 1;
                queue.push(before);
            }
        }
    }
    let remoteness =
        state.into_iter().map(|state| if state < OPEN_OPTIONS { state } else { NEVER }).collect();
    Ok(Verdicts { play, remoteness })
}

/// Marks a node that is not decided yet; the rest of the number counts options.
const OPEN_OPTIONS: u32 = 1 << 31;

/// Who wins a decided position of this remoteness: the players alternate up to the end.
const fn outcome_at(play: Play, remoteness: u32) -> Outcome {
    match (play, remoteness % 2) {
        (Play::Normal, 0) | (Play::Misere, 1) => Outcome::P,
        _ => Outcome::N,
    }
}

impl Verdicts {
    /// The verdict for a node.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[must_use]
    pub fn of(&self, node: u32) -> Verdict {
        match self.remoteness[node as usize] {
            NEVER => Verdict::Draw,
            remoteness => Verdict::Decided { outcome: outcome_at(self.play, remoteness), remoteness },
        }
    }

    /// The options of a node that lose nothing: the quickest wins, the longest ways to lose, or the draws. Each
    /// once, in increasing order.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[must_use]
    pub fn best_moves(&self, graph: &Graph, node: u32) -> Vec<u32> {
        let wanted = match self.remoteness[node as usize] {
            NEVER => NEVER,
            remoteness => remoteness.wrapping_sub(1),
        };
        // A lost position of remoteness r has no option beyond r - 1, and a won one none of value P below.
        let options = graph.options(node).iter().copied();
        let mut best: Vec<u32> =
            options.filter(|&option| self.remoteness[option as usize] == wanted).collect();
        best.sort_unstable();
        best.dedup();
        best
    }
}

/// The loopy Grundy value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopyValue {
    /// Equal to a Nim heap of this size.
    Nimber(u32),
    /// Infinite: together with a Nim heap of size n it is won by moving to an option of value n if there is one
    /// (see [`LoopyValues::escapes`]), and a draw otherwise; together with another infinite value, a draw.
    Infinite,
}

/// The loopy Grundy value of each node of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyValues {
    values: Vec<u32>,
}

/// Not labelled yet.
const OPEN: u32 = u32::MAX;
const INFINITE: u32 = u32::MAX - 1;

/// Finds the loopy Grundy value of each node. O((nodes + edges) · values) time.
///
/// Fraenkel's marking: for m = 0, 1, 2, …, an open node gets value m if none of its options has value m, and
/// each option that is open or infinite has itself an option of value m, to which the opponent can revert. Open
/// nodes without an option of value m that did not get it are infinite.
///
/// # Errors
///
/// If an edge leads to a node that is not there; cycles are fine.
pub fn grundy(graph: &Graph) -> Result<LoopyValues, GraphError> {
    let back = Predecessors::of(graph)?;
    let nodes = graph.nodes() as u32;
    let mut values = vec![OPEN; graph.nodes()];
    let mut open: Vec<u32> = (0..nodes).collect();
    for m in 0.. {
        if open.is_empty() {
            break;
        }
        let unsettled = |values: &[u32], node: u32| values[node as usize] >= INFINITE;
        // Options in the way of value m: those from which the opponent cannot revert to m yet.
        let mut in_the_way = vec![0_u32; graph.nodes()];
        let mut leads_to_m = vec![false; graph.nodes()];
        for &node in &open {
            let options = graph.options(node).iter();
            in_the_way[node as usize] = options.filter(|&&option| unsettled(&values, option)).count() as u32;
        }
        let mut ready: Vec<u32> =
            open.iter().copied().filter(|&node| in_the_way[node as usize] == 0).collect();
        while let Some(node) = ready.pop() {
            if leads_to_m[node as usize] || values[node as usize] != OPEN {
                continue;
            }
            values[node as usize] = m;
            for &before in back.of_node(node) {
                if !unsettled(&values, before) || std::mem::replace(&mut leads_to_m[before as usize], true) {
                    continue;
                }
                for &earlier in back.of_node(before) {
                    in_the_way[earlier as usize] = in_the_way[earlier as usize].saturating_sub(1);
                    if in_the_way[earlier as usize] == 0 && values[earlier as usize] == OPEN {
                        ready.push(earlier);
                    }
                }
            }
        }
        open.retain(|&node| {
            if values[node as usize] == OPEN && !leads_to_m[node as usize] {
                values[node as usize] = INFINITE;
            }
            values[node as usize] == OPEN
        });
    }
    Ok(LoopyValues { values })
}

impl LoopyValues {
    /// The value of a node.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[must_use]
    pub fn of(&self, node: u32) -> LoopyValue {
        match self.values[node as usize] {
            INFINITE => LoopyValue::Infinite,
            value => LoopyValue::Nimber(value),
        }
    }

    /// The finite values of a node's options, in increasing order: for an infinite node the set K of its value
    /// ∞(K).
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[must_use]
    pub fn escapes(&self, graph: &Graph, node: u32) -> Vec<u32> {
        let options = graph.options(node).iter().map(|&option| self.values[option as usize]);
        let mut finite: Vec<u32> = options.filter(|&value| value != INFINITE).collect();
        finite.sort_unstable();
        finite.dedup();
        finite
    }
}

/// The edges of a graph, backwards.
struct Predecessors {
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Predecessors {
    fn of(graph: &Graph) -> Result<Self, GraphError> {
        let nodes = graph.nodes();
        let mut starts = vec![0_u32; nodes + 2];
        for node in 0..nodes as u32 {
            for &target in graph.options(node) {
                if target as usize >= nodes {
                    return Err(GraphError::NoSuchNode { node, target });
                }
                starts[target as usize + 2] += 1;
            }
        }
        for node in 2..starts.len() {
            starts[node] += starts[node - 1];
        }
        // Each start moves up to the next one's place while the sources are filled in.
        let mut sources = vec![0; graph.edges()];
        for node in 0..nodes as u32 {
            for &target in graph.options(node) {
                let place = &mut starts[target as usize + 1];
                sources[*place as usize] = node;
                *place += 1;
            }
        }
        Ok(Self { starts, sources })
    }

    fn of_node(&self, node: u32) -> &[u32] {
        &self.sources[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests;
