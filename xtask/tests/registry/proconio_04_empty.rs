---
[dependencies]
proconio = "=0.4.3"
---
use proconio::input;

fn main() {
    input! {}
    println!("nothing read");
}
