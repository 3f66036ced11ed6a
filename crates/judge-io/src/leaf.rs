//! nom 8 leaves that work in both of its modes: where the bytes at hand end inside a token, they answer
//! `Incomplete` in streaming mode and a [`Fault`] in complete mode.
//!
//! Each token swallows the white space before it and one byte of it behind, without which it is not at its end; so
//! `12a` is refused at the `a`, and nothing is left to say about separators in a grammar.

use nom::{Err, IsStreaming, Mode, Needed, OutputMode, PResult, Parser};

use super::{Expected, Fault};

/// Space, tab, carriage return, line feed: what may stand between tokens.
#[inline]
pub(super) const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// `bytes` without the white space before its first token.
#[inline]
pub(super) fn skip_white(bytes: &[u8]) -> &[u8] {
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

/// Gives `value`, provided that the token ends before `rest`: at white space, of which a byte is taken along so
/// that the next token need not look for it, or at the end of input.
#[inline]
fn end_token<'i, OM: OutputMode, T>(rest: &'i [u8], value: T) -> PResult<OM, &'i [u8], T, Fault<'i>> {
    match rest.split_first() {
        Some((byte, behind)) if is_white(*byte) => Ok((behind, OM::Output::bind(|| value))),
        None if !OM::Incomplete::is_streaming() => Ok((rest, OM::Output::bind(|| value))),
        _ => Err(stop::<OM>(rest, Expected::Token("white space"))),
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

    #[inline(always)] // Numbers fill most inputs, and a call would cost as much as the work.
    fn process<OM: OutputMode>(&mut self, input: &'i [u8]) -> PResult<OM, &'i [u8], T, Fault<'i>> {
        match short_number(input).map(|(rest, value)| (rest, value, T::try_from(value))) {
            Some((rest, value, Ok(number))) if value <= self.max.into() => {
                Ok((rest, OM::Output::bind(|| number)))
            }
            _ => any_number::<OM, T>(input, self.max),
        }
    }
}

/// A number of at most ten digits with white space behind it and none before it, if eleven bytes are at hand.
///
/// `None` says nothing: [`any_number`] has the last word.
#[inline(always)]
fn short_number(input: &[u8]) -> Option<(&[u8], u64)> {
    const WINDOW: usize = 11;
    let window: &[u8; WINDOW] = input.get(..WINDOW)?.try_into().ok()?;
    let mut value = u64::from(window[0].wrapping_sub(b'0'));
    if value > 9 {
        return None;
    }
    for (at, &byte) in window.iter().enumerate().skip(1) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return if is_white(byte) { Some((&input[at + 1..], value)) } else { None };
        }
        value = value * 10 + u64::from(digit);
    }
    None
}

/// The grammar of [`number`] as it is.
#[inline(never)]
fn any_number<OM: OutputMode, T: Copy + Into<u64> + TryFrom<u64>>(
    input: &[u8],
    max: T,
) -> PResult<OM, &[u8], T, Fault<'_>> {
    let token = skip_white(input);
    let mut value = 0_u64;
    let mut digits = 0;
    while let Some(digit) = token.get(digits).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10)
    {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        digits += 1;
    }
    let expected = Expected::Number(max.into());
    if digits == 0 {
        return Err(stop::<OM>(token, expected));
    }
    // Up to 19 digits nothing has wrapped.
    let value = if digits < 20 { Some(value) } else { long_decimal(&token[..digits]) };
    match value.filter(|&value| value <= max.into()).map(T::try_from) {
        Some(Ok(number)) => end_token::<OM, _>(&token[digits..], number),
        _ => Err(Err::Failure(Fault { rest: token, expected })),
    }
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
/// assert_eq!(row::<2>(b"X.", "a square").parse_complete(b"\nX.\n").unwrap(), (&b""[..], *b"X."));
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

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_row_is_so_many_letters_of_its_alphabet() {
        const ROW: Row<3> = row(b"X.", "a square");
        let told = |input: &'static [u8]| match row::<3>(b"X.", "a square").parse_complete(input) {
            Ok((rest, letters)) => Ok((rest.len(), letters)),
            Err(error) => Err(match error {
                Err::Error(fault) | Err::Failure(fault) => (fault.rest.len(), fault.expected.to_string()),
                Err::Incomplete(_) => unreachable!("complete mode"),
            }),
        };
        assert_eq!(told(b"  X.X\n!"), Ok((1, *b"X.X")));
        assert_eq!(told(b"..."), Ok((0, *b"...")));
        assert_eq!(told(b"X?X"), Err((2, "a square".to_owned())));
        assert_eq!(told(b"X."), Err((0, "a square".to_owned())));
        assert_eq!(told(b"X.XX"), Err((1, "white space".to_owned())));
        for cut in 0..=3 {
            assert!({ ROW }.parse(&b"X.X"[..cut]).unwrap_err().is_incomplete(), "{cut} bytes");
        }
    }
}
