//! Octal and hexadecimal codes as text.
//!
//! ```text
//! code  = first '.' digit* ;      first = '0' | '4' | '8' | 'c' ;      digit = '0'…'9' | 'a'…'f'
//! ```

use std::fmt;
use std::str::FromStr;

use super::{Digit, TakeAndBreak};

/// Why a text is no code of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeError {
    column: usize,
    expected: &'static str,
    found: Option<char>,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: expected {}, found ", self.column, self.expected)?;
        match self.found {
            Some(found) => write!(f, "{found:?}"),
            None => f.write_str("end of text"),
        }
    }
}

impl std::error::Error for CodeError {}

impl FromStr for TakeAndBreak {
    type Err = CodeError;

    /// ```
    /// use cgt_core::heaps::TakeAndBreak;
    ///
    /// assert_eq!("4.007".parse::<TakeAndBreak>()?.to_string(), "4.007");
    /// let error = "0.7g".parse::<TakeAndBreak>().unwrap_err();
    /// assert_eq!(error.to_string(), "character 4: expected a digit from 0 to f, found 'g'");
    /// # Ok::<(), cgt_core::heaps::CodeError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let mut rest = text.chars().enumerate();
        let mut next = || rest.next().map_or((text.chars().count(), None), |(at, found)| (at, Some(found)));
        let fault = |at, expected, found| CodeError { column: at + 1, expected, found };
        // Without taking anything, a heap has to fall into two or three: the play would not end otherwise.
        let first = match next() {
            (_, Some(first @ ('0' | '4' | '8' | 'c'))) => first.to_digit(16).map_or(Digit(0), Digit),
            (at, found) => return Err(fault(at, "0, 4, 8 or c", found)),
        };
        match next() {
            (_, Some('.')) => {}
            (at, found) => return Err(fault(at, "a point", found)),
        }
        let mut digits = vec![first];
        while let (at, Some(found)) = next() {
            match found.to_digit(16).filter(|_| !found.is_ascii_uppercase()) {
                Some(digit) => digits.push(Digit(digit)),
                None => return Err(fault(at, "a digit from 0 to f", Some(found))),
            }
        }
        while digits.last() == Some(&Digit(0)) {
            digits.pop();
        }
        Ok(Self { digits })
    }
}

impl fmt::Display for TakeAndBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}.", self.digits.first().map_or(0, |digit| digit.0))?;
        self.digits.iter().skip(1).try_for_each(|digit| write!(f, "{:x}", digit.0))
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn a_code_is_written_as_it_is_read_but_for_zeros_at_its_end() {
        for (code, written) in
            [("0.77", "0.77"), ("4.007", "4.007"), ("0.0", "0."), ("c.0af00", "c.0af"), ("8.", "8.")]
        {
            let game: TakeAndBreak = code.parse().expect(code);
            assert_eq!(game.to_string(), written);
            assert_eq!(written.parse(), Ok(game));
        }
    }

    #[test]
    fn faults_have_a_place() {
        for (code, message) in [
            ("", "character 1: expected 0, 4, 8 or c, found end of text"),
            ("3.7", "character 1: expected 0, 4, 8 or c, found '3'"),
            ("0", "character 2: expected a point, found end of text"),
            ("0,7", "character 2: expected a point, found ','"),
            ("0.7é", "character 4: expected a digit from 0 to f, found 'é'"),
            ("0.aA", "character 4: expected a digit from 0 to f, found 'A'"),
        ] {
            assert_eq!(code.parse::<TakeAndBreak>().expect_err(code).to_string(), message);
        }
    }
}
