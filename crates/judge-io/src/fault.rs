//! Why a parser stopped: small and borrowed inside the parser, owned and with a place once it leaves it.

use nom::error::{ErrorKind, ParseError};
use std::{fmt, io};

use super::{text::decimal, Place};

/// What a parser would have taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Named in words, with its article: `a square`.
    Token(&'static str),
    /// A number from 0 to this one.
    Number(u64),
}

impl Expected {
    fn text(self) -> String {
        match self {
            Self::Token(words) => words.to_owned(),
            Self::Number(max) => "a number from 0 to ".to_owned() + &decimal(max),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// The error of the parsers here: what they would have taken, and the input from there on.
///
/// It is `Copy` and counts no lines, so that a parser that backtracks pays next to nothing for it;
/// [`Input`](crate::Input) turns the one that leaves the parser into an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault<'i> {
    /// The input from the first byte of what cannot be taken.
    pub rest: &'i [u8],
    /// What could have stood there.
    pub expected: Expected,
}

impl<'i> ParseError<&'i [u8]> for Fault<'i> {
    fn from_error_kind(rest: &'i [u8], _: ErrorKind) -> Self {
        Self { rest, expected: Expected::Token("other input") }
    }

    fn append(_: &'i [u8], _: ErrorKind, inner: Self) -> Self {
        inner
    }

    /// Of two alternatives, the one that got further tells more.
    fn or(self, other: Self) -> Self {
        if other.rest.len() < self.rest.len() {
            other
        } else {
            self
        }
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub enum Error {
    /// The input breaks its grammar or the problem's rules.
    Malformed {
        /// The first byte of what cannot be taken.
        place: Place,
        /// What could have stood there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// The input could not be read.
    Read(io::Error),
    /// An answer could not be written.
    Write(io::Error),
}

impl Error {
    /// The owned form of `fault`, which stands at `place`.
    #[cold]
    pub(super) fn from_fault(fault: Fault<'_>, place: Place) -> Self {
        Self::Malformed { place, expected: fault.expected.text(), found: describe(fault.rest) }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Malformed { place, expected, found } => {
                ["<stdin>:", &place.text(), ": expected ", expected, ", found ", found].concat()
            }
            Self::Read(error) => "<stdin>: ".to_owned() + &words(error),
            Self::Write(error) => "<stdout>: ".to_owned() + &words(error),
        }
    }
}

/// What the system says of a failure.
#[cfg(not(target_os = "wasi"))]
fn words(error: &io::Error) -> String {
    error.to_string()
}

/// What becomes C for a judge has no system with words, and would need `core::fmt` for this alone: a seventh of such a file.
#[cfg(target_os = "wasi")]
fn words(_: &io::Error) -> String {
    "the system reports a failure".to_owned()
}

/// The longest number that is shown whole.
const SHOWN_DIGITS: usize = 24;

/// Whether more bytes behind `rest` could change its [description](describe).
pub(super) fn is_cut(rest: &[u8]) -> bool {
    match rest {
        [] | [b'\r'] => true,
        [b'0'..=b'9', ..] => rest.len() <= SHOWN_DIGITS && rest.iter().all(u8::is_ascii_digit),
        [byte, ..] => *byte >= 0x80 && rest.len() < 4,
    }
}

/// Names what stands at the start of `rest`: a number whole, else a single character.
fn describe(rest: &[u8]) -> String {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let hex = |digit: u8| char::from(b"0123456789ABCDEF"[usize::from(digit)]);
    let (start, shown, end) = match rest {
        [] => ("end of input", vec![], ""),
        [b'\n', ..] | [b'\r', b'\n', ..] => ("end of line", vec![], ""),
        [b'0'..=b'9', ..] => {
            let shown = rest[..digits.min(SHOWN_DIGITS)].iter().map(|&digit| digit.into()).collect();
            ("", shown, if digits > SHOWN_DIGITS { "…" } else { "" })
        }
        [byte, ..] => match first_character(rest) {
            Some(letter) if !byte.is_ascii_control() => ("'", vec![letter], "'"),
            _ => ("byte 0x", vec![hex(byte >> 4), hex(byte & 15)], ""),
        },
    };
    let mut text = start.to_owned();
    text.extend(shown);
    text + end
}

/// The character that `rest` starts with, if that is text. (`str::from_utf8` is large.)
fn first_character(rest: &[u8]) -> Option<char> {
    let ones = rest.first()?.leading_ones();
    let length = ones.max(1) as usize;
    let mut code = u32::from(rest[0]) & 0xFF >> (ones + 1);
    for &byte in rest.get(1..length)? {
        code = if byte >> 6 == 2 { code << 6 | u32::from(byte & 63) } else { return None };
    }
    // Each character has one encoding, and none starts with a single one.
    char::from_u32(code).filter(|character| ones != 1 && character.len_utf8() == length)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Malformed { .. } => None,
            Self::Read(error) | Self::Write(error) => Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn what_stands_there_is_named_so_that_it_can_be_seen() {
        let seen: Vec<String> = [
            &b""[..],
            b"\nX",
            b"\r\n",
            b"\rX",
            b"QX",
            b" X",
            b"4294967296 1",
            b"1000000000000000000000001",
            b"\0",
            "é".as_bytes(),
            b"\xFF\xFE",
        ]
        .into_iter()
        .map(describe)
        .collect();
        let expected = [
            "end of input",
            "end of line",
            "end of line",
            "byte 0x0D",
            "'Q'",
            "' '",
            "4294967296",
            "100000000000000000000000…",
            "byte 0x00",
            "'é'",
            "byte 0xFF",
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn every_byte_is_told_as_a_digit_a_character_or_in_hex() {
        for byte in (0..=u8::MAX).filter(|&byte| byte != b'\n') {
            let expected = match byte {
                b'0'..=b'9' => char::from(byte).to_string(),
                b' '..=b'~' => format!("'{}'", char::from(byte)),
                _ => format!("byte 0x{byte:02X}"),
            };
            assert_eq!(describe(&[byte, b' ']), expected);
        }
    }

    #[test]
    fn a_character_is_what_the_standard_library_takes_for_one() {
        // All that is in use, every second byte of longer ones, and what is cut off or wrong.
        for first in 0..=255_u8 {
            for second in 0..=255_u8 {
                for rest in [
                    &[first][..],
                    &[first, second],
                    &[first, second, 0x80],
                    &[first, second, 0xBF, 0x8F],
                    &[first, second, 0x9F, 0xBF],
                    &[first, second, 0x80, b'A'],
                ] {
                    let known = (1..=rest.len()).find_map(|length| std::str::from_utf8(&rest[..length]).ok());
                    assert_eq!(first_character(rest), known.and_then(|text| text.chars().next()), "{rest:?}");
                }
            }
        }
    }

    #[test]
    fn a_number_is_shown_whole_up_to_24_digits() {
        let digits = b"1234567890123456789012345";
        assert_eq!(describe(&digits[..24]), "123456789012345678901234");
        assert_eq!(describe(digits), "123456789012345678901234…");
    }

    #[test]
    fn more_is_read_where_it_could_change_what_is_told_and_nowhere_else() {
        let digits = [b'7'; 25];
        for rest in [&b""[..], b"\r", b"1", &digits[..24], b"\xC3", b"\xF0\x9F\x99"] {
            assert!(is_cut(rest), "{rest:?}");
        }
        for rest in [&b"\n"[..], b"\rX", b"x", b"1x", &digits, b"\xF0\x9F\x99\x82", b"\xC3abc"] {
            assert!(!is_cut(rest), "{rest:?}");
        }
    }

    #[test]
    fn failures_of_the_system_tell_their_source() {
        use std::error::Error as _;
        let failure = || io::Error::new(io::ErrorKind::Other, "no such luck");
        assert_eq!(Error::Read(failure()).source().map(ToString::to_string).as_deref(), Some("no such luck"));
        assert!(Error::Write(failure()).source().is_some());
        let fault = Fault { rest: b"", expected: Expected::Number(9) };
        assert!(Error::from_fault(fault, Place::START).source().is_none());
    }

    #[test]
    fn of_two_faults_the_further_one_stays_and_of_equals_the_first() {
        let [first, second] =
            ["one thing", "another"].map(|thing| Fault { rest: b"c", expected: Expected::Token(thing) });
        assert_eq!(first.or(second), first);
        let near = Fault { rest: b"abc", expected: Expected::Token("a near thing") };
        let far = Fault { rest: b"c", expected: Expected::Token("a far thing") };
        assert_eq!((near.or(far), far.or(near)), (far, far));
    }
}
