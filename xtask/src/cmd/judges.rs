//! `cargo xtask judges`.

use crate::{
    cli::{Judges, TextOrJson},
    cmd::print,
};
use std::process::ExitCode;

pub fn run(args: &Judges) -> anyhow::Result<ExitCode> {
    let all = judges::load()?;
    let out = match args.format {
        TextOrJson::Text => judges::text(&all),
        TextOrJson::Json => judges::json(&all)? + "\n",
    };
    print(&out)?;
    Ok(ExitCode::SUCCESS)
}
