---
[dependencies]
petgraph = "0.8"
---
use petgraph::{
    algo::{astar, bellman_ford, connected_components, dijkstra, is_cyclic_directed, kosaraju_scc, min_spanning_tree, tarjan_scc, toposort},
    data::FromElements,
    dot::{Config, Dot},
    graph::{DiGraph, NodeIndex, UnGraph},
    graphmap::UnGraphMap,
    unionfind::UnionFind,
    visit::{Bfs, Dfs, EdgeRef},
    Direction,
};

fn main() {
    let mut g = DiGraph::<&str, u32>::new();
    let n: Vec<NodeIndex> = ["a", "b", "c", "d", "e"].into_iter().map(|w| g.add_node(w)).collect();
    g.extend_with_edges([(n[0], n[1], 4), (n[0], n[2], 1), (n[2], n[1], 2), (n[1], n[3], 5), (n[3], n[4], 3)]);
    let mut d: Vec<_> = dijkstra(&g, n[0], None, |e| *e.weight()).into_iter().map(|(k, v)| (k.index(), v)).collect();
    d.sort();
    println!("{d:?}");
    println!("{:?}", astar(&g, n[0], |x| x == n[4], |e| *e.weight(), |_| 0).map(|(c, p)| (c, p.len())));
    println!("{:?} {}", toposort(&g, None).unwrap().iter().map(|i| g[*i]).collect::<String>(), is_cyclic_directed(&g));
    g.add_edge(n[4], n[1], 1);
    println!("{:?} {}", tarjan_scc(&g).iter().map(Vec::len).collect::<Vec<_>>(), kosaraju_scc(&g).len());
    println!("{:?}", toposort(&g, None).map_err(|c| g[c.node_id()]));
    let mut bfs = Bfs::new(&g, n[0]);
    let mut order = String::new();
    while let Some(x) = bfs.next(&g) { order.push_str(g[x]); }
    let mut dfs = Dfs::new(&g, n[3]);
    while let Some(x) = dfs.next(&g) { order.push_str(g[x]); }
    println!("{order} {:?}", g.edges_directed(n[1], Direction::Incoming).map(|e| (e.source().index(), *e.weight())).collect::<Vec<_>>());
    let u = UnGraph::<(), f32>::from_edges([(0, 1, 1.5), (1, 2, 0.5), (0, 2, 0.25), (3, 4, 2.0)]);
    let tree = UnGraph::<(), f32>::from_elements(min_spanning_tree(&u));
    println!("{} {} {}", connected_components(&u), tree.edge_count(), tree.edge_weights().sum::<f32>());
    let f = DiGraph::<(), f64>::from_edges([(0, 1, 2.0), (1, 2, -1.0), (0, 2, 4.0)]);
    println!("{:?}", bellman_ford(&f, NodeIndex::new(0)).unwrap().distances);
    let m = UnGraphMap::<char, u8>::from_edges([('x', 'y', 1), ('y', 'z', 2)]);
    println!("{:?} {:?}", m.neighbors('y').collect::<Vec<_>>(), m.edge_weight('z', 'y'));
    let mut sets = UnionFind::<usize>::new(6);
    sets.union(0, 1);
    sets.union(1, 5);
    println!("{} {}", sets.equiv(0, 5), sets.equiv(2, 3));
    println!("{:?}", Dot::with_config(&tree, &[Config::EdgeNoLabel]));
}
