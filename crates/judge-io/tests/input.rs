//! What [`judge`] makes of inputs of every kind, through a program that adds up numbers.

use judge_io::{judge, number, Error, Fault, Text, Warning, RECORD_MAX};
use nom::{IResult, Needed};
use pretty_assertions::assert_eq;
use std::io::{self, Read, Write};

/// Reads a count and that many numbers up to 999; answers a line of dots for each, one a hundred and the rest.
fn run(input: impl Read, output: impl Write) -> Result<Option<Warning>, Error> {
    judge(input, output, |input, answers| {
        let count = input.take(number(u32::MAX))?;
        input.take_each(u64::from(count), number(999_u32), |n| {
            for _ in 0..=n / 100 {
                answers.put(&Text::<1>::new("."))?;
            }
            answers.put(&Text::<4>::new("\n"))
        })
    })
}

/// Answers, and the error or warning behind them.
fn outcome(input: impl Read) -> String {
    let mut output = Vec::new();
    let end = match run(input, &mut output) {
        Ok(None) => String::new(),
        Ok(Some(warning)) => format!("warning: {warning}"),
        Err(error) => format!("error: {error}"),
    };
    String::from_utf8(output).expect("answers are text") + &end
}

/// Gives its pieces one a call, with an interruption before each.
struct Pieces<'a> {
    pieces: Vec<&'a [u8]>,
    interrupted: bool,
}

