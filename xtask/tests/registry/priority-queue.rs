---
[dependencies]
priority-queue = "2"
---
use priority_queue::PriorityQueue;
use std::{cmp::Reverse, io::Read as _};

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut queue = PriorityQueue::new();
    for (cost, word) in text.split_whitespace().enumerate() {
        queue.push(word.to_owned(), Reverse(cost));
    }
    queue.change_priority("1", Reverse(9));
    while let Some((word, Reverse(cost))) = queue.pop() {
        println!("{word} {cost}");
    }
}
