---
[dependencies]
hashbrown = "0.15"
---
use hashbrown::{HashMap, HashSet};
use std::io::Read as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in text.split_whitespace().chain(["1", "2", "1"]) {
        *counts.entry(word).or_insert(0) += 1;
    }
    let mut all: Vec<_> = counts.iter().collect();
    all.sort();
    println!("{all:?}");
    let set: HashSet<u32> = (0..50).map(|i| i * i % 17).collect();
    println!("{} {}", set.len(), set.contains(&13));
}
