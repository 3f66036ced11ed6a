//! Where the nodes of an acyclic graph go: in layers, by the longest way to a node without options.

use cgt_core::Graph;

/// The middle of each node.
pub(super) struct Layout {
    /// By node: its layer, counted from those without options.
    layers: Vec<usize>,
    /// By node: its place in its layer.
    places: Vec<usize>,
    /// How many nodes each layer has.
    widths: Vec<usize>,
}

const ACROSS: f64 = 70.0;
const DOWN: f64 = 90.0;

/// How often the order inside layers is improved.
const SWEEPS: usize = 6;

impl Layout {
    pub(super) fn of(graph: &Graph) -> Self {
        let layers = longest_ways(graph);
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); layers.iter().max().map_or(0, |top| top + 1)];
        (0..graph.nodes() as u32).for_each(|node| members[layers[node as usize]].push(node));
        let mut layout =
            Self { places: vec![0; layers.len()], widths: members.iter().map(Vec::len).collect(), layers };
        members.iter().for_each(|layer| layout.arrange(layer));
        // Each node goes to the middle of its options, upwards from the bottom, then to that of its predecessors.
        let mut before = vec![Vec::new(); graph.nodes()];
        for node in 0..graph.nodes() as u32 {
            graph.options(node).iter().for_each(|&option| before[option as usize].push(node));
        }
        for sweep in 0..SWEEPS {
            let upwards = sweep % 2 == 0;
            let order: Vec<usize> =
                if upwards { (0..members.len()).collect() } else { (0..members.len()).rev().collect() };
            for layer in order {
                members[layer].sort_by(|&a, &b| {
                    let middle = |node: u32| {
                        let others = if upwards { graph.options(node) } else { &before[node as usize] };
                        layout.middle(node, others)
                    };
                    middle(a).total_cmp(&middle(b))
                });
                layout.arrange(&members[layer]);
            }
        }
        layout
    }

    fn arrange(&mut self, layer: &[u32]) {
        layer.iter().enumerate().for_each(|(place, &node)| self.places[node as usize] = place);
    }

    fn middle(&self, node: u32, others: &[u32]) -> f64 {
        if others.is_empty() {
            return self.place(node).0;
        }
        others.iter().map(|&other| self.place(other).0).sum::<f64>() / others.len() as f64
    }

    /// Where a node is.
    pub(super) fn place(&self, node: u32) -> (f64, f64) {
        let (layer, place) = (self.layers[node as usize], self.places[node as usize]);
        let left = (self.widest() - self.widths[layer]) as f64 / 2.0;
        let from_top = self.widths.len() - 1 - layer;
        (ACROSS * (left + place as f64 + 0.5) + MARGIN, DOWN * (from_top as f64 + 0.5))
    }

    pub(super) fn layers_between(&self, from: u32, to: u32) -> usize {
        self.layers[from as usize].abs_diff(self.layers[to as usize]) - 1
    }

    pub(super) fn size(&self) -> (f64, f64) {
        (ACROSS * self.widest() as f64 + 2.0 * MARGIN, DOWN * self.widths.len() as f64)
    }

    fn widest(&self) -> usize {
        self.widths.iter().copied().max().unwrap_or(0)
    }
}

/// Room for arcs that bend.
const MARGIN: f64 = 50.0;

/// By node, the number of arcs of the longest way to a node without options; with a stack of its own, since a way may be a million
/// arcs long.
fn longest_ways(graph: &Graph) -> Vec<usize> {
    let mut ways = vec![None; graph.nodes()];
    let mut stack: Vec<u32> = (0..graph.nodes() as u32).collect();
    while let Some(&node) = stack.last() {
        let options = graph.options(node);
        let open = stack.len();
        stack.extend(options.iter().filter(|&&option| ways[option as usize].is_none()));
        if stack.len() == open {
            let way = options.iter().filter_map(|&option| ways[option as usize]).max();
            ways[node as usize] = Some(way.map_or(0, |way: usize| way + 1));
            stack.pop();
        }
    }
    ways.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn graph_of(options: &[&[u32]]) -> Graph {
        let mut graph = Graph::new();
        for targets in options {
            targets.iter().for_each(|&target| graph.push_option(target));
            graph.finish_node();
        }
        graph
    }

    #[test]
    fn nodes_stand_above_their_options_and_apart() {
        let graph = graph_of(&[&[1, 2], &[3], &[3, 4], &[4], &[], &[4]]);
        let layout = Layout::of(&graph);
        assert_eq!(layout.layers, [3, 2, 2, 1, 0, 1]);
        let mut places: Vec<(u64, u64)> =
            (0..6).map(|node| layout.place(node)).map(|(x, y)| (x as u64, y as u64)).collect();
        for node in 0..6 {
            for &option in graph.options(node) {
                assert!(layout.place(node).1 < layout.place(option).1);
            }
        }
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 6);
    }

    #[test]
    fn a_long_chain_is_no_trouble() {
        let options: Vec<Vec<u32>> =
            (0..200_000_u32).map(|node| node.checked_sub(1).into_iter().collect()).collect();
        let options: Vec<&[u32]> = options.iter().map(Vec::as_slice).collect();
        assert_eq!(longest_ways(&graph_of(&options)).last(), Some(&199_999));
    }
}
