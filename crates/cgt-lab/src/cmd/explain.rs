//! `cgt explain`.

use super::input::{Source, in_file};
use crate::{
    cli::{Explain, Problem},
    explain,
};
use anyhow::Result;
use judge_io::{Error, Warning};
use std::io::{BufWriter, Write};

pub fn run(args: &Explain) -> Result<()> {
    let Source { name, input } = Source::open(args.file.as_deref())?;
    let mut out = BufWriter::new(anstream::stdout().lock());
    let told = match args.problem {
        Problem::Euler => explain::euler::write(input, &mut out),
        Problem::Tomek => explain::tomek::write(input, &mut out),
        Problem::ChessSg => explain::chess_sg::write(input, &mut out),
        Problem::DagSg => explain::dag_sg::write(input, &mut out),
    };
    let flushed = out.flush().map_err(Error::Write);
    match told.and_then(|warning| flushed.map(|()| warning)) {
        Ok(None) => Ok(()),
        Ok(Some(Warning::Ignored(place))) => {
            eprintln!("warning: {name}:{place}: data after the last test case is ignored");
            Ok(())
        }
        Err(error) => in_file(error, &name),
    }
}
