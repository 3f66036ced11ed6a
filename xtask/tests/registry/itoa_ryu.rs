---
[dependencies]
itoa = "1"
ryu = "1"
---
use std::io::Read as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut whole = itoa::Buffer::new();
    let mut real = ryu::Buffer::new();
    for word in text.split_whitespace() {
        let n: i64 = word.parse().unwrap();
        println!("{} {}", whole.format(n * -1_000_003), real.format(n as f64 / 7.0));
    }
    println!("{} {}", whole.format(u128::MAX), real.format(1.5e-9f32));
}
