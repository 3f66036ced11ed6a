//! What comes of bundling, in whatever language.

use crate::shake::explain::{Explanation, explain};
use anyhow::Result;
use judges::Language;
use std::path::PathBuf;

/// A bundle that compiles.
#[derive(Debug)]
pub struct Bundle {
    pub text: String,
    pub language: Language,
    /// What each crate takes.
    pub kept: Vec<SizeEntry>,
    /// What the parts of crates take: modules or functions, by their paths.
    pub parts: Vec<SizeEntry>,
    /// Where its executable is.
    pub executable: PathBuf,
    /// The compiler that verified the bundle, with its version.
    pub compiler: String,
    pub compiler_runs: usize,
    pub notes: Vec<String>,
    pub target_folder: PathBuf,
    /// A bundle in Rust before names were shortened.
    pub readable: Option<Readable>,
}

/// A bundle in Rust with the names of its sources.
#[derive(Debug)]
pub struct Readable {
    pub text: String,
    /// The module that holds the libraries.
    pub root: String,
}

/// Bytes that something takes in the bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizeEntry {
    pub name: String,
    pub bytes: usize,
}

impl Bundle {
    /// Explains which modules the bundle has and what leads to them; `None` for a bundle in C.
    ///
    /// # Errors
    /// If the text is not a sequence of Rust tokens.
    pub fn explain(&self) -> Result<Option<Explanation>> {
        self.readable.as_ref().map(|readable| explain(&readable.text, &readable.root)).transpose()
    }

    /// What weighs most, line by line.
    pub fn heaviest(&self) -> String {
        let mut parts: Vec<&SizeEntry> = self.kept.iter().chain(&self.parts).collect();
        parts.sort_by(|a, b| (b.bytes, &b.name).cmp(&(a.bytes, &a.name)));
        let lines = parts.iter().take(8).map(|share| format!("\n  {:8} {}", share.bytes, share.name));
        format!("what weighs most:{}", lines.collect::<String>())
    }
}
