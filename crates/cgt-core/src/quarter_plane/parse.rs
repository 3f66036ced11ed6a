//! Pieces as text.
//!
//! ```text
//! piece = move+ ;      move = 'R' | 'B' | 'K' | 'N' | 'P' | step | 'rider' step ;
//! step  = '(' number ',' number ')' ;      number = '-'? digit+ , at most 0
//! ```
//! with blanks anywhere between these.

use std::fmt;
use std::str::FromStr;

use super::{Piece, Step};

/// Why a text is no piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceError {
    place: usize,
    expected: &'static str,
    found: String,
}

impl fmt::Display for PieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: expected {}, found {}", self.place, self.expected, self.found)
    }
}

impl std::error::Error for PieceError {}

impl FromStr for Piece {
    type Err = PieceError;

    /// ```
    /// use cgt_core::quarter_plane::Piece;
    ///
    /// assert_eq!("N".parse::<Piece>(), "(-1,-2) (-2,-1)".parse());
    /// assert_eq!("R".parse::<Piece>(), "rider(-1,0) rider(0,-1)".parse());
    /// let error = "K (1,0)".parse::<Piece>().unwrap_err();
    /// assert_eq!(error.to_string(), "character 4: expected a number of at most 0, found \"1\"");
    /// ```
    fn from_str(text: &str) -> Result<Self, PieceError> {
        let mut scanner = Scanner { text, rest: text };
        let (mut steps, mut riders) = (Vec::new(), Vec::new());
        loop {
            if scanner.takes("R") {
                riders.extend([(1, 0), (0, 1)]);
            } else if scanner.takes("B") {
                riders.push((1, 1));
            } else if scanner.takes("K") {
                steps.extend([(1, 0), (0, 1), (1, 1)]);
            } else if scanner.takes("N") {
                steps.extend([(1, 2), (2, 1)]);
            } else if scanner.takes("P") {
                riders.extend([(1, 0), (0, 1)]);
                steps.push((1, 1));
            } else if scanner.takes("rider") {
                riders.push(scanner.step()?);
            } else if steps.is_empty() && riders.is_empty() || !scanner.at_end() {
                steps.push(scanner.step()?);
            } else {
                return Ok(Self::new(steps, riders));
            }
        }
    }
}

struct Scanner<'t> {
    text: &'t str,
    rest: &'t str,
}

impl Scanner<'_> {
    fn at_end(&mut self) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.is_empty()
    }

    fn takes(&mut self, word: &str) -> bool {
        let after = self.rest.trim_start().strip_prefix(word);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn step(&mut self) -> Result<Step, PieceError> {
        if !self.takes("(") {
            return Err(self.fault("R, B, K, N, P, rider or a step like (-1,-2)"));
        }
        let dx = self.number()?;
        if !self.takes(",") {
            return Err(self.fault("a comma"));
        }
        let dy = self.number()?;
        if (dx, dy) == (0, 0) {
            return Err(self.fault("a step that goes somewhere"));
        }
        if !self.takes(")") {
            return Err(self.fault("a closing parenthesis"));
        }
        Ok((dx, dy))
    }

    /// A number of at most 0, without its sign.
    fn number(&mut self) -> Result<u32, PieceError> {
        self.rest = self.rest.trim_start();
        let digits = self.rest.trim_start_matches('-');
        let length = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
        match (self.rest.len() - digits.len(), digits[..length].parse()) {
            (1, Ok(number)) | (0, Ok(number @ 0)) => {
                self.rest = &digits[length..];
                Ok(number)
            }
            _ => Err(self.fault("a number of at most 0")),
        }
    }

    #[cold]
    fn fault(&self, expected: &'static str) -> PieceError {
        let rest = self.rest.trim_start();
        let place = self.text[..self.text.len() - rest.len()].chars().count() + 1;
        let word: String = rest.chars().take_while(|&c| !c.is_whitespace() && !",)".contains(c)).collect();
        let found = match (word.is_empty(), rest.chars().next()) {
            (false, _) => format!("{word:?}"),
            (true, Some(next)) => format!("{next:?}"),
            (true, None) => "end of text".to_owned(),
        };
        PieceError { place, expected, found }
    }
}
