//! Chunked input, parsed record by record.

use nom::{Check, Complete, Emit, Err, OutputM, Parser, Streaming};
use std::io::{ErrorKind, Read};

use super::{fault, leaf, text::decimal, Error, Expected, Fault, Place};

/// Bytes asked for at a time, and the buffer's size as long as no record is longer.
const CHUNK: usize = 64 * 1024;

/// The longest record in bytes: the buffer grows no further.
pub const RECORD_MAX: usize = 1024 * 1024;

/// Some editors of old end a text with this byte, Ctrl-Z.
const END_OF_TEXT: u8 = 0x1A;

/// An input of records, of which a chunk at a time is in memory.
///
/// A record is whatever one parser takes. A parser has to begin with a token of [this crate's
/// leaves](crate::number), or anything else that does not care for white space before it: that is dropped
/// between records, so a gigabyte of blank lines costs no memory.
#[derive(Debug)]
pub struct Input<R> {
    source: R,
    buffer: Vec<u8>,
    /// The bytes read and not yet taken are `buffer[start..end]`.
    start: usize,
    end: usize,
    /// The source has no more.
    ended: bool,
    /// Where `buffer[counted]` stands; `counted` is at most `start`.
    place: Place,
    counted: usize,
}

impl<R: Read> Input<R> {
    pub(super) fn new(source: R) -> Self {
        let buffer = vec![0; CHUNK];
        Self { source, buffer, start: 0, end: 0, ended: false, place: Place::START, counted: 0 }
    }

    /// Takes one record.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the place of the fault if `parser` refuses the input, or needs more than
    /// [`RECORD_MAX`] bytes; [`Error::Read`] if the source fails.
    pub fn take<P, T>(&mut self, mut parser: P) -> Result<T, Error>
    where
        P: for<'i> Parser<&'i [u8], Output = T, Error = Fault<'i>>,
    {
        loop {
            let bytes = &self.buffer[self.start..self.end];
            let result = if self.ended {
                parser.process::<OutputM<Emit, Emit, Complete>>(bytes)
            } else {
                parser.process::<OutputM<Emit, Emit, Streaming>>(bytes)
            };
            let fault = match result {
                Ok((rest, value)) => {
                    self.start = self.end - rest.len();
                    return Ok(value);
                }
                Err(Err::Error(fault) | Err::Failure(fault)) => fault,
                Err(Err::Incomplete(_)) if !self.ended => {
                    self.refill()?;
                    continue;
                }
                // Only a parser that ignores the mode comes here.
                Err(Err::Incomplete(_)) => Fault { rest: &[], expected: Expected::Token("more input") },
            };
            let at = self.end - fault.rest.len();
            self.refuse(at, fault.expected)?;
        }
    }

    /// Takes `count` records and gives each to `answer`: [`take`](Self::take) in a loop, at a fraction of its
    /// cost where records are short.
    ///
    /// # Errors
    /// Those of [`take`](Self::take) and of `answer`, after `answer` has had all records before.
    #[inline]
    pub fn take_each<P, T>(
        &mut self,
        count: u64,
        mut parser: P,
        mut answer: impl FnMut(T) -> Result<(), Error>,
    ) -> Result<(), Error>
    where
        P: for<'i> Parser<&'i [u8], Output = T, Error = Fault<'i>> + Copy,
    {
        let mut rest = &self.buffer[self.start..self.end];
        let mut result = Ok(());
        for _ in 0..count {
            let value = match parser.process::<OutputM<Emit, Check, Streaming>>(rest) {
                Ok((behind, value)) => {
                    rest = behind;
                    value
                }
                Err(_) => {
                    self.start = self.end - rest.len();
                    let value = self.take(parser)?;
                    rest = &self.buffer[self.start..self.end];
                    value
                }
            };
            result = answer(value);
            if result.is_err() {
                break;
            }
        }
        self.start = self.end - rest.len();
        result
    }

    /// Whether nothing but white space is left.
    ///
    /// # Errors
    /// [`Error::Read`] if the source fails.
    pub fn is_empty(&mut self) -> Result<bool, Error> {
        loop {
            self.drop_white();
            match self.buffer[self.start..self.end].first().copied() {
                Some(END_OF_TEXT) if self.ends_with_mark(self.start)? => {}
                Some(_) => return Ok(false),
                None if self.ended => return Ok(true),
                None => self.refill()?,
            }
        }
    }

    /// Where the next token stands, or the end of input if there is none. Linear in the bytes since the last call.
    ///
    /// # Errors
    /// [`Error::Read`] if the source fails.
    pub fn place(&mut self) -> Result<Place, Error> {
        self.is_empty()?;
        self.count();
        Ok(self.place)
    }

    fn drop_white(&mut self) {
        self.start = self.end - leaf::skip_white(&self.buffer[self.start..self.end]).len();
    }

    /// The error of a fault at `buffer[at]`; none if the input turns out to end there.
    #[cold]
    fn refuse(&mut self, at: usize, expected: Expected) -> Result<(), Error> {
        if self.ends_with_mark(at)? {
            return Ok(());
        }
        // What is told must not depend on where a read happened to end.
        while !self.ended && fault::is_cut(&self.buffer[at..self.end]) && self.read().is_ok() {}
        let fault = Fault { rest: &self.buffer[at..self.end], expected };
        Err(Error::from_fault(fault, self.place_of(at)))
    }

    /// Whether `buffer[at]` is Ctrl-Z with nothing but white space behind it. If so, the input now ends before it.
    #[cold]
    fn ends_with_mark(&mut self, at: usize) -> Result<bool, Error> {
        let is_blank = |&byte: &u8| leaf::is_white(byte) || byte == END_OF_TEXT;
        if self.buffer[at..self.end].first() != Some(&END_OF_TEXT) {
            return Ok(false);
        }
        while self.buffer[at..self.end].iter().all(is_blank) {
            if self.ended {
                self.end = at;
                return Ok(true);
            }
            // The blanks need not stay; the mark does, for a fault that stands there.
            self.end = at + 1;
            self.read()?;
        }
        Ok(false)
    }

    /// Moves `place` on to `start`.
    fn count(&mut self) {
        self.place.advance(&self.buffer[self.counted..self.start]);
        self.counted = self.start;
    }

    /// Where `buffer[at]` stands.
    fn place_of(&self, at: usize) -> Place {
        let mut place = self.place;
        place.advance(&self.buffer[self.counted..at]);
        place
    }

    /// Makes room and reads on.
    #[cold]
    fn refill(&mut self) -> Result<(), Error> {
        self.drop_white();
        self.count();
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        (self.start, self.counted) = (0, 0);
        if self.end >= RECORD_MAX {
            return Err(Error::Malformed {
                place: self.place,
                expected: "a test case or number of at most ".to_owned()
                    + &decimal(RECORD_MAX as u64)
                    + " bytes",
                found: "a longer one".to_owned(),
            });
        }
        self.read()
    }

    /// Appends what one call of the source gives, or notes that there is no more.
    fn read(&mut self) -> Result<(), Error> {
        if self.end == self.buffer.len() {
            self.buffer.resize(self.end + CHUNK, 0);
        }
        loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    self.ended = read == 0;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::Read(error)),
            }
        }
    }
}
