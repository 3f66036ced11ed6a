//! Runs rustc's edition lints on one crate.

use crate::cargo::child;
use crate::interrupt::ScratchFolder;
use crate::{
    cargo::{
        diagnostics::{Diagnostic, DiagnosticExt as _, DiagnosticSpan, bytes},
        unused_crates::without_output_options,
    },
    edition::{Edition, Refusal, captures, if_let, observable_drop, panic_payload},
    syntax::text::Edit,
};
use anyhow::{Result, ensure};
use cargo_metadata::diagnostic::Applicability;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    ops::Range,
    path::{Path, PathBuf},
    process::Command,
};

/// The changes that a crate needs for another edition.
#[derive(Debug, Default)]
pub struct Advice {
    /// The edits of each file, by canonical path. Byte ranges are those of the file on disk.
    pub changes: BTreeMap<PathBuf, Vec<Edit>>,
    /// The positions that no edit can convert, each with its file.
    pub refusals: Vec<(PathBuf, Refusal)>,
    /// The positions at which values are dropped in another order that no edit can restore. This
    /// matters only if the program has an [`observable_drop`](super::observable_drop).
    pub drop_order: Vec<Place>,
    /// The files whose `if let` expressions are already rewritten as `match`.
    rewritten: BTreeSet<PathBuf>,
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, as a canonical path.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
}

/// Lints that ask for another style, which would only make the text longer.
const STYLE: [&str; 3] = ["E0133", "unsafe_op_in_unsafe_fn", "static_mut_refs"];

/// Lints that are harmless without a suggestion: the newer edition accepts the text with the same
/// meaning, or rejects it.
const HARMLESS: [&str; 2] = ["impl_trait_overcaptures", "rust_2024_incompatible_pat"];

/// Lints for text that both editions accept with different meanings.
const CHANGES_MEANING: [&str; 5] = [
    "array_into_iter",
    "boxed_slice_into_iter",
    "dependency_on_unit_never_type_fallback",
    "never_type_fallback_flowing_into_unsafe",
    "rust_2024_prelude_collisions",
];

/// Lints for the order of drops.
const DROP_ORDER: [&str; 3] =
    ["tail_expr_drop_order", "if_let_rescope", "rust_2021_incompatible_closure_captures"];

/// A position at which a finished text would mean something else in another edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The byte in the text.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The name of the lint.
    pub lint: String,
    /// The message of the compiler.
    pub message: String,
}

impl Difference {
    /// Returns `true` if only the order of drops differs.
    pub fn is_drop_order(&self) -> bool {
        DROP_ORDER.contains(&self.lint.as_str())
    }
}

/// Compiles a crate with the edition lints and returns the changes that it needs for edition `to`.
///
/// `arguments`, `folder` and `variables` are those of the recorded compiler call.
///
/// # Errors
/// If the crate does not compile.
pub fn advise(
    arguments: &[String],
    folder: &Path,
    variables: &BTreeMap<String, String>,
    to: Edition,
) -> Result<Advice> {
    let mut advice = Advice::default();
    let (diagnostics, files) = compile(arguments, folder, variables, to)?;
    if to == Edition::E2024 {
        advice.rewrite_if_let(&files);
    }
    for diagnostic in &diagnostics {
        advice.take(diagnostic, folder);
    }
    advice.settle();
    Ok(advice)
}

/// Returns all positions that mean something else in edition `to`.
///
/// # Errors
/// If the crate does not compile.
pub(super) fn differences(
    arguments: &[String],
    folder: &Path,
    variables: &BTreeMap<String, String>,
    to: Edition,
) -> Result<Vec<Difference>> {
    let mut found = Vec::new();
    for diagnostic in compile(arguments, folder, variables, to)?.0 {
        let Some(lint) = &diagnostic.code else { continue };
        let silent =
            DROP_ORDER.contains(&lint.code.as_str()) || CHANGES_MEANING.contains(&lint.code.as_str());
        if let (true, Some(primary)) = (silent, diagnostic.primary().next()) {
            found.push(Difference {
                offset: bytes(primary).start,
                line: primary.line_start,
                lint: lint.code.clone(),
                message: diagnostic.message.clone(),
            });
        }
    }
    found.sort_by_key(|difference| difference.offset);
    found.dedup();
    Ok(found)
}

/// Returns the diagnostics of the lints, and the files of the crate.
fn compile(
    arguments: &[String],
    folder: &Path,
    variables: &BTreeMap<String, String>,
    to: Edition,
) -> Result<(Vec<Diagnostic>, Vec<PathBuf>)> {
    let scratch = ScratchFolder::new()?;
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command
        .args(without_output_options(arguments))
        // All other lints are the crate's own affair; a forced one warns all the same.
        .args(["--cap-lints=allow", "--emit=metadata,dep-info", "--error-format=json", "--out-dir"])
        .arg(scratch.path())
        .args(force_warn(to))
        .current_dir(folder)
        .envs(variables);
    let output = child::output(&mut command)?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let found: Vec<Diagnostic> = errors.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let error = found.iter().find(|one| one.is_error());
    ensure!(error.is_none(), "does not compile: {}", error.map_or("", |error| &error.message));
    ensure!(output.success, "rustc failed: {errors}");
    let mut files = Vec::new();
    for entry in fs::read_dir(scratch.path())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "d") {
            // `path:` alone on a line names a file of the crate; blanks in it are escaped.
            let text = fs::read_to_string(path)?;
            let names =
                text.lines().filter_map(|line| line.strip_suffix(':').filter(|name| name.ends_with(".rs")));
            files.extend(names.map(|name| canonical(&folder.join(name.replace("\\ ", " ")))));
        }
    }
    Ok((found, files))
}

