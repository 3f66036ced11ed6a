//! What each subcommand does, step by step; the steps themselves live in the other rooms.

pub mod explain;
pub mod graph;
pub mod heaps;
mod input;
pub mod play;
pub mod solve;
pub mod table;

use std::io::{self, ErrorKind, Write as _};

/// Writes to standard output: without colours unless that is a terminal that wants them, and quietly if
/// nobody reads to the end.
fn print(text: &str) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
