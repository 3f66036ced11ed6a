---
[dependencies]
typed-arena = "2"
bumpalo = { version = "3", features = ["collections"] }
slab = "0.4"
---
use bumpalo::Bump;
use slab::Slab;
use std::io::Read as _;
use typed_arena::Arena;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let (arena, bump, mut slab) = (Arena::new(), Bump::new(), Slab::new());
    let mut all = bumpalo::collections::Vec::new_in(&bump);
    for word in text.split_whitespace() {
        all.push(&*arena.alloc(word.to_owned()));
        slab.insert(bump.alloc_str(word));
    }
    println!("{all:?} {:?} {:?}", slab.remove(1), slab.iter().collect::<Vec<_>>());
}
