---
[dependencies]
ordered-float = "5"
---
use ordered_float::{Float, FloatIsNan, NotNan, OrderedFloat};
use std::{cmp::Reverse, collections::{BTreeMap, BinaryHeap, HashSet}};

fn main() {
    let mut v = vec![OrderedFloat(2.5), OrderedFloat(f64::NAN), OrderedFloat(-1.0), OrderedFloat(f64::INFINITY)];
    v.sort();
    println!("{v:?} {:?}", v.iter().max());
    let mut heap = BinaryHeap::new();
    for (d, n) in [(3.5, 1), (0.5, 2), (2.0, 3)] { heap.push(Reverse((OrderedFloat(d), n))); }
    while let Some(Reverse((OrderedFloat(d), n))) = heap.pop() { print!("{d}:{n} "); }
    println!();
    let a = NotNan::new(1.5f32).unwrap();
    println!("{} {:?} {:?}", a + 1.0, NotNan::new(f32::NAN).map_err(|FloatIsNan| "nan"), a.max(NotNan::new(7.0).unwrap()));
    let set: HashSet<OrderedFloat<f64>> = [0.0, -0.0, 1.0].into_iter().map(OrderedFloat).collect();
    println!("{} {:?}", set.len(), "2.25".parse::<OrderedFloat<f64>>().map(|x| x.into_inner()));
    let map: BTreeMap<NotNan<f64>, &str> = [(NotNan::new(2.0).unwrap(), "two"), (NotNan::new(1.0).unwrap(), "one")].into();
    println!("{map:?} {:.2} {}", OrderedFloat(2.0).sqrt(), (OrderedFloat(1.0f64) / 3.0 * 2.0 - 1.0).abs());
}
