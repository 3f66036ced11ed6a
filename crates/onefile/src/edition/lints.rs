//! What rustc's edition lints say of one crate.

use crate::{
    cargo::{
        diagnostics::{Diagnostic, DiagnosticExt as _, DiagnosticSpan, bytes},
        unused_crates::without_output_options,
    },
    edition::{Edition, Refusal, captures, if_let, observable_drop, panic_payload},
    syntax::text::Edit,
};
use anyhow::{Context as _, Result, ensure};
use cargo_metadata::diagnostic::Applicability;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    ops::Range,
    path::{Path, PathBuf},
    process::Command,
};

/// What has to be done about a crate, by file.
#[derive(Debug, Default)]
pub struct Advice {
    /// By canonical path. Byte ranges count in the file as it is on disk.
    pub changes: BTreeMap<PathBuf, Vec<Edit>>,
    pub refusals: Vec<(PathBuf, Refusal)>,
    /// Where values are dropped in another order and nothing can be written against it. That is of no consequence
    /// unless the program has an [`observable_drop`](super::observable_drop).
    pub drop_order: Vec<Place>,
    /// Files whose `if let` are written as `match` already.
    rewritten: BTreeSet<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub file: PathBuf,
    pub line: usize,
}

/// Ask for another style, and would only make the text longer.
const STYLE: [&str; 3] = ["E0133", "unsafe_op_in_unsafe_fn", "static_mut_refs"];

/// Where nothing is suggested, the newer edition still accepts the text and means the same, or says what is wrong.
const HARMLESS: [&str; 2] = ["impl_trait_overcaptures", "rust_2024_incompatible_pat"];

/// Tell of text that both editions accept and read differently.
const CHANGES_MEANING: [&str; 5] = [
    "array_into_iter",
    "boxed_slice_into_iter",
    "dependency_on_unit_never_type_fallback",
    "never_type_fallback_flowing_into_unsafe",
    "rust_2024_prelude_collisions",
];

/// Tell only of an order of drops.
const DROP_ORDER: [&str; 3] =
    ["tail_expr_drop_order", "if_let_rescope", "rust_2021_incompatible_closure_captures"];

/// A place of a finished text that would mean something else in another edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub offset: usize,
    pub line: usize,
    pub lint: String,
    pub message: String,
}

impl Difference {
    /// Whether only the order of drops differs.
    pub fn is_drop_order(&self) -> bool {
        DROP_ORDER.contains(&self.lint.as_str())
    }
}

/// Compiles a crate once more, as `arguments` to rustc say, and asks what has to change for edition `to`.
///
/// `folder` and `variables` are those of the compiler's call.
///
/// # Errors
/// The crate does not compile.
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

/// All places that mean something else in edition `to`.
///
/// # Errors
/// The crate does not compile.
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

/// What the lints say, and the files that the crate is made of.
fn compile(
    arguments: &[String],
    folder: &Path,
    variables: &BTreeMap<String, String>,
    to: Edition,
) -> Result<(Vec<Diagnostic>, Vec<PathBuf>)> {
    let scratch = tempfile::tempdir()?;
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command
        .args(without_output_options(arguments))
        // All other lints are the crate's own affair; a forced one warns all the same.
        .args(["--cap-lints=allow", "--emit=metadata,dep-info", "--error-format=json", "--out-dir"])
        .arg(scratch.path())
        .args(force_warn(to))
        .current_dir(folder)
        .envs(variables);
    let output = command.output().context("cannot run rustc")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let found: Vec<Diagnostic> = errors.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let error = found.iter().find(|one| one.is_error());
    ensure!(error.is_none(), "does not compile: {}", error.map_or("", |error| &error.message));
    ensure!(output.status.success(), "rustc failed: {errors}");
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

/// The lints that tell a difference between an edition below `to` and `to`.
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
    /// The changes of one file, counted in its text as the compiler reads it: `on_disk` without a byte order mark and
    /// with plain ends of line.
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

    /// Where the crate has drops that can be seen, no `if let` may drop earlier than it did.
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

    /// Drops what was said twice, as of a macro used twice, and refuses what contradicts itself.
    fn settle(&mut self) {
        for (file, changes) in &mut self.changes {
            // Stable, so that insertions at one place keep their order. Two nested `if let` may end at one place: only
            // what a lint says twice is the same.
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

/// A suggestion that rustc vouches for, in this very text.
fn is_fix(spans: &[DiagnosticSpan]) -> bool {
    !spans.is_empty()
        && spans.iter().all(|span| {
            span.suggested_replacement.is_some()
                && span.suggestion_applicability == Some(Applicability::MachineApplicable)
        })
}

/// One name for a file, however `mod` and `#[path]` led to it.
fn canonical(file: &Path) -> PathBuf {
    fs::canonicalize(file).unwrap_or_else(|_| file.to_owned())
}