impl<'a> Pieces<'a> {
    fn new(pieces: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut pieces: Vec<_> = pieces.into_iter().collect();
        pieces.reverse();
        Self { pieces, interrupted: false }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let piece = self.pieces.pop().unwrap_or(b"");
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

const CASES: &[(&str, &str)] = &[
    ("2\n1\n250\n", ".\n...\n"),
    ("2 1 250", ".\n...\n"),
    ("\r\n2\t1\r\n\n\n 250 \n\n", ".\n...\n"),
    ("2 1 250\n\x1A", ".\n...\n"),
    ("2 1 250\x1A", ".\n...\n"),
    ("2 1 250\n\x1A\r\n\x1A \n", ".\n...\n"),
    ("0", ""),
    ("0002 00000000000000000000000001 0000000000000000250", ".\n...\n"),
    ("", "error: <stdin>:1:1: expected a number from 0 to 4294967295, found end of input"),
    ("\n\n  \x1A", "error: <stdin>:3:3: expected a number from 0 to 4294967295, found end of input"),
    ("2\n1", ".\nerror: <stdin>:2:2: expected a number from 0 to 999, found end of input"),
    ("2\n1\n\n", ".\nerror: <stdin>:4:1: expected a number from 0 to 999, found end of input"),
    ("2\n1\n\x1A\n", ".\nerror: <stdin>:3:1: expected a number from 0 to 999, found end of input"),
    ("2\n1 x", ".\nerror: <stdin>:2:3: expected a number from 0 to 999, found 'x'"),
    ("2\n1 2x", ".\nerror: <stdin>:2:4: expected white space, found 'x'"),
    ("2\n1 -2", ".\nerror: <stdin>:2:3: expected a number from 0 to 999, found '-'"),
    ("2\n1\r\n\t1000", ".\nerror: <stdin>:3:2: expected a number from 0 to 999, found 1000"),
    (
        "2\n1 18446744073709551617 ",
        ".\nerror: <stdin>:2:3: expected a number from 0 to 999, found 18446744073709551617",
    ),
    // With more behind it, a number goes another way.
    ("2\n1000 1 22 333 44 55", "error: <stdin>:2:1: expected a number from 0 to 999, found 1000"),
    ("1 7:", "error: <stdin>:1:4: expected white space, found ':'"),
    // A hundred times 2^64, which is nothing to a word of 64 bits.
    (
        "1 1844674407370955161600",
        "error: <stdin>:1:3: expected a number from 0 to 999, found 1844674407370955161600",
    ),
    ("2\n1 \x1A 7", ".\nerror: <stdin>:2:3: expected a number from 0 to 999, found byte 0x1A"),
    ("4294967296", "error: <stdin>:1:1: expected a number from 0 to 4294967295, found 4294967296"),
    ("1 1\n\n 5 x", ".\nwarning: <stdin>:3:2: data after the last test case is ignored"),
    ("1 1 \x1A 5", ".\nwarning: <stdin>:1:5: data after the last test case is ignored"),
    ("1 é", "error: <stdin>:1:3: expected a number from 0 to 999, found 'é'"),
    ("1 1\0", "error: <stdin>:1:4: expected white space, found byte 0x00"),
];

#[test]
fn every_kind_of_input_is_answered_or_refused_with_its_place() {
    for (input, expected) in CASES {
        assert_eq!(&outcome(input.as_bytes()), expected, "for {input:?}");
    }
}

#[test]
fn nothing_depends_on_where_reads_end() {
    for (input, expected) in CASES {
        let bytes = input.as_bytes();
        for cut in 1..bytes.len() {
            let halves = Pieces::new([&bytes[..cut], &bytes[cut..]]);
            assert_eq!(&outcome(halves), expected, "for {input:?} cut at {cut}");
        }
        assert_eq!(&outcome(Pieces::new(bytes.chunks(1))), expected, "for {input:?} byte by byte");
    }
}

#[test]
fn places_are_right_after_many_chunks() {
    let lines = 50_000;
    let input = format!("{}\n{}oops", lines + 1, "  123\r\n".repeat(lines));
    let expected =
        "..\n".repeat(lines) + "error: <stdin>:50002:1: expected a number from 0 to 999, found 'o'";
    assert!(outcome(input.as_bytes()) == expected);
}

#[test]
fn blanks_between_records_are_not_kept() {
    let blanks = || io::repeat(b'\n').take(3 * RECORD_MAX as u64);
    let input =
        blanks().chain(&b"1"[..]).chain(blanks()).chain(&b"1"[..]).chain(blanks()).chain(&b"\x1A"[..]);
    assert_eq!(outcome(input.chain(blanks())), ".\n");
}

#[test]
fn a_record_is_bounded() {
    let zeros = |count: usize| io::repeat(b'0').take(count as u64);
    assert_eq!(outcome(b"1 ".chain(zeros(RECORD_MAX - 2)).chain(&b"1\n"[..])), ".\n");
    assert_eq!(
        outcome(b"1\n ".chain(zeros(RECORD_MAX)).chain(&b"1\n"[..])),
        "error: <stdin>:2:2: expected a test case or number of at most 1048576 bytes, found a longer one"
    );
}

#[test]
fn a_parser_that_always_wants_more_is_refused_at_the_end() {
    /// Three bytes, in whichever mode.
    fn three(input: &[u8]) -> IResult<&[u8], (), Fault<'_>> {
        input.get(3..).map(|rest| (rest, ())).ok_or(nom::Err::Incomplete(Needed::Unknown))
    }
    let want = |text: &'static str| judge(text.as_bytes(), Vec::new(), |input, _| input.take(three));
    assert!(want("abc").is_ok());
    let error = want("ab").unwrap_err().to_string();
    assert_eq!(error, "<stdin>:1:3: expected more input, found end of input");
}

/// A source that must not be asked for more.
struct Unread;

impl Read for Unread {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        panic!("read on although the fault was clear")
    }
}

#[test]
fn a_number_is_refused_before_its_end_is_seen() {
    let input = Pieces::new([&b"1 1234567890123456789012345"[..]]).chain(Unread);
    // The chain's first part ends only at a read of 0 bytes, which must not come.
    assert_eq!(
        outcome(input),
        "error: <stdin>:1:3: expected a number from 0 to 999, found 123456789012345678901234…"
    );
}

/// A source or sink that fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::Other, "no such luck"))
    }
}

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::Other, "no room"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn answers_before_a_failing_read_are_written() {
    assert_eq!(outcome(b"3 1 2 ".chain(Broken)), ".\n.\nerror: <stdin>: no such luck");
}

#[test]
fn a_failing_write_ends_the_run_and_the_first_error_is_told() {
    let told = |input: &str| run(input.as_bytes(), Broken).unwrap_err().to_string();
    assert_eq!(told("1 1"), "<stdout>: no room");
    assert_eq!(told("2 1 x"), "<stdin>:1:5: expected a number from 0 to 999, found 'x'");
    // More than the buffer holds: the run ends at the first write, long before the fault behind.
    assert_eq!(told(&format!("90000 {}x", "1 ".repeat(80_000))), "<stdout>: no room");
}
