//! nom 8 leaves that work in both of its modes: where the bytes at hand end inside a token, they answer
//! `Incomplete` in streaming mode and a [`Fault`] in complete mode.
//!
//! Each token swallows the white space before it, and looks at the byte behind it, which has to be white
//! space too; so `12a` is refused at the `a`, and nothing is left to say about separators in a grammar.

use nom::{Err, IsStreaming, Mode, Needed, OutputMode, PResult, Parser};

use crate::{Expected, Fault};

/// Space, tab, carriage return, line feed: what may stand between tokens.
#[inline]
pub(crate) const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// `bytes` without the white space before its first token.
#[inline]
pub(crate) fn skip_white(bytes: &[u8]) -> &[u8] {
    // One separator or none is by far the most common.
    match bytes {
        [first, ..] if !is_white(*first) => bytes,
        [_, second, ..] if !is_white(*second) => &bytes[1..],
        _ => &bytes[bytes.iter().take_while(|&&byte| is_white(byte)).count()..],
    }
}

/// The error of a leaf that stops before `rest`: at the end of the bytes at hand more may come.
#[inline]
fn stop<'i, OM: OutputMode>(
    rest: &'i [u8],
    expected: Expected,
) -> Err<Fault<'i>, <OM::Error as Mode>::Output<Fault<'i>>> {
    if rest.is_empty() && OM::Incomplete::is_streaming() {
        Err::Incomplete(Needed::Unknown)
    } else {
        Err::Error(OM::Error::bind(|| Fault { rest, expected }))
    }
}

/// Gives `value`, provided that the token ends here: before white space or the end of input.
#[inline]
fn end_token<'i, OM: OutputMode, T>(rest: &'i [u8], value: T) -> PResult<OM, &'i [u8], T, Fault<'i>> {
    let ends = rest.first().map_or(!OM::Incomplete::is_streaming(), |&byte| is_white(byte));
    if ends {
        Ok((rest, OM::Output::bind(|| value)))
    } else {
        Err(stop::<OM>(rest, Expected::Token("white space")))
    }
}

/// A decimal number from 0 to `max`; leading zeros are fine.
///
/// A number above `max` is a failure, not an error: no alternative is tried, and the rest of its digits need
/// not have been read.
///
/// ```
/// use judge_io::number;
/// use nom::Parser;
///
/// assert_eq!(number(99_u32).parse_complete(b" 42").unwrap(), (&b""[..], 42));
/// assert!(number(99_u32).parse(b" 42").unwrap_err().is_incomplete());
/// ```
pub const fn number<T>(max: T) -> Number<T> {
    Number { max }
}

/// See [`number`].
#[derive(Clone, Copy, Debug)]
pub struct Number<T> {
    max: T,
}

impl<'i, T: Copy + Into<u64> + TryFrom<u64>> Parser<&'i [u8]> for Number<T> {
    type Output = T;
    type Error = Fault<'i>;

    #[inline]
    fn process<OM: OutputMode>(&mut self, input: &'i [u8]) -> PResult<OM, &'i [u8], T, Fault<'i>> {
        let max = self.max.into();
        let token = skip_white(input);
        let (digits, value) = decimal(token);
        let fault = Fault { rest: token, expected: Expected::Number(max) };
        if digits == 0 {
            return Err(stop::<OM>(token, fault.expected));
        }
        match value.filter(|&value| value <= max).map(T::try_from) {
            Some(Ok(value)) => end_token::<OM, _>(&token[digits..], value),
            _ => Err(Err::Failure(fault)),
        }
    }
}

/// The number of digits that `bytes` begins with, and their value unless it is above `u64::MAX`.
#[inline]
fn decimal(bytes: &[u8]) -> (usize, Option<u64>) {
    let mut value = 0_u64;
    let mut digits = 0;
    while let Some(digit) = bytes.get(digits).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10)
    {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        digits += 1;
    }
    // Up to 19 digits nothing has wrapped.
    (digits, if digits < 20 { Some(value) } else { long_decimal(&bytes[..digits]) })
}

/// The value of many `digits`, of which the first may be zeros.
#[cold]
fn long_decimal(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |value, byte| value.checked_mul(10)?.checked_add(u64::from(byte - b'0')))
}

/// A row of `LENGTH` bytes without white space between them, each out of `alphabet`; `square` names one of
/// them in an error.
///
/// ```
/// use judge_io::row;
/// use nom::Parser;
///
/// assert_eq!(row::<2>(b"X.", "a square").parse_complete(b"\nX.\n").unwrap(), (&b"\n"[..], *b"X."));
/// ```
pub const fn row<const LENGTH: usize>(alphabet: &'static [u8], square: &'static str) -> Row<LENGTH> {
    Row { alphabet, square }
}

/// See [`row`].
#[derive(Clone, Copy, Debug)]
pub struct Row<const LENGTH: usize> {
    alphabet: &'static [u8],
    square: &'static str,
}

impl<'i, const LENGTH: usize> Parser<&'i [u8]> for Row<LENGTH> {
    type Output = [u8; LENGTH];
    type Error = Fault<'i>;

    #[inline]
    fn process<OM: OutputMode>(&mut self, input: &'i [u8]) -> PResult<OM, &'i [u8], [u8; LENGTH], Fault<'i>> {
        let mut rest = skip_white(input);
        let mut row = [0; LENGTH];
        for square in &mut row {
            match rest.split_first() {
                Some((byte, behind)) if self.alphabet.contains(byte) => (*square, rest) = (*byte, behind),
                _ => return Err(stop::<OM>(rest, Expected::Token(self.square))),
            }
        }
        end_token::<OM, _>(rest, row)
    }
}
