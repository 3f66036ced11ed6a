---
[dependencies]
arrayvec = "0.7"
---
use arrayvec::{ArrayString, ArrayVec};
use std::fmt::Write;

fn main() {
    let mut v: ArrayVec<i32, 4> = ArrayVec::new();
    v.push(3);
    v.try_push(1).unwrap();
    v.extend([2, 4]);
    let refused = v.try_push(9).map_err(|e| e.to_string());
    println!("{:?} {} {:?}", v, v.is_full(), refused);
    v.sort();
    println!("{:?} {:?} {:?}", v.remove(1), v.swap_remove(0), v.pop());
    v.insert(0, 7);
    println!("{:?}", v.iter().rev().collect::<ArrayVec<_, 8>>());
    println!("{:?}", v.drain(..1).next());
    let full = ArrayVec::from([1u8, 2, 3]).into_inner();
    println!("{full:?} {:?}", (0..3).map(|x| x * x).collect::<ArrayVec<usize, 3>>() == ArrayVec::from([0, 1, 4]));
    let mut s = ArrayString::<8>::new();
    write!(s, "{}-{}", 12, "ab").unwrap();
    let last = (s.try_push_str("toolong").is_err(), s.pop());
    println!("{s} {} {last:?}", s.remaining_capacity());
}
