---
[dependencies]
argio = "0.2"
---
use argio::argio;

#[argio]
fn main(first: i64, second: i64) -> i64 {
    first + second
}
