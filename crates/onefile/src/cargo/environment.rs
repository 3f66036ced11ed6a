//! Reads which environment variables a crate uses, with the values that rustc saw.
//!
//! Cargo passes rustc the shell's variables, its own, those of build scripts and those of `[env]`
//! in its configuration. Rustc lists each variable that `env!` or `option_env!` reads in the
//! crate's dep-info file.

use crate::cargo::record::Call;
use std::{collections::BTreeMap, fs, path::Path};

/// The variables that a crate reads; the value of one that is not set is `None`.
pub type Environment = BTreeMap<String, Option<String>>;

/// Returns the variables that a recorded call read; none if it wrote no dep-info file.
pub fn environment(call: &Call) -> Environment {
    let folder = call.values("--out-dir").next().unwrap_or_default();
    let Some(key) = call.key() else { return Environment::new() };
    let file = call.folder.join(Path::new(folder)).join(format!("{key}.d"));
    parse(&fs::read_to_string(file).unwrap_or_default())
}

/// Parses the `# env-dep:NAME` and `# env-dep:NAME=VALUE` lines of a dep-info file.
fn parse(dep_info: &str) -> Environment {
    let lines = dep_info.lines().filter_map(|line| line.strip_prefix("# env-dep:"));
    lines
        .map(|line| match line.split_once('=') {
            Some((name, value)) => (unescaped(name), Some(unescaped(value))),
            None => (unescaped(line), None),
        })
        .collect()
}

/// Undoes rustc's escapes: `\\`, `\n` and `\r`.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        out.push(match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            (other, false) => other,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn values_escapes_and_unset_variables() {
        let text = "a.d: src/lib.rs\n\nsrc/lib.rs:\n\n# env-dep:A=1=2\n# env-dep:B\n# env-dep:C=x\\ny\\\\n\n\
                    # env-dep:D=\n";
        let expected = [("A", Some("1=2")), ("B", None), ("C", Some("x\ny\\n")), ("D", Some(""))];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.map(str::to_owned)));
        assert_eq!(parse(text), Environment::from(expected));
    }
}
