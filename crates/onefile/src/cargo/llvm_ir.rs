//! The unoptimized code that rustc generates: every function that the program can call,
//! instantiated for its types.

use crate::cargo::rustc;
use anyhow::{Context as _, Result, ensure};
use std::{collections::HashMap, fs, path::Path};

/// The name of the crate in the names of its functions.
pub const CRATE: &str = "bundle";

/// The file that rustc writes, in the folder that it runs in.
const FILE: &str = "audit.ll";

/// A function with a body.
#[derive(Debug)]
pub struct Function<'a> {
    /// Its demangled name, with its types.
    pub name: String,
    /// The lines of its body.
    pub body: Vec<&'a str>,
}

impl<'a> Function<'a> {
    /// Returns `true` if a crate of the bundle defines it, rather than the standard library.
    pub fn is_own(&self) -> bool {
        self.name.trim_start_matches(['<', '&']).starts_with(&format!("{CRATE}::"))
    }

    /// Returns the names of what the function calls or takes the address of, each with the line
    /// that has its position.
    pub fn calls(&self) -> Vec<(&'a str, String)> {
        let mut found = Vec::new();
        for (index, line) in self.body.iter().enumerate().filter(|(_, line)| line.contains('@')) {
            // The second line of an `invoke` names where it goes on.
            let next = self.body.get(index + 1).filter(|next| next.trim_start().starts_with("to label "));
            found.extend(symbols(line).map(|symbol| (*next.unwrap_or(line), demangled(symbol))));
        }
        found
    }
}

/// The generated code of a program.
#[derive(Debug)]
pub struct Code<'a> {
    pub functions: Vec<Function<'a>>,
    /// Node → value.
    metadata: HashMap<&'a str, &'a str>,
}

/// Compiles a text to unoptimized code.
///
/// # Errors
/// If the text does not compile.
pub fn generate(text: &str, folder: &Path, flags: &[String]) -> Result<String> {
    let mut arguments: Vec<String> = flags.to_vec();
    arguments.extend(
        [
            "--crate-type=bin",
            "--cap-lints=allow",
            "--emit=llvm-ir=audit.ll",
            "-Copt-level=0",
            "-Cno-prepopulate-passes",
            "-Ccodegen-units=1",
            "-Cdebuginfo=1",
            "-Csymbol-mangling-version=v0",
        ]
        .map(str::to_owned),
    );
    let outcome = rustc::compile(text, folder, &arguments)?;
    ensure!(outcome.success, "the bundle does not compile: {}", outcome.rest);
    fs::read_to_string(folder.join(FILE)).context("rustc wrote no intermediate code")
}

impl<'a> Code<'a> {
    /// Parses the text that [`generate`] returns.
    pub fn parse(text: &'a str) -> Code<'a> {
        let mut code = Code { functions: Vec::new(), metadata: HashMap::new() };
        let mut inside = false;
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("define ") {
                inside = true;
                let name = symbols(rest).next().map(demangled).unwrap_or_default();
                code.functions.push(Function { name, body: Vec::new() });
            } else if line == "}" {
                inside = false;
            } else if inside {
                if let Some(function) = code.functions.last_mut() {
                    function.body.push(line);
                }
            } else if line.starts_with('!')
                && let Some((node, value)) = line.split_once(" = ")
            {
                code.metadata.insert(node, value);
            }
        }
        code
    }

    /// Returns the line and column, both from 1, at which an instruction stands in its source file.
    pub fn position(&self, instruction: &str) -> Option<(usize, usize)> {
        let node = instruction.rsplit_once("!dbg ")?.1.split([',', ' ']).next()?;
        let value = self.metadata.get(node)?;
        let number = |field: &str| -> Option<usize> {
            value.split_once(field)?.1.split([',', ')']).next()?.trim().parse().ok()
        };
        Some((number("line: ")?, number("column: ")?))
    }
}

/// Returns the names after `@` in a line of code.
pub fn symbols(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('@').filter_map(|(at, _)| {
        let rest = &line[at + 1..];
        let name = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next(),
            None => rest.split(|c: char| !c.is_ascii_alphanumeric() && !"._$-".contains(c)).next(),
        };
        name.filter(|name| !name.is_empty())
    })
}

/// Returns a symbol's name without hashes, and without the numbers that tell the impls of a module
/// apart.
pub fn demangled(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn functions_and_positions() {
        let text = "define internal void @_RNvCs1_6bundle4main() unnamed_addr #1 !dbg !7 {\nstart:\n  \
                    call void @_RNvC3std1f(ptr @x), !dbg !8\n  invoke void @g()\n          to label %a unwind \
                    label %b, !dbg !8\n}\n!8 = !DILocation(line: 3, column: 14, scope: !7)\n";
        let code = Code::parse(text);
        assert_eq!(code.functions.len(), 1);
        let main = &code.functions[0];
        assert!(main.is_own(), "{}", main.name);
        assert_eq!(code.position(main.body[1]), Some((3, 14)));
        let calls = main.calls();
        let positions: Vec<_> = calls.iter().map(|(line, name)| (&**name, code.position(line))).collect();
        assert_eq!(positions, ["std::f", "x", "g"].map(|name| (name, Some((3, 14)))));
    }
}
