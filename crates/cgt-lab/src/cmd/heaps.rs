//! `cgt octal` and `cgt subtract`.

use crate::{
    cli::{Heaps, Octal, Subtract, TextOrJson},
    cmd::print,
    heaps::Report,
};
use anyhow::Result;
use cgt_core::heaps::TakeAndBreak;

pub fn octal(args: &Octal) -> Result<()> {
    run(&args.game, args.game.to_string(), &args.heaps)
}

pub fn subtract(args: &Subtract) -> Result<()> {
    let mut numbers = args.numbers.clone();
    numbers.sort_unstable();
    numbers.dedup();
    let listed: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    run(&TakeAndBreak::subtraction(numbers), format!("take {}", listed.join(", ")), &args.heaps)
}

fn run(game: &TakeAndBreak, name: String, args: &Heaps) -> Result<()> {
    let report = Report::new(game, name, args.upto)?;
    print(&match args.format {
        TextOrJson::Text => report.to_text(),
        TextOrJson::Json => serde_json::to_string_pretty(&report)? + "\n",
    })?;
    Ok(())
}
