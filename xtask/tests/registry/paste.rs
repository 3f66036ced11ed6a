---
[dependencies]
paste = "1"
---
use paste::paste;
use std::io::Read as _;

paste! {
    fn [<sum _of_ all>](numbers: &[u32]) -> u32 {
        numbers.iter().sum()
    }

    struct [<Pair Of>]<T>(T, T);
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<u32> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let value = paste!([<sum_of_ all>](&numbers)) * 2;
    paste! { let [<pair _1>] = PairOf(value, 1); }
    println!("{} {} {}", pair_1.0, pair_1.1, paste::paste! { stringify!([<a b>]) });
}
