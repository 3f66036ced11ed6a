---
[dependencies]
crossbeam = "0.8"
---
use crossbeam::{channel, queue::ArrayQueue};
use std::io::Read as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let (sender, receiver) = channel::bounded::<u64>(2);
    let text = &text;
    let total = crossbeam::scope(|scope| {
        scope.spawn(move |_| {
            let sender = sender;
            for word in text.split_whitespace() {
                sender.send(word.parse().unwrap()).unwrap();
            }
        });
        receiver.iter().sum::<u64>()
    })
    .unwrap();
    let queue = ArrayQueue::new(2);
    queue.push(total).unwrap();
    println!("{:?} {:?}", queue.pop(), queue.pop());
}
