---
[dependencies]
fixedbitset = "0.5"
---
use fixedbitset::FixedBitSet;

fn main() {
    let mut sieve = FixedBitSet::with_capacity(200);
    sieve.insert_range(2..);
    let mut p = 2;
    while p * p < 200 { if sieve.contains(p) { for q in (p * p..200).step_by(p) { sieve.set(q, false); } } p += 1; }
    println!("{} {:?}", sieve.count_ones(..), sieve.ones().take(10).collect::<Vec<_>>());
    let mut a: FixedBitSet = [1, 5, 64, 130].into_iter().collect();
    let b: FixedBitSet = [5, 64, 100].into_iter().collect();
    println!("{:?} {:?} {:?}", a.intersection(&b).collect::<Vec<_>>(), a.union(&b).count(), a.difference(&b).collect::<Vec<_>>());
    a.grow(200);
    a.union_with(&b);
    a.toggle(0);
    println!("{} {} {:?} {:?}", a.len(), a.is_subset(&sieve), a.minimum(), a.maximum());
    let c = &a & &b;
    println!("{} {:?} {}", c.count_ones(..), c.zeroes().next(), a.put(7));
    a.toggle_range(..);
    println!("{} {} {}", a.count_zeroes(..), b, a.is_clear());
}
