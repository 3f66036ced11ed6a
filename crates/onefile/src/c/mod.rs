//! One C file from a package's binary: build (WebAssembly) → translate (the crate `wasm-to-c`) → compile.
//!
//! The package's own `main` is built for WASI: its standard streams and exit statuses are all that a judge knows of a program.

pub mod build;
pub mod compile;
pub mod credits;

use crate::{
    cargo::Program,
    emit::header::About,
    output::{Bundle, SizeEntry},
};
use anyhow::{Context as _, Result};
use build::{TARGET, Wasm};
use compile::Compiler;
use judges::Language;
use std::{cmp::Reverse, collections::BTreeMap, path::Path};

/// What the target links beside the crates, as a header tells it.
const LINKED: [&str; 3] = [
    "  Rust's standard library, MIT OR Apache-2.0",
    "  wasi-libc, MIT OR Apache-2.0 WITH LLVM-exception",
    "    Copyright (c) 2005-2020 Rich Felker, et al.",
];

/// What to bundle, and for whom.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    pub program: Program,
    /// What it has to compile with.
    pub compiler: Compiler<'a>,
    pub about: About,
}

/// Makes a bundle and compiles it in `folder`, an empty one.
///
/// # Errors
/// Something is missing on this machine; the package does not build, or uses what has no translation; or its bundle does not
/// compile.
pub fn bundle(request: &Request, folder: &Path) -> Result<Bundle> {
    request.compiler.check()?;
    build::check()?;
    let wasm = build::build(&request.program)?;
    let header = header(&request.about, &wasm, &build::version()?, request.compiler);
    let made = wasm_to_c::translate(&wasm.bytes, &header).context("it cannot be written in C")?;
    let executable = request.compiler.compile(&made.text, folder)?;
    Ok(Bundle {
        text: made.text,
        language: Language::C,
        kept: by_crate(&made.shares),
        parts: made.shares.into_iter().map(|(name, bytes)| SizeEntry { name, bytes }).collect(),
        executable,
        compiler: request.compiler.description(),
        compiler_runs: 2,
        notes: Vec::new(),
        target_folder: wasm.target_folder,
        readable: None,
    })
}

/// The comment at the top of the bundle.
fn header(about: &About, wasm: &Wasm, rustc: &str, compiler: Compiler) -> String {
    let mut lines = crate::emit::header::lines(about, &wasm.crates);
    lines.extend(LINKED.map(str::to_owned));
    lines.push(format!("Translated from {}, as built for {TARGET} by {rustc}.", wasm.source));
    lines.extend(compiler.choice());
    // Compilers on Windows complain of what is not ASCII.
    lines.join("\n").replace('©', "(c)")
}

/// What each crate takes, the largest first: a function belongs to the crate of the first path in its name, and one that has
/// none to the library in C.
fn by_crate(functions: &[(String, usize)]) -> Vec<SizeEntry> {
    let mut crates: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, bytes) in functions {
        // An impl for a type without a path, as in `<[T] as core::fmt::Debug>::fmt`, is in the trait's crate; without a trait, as
        // in `<[T]>::reverse`, it is the standard library's.
        let before = name.match_indices("::").map(|(at, _)| &name[..at]);
        let mut words =
            before.filter_map(|start| start.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next());
        let without = if name.contains("::") { "core" } else { "wasi-libc" };
        let krate = words.find(|word| !word.is_empty()).unwrap_or(without);
        *crates.entry(krate).or_default() += bytes;
    }
    let mut shares: Vec<SizeEntry> =
        crates.into_iter().map(|(name, bytes)| SizeEntry { name: name.to_owned(), bytes }).collect();
    shares.sort_by_key(|share| Reverse(share.bytes));
    shares
}

#[cfg(test)]
mod tests;
