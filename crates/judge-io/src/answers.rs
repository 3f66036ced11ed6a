//! Buffered answers.

use std::io::Write;

use super::Error;

/// Bytes gathered before they are written, and the longest [`Text`] that fits.
const BUFFER: usize = 64 * 1024;

/// A short text in a block of `SIZE` bytes, so that appending it is a copy of known size.
///
/// ```
/// use judge_io::Text;
///
/// const WINNING: Text<8> = Text::new("WINNING\n");
/// assert_eq!(WINNING.as_bytes(), b"WINNING\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<const SIZE: usize> {
    bytes: [u8; SIZE],
    length: usize,
}

impl<const SIZE: usize> Text<SIZE> {
    /// Holds `text`.
    ///
    /// # Panics
    /// If `text` is longer than `SIZE` bytes; at compile time where the text is a constant.
    pub const fn new(text: &str) -> Self {
        let text = text.as_bytes();
        assert!(text.len() <= SIZE, "the text is longer than its block");
        let mut bytes = [0; SIZE];
        let mut i = 0;
        while i < text.len() {
            bytes[i] = text[i];
            i += 1;
        }
        Self { bytes, length: text.len() }
    }

    /// The text itself.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// The text itself, to be changed in place.
    pub fn as_mut_bytes(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.length]
    }
}

/// A writer of answers that holds back up to 64 KiB.
///
/// [`judge`](crate::judge) makes it and flushes it on every way out.
#[derive(Debug)]
pub struct Answers<W> {
    sink: W,
    buffer: Box<[u8]>,
    length: usize,
}

impl<W: Write> Answers<W> {
    pub(super) fn new(sink: W) -> Self {
        Self { sink, buffer: vec![0; BUFFER].into_boxed_slice(), length: 0 }
    }

    /// Appends `text`.
    ///
    /// # Errors
    /// [`Error::Write`] if the buffer was full and could not be written.
    #[inline]
    pub fn put<const SIZE: usize>(&mut self, text: &Text<SIZE>) -> Result<(), Error> {
        if self.buffer.len() - self.length < SIZE {
            self.flush()?;
        }
        // All of the block, of which the next text overwrites what is too much: cheaper than an exact copy.
        self.buffer[self.length..][..SIZE].copy_from_slice(&text.bytes);
        self.length += text.length;
        Ok(())
    }

    /// Writes what is held back.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        let held = &self.buffer[..std::mem::take(&mut self.length)];
        self.sink.write_all(held).and_then(|()| self.sink.flush()).map_err(Error::Write)
    }
}
