---
[dependencies]
ac-library-rs = "0.2"
---
use ac_library::{convolution, crt, floor_sum, inv_mod, lcp_array, pow_mod, suffix_array, z_algorithm, Additive, Dsu, FenwickTree, LazySegtree, MapMonoid, Max, MfGraph, MinCostFlowGraph, ModInt1000000007, ModInt998244353, Monoid, SccGraph, Segtree, TwoSat};

struct AddSum;
struct Sum;
impl Monoid for Sum { type S = (i64, i64); fn identity() -> (i64, i64) { (0, 0) } fn binary_operation(a: &(i64, i64), b: &(i64, i64)) -> (i64, i64) { (a.0 + b.0, a.1 + b.1) } }
impl MapMonoid for AddSum { type M = Sum; type F = i64; fn identity_map() -> i64 { 0 } fn mapping(f: &i64, x: &(i64, i64)) -> (i64, i64) { (x.0 + f * x.1, x.1) } fn composition(f: &i64, g: &i64) -> i64 { f + g } }

fn main() {
    let mut dsu = Dsu::new(5);
    dsu.merge(0, 1);
    dsu.merge(3, 4);
    println!("{} {} {:?}", dsu.same(0, 1), dsu.size(4), dsu.groups());
    let mut fenwick = FenwickTree::new(6, 0i64);
    for i in 0..6 { fenwick.add(i, (i * i) as i64); }
    println!("{}", fenwick.sum(2..5));
    let mut tree = Segtree::<Max<i32>>::from(vec![3, 1, 4, 1, 5, 9, 2, 6]);
    tree.set(5, 0);
    println!("{} {} {}", tree.prod(1..6), tree.all_prod(), tree.max_right(0, |x| *x < 5));
    let sums = Segtree::<Additive<u64>>::from((0..10).collect::<Vec<u64>>());
    let mut lazy = LazySegtree::<AddSum>::from(vec![(1, 1); 8]);
    lazy.apply_range(2..6, 10);
    println!("{} {:?} {}", sums.prod(..4), lazy.prod(0..4), lazy.get(5).0);
    let a = ModInt998244353::new(5);
    println!("{} {} {} {}", a.pow(1_000_000), a.inv() * 5, ModInt1000000007::new(-1), a / 3 - 7);
    println!("{:?}", convolution(&[1, 2, 3].map(ModInt998244353::new), &[4, 5].map(ModInt998244353::new)).iter().map(|m| m.val()).collect::<Vec<_>>());
    println!("{} {} {:?} {}", pow_mod(2, 100, 97), inv_mod(3, 11), crt(&[2, 3], &[3, 5]), floor_sum(4, 10, 6, 3));
    let sa = suffix_array("abracadabra");
    println!("{sa:?} {:?} {:?}", lcp_array("abracadabra", &sa), z_algorithm("aabaab"));
    let mut scc = SccGraph::new(4);
    for (u, v) in [(0, 1), (1, 0), (2, 3), (1, 2)] { scc.add_edge(u, v); }
    println!("{:?}", scc.scc());
    let mut flow = MfGraph::new(4);
    for (u, v, c) in [(0, 1, 3), (0, 2, 2), (1, 3, 2), (2, 3, 4), (1, 2, 5)] { flow.add_edge(u, v, c); }
    println!("{}", flow.flow(0, 3));
    let mut cost = MinCostFlowGraph::new(4);
    for (u, v, c, w) in [(0, 1, 2, 1), (0, 2, 1, 2), (1, 3, 2, 1), (2, 3, 1, 1)] { cost.add_edge(u, v, c, w); }
    println!("{:?}", cost.flow(0, 3, 3));
    let mut sat = TwoSat::new(2);
    sat.add_clause(0, true, 1, false);
    sat.add_clause(0, false, 1, false);
    println!("{} {:?}", sat.satisfiable(), sat.answer());
}
