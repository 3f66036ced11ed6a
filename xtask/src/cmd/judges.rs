//! `cargo xtask judges`.

use crate::{
    cli::{Judges, TextOrJson},
    judges,
};
use std::{
    io::{self, Write as _},
    process::ExitCode,
};

pub fn run(args: &Judges) -> anyhow::Result<ExitCode> {
    let all = judges::load()?;
    let out = match args.format {
        TextOrJson::Text => judges::text(&all),
        TextOrJson::Json => judges::json(&all)? + "\n",
    };
    io::stdout().write_all(out.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
