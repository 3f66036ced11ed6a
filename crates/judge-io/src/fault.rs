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
            Self::Read(error) => "<stdin>: ".to_owned() + &error.to_string(),
            Self::Write(error) => "<stdout>: ".to_owned() + &error.to_string(),
        }
    }
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
    let shown = std::str::from_utf8(&rest[..digits.min(SHOWN_DIGITS)]).unwrap_or_default();
    let hex = |digit: u8| b"0123456789ABCDEF"[digit as usize] as char;
    match rest {
        [] => "end of input".to_owned(),
        [b'\n', ..] | [b'\r', b'\n', ..] => "end of line".to_owned(),
        [b'0'..=b'9', ..] => [shown, if digits > SHOWN_DIGITS { "…" } else { "" }].concat(),
        // At most four bytes: one character, or not text at all.
        [byte, ..] => match (1..=rest.len().min(4)).find_map(|len| std::str::from_utf8(&rest[..len]).ok()) {
            Some(letter) if !byte.is_ascii_control() => ["'", letter, "'"].concat(),
            _ => "byte 0x".chars().chain([hex(byte >> 4), hex(byte & 15)]).collect(),
        },
    }
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
