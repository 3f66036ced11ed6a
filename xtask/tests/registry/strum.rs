---
[dependencies]
strum = { version = "0.27", features = ["derive"] }
---
use std::{io::Read as _, str::FromStr};
use strum::{Display, EnumCount, EnumIter, EnumString, IntoEnumIterator as _};

#[derive(Debug, Clone, Copy, PartialEq, EnumCount, EnumIter, EnumString, Display, Default)]
#[strum(serialize_all = "kebab-case")]
enum Direction {
    #[default]
    UpLeft,
    /// Straight down.
    #[strum(serialize = "d", to_string = "down")]
    Down,
    #[strum(disabled)]
    #[allow(dead_code)]
    Nowhere,
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for direction in Direction::iter() {
        println!("{direction} {direction:?}");
    }
    println!("{} {:?}", Direction::COUNT, Direction::default());
    for word in text.split_whitespace().chain(["d", "up-left"]) {
        println!("{:?}", Direction::from_str(word));
    }
}
