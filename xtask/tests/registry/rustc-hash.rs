---
[dependencies]
rustc-hash = "2"
---
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet, FxHasher};
use std::hash::{BuildHasher, Hash, Hasher};

fn main() {
    let mut map: FxHashMap<&str, usize> = FxHashMap::default();
    for word in "the cat the dog the end".split(' ') { *map.entry(word).or_insert(0) += 1; }
    let mut counts: Vec<_> = map.into_iter().collect();
    counts.sort();
    println!("{counts:?}");
    let set: FxHashSet<u64> = (0..1000).map(|x| x * x % 97).collect();
    println!("{}", set.len());
    let mut hasher = FxHasher::default();
    (1u32, "text", [2u8; 20]).hash(&mut hasher);
    println!("{} {}", hasher.finish(), FxBuildHasher.hash_one(vec![1u64, 2, 3]));
    let mut memo = FxHashMap::with_capacity_and_hasher(10, FxBuildHasher);
    fn collatz(n: u64, memo: &mut FxHashMap<u64, u32>) -> u32 { if n == 1 { return 0 } if let Some(&k) = memo.get(&n) { return k } let k = 1 + collatz(if n % 2 == 0 { n / 2 } else { 3 * n + 1 }, memo); memo.insert(n, k); k }
    println!("{}", (1..1000).map(|n| collatz(n, &mut memo)).max().unwrap());
}
