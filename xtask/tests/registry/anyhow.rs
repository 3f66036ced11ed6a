---
[dependencies]
anyhow = "1"
---
use anyhow::{anyhow, bail, ensure, Context, Error, Result};
use std::{fmt, io::Read};

#[derive(Debug)]
struct TooBig(u64);
impl fmt::Display for TooBig { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{} is too big", self.0) } }
impl std::error::Error for TooBig {}

fn number(word: &str) -> Result<u64> {
    let n: u64 = word.parse().with_context(|| format!("not a number: {word:?}"))?;
    ensure!(n != 13, "unlucky {}", n);
    ensure!(n % 2 == 0 || n < 100);
    if n > 1000 { return Err(TooBig(n).into()); }
    if n == 7 { bail!("seven is taken") }
    Ok(n)
}

fn sum(text: &str) -> Result<u64> {
    let mut total = 0;
    for (index, word) in text.split_whitespace().enumerate() { total += number(word).context(format!("word {index}"))?; }
    text.find('+').map_or(Ok(()), |at| Err(anyhow!("plus at {at}")))?;
    Ok(total)
}

fn main() -> Result<()> {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    println!("{:?}", sum(&input).map_err(|e| e.to_string()));
    for text in ["1 2 3", "4 x", "13", "101", "2000", "7 8", "1 +"] {
        match sum(text) {
            Ok(n) => println!("{n}"),
            Err(e) => {
                println!("{e} | {e:#} | {:?} | {}", e.chain().map(|c| c.to_string()).collect::<Vec<_>>(), e.root_cause());
                if let Some(TooBig(n)) = e.downcast_ref() { println!("big {n}"); }
            }
        }
    }
    let e: Error = Error::msg("plain").context("outer");
    println!("{e:?}");
    let none: Option<u8> = None;
    println!("{} {}", none.context("nothing there").unwrap_err(), e.is::<&str>());
    let boxed: Box<dyn std::error::Error + Send + Sync> = anyhow!(TooBig(1)).into();
    println!("{boxed}");
    Ok(())
}
