---
[dependencies]
thiserror = "2"
---
use std::io::Read as _;
use thiserror::Error;

#[derive(Debug, Error)]
enum Fault {
    #[error("no number in {text:?}")]
    NotANumber {
        text: String,
        #[source]
        cause: std::num::ParseIntError,
    },
    #[error("{0} is above {max}", max = LIMIT)]
    TooLarge(u32),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

#[derive(Error, Debug, Clone)]
#[error("nothing to read")]
struct Empty;

const LIMIT: u32 = 2;

fn parse(word: &str) -> Result<u32, Fault> {
    let number = word.parse().map_err(|cause| Fault::NotANumber { text: word.to_owned(), cause })?;
    if number > LIMIT { Err(Fault::TooLarge(number)) } else { Ok(number) }
}

fn input() -> Result<String, Fault> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn main() {
    for word in input().unwrap().split_whitespace().chain(["x"]) {
        match parse(word) {
            Ok(number) => println!("{number}"),
            Err(error) => {
                println!("{error}, from {:?}", std::error::Error::source(&error).map(ToString::to_string));
            }
        }
    }
    println!("{}", Empty);
}
