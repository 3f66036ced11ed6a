//! Where a judge's input comes from.

use crate::Refused;
use anyhow::{Context, Result};
use judge_io::Error;
use std::{
    fs::File,
    io::{self, ErrorKind, Read},
    path::Path,
};

/// An input and its name in messages.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) input: Box<dyn Read>,
}

impl Source {
    /// A file, or standard input if none is given.
    pub(super) fn open(file: Option<&Path>) -> Result<Self> {
        let Some(path) = file else {
            return Ok(Self { name: "<stdin>".to_owned(), input: Box::new(io::stdin().lock()) });
        };
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        Ok(Self { name, input: Box::new(file) })
    }
}

/// The error of a parser with the name of its input; none if it is that nobody reads what is written.
pub(super) fn in_file(error: Error, name: &str) -> Result<()> {
    match error {
        Error::Write(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Error::Write(error) => Err(error).context("cannot write to standard output"),
        Error::Read(error) => Err(error).with_context(|| format!("cannot read {name}")),
        Error::Malformed { place, expected, found } => {
            Err(Refused(format!("{name}:{place}: expected {expected}, found {found}")).into())
        }
    }
}
