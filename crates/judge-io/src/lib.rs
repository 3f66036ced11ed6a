//! What a judge program does with its bytes: read records, answer them, and say what is wrong.
//!
//! A solver hands [`main`] its `run` function, and in it calls [`judge`]:
//!
//! ```
//! use judge_io::{judge, number, Error, Text, Warning};
//! use std::io::{Read, Write};
//!
//! /// Says of each number whether it is even.
//! fn run(input: impl Read, output: impl Write) -> Result<Option<Warning>, Error> {
//!     judge(input, output, |input, answers| {
//!         let count = input.take(number(u64::MAX))?;
//!         input.take_each(count, number(u64::MAX), |n| {
//!             answers.put(&if n % 2 == 0 { Text::<5>::new("even\n") } else { Text::new("odd\n") })
//!         })
//!     })
//! }
//!
//! let mut output = Vec::new();
//! run(&b"2\n10\r\n7"[..], &mut output).unwrap();
//! assert_eq!(output, b"even\nodd\n");
//!
//! let error = run(&b"2\n10\n"[..], &mut output).unwrap_err();
//! assert_eq!(error.to_string(), "<stdin>:3:1: expected a number from 0 to 18446744073709551615, found end of input");
//! ```
//!
//! * Input is read in chunks ([`Input`]), so memory does not grow with the number of records.
//! * Parsers are nom 8 parsers that work in streaming and in complete mode, built on the leaves here
//!   ([`number`], [`row`], [`board`]). White space is forgiving, everything else is strict.
//! * Answers are buffered ([`Answers`]) and flushed on every way out.
//! * A [`Fault`] inside a parser is small and `Copy`; the [`Error`] it becomes has a line and a column.

#![warn(missing_docs)]

mod answers;
mod board;
mod fault;
mod input;
mod leaf;
mod place;
mod text;

pub use answers::{Answers, Text};
pub use board::{board, Board};
pub use fault::{Error, Expected, Fault};
pub use input::{Input, RECORD_MAX};
pub use leaf::{number, row, Number, Row};
pub use place::Place;

use std::{
    fmt,
    io::{self, ErrorKind, Read, Write},
    process::ExitCode,
};

/// Something that the user should know of although the run went well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// More input than the problem asks for; it begins here.
    Ignored(Place),
}

impl Warning {
    fn text(self) -> String {
        let Self::Ignored(place) = self;
        ["<stdin>:", &place.text(), ": data after the last test case is ignored"].concat()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Runs `solve` from `input` to `output`, writes all answers whatever comes of it, and looks whether input is left.
///
/// # Errors
/// That of `solve`, else that of writing the last answers, else that of reading on behind the last test case.
pub fn judge<R: Read, W: Write>(
    input: R,
    output: W,
    solve: impl FnOnce(&mut Input<R>, &mut Answers<W>) -> Result<(), Error>,
) -> Result<Option<Warning>, Error> {
    let mut input = Input::new(input);
    let mut answers = Answers::new(output);
    let solved = solve(&mut input, &mut answers);
    let written = answers.flush();
    solved.and(written)?;
    Ok(if input.is_empty()? { None } else { Some(Warning::Ignored(input.place()?)) })
}

/// Runs a solver on standard input and output, and tells standard error what went wrong.
///
/// | exit status | |
/// |---|---|
/// | 0 | all answered, or nobody reads the answers any more |
/// | 1 | reading or writing failed |
/// | 2 | the input is malformed; all test cases before the fault are answered |
pub fn main(
    run: impl FnOnce(io::StdinLock<'static>, io::StdoutLock<'static>) -> Result<Option<Warning>, Error>,
) -> ExitCode {
    let (kind, text, status) = match run(io::stdin().lock(), io::stdout().lock()) {
        Ok(None) => return ExitCode::SUCCESS,
        Ok(Some(warning)) => ("warning: ", warning.text(), 0),
        Err(Error::Write(error)) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(error) => ("error: ", error.text(), if matches!(error, Error::Malformed { .. }) { 2 } else { 1 }),
    };
    // Standard error may be closed: there is nobody left to tell.
    let _ = io::stderr().write_all([kind, &text, "\n"].concat().as_bytes());
    ExitCode::from(status)
}
