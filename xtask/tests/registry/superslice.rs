---
[dependencies]
superslice = "1"
---
use std::io::Read as _;
use superslice::Ext as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let sorted: Vec<u32> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    println!("{} {} {:?}", sorted.lower_bound(&2), sorted.upper_bound(&2), sorted.equal_range(&3));
    let mut order = [3, 1, 2];
    let more = order.next_permutation();
    println!("{more} {order:?}");
}
