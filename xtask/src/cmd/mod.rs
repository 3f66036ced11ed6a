//! What each subcommand does, step by step; the steps themselves live in the other rooms.

pub mod bench;
pub mod bundle;
pub mod check_samples;
pub mod judges;
pub mod package;
pub mod stress;

use std::io::{self, ErrorKind, Write as _};

/// Writes a line to standard error, quietly if nobody reads it: that must not end a command which does its work.
pub fn tell(line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// Writes a report to standard output: without its colours unless that is a terminal that wants them, and
/// quietly if nobody reads it to the end.
fn print(report: &str) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(report.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
