//! What the checks look at.

use crate::syntax::edition::Edition;
use crate::{
    assemble::Assembled,
    cargo::codegen::CodegenOptions,
    graph::{Graph, Unit},
    syntax::text::Text,
};
use std::path::Path;

/// A shaken bundle and the program that it was made from.
#[derive(Debug)]
pub struct Subject<'a> {
    pub text: &'a Text,
    pub assembled: &'a Assembled,
    pub graph: &'a Graph,
    pub edition: Edition,
    /// Its unoptimized generated code.
    pub code: &'a str,
    /// A folder for the compiler.
    pub folder: &'a Path,
}

impl<'a> Subject<'a> {
    /// Returns `crate: file:line:column` for a byte of the bundle.
    pub fn place(&self, at: usize) -> String {
        let origin = self.text.origin(at);
        origin.map_or_else(String::new, |origin| self.assembled.sources.describe(origin))
    }

    /// Returns the name of the crate that a byte of the bundle comes from.
    pub fn crate_at(&self, at: usize) -> Option<&'a str> {
        let (file, _) = self.text.origin(at)?;
        self.assembled.sources.files.get(file).map(|file| file.crate_name.as_str())
    }

    /// Returns the byte of the bundle at a line and a column, both from 1.
    pub fn offset(&self, (line, column): (usize, usize)) -> usize {
        let text = self.text.as_str();
        let start = text.match_indices('\n').nth(line.wrapping_sub(2)).map_or(0, |(at, _)| at + 1);
        (start + column.saturating_sub(1)).min(text.len())
    }

    /// Returns the rustc arguments that compile the bundle as its reader does.
    pub fn arguments(&self) -> Vec<String> {
        [&["--edition".to_owned(), self.edition.to_string()][..], &self.assembled.compile_with].concat()
    }

    /// Returns the options that the bundle is compiled with.
    pub fn options(&self) -> CodegenOptions {
        CodegenOptions::parse(&self.assembled.compile_with)
    }

    /// Returns the crates that cargo compiles with another value of an option than the bundle's reader does.
    pub fn differing<T: PartialEq>(&self, option: impl Fn(&CodegenOptions) -> T) -> Vec<&'a Unit> {
        let expected = option(&self.options());
        let differs = |unit: &&Unit| option(&CodegenOptions::parse(&unit.call.arguments)) != expected;
        self.graph.units.iter().filter(differs).collect()
    }
}
