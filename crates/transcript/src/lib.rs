//! Runs a program on an input and compares what it said with what it should have said, whole.

#![warn(missing_docs)]

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use std::io::Read;

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

/// Reads `input` in two parts for each place of a cut, and byte by byte, and compares what `run` makes of it with what it
/// makes of the whole.
///
/// # Panics
/// If something depends on where reads end.
pub fn cut_everywhere(input: &[u8], run: impl Fn(&mut dyn Read) -> String) {
    let whole = run(&mut &*input);
    for cut in 1..input.len() {
        let (front, back) = input.split_at(cut);
        assert_eq!(run(&mut front.chain(back)), whole, "cut at {cut}: {:?}", String::from_utf8_lossy(input));
    }
    let mut bytes: Box<dyn Read> = Box::new(&b""[..]);
    // A chain of many parts is a tower of calls, so only short inputs are read that way.
    for byte in input.chunks(1).take(200).rev() {
        bytes = Box::new(byte.chain(bytes));
    }
    let rest = input.get(200..).unwrap_or_default();
    assert_eq!(run(&mut bytes.chain(rest)), whole, "byte by byte: {:?}", String::from_utf8_lossy(input));
}
