//! Translates a WebAssembly program into one file of portable C.
//!
//! Judges without a Rust compiler take C. A Rust program that is built for `wasm32-wasip1` and translated here is one file
//! that a C99 and a C++98 compiler take, of a size that judges take, too.
//!
//! | stage | from | to |
//! |---|---|---|
//! | read (`module`) | bytes | the module's parts, and what the linker says of its constants |
//! | fold (`fold`) | a function's stack code | statements over expressions (`ir`) |
//! | simplify (`simplify`) | branches to labels | `if` and `do`, without what nothing needs |
//! | shrink (`shrink`) | all functions | without parameters that are not read, and each only once |
//! | reach (`reach`) | all functions | those that can be called, and the data that they look at |
//! | print (`print`) | statements | C |
//!
//! What it covers is WebAssembly 2.0 without vectors and references; everything else is a [`Refusal`] that names it.
//! Addresses are not checked: a program that reaches outside its memory, which safe Rust does not, is undefined in C as
//! it is in unsafe Rust.
//! A panic ends the program with exit status 101 and without its text. Of WASI there are standard input, output and error,
//! the exit status, clocks and random numbers.

#![warn(missing_docs)]

mod fold;
mod helpers;
mod ir;
mod known;
mod module;
mod names;
mod print;
mod reach;
mod shrink;
mod simplify;
mod types;

use known::Known;
use module::Module;
use std::{collections::BTreeMap, fmt};

/// A program in C.
#[derive(Debug, Clone)]
pub struct Translation {
    /// The file: the header as a comment, then the program.
    pub text: String,
    /// What each function takes in it, in bytes, by its Rust path where the module tells names; the largest first.
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
/// The file is smaller if the module was linked with `--emit-relocs`: then it is known which constants are addresses, and data
/// and functions that nothing refers to are left out.
///
/// # Errors
/// The module is malformed, or holds what has no translation.
pub fn translate(wasm: &[u8], header: &str) -> Result<Translation, Refusal> {
    let module = Module::read(wasm)?;
    let mut known = known::known(&module);
    let mut functions;
    loop {
        functions = BTreeMap::new();
        let mut traps = Vec::new();
        for body in 0..module.bodies.len() {
            let number = module.imports.len() + body;
            if matches!(known[number], Known::Own) {
                let mut function = fold::fold(&module, body, &known)?;
                simplify::simplify(&mut function);
                if simplify::only_traps(&function) && !module.entries.contains(&(number as u32)) {
                    traps.push(number);
                }
                functions.insert(number as u32, function);
            }
        }
        // What calls only what traps is found out in turn.
        if traps.is_empty() {
            break;
        }
        for number in traps {
            known[number] = Known::Trap;
        }
    }
    shrink::drop_parameters(&module, &mut functions);
    let same = shrink::merge(&module, &mut functions);
    let reach = reach::reach(&module, &known, &functions, &same)?;
    Ok(print::print(&module, &functions, &reach, header))
}