/// Returns the options for the lints that report differences between older editions and `to`.
fn force_warn(to: Edition) -> impl Iterator<Item = String> {
    let groups = [
        (Edition::E2018, "rust_2018_compatibility"),
        (Edition::E2021, "rust_2021_compatibility"),
        (Edition::E2024, "rust_2024_compatibility"),
        (Edition::E2024, "dependency_on_unit_never_type_fallback"),
        (Edition::E2024, "never_type_fallback_flowing_into_unsafe"),
    ];
    groups
        .into_iter()
        .filter(move |(edition, _)| *edition <= to)
        .map(|(_, lint)| format!("--force-warn={lint}"))
}

impl Advice {
    /// Returns the edits of one file, with byte ranges of the text without byte order mark and
    /// carriage returns; `on_disk` is the text with them.
    pub fn changes_in(&self, file: &Path, on_disk: &str) -> Vec<Edit> {
        let skipped = |at: usize| {
            let before = on_disk.get(..at).unwrap_or(on_disk);
            before.matches("\r\n").count()
                + if before.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
        };
        let in_text = |edit: &Edit| {
            let Range { start, end } = edit.range;
            Edit::new(start - skipped(start)..end - skipped(end), edit.with.clone())
        };
        self.changes
            .get(&canonical(file))
            .map(|changes| changes.iter().map(in_text).collect())
            .unwrap_or_default()
    }

    /// Rewrites every `if let` of a crate with observable drops, so that none drops its temporaries
    /// earlier.
    fn rewrite_if_let(&mut self, files: &[PathBuf]) {
        let texts: Vec<(&PathBuf, String)> =
            files.iter().filter_map(|file| Some((file, fs::read_to_string(file).ok()?))).collect();
        if texts.iter().any(|(_, text)| observable_drop(text).is_some()) {
            for (file, text) in texts {
                let changes = if_let::as_match(&text);
                if !changes.is_empty() {
                    self.rewritten.insert(file.clone());
                    self.changes.insert(file.clone(), changes);
                }
            }
        }
    }

    fn take(&mut self, diagnostic: &Diagnostic, folder: &Path) {
        let Some(lint) = diagnostic.code.as_ref().map(|code| code.code.as_str()) else { return };
        let Some(primary) = diagnostic.primary().next() else { return };
        if STYLE.contains(&lint) {
            return;
        }
        let fix = diagnostic.children.iter().map(|child| &child.spans).find(|spans| is_fix(spans));
        if let Some(spans) = fix {
            if let ("non_fmt_panics", [span]) = (lint, &spans[..])
                && span.byte_start == span.byte_end
            {
                let file = canonical(&folder.join(&span.file_name));
                let text = fs::read_to_string(&file).unwrap_or_default();
                let changes = panic_payload::same_payload(&text, bytes(span).start);
                self.changes.entry(file).or_default().extend(changes);
                return;
            }
            if lint == "if_let_rescope"
                && self.rewritten.contains(&canonical(&folder.join(&spans[0].file_name)))
            {
                return;
            }
            let texts = spans.iter().map(|span| match lint {
                "rust_2021_incompatible_closure_captures" => captures::in_body(span, folder),
                _ => span.suggested_replacement.clone(),
            });
            let Some(texts) = texts.collect::<Option<Vec<String>>>() else {
                let (file, line) = (canonical(&folder.join(&primary.file_name)), primary.line_start);
                self.drop_order.push(Place { file, line });
                return;
            };
            for (span, with) in spans.iter().zip(texts) {
                let change = Edit::new(bytes(span), with);
                self.changes.entry(canonical(&folder.join(&span.file_name))).or_default().push(change);
            }
            return;
        }
        if HARMLESS.contains(&lint) {
            return;
        }
        let (file, line) = (canonical(&folder.join(&primary.file_name)), primary.line_start);
        if DROP_ORDER.contains(&lint) {
            let place = Place { file, line };
            if !self.drop_order.contains(&place) {
                self.drop_order.push(place);
            }
            return;
        }
        let refusal = Refusal { line, rule: lint.to_owned(), why: diagnostic.message.clone() };
        if !self.refusals.iter().any(|(_, known)| *known == refusal) {
            self.refusals.push((file, refusal));
        }
    }

    /// Removes repeated edits, which a macro used twice causes, and refuses edits that overlap.
    fn settle(&mut self) {
        for (file, changes) in &mut self.changes {
            // Stable, so that insertions at one place keep their order. Two nested `if let` may end
            // at one place: only what a lint says twice is the same.
            changes.sort_by_key(|change| (change.range.start, change.range.end));
            let mut seen = BTreeSet::new();
            changes.retain(|change| {
                let with = change.with.as_str().to_owned();
                with == " }" || seen.insert((change.range.start, change.range.end, with))
            });
            let overlap = changes.windows(2).find(|pair| pair[1].range.start < pair[0].range.end);
            if let Some([first, second]) = overlap {
                let why = format!("`{}` and `{}` overlap", first.with.as_str(), second.with.as_str());
                self.refusals
                    .push((file.clone(), Refusal { line: 0, rule: "edition lints".to_owned(), why }));
            }
        }
    }
}

/// Returns `true` if the spans are a suggestion that rustc calls machine-applicable.
fn is_fix(spans: &[DiagnosticSpan]) -> bool {
    !spans.is_empty()
        && spans.iter().all(|span| {
            span.suggested_replacement.is_some()
                && span.suggestion_applicability == Some(Applicability::MachineApplicable)
        })
}

/// Returns the same path for a file, however `mod` and `#[path]` name it.
fn canonical(file: &Path) -> PathBuf {
    fs::canonicalize(file).unwrap_or_else(|_| file.to_owned())
}
