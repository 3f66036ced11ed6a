//! The bundle as a person would submit it: a header, then the program, then the libraries.

use super::{
    resolve::{Graph, Source, Unit},
    shake::{What, items},
    text::{Edit, Text},
    tokens::Tokens,
};
use anyhow::Result;
use std::{fmt::Write as _, fs};

/// Starts every header; a program that has one keeps it.
const MARK: &str = "// Bundled into one file: ";

/// What a header tells.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// The problem's name and where it is from, line by line.
    pub problem: Vec<String>,
    /// The command that makes the bundle.
    pub command: String,
    /// Cases that the bundle passes.
    pub fixtures: Option<usize>,
}

/// Bytes that a crate takes in the bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    pub name: String,
    pub bytes: usize,
}

/// What each crate takes, and each module directly inside it.
///
/// # Errors
/// The text does not lex.
pub fn shares(text: &str, root: &str) -> Result<Vec<(Share, Vec<Share>)>> {
    let tokens = Tokens::new(text)?;
    let modules = |range| {
        items(&tokens, range).into_iter().filter_map(|item| match (item.what, item.name, item.body) {
            (What::Module, Some(name), Some(body)) => {
                let bytes = tokens.bytes(item.tokens.clone()).len();
                Some((Share { name: tokens.name(name).to_owned(), bytes }, tokens.inside(body)))
            }
            _ => None,
        })
    };
    let Some((_, inside)) = modules(0..tokens.len()).find(|(share, _)| share.name == root) else {
        return Ok(Vec::new());
    };
    let crates: Vec<_> = modules(inside).collect();
    Ok(crates
        .into_iter()
        .map(|(share, inside)| (share, modules(inside).map(|(share, _)| share).collect()))
        .collect())
}

/// The header of a program that already is a bundle, with the blank line below it: it keeps that, so that bundling it changes
/// nothing.
pub fn own_header(program: &str) -> Option<&str> {
    let end = program.find("\n\n").filter(|_| program.starts_with(MARK))?;
    Some(&program[..end + 2])
}

/// The comment at the top of the bundle.
pub fn header(about: &About, graph: &Graph, names: &[String], kept: &[Share]) -> String {
    let mut text = format!("{MARK}{}\n", about.command);
    for line in &about.problem {
        let _ = writeln!(text, "// {line}");
    }
    if let Some(count) = about.fixtures {
        let _ = writeln!(text, "// Passes all {count} cases of its fixtures.");
    }
    let inlined: Vec<&Unit> = graph.units[1..]
        .iter()
        .zip(names)
        .filter(|(_, name)| kept.iter().any(|share| share.name == **name))
        .map(|(unit, _)| unit)
        .collect();
    if !inlined.is_empty() {
        text.push_str("// Holds the parts that it uses of:\n");
    }
    for unit in inlined {
        let license = unit.variable("CARGO_PKG_LICENSE");
        let license = if license.is_empty() { String::new() } else { format!(", {license}") };
        let _ = writeln!(text, "//   {} {}{license}", unit.variable("CARGO_PKG_NAME"), unit.version());
        if unit.source == Source::Elsewhere {
            for notice in notices(unit) {
                let _ = writeln!(text, "//     {notice}");
            }
        }
    }
    if !graph.given.is_empty() {
        text.push_str("// Uses what the judge gives:\n");
    }
    for given in &graph.given {
        let _ = writeln!(text, "//   {} {}", given.package, given.version);
    }
    text.push('\n');
    text
}

/// The copyright lines of a package's licence files.
fn notices(unit: &Unit) -> Vec<String> {
    let Ok(entries) = fs::read_dir(unit.package_folder()) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT"].iter().any(|start| name.starts_with(start))
    });
    paths.sort();
    let mut found: Vec<String> = Vec::new();
    for path in paths {
        let Ok(text) = fs::read_to_string(path) else { continue };
        for line in text.lines().map(str::trim) {
            let names_owner = line.starts_with("Copyright (c) ")
                || line.starts_with("Copyright ©")
                || line.starts_with("Copyright 2");
            let template = line.contains('[') || line.contains('{');
            if names_owner && !template && !found.iter().any(|known| known == line) {
                found.push(line.to_owned());
            }
        }
    }
    found
}

/// The text with its header and its final lint attribute, and with no blank left behind by removals.
///
/// # Errors
/// The text does not lex.
pub fn finish(shaken: &Text, header: &str, root: &str, allowed: &[String]) -> Result<Text> {
    let tokens = Tokens::new(shaken.as_str())?;
    let mut edits = Vec::new();
    let all = items(&tokens, 0..tokens.len());
    let holder = all
        .iter()
        .find(|item| item.what == What::Module && item.name.is_some_and(|name| tokens.name(name) == root));
    if let Some(holder) = holder {
        let empty = holder.body.is_some_and(|body| tokens.inside(body).is_empty());
        if empty {
            let whole = tokens.bytes(holder.tokens.clone());
            edits.push(Edit::new(whole.start.saturating_sub(1)..shaken.as_str().len(), ""));
        } else {
            let attribute = tokens.bytes(holder.tokens.start..holder.start);
            let mut lints = vec!["warnings"];
            lints.extend(allowed.iter().map(String::as_str));
            edits.push(Edit::new(attribute, format!("#[allow({})]", lints.join(", "))));
        }
    }
    edits.push(Edit::new(0..0, header));
    Ok(shaken.edited(edits))
}

#[cfg(test)]
mod tests;
