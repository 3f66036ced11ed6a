---
[dependencies]
regex-lite = "0.1"
---
use regex_lite::{Captures, Regex, RegexBuilder};

fn main() {
    let move_ = Regex::new(r"move (?<count>\d+) from (\w) to (\w)").unwrap();
    for line in ["move 3 from a to b", "move x from a to b", "please move 12 from q to z now"] {
        match move_.captures(line) {
            Some(c) => println!("{} {} {} {:?}", &c["count"], &c[2], &c[3], c.get(0).unwrap().range()),
            None => println!("no"),
        }
    }
    let numbers = Regex::new(r"-?\d+(\.\d+)?").unwrap();
    println!("{:?}", numbers.find_iter("a1 b-2.5 c33.").map(|m| m.as_str()).collect::<Vec<_>>());
    println!("{}", numbers.replace_all("1 2 3", |c: &Captures| format!("<{}>", c[0].len())));
    println!("{:?}", Regex::new(r"\s*[,;]\s*").unwrap().split("a , b;c").collect::<Vec<_>>());
    println!("{}", RegexBuilder::new("^HELLO$").case_insensitive(true).multi_line(true).build().unwrap().is_match("x\nhello\ny"));
    println!("{:?}", Regex::new(r"(a|b").map_err(|e| e.to_string()).err());
    println!("{:?}", Regex::new(r"(?x) (?P<y>[0-9]{4}) - # year
        (?P<m>[0-9]{2})").unwrap().captures("2024-05").map(|c| c["m"].to_string()));
}
