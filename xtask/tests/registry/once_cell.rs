---
[dependencies]
once_cell = "1"
---
use once_cell::{sync::{Lazy, OnceCell}, unsync};
use std::{io::Read as _, sync::Mutex};

static SEEN: Lazy<Mutex<Vec<u64>>> = Lazy::new(|| Mutex::new(vec![7]));
static FIRST: OnceCell<u64> = OnceCell::new();

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for word in text.split_whitespace() {
        let n = word.parse().unwrap();
        SEEN.lock().unwrap().push(*FIRST.get_or_init(|| n) + n);
    }
    let lazy = unsync::Lazy::new(|| SEEN.lock().unwrap().len());
    let count = *lazy;
    println!("{:?} {count}", SEEN.lock().unwrap());
}
