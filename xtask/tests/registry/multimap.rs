---
[dependencies]
multimap = { version = "0.10", default-features = false }
---
use multimap::MultiMap;
use std::io::Read as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut map = MultiMap::new();
    for word in text.split_whitespace() {
        let n: u32 = word.parse().unwrap();
        map.insert(n % 2, n);
    }
    println!("{:?} {:?}", map.get_vec(&0), map.get_vec(&1));
}
