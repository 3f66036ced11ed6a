//! Boards as text: one line a row, `X` for a square in the set and `.` for any other.

use std::fmt;
use std::str::FromStr;

use super::Bitboard;

impl<const ROWS: usize, const COLS: usize> fmt::Display for Bitboard<ROWS, COLS> {
    /// Rows from top to bottom with a line feed between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..ROWS {
            if row > 0 {
                f.write_str("\n")?;
            }
            for column in 0..COLS {
                f.write_str(if self.contains(row, column) { "X" } else { "." })?;
            }
        }
        Ok(())
    }
}

impl<const ROWS: usize, const COLS: usize> fmt::Debug for Bitboard<ROWS, COLS> {
    /// The grid below a line with the type, so that two boards can be compared by eye.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard<{ROWS}, {COLS}>\n{self}")
    }
}

/// Why a text is no board, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBoardError {
    line: usize,
    column: usize,
    expected: &'static str,
    found: Option<char>,
}

impl ParseBoardError {
    /// The line of the first character that cannot be taken, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Its place in the line, in characters from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: expected {}, found ", self.line, self.column, self.expected)?;
        match self.found {
            Some(found) => write!(f, "{found:?}"),
            None => f.write_str("end of text"),
        }
    }
}

impl std::error::Error for ParseBoardError {}

impl<const ROWS: usize, const COLS: usize> FromStr for Bitboard<ROWS, COLS> {
    type Err = ParseBoardError;

    /// Takes exactly what `Display` writes, with an optional line feed at the end.
    ///
    /// ```
    /// use cgt_core::Bitboard;
    ///
    /// let board: Bitboard<2, 2> = "X.\n.X\n".parse()?;
    /// assert_eq!(board, Bitboard::diagonal(0, 0));
    ///
    /// let error = "X.\n.o".parse::<Bitboard<2, 2>>().unwrap_err();
    /// assert_eq!(error.to_string(), "2:2: expected 'X' or '.', found 'o'");
    /// # Ok::<(), cgt_core::bitboard::ParseBoardError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let mut rest = text.chars();
        let mut set = Self::EMPTY;
        for row in 0..ROWS {
            if row > 0 {
                expect_line_feed(rest.next(), row, COLS)?;
            }
            for column in 0..COLS {
                match rest.next() {
                    Some('X') => set = set.with(row, column),
                    Some('.') => {}
                    found => return Err(fault(row, column, "'X' or '.'", found)),
                }
            }
        }
        if let Some(found) = rest.next() {
            expect_line_feed(Some(found), ROWS, COLS)?;
        }
        match rest.next() {
            None => Ok(set),
            found => Err(fault(ROWS, 0, "end of text", found)),
        }
    }
}

/// The character after row `row - 1` has to end its line.
fn expect_line_feed(found: Option<char>, row: usize, columns: usize) -> Result<(), ParseBoardError> {
    match found {
        Some('\n') => Ok(()),
        _ => Err(fault(row - 1, columns, "end of line", found)),
    }
}

#[cold]
fn fault(row: usize, column: usize, expected: &'static str, found: Option<char>) -> ParseBoardError {
    ParseBoardError { line: row + 1, column: column + 1, expected, found }
}
