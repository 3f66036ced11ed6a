---
[dependencies]
derive_more = { version = "2", features = ["add", "display", "from", "into", "deref", "mul", "constructor", "add_assign", "debug"] }
---
use derive_more::{Add, AddAssign, Constructor, Deref, Display, From, Into, Mul};
use std::io::Read as _;

#[derive(Debug, Clone, Copy, PartialEq, Add, AddAssign, Mul, Constructor)]
struct Point {
    x: i64,
    y: i64,
}

#[derive(Display, From, Into, Deref, Debug)]
#[display("<{_0}>")]
struct Meters(i64);

#[derive(Display, From, derive_more::Debug)]
enum Shape {
    #[display("square of {_0}")]
    Square(i64),
    #[display("named {_0}")]
    #[debug("Named!")]
    Named(String),
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut sum = Point::new(0, 0);
    for number in text.split_whitespace().map(|word| word.parse::<i64>().unwrap()) {
        sum += Point::new(number, 1) * 2;
        println!("{} {}", Meters::from(number), Shape::from(number));
    }
    println!("{sum:?} {:?} {}", Shape::from("x".to_owned()), Meters(-4).abs());
    println!("{}", i64::from(Meters(3)));
}
