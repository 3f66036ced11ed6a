---
[dependencies]
ascii = "1"
---
use ascii::{AsAsciiStr as _, AsciiChar, AsciiString};
use std::io::Read as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let ascii = text.as_ascii_str().unwrap();
    let shouted: AsciiString = ascii.chars().filter(|letter| *letter != AsciiChar::Space).collect();
    println!("{} {:?}", shouted.trim(), ascii.lines().next());
}
