//! Copies text to the clipboard through the terminal.

use anyhow::{Context as _, Result};
use std::{fs::OpenOptions, io::Write as _};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Sends the escape sequence OSC 52 to the terminal, which sets the clipboard even over SSH.
///
/// # Errors
/// If there is no terminal.
pub(super) fn copy(text: &str) -> Result<()> {
    let device = if cfg!(windows) { "CONOUT$" } else { "/dev/tty" };
    let terminal = OpenOptions::new().write(true).open(device);
    let mut terminal = terminal.context("cannot copy: there is no terminal; use `--output`")?;
    terminal.write_all(escape_sequence(text).as_bytes()).context("cannot write to the terminal")
}

/// Returns the sequence that sets the clipboard to `text`.
pub(super) fn escape_sequence(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", base64(text.as_bytes()))
}

fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for position in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * position) & 63) as usize];
            out.push(if position <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}
