//! Runs a program on an input and compares what it said with what it should have said, whole.

#![warn(missing_docs)]

use assert_cmd::Command;
use pretty_assertions::assert_eq;

/// One run: the bytes on standard input, and its expected transcript.
pub type Case<'a> = (&'a [u8], &'a str);

/// Runs `program` on the input of each case and compares the transcript: standard output, then standard error,
/// then `exit` and the status unless that is 0.
///
/// # Panics
/// If a transcript differs, with both shown, or if the program could not be run.
pub fn check(program: &str, cases: &[Case<'_>]) {
    for (input, expected) in cases {
        let output = Command::new(program).write_stdin(*input).output().expect("the program can be run");
        let mut transcript =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        match output.status.code() {
            Some(0) => {}
            Some(code) => transcript += &format!("exit {code}\n"),
            None => transcript += &format!("{}\n", output.status),
        }
        assert_eq!(transcript, *expected, "on the input {:?}", String::from_utf8_lossy(input));
    }
}
