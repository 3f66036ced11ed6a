//! The bundle as a person would submit it: a header, then the program, then the libraries.

use crate::{
    emit::header::{About, Credit},
    graph::{Graph, Source, Unit},
    output::SizeEntry,
    syntax::items::{ItemKind, items},
    syntax::text::{Edit, Text},
    syntax::tokens::Tokens,
};
pub mod header;
pub mod minify;
pub mod rename;

use anyhow::Result;

/// The part of a bundle that is minified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum MinifyScope {
    /// The whole file, without its header.
    All,
    /// The libraries; the program's own text stays readable.
    Libraries,
}

/// Starts every comment with a header; a program that has one keeps it.
const MARK: &str = "// Bundled into one file: ";

/// What each crate takes, and each module directly inside it.
///
/// # Errors
/// The text does not lex.
pub fn shares(text: &str, root: &str) -> Result<Sizes> {
    let tokens = Tokens::new(text)?;
    let modules = |range| {
        items(&tokens, range).into_iter().filter_map(|item| match (item.what, item.name, item.body) {
            (ItemKind::Module, Some(name), Some(body)) => {
                let bytes = tokens.bytes(item.tokens.clone()).len();
                Some((SizeEntry { name: tokens.name(name).to_owned(), bytes }, tokens.inside(body)))
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

/// Returns the comment at the top of a bundle. `expanded` are the crates whose procedural macros wrote parts of it.
pub fn header_comment(
    about: &About,
    graph: &Graph,
    names: &[String],
    kept: &[SizeEntry],
    expanded: &[usize],
) -> String {
    let credit = |unit: &Unit| Credit::of(&unit.variables, unit.source == Source::Elsewhere);
    let mut credits: Vec<Credit> = graph.units[1..]
        .iter()
        .zip(names)
        .filter(|(_, name)| kept.iter().any(|share| share.name == **name))
        .map(|(unit, _)| credit(unit))
        .collect();
    credits.extend(expanded.iter().map(|&krate| credit(&graph.macro_crates[krate].unit)));
    let mut lines = header::lines(about, &credits);
    if !graph.given.is_empty() {
        lines.push("Uses what the judge gives:".to_owned());
    }
    lines.extend(graph.given.iter().map(|given| format!("  {} {}", given.package, given.version)));
    let comment = lines.into_iter().map(|line| format!("// {line}\n"));
    comment.chain(["\n".to_owned()]).collect()
}

/// The text with its header and its final lint attribute, and with no blank left behind by removals.
///
/// # Errors
/// The text does not lex.
pub fn finish(shaken: &Text, header: &str, root: &str, allowed: &[String]) -> Result<Text> {
    let tokens = Tokens::new(shaken.as_str())?;
    let mut edits = Vec::new();
    let all = items(&tokens, 0..tokens.len());
    let holder = all.iter().find(|item| {
        item.what == ItemKind::Module && item.name.is_some_and(|name| tokens.name(name) == root)
    });
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

/// Returns the size breakdown of a text with new names, under the old ones.
///
/// # Errors
/// If the text is not a sequence of Rust tokens.
pub fn sizes_of_renamed(text: &str, root: &str, names: &[(String, String)]) -> Result<Sizes> {
    let new_root = names.iter().find(|(_, old)| old == root).map_or(root, |(new, _)| new);
    let mut sizes = shares(text, new_root)?;
    let restore = |entry: &mut SizeEntry| {
        if let Some((_, old)) = names.iter().find(|(new, _)| *new == entry.name) {
            entry.name.clone_from(old);
        }
    };
    for (krate, modules) in &mut sizes {
        restore(krate);
        modules.iter_mut().for_each(restore);
    }
    Ok(sizes)
}

/// The size of each crate and of its modules.
pub type Sizes = Vec<(SizeEntry, Vec<SizeEntry>)>;

/// Minifies the module `root`, which holds the libraries, and keeps the rest of a finished bundle.
///
/// # Errors
/// If the text is not a sequence of Rust tokens.
pub fn with_small_libraries(text: &str, root: &str) -> Result<String> {
    let tokens = Tokens::new(text)?;
    let all = items(&tokens, 0..tokens.len());
    let holder = all.iter().find(|item| {
        item.what == ItemKind::Module && item.name.is_some_and(|name| tokens.name(name) == root)
    });
    let Some(holder) = holder else { return Ok(text.to_owned()) };
    let range = tokens.bytes(holder.tokens.clone());
    let small = minify::minify(&text[range.clone()], "")?;
    Ok(format!("{}{}\n{}", &text[..range.start], small.trim_end(), text[range.end..].trim_start()))
}

#[cfg(test)]
mod tests;
