//! Translates a WebAssembly program into one file of portable C.

#![warn(missing_docs)]

use std::fmt;

/// A program in C.
#[derive(Debug, Clone)]
pub struct Translation {
    /// The file: the header as a comment, then the program.
    pub text: String,
    /// What each function takes in it, in bytes, by its Rust path where the module tells names.
    pub shares: Vec<(String, usize)>,
}

/// Why a module cannot become C: names what is not covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// Translates a program for `wasm32-wasip1`; `header` is plain text, one line or more, that becomes the comment at the top.
///
/// # Errors
/// The module is malformed, or holds what has no translation.
pub fn translate(wasm: &[u8], header: &str) -> Result<Translation, Refusal> {
    let _ = (wasm, header);
    Err(Refusal("not yet".to_owned()))
}
