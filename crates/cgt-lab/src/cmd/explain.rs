//! `cgt explain`.

use crate::{
    Refused,
    cli::{Explain, Problem},
    explain,
};
use anyhow::{Context, Result};
use judge_io::{Error, Warning};
use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, Read, Write},
};

pub fn run(args: &Explain) -> Result<()> {
    let (name, input): (String, Box<dyn Read>) = match &args.file {
        Some(path) => {
            let name = path.display().to_string();
            (name.clone(), Box::new(File::open(path).with_context(|| format!("cannot open {name}"))?))
        }
        None => ("<stdin>".to_owned(), Box::new(io::stdin().lock())),
    };
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

/// The error of a parser with the name of its file; none if it is that nobody reads what is written.
pub fn in_file(error: Error, name: &str) -> Result<()> {
    match error {
        Error::Write(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Error::Write(error) => Err(error).context("cannot write to standard output"),
        Error::Read(error) => Err(error).with_context(|| format!("cannot read {name}")),
        Error::Malformed { place, expected, found } => {
            Err(Refused(format!("{name}:{place}: expected {expected}, found {found}")).into())
        }
    }
}
