//! `cgt table`.

use crate::{
    Refused,
    cli::{Table, TableFormat},
    cmd::print,
    table::Report,
};
use anyhow::{Context, Result};
use std::{
    fs,
    io::{self, IsTerminal, Write},
};

pub fn run(args: &Table) -> Result<()> {
    let name = args.moves.join(" ");
    let piece = name.parse().map_err(|error| Refused(format!("{name:?}, {error}")))?;
    if matches!(args.format, TableFormat::Png) && args.output.is_none() && io::stdout().is_terminal() {
        return Err(Refused("a picture is no text for a terminal: add --output FILE".to_owned()).into());
    }
    let report = Report::new(name, &piece, args.size)?;
    let bytes = match args.format {
        TableFormat::Text => report.text().into_bytes(),
        TableFormat::Csv => report.csv().into_bytes(),
        TableFormat::Svg => report.svg().into_bytes(),
        TableFormat::Html => report.html().into_bytes(),
        TableFormat::Png => report.png()?,
    };
    match (&args.output, args.format) {
        (Some(path), format) => {
            let plain = match format {
                TableFormat::Text => anstream::adapter::strip_bytes(&bytes).into_vec(),
                _ => bytes,
            };
            fs::write(path, plain).with_context(|| format!("cannot write {}", path.display()))?;
        }
        (None, TableFormat::Png) => match io::stdout().write_all(&bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            result => result.context("cannot write to standard output")?,
        },
        (None, _) => print(&String::from_utf8(bytes).context("a text")?)?,
    }
    if matches!(args.format, TableFormat::Csv | TableFormat::Png) {
        eprint!("{}", report.findings());
    }
    Ok(())
}
