---
[dependencies]
euclid = "0.22"
---
use euclid::default::{Point2D, Rect, Size2D, Transform2D, Vector2D};
use std::io::Read as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let n: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let p = Point2D::new(n[0], n[1]) + Vector2D::new(n[2], 0.5);
    println!("{p:?} {:?}", Rect::new(Point2D::origin(), Size2D::new(5.0, 5.0)).contains(p));
    println!("{:?}", Transform2D::translation(1.0, 2.0).transform_point(p));
}
