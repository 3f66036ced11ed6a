//! An acyclic graph drawn with its Grundy values; moves to a value of 0, which win for a single chess, are marked.

mod layout;

use crate::{
    explain::dag_sg::options,
    table::picture::{colour, escaped, hex, is_bright},
};
use cgt_core::Graph;
use layout::Layout;
use std::fmt::Write as _;

/// A graph and the values of its nodes.
#[derive(Debug)]
pub struct Valued<'a> {
    pub graph: &'a Graph,
    pub values: &'a [u32],
}

/// The colour of winning moves.
const WINNING: &str = "#1a9850";

impl Valued<'_> {
    fn value(&self, node: u32) -> u32 {
        self.values[node as usize]
    }

    /// Every arc once, with whether it is a winning move.
    fn arcs(&self) -> impl Iterator<Item = (u32, u32, bool)> {
        self.nodes().flat_map(move |from| {
            options(self.graph, from).into_iter().map(move |to| (from, to, self.value(to) == 0))
        })
    }

    fn nodes(&self) -> std::ops::Range<u32> {
        0..self.graph.nodes() as u32
    }

    /// A line a node.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for node in self.nodes() {
            let (winning, others): (Vec<u32>, Vec<u32>) =
                options(self.graph, node).into_iter().partition(|&to| self.value(to) == 0);
            let listed = |nodes: &[u32]| {
                let nodes: Vec<String> =
                    nodes.iter().map(|&to| format!("{to} (*{})", self.value(to))).collect();
                nodes.join(", ")
            };
            _ = write!(text, "{node}: *{}", self.value(node));
            if !winning.is_empty() {
                _ = write!(text, "; wins by moving to {}", listed(&winning));
            }
            if !others.is_empty() {
                _ = write!(
                    text,
                    "; {} {}",
                    if winning.is_empty() { "leads to" } else { "also leads to" },
                    listed(&others)
                );
            }
            text.push('\n');
        }
        text
    }

    /// For Graphviz.
    pub fn dot(&self) -> String {
        let mut dot =
            "digraph values {\n  node [shape=circle, style=filled, fontname=\"sans-serif\"];\n".to_owned();
        let greatest = self.greatest();
        for node in self.nodes() {
            let value = self.value(node);
            let fill = colour(value, greatest);
            let letters = if is_bright(fill) { "#000000" } else { "#ffffff" };
            _ = writeln!(
                dot,
                "  {node} [label=\"{node}\\n*{value}\", fillcolor=\"{}\", fontcolor=\"{letters}\"];",
                hex(fill)
            );
        }
        for (from, to, wins) in self.arcs() {
            let style = if wins { format!(" [color=\"{WINNING}\", penwidth=2.5]") } else { String::new() };
            _ = writeln!(dot, "  {from} -> {to}{style};");
        }
        dot + "}\n"
    }

    /// In layers: each node above everything that it leads to.
    pub fn svg(&self) -> String {
        const RADIUS: f64 = 20.0;
        let layout = Layout::of(self.graph);
        let (width, height) = layout.size();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
             <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#f8f8f8\"/>\n<defs>\n",
            escaped("Grundy values of a graph; winning moves are green")
        );
        for (name, colour) in [("other", "#888"), ("winning", WINNING)] {
            _ = writeln!(
                svg,
                "<marker id=\"{name}\" viewBox=\"0 0 10 10\" refX=\"10\" refY=\"5\" markerUnits=\"userSpaceOnUse\" markerWidth=\"11\" \
                 markerHeight=\"11\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"{colour}\"/></marker>"
            );
        }
        svg += "</defs>\n";
        for (from, to, wins) in self.arcs() {
            let ((x, y), (to_x, to_y)) = (layout.place(from), layout.place(to));
            // An arc over more than one layer bends, so that it is not hidden by what lies between.
            let bend = if layout.layers_between(from, to) > 0 { 80.0 } else { 0.0 };
            let (middle_x, middle_y) = ((x + to_x) / 2.0 + bend, f64::midpoint(y, to_y));
            let on_circle = |(x, y): (f64, f64)| {
                let length = (middle_x - x).hypot(middle_y - y);
                (x + RADIUS * (middle_x - x) / length, y + RADIUS * (middle_y - y) / length)
            };
            let ((x, y), (to_x, to_y)) = (on_circle((x, y)), on_circle((to_x, to_y)));
            let (stroke, stroke_width, marker) =
                if wins { (WINNING, 2.5, "winning") } else { ("#888", 1.0, "other") };
            _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {y:.1}Q{middle_x:.1} {middle_y:.1} {to_x:.1} {to_y:.1}\" fill=\"none\" stroke=\"{stroke}\" \
                 stroke-width=\"{stroke_width}\" marker-end=\"url(#{marker})\"/>"
            );
        }
        let greatest = self.greatest();
        for node in self.nodes() {
            let ((x, y), value) = (layout.place(node), self.value(node));
            let fill = colour(value, greatest);
            let letters = if is_bright(fill) { "#000" } else { "#fff" };
            _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{}\" stroke=\"#333\"/>",
                hex(fill)
            );
            _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" fill=\"{letters}\" font-weight=\"bold\">*{value}</text>",
                y - 1.0
            );
            _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" fill=\"{letters}\" font-size=\"10\">{node}</text>",
                y + 12.0
            );
        }
        svg + "</svg>\n"
    }

    fn greatest(&self) -> u32 {
        self.values.iter().copied().max().unwrap_or(0)
    }
}
