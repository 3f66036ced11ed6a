//! Finds the inputs of `--check` and their answers.

use crate::cli::UsageError;
use anyhow::{Context as _, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders that are searched where no path is given.
const FOLDERS: [&str; 3] = ["tests", "samples", "testcases"];
/// Endings of answers.
const ANSWERS: [&str; 3] = ["out", "ans", "a"];
/// How deep folders are searched.
const DEPTH: usize = 6;

/// An input and, if there is one, its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) input: PathBuf,
    pub(super) answer: Option<PathBuf>,
}

/// Returns the samples below `paths`; without a path, those of a package's program `name`.
///
/// # Errors
/// If a path cannot be read, an input has no answer, or there is no sample at all.
pub(super) fn find(paths: &[PathBuf], package: &Path, name: &str) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    if paths.is_empty() {
        for folder in default_folders(package, name) {
            collect(&folder, DEPTH, &mut samples)?;
        }
        if samples.is_empty() {
            let folders = FOLDERS.map(|folder| format!("`{folder}`")).join(", ");
            bail!(UsageError(format!(
                "no samples in {folders} of {}; pass files or folders to `--check`",
                package.display()
            )));
        }
        return Ok(samples);
    }
    let mut rest = paths.iter().peekable();
    while let Some(path) = rest.next() {
        if path.is_dir() {
            let before = samples.len();
            collect(path, DEPTH, &mut samples)?;
            if samples.len() == before {
                bail!(UsageError(format!("no samples in {}", path.display())));
            }
            continue;
        }
        if !path.is_file() {
            bail!(UsageError(format!("no file or folder {}", path.display())));
        }
        // A shell's pattern lists answers as well: each one belongs to the input beside it.
        if is_answer(path) && path.with_extension("in").is_file() {
            continue;
        }
        let beside = answer_beside(path);
        let next = rest.next_if(|next| {
            next.is_file() && !has_extension(next, "in") && beside.as_ref().is_none_or(|own| own == *next)
        });
        let answer = next.cloned().or(beside);
        if answer.is_none() && !has_extension(path, "in") {
            bail!(UsageError(format!(
                "no answer for {}; name its answer after it, or call it `*.in`",
                path.display()
            )));
        }
        samples.push(Sample { input: path.clone(), answer });
    }
    Ok(samples)
}

/// Returns the sample folders of a package; only those of the program `name` if it has its own.
fn default_folders(package: &Path, name: &str) -> Vec<PathBuf> {
    let folders = FOLDERS.map(|folder| package.join(folder));
    let own: Vec<PathBuf> =
        folders.iter().map(|folder| folder.join(name)).filter(|folder| folder.is_dir()).collect();
    if own.is_empty() { folders.into_iter().filter(|folder| folder.is_dir()).collect() } else { own }
}

/// Adds the samples of a folder and of the folders in it, by name.
fn collect(folder: &Path, depth: usize, samples: &mut Vec<Sample>) -> Result<()> {
    let cannot = || format!("cannot read {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .with_context(cannot)?;
    paths.sort();
    // The layout of AtCoder's archives: `in/NAME` and `out/NAME`.
    let (inputs, outputs) = (folder.join("in"), folder.join("out"));
    if inputs.is_dir() && outputs.is_dir() {
        let mut names: Vec<_> = fs::read_dir(&inputs)
            .with_context(cannot)?
            .filter_map(|entry| Some(entry.ok()?.file_name()))
            .collect();
        names.sort();
        let pairs = names.into_iter().map(|name| (inputs.join(&name), outputs.join(&name)));
        let pairs = pairs.filter(|(input, answer)| input.is_file() && answer.is_file());
        samples.extend(pairs.map(|(input, answer)| Sample { input, answer: Some(answer) }));
    }
    for path in paths {
        if path.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, samples)?;
            }
        } else if has_extension(&path, "in") && path.is_file() {
            let answer = answer_beside(&path);
            samples.push(Sample { input: path, answer });
        }
    }
    Ok(())
}

fn answer_beside(input: &Path) -> Option<PathBuf> {
    let beside = ANSWERS.map(|ending| input.with_extension(ending)).into_iter();
    beside.filter(|path| path != input).find(|path| path.is_file())
}

fn is_answer(path: &Path) -> bool {
    ANSWERS.iter().any(|ending| has_extension(path, ending))
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension == wanted)
}
