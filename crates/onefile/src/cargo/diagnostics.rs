//! The messages of rustc, in the type of `cargo_metadata`.

use cargo_metadata::diagnostic::DiagnosticLevel;
pub use cargo_metadata::diagnostic::{Diagnostic, DiagnosticSpan};
use std::ops::Range;

/// What the bundler asks of a diagnostic.
pub trait DiagnosticExt {
    /// Returns the error code, or the name of the lint; empty without one.
    fn code(&self) -> &str;

    /// Returns the name of the lint that reports this, if a lint does. Some lints have an error
    /// code instead of their name; a note then has the name.
    fn lint(&self) -> Option<&str>;

    /// Returns `true` if the diagnostic fails the compilation.
    fn is_error(&self) -> bool;

    /// Returns the spans that the diagnostic is about.
    fn primary(&self) -> impl Iterator<Item = &DiagnosticSpan>;

    /// Returns the lines that describe an error without a position in the text.
    fn describe_whole(&self) -> Vec<String>;
}

impl DiagnosticExt for Diagnostic {
    fn code(&self) -> &str {
        self.code.as_ref().map_or("", |code| &code.code)
    }

    fn lint(&self) -> Option<&str> {
        let is_name = |text: &&str| {
            let allowed = |c: char| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit();
            !text.is_empty() && text.chars().all(allowed)
        };
        let notes = self.children.iter().filter_map(|note| lint_of_note(&note.message));
        std::iter::once(self.code()).chain(notes).find(is_name)
    }

    fn is_error(&self) -> bool {
        matches!(self.level, DiagnosticLevel::Error | DiagnosticLevel::Ice)
    }

    fn primary(&self) -> impl Iterator<Item = &DiagnosticSpan> {
        self.spans.iter().filter(|span| span.is_primary)
    }

    fn describe_whole(&self) -> Vec<String> {
        let notes = self.children.iter().map(|note| note.message.as_str());
        let notes = notes.filter(|note| !is_command_line(note)).flat_map(str::lines).take(12);
        let indented = notes.map(|line| format!("    {}", line.trim_end()));
        std::iter::once(format!("  {}", self.message)).chain(indented).collect()
    }
}

/// Returns the byte range of a span.
pub fn bytes(span: &DiagnosticSpan) -> Range<usize> {
    span.byte_start as usize..span.byte_end as usize
}

/// Returns the lint in a note such as "`#[deny(bindings_with_variant_name)]` on by default".
fn lint_of_note(note: &str) -> Option<&str> {
    let (level, name) = note.strip_prefix("`#[")?.split(']').next()?.split_once('(')?;
    matches!(level, "deny" | "forbid" | "warn").then_some(name.trim_end_matches(')'))
}

/// Returns `true` for the notes of a failed link that only show the command line of the linker.
fn is_command_line(note: &str) -> bool {
    note.trim_start().starts_with('"') || note.starts_with("some arguments are omitted")
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use serde_json::{Value, json};

    fn error(text: &str, code: Option<&str>, notes: &[&str]) -> Diagnostic {
        let message = |text: &str, children: Vec<Value>| {
            json!({
                "message": text,
                "code": code.map(|code| json!({"code": code, "explanation": null})),
                "level": "error",
                "spans": [],
                "children": children,
                "rendered": null,
            })
        };
        let notes = notes.iter().map(|note| message(note, Vec::new())).collect();
        serde_json::from_value(message(text, notes)).expect("a diagnostic")
    }

    #[test]
    fn a_lint_is_found_by_its_code_or_its_note() {
        let check = |code: Option<&str>, note: &str, expected: Option<&str>| {
            assert_eq!(error("message", code, &["see the book", note]).lint(), expected);
        };
        check(Some("overflowing_literals"), "", Some("overflowing_literals"));
        let default = "`#[deny(bindings_with_variant_name)]` on by default";
        check(Some("E0170"), default, Some("bindings_with_variant_name"));
        check(Some("E0599"), "the trait `Clone` is needed", None);
        check(None, "", None);
    }

    #[test]
    fn the_linkers_own_text_is_shown_without_its_command_line() {
        let notes = [
            " \"cc\" \"-m64\" \"a.o\"",
            "some arguments are omitted. use `--verbose` to show all linker arguments",
            "rust-lld: error: undefined symbol: f\n>>> referenced by a.o\n",
        ];
        assert_eq!(
            error("linking failed", None, &notes).describe_whole(),
            ["  linking failed", "    rust-lld: error: undefined symbol: f", "    >>> referenced by a.o"]
        );
    }
}
