---
[dependencies]
aho-corasick = "1"
---
use aho_corasick::{AhoCorasick, MatchKind};
use std::io::Read as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let finder = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(["1", "2 3", "2"]).unwrap();
    for found in finder.find_iter(&text) {
        println!("{:?} {}..{}", found.pattern(), found.start(), found.end());
    }
}
