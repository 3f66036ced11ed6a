---
[dependencies]
maplit = "1"
---
use maplit::{btreemap, hashset};

fn main() {
    println!("{:?} {}", btreemap! { 1 => "a", 2 => "b" }, hashset! { 1, 2, 1 }.len());
}
