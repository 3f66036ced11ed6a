//! Expands procedural macros, so that a bundle has their output as ordinary code.
//!
//! The macros run in the toolchain's own server, on the libraries that cargo built for this machine.
//! Derives of the standard library stay as they are. A macro whose output depends on more than its
//! input is refused, as far as a second run in other surroundings shows it.

mod find;
mod flat;
mod hygiene;
mod imports;
mod names;
mod print;
mod server;

use crate::interrupt::ScratchFolder;
use crate::syntax::edition::Edition;
use crate::{
    graph::{Graph, Unit},
    syntax::text::{Edit, Sources, Text},
};
use anyhow::{Context as _, Result, bail, ensure};
use find::{Invocation, Place};
use flat::Token;
use names::{Found, Macros};
use proc_macro2::TokenStream;
use server::{Call, Server};
use std::{collections::BTreeSet, ops::Range};

/// How often the output of macros may call macros again.
const ROUNDS: usize = 64;

/// Expands the procedural macros of a program's crates.
#[derive(Debug)]
pub struct Expander<'a> {
    graph: &'a Graph,
    running: Option<Running<'a>>,
}

/// The macros and the processes that run them.
#[derive(Debug)]
struct Running<'a> {
    macros: Macros<'a>,
    server: Server,
    /// Sees other variables and another folder: its output must be the same.
    sealed: Server,
    other_folder: ScratchFolder,
    /// The crates whose macros have run, by their places in [`Graph::macro_crates`].
    used: BTreeSet<usize>,
}

impl<'a> Expander<'a> {
    /// Starts the server if a crate of the program depends on procedural macros.
    ///
    /// # Errors
    /// If the server cannot run, or cannot load a library.
    pub fn new(graph: &'a Graph) -> Result<Expander<'a>> {
        let is_needed = graph.units.iter().any(|unit| !unit.macro_externs.is_empty());
        let running = if is_needed {
            let mut server = Server::start(false)?;
            let macros = Macros::new(graph, &mut server)?;
            let other_folder = ScratchFolder::new()?;
            let sealed = Server::start(true)?;
            Some(Running { macros, server, sealed, other_folder, used: BTreeSet::new() })
        } else {
            None
        };
        Ok(Expander { graph, running })
    }

    /// Returns the text of a crate with all procedural macros expanded, or `None` if it calls none.
    ///
    /// # Errors
    /// If a macro fails, or its output cannot stand in a bundle; the message has the position.
    pub fn expand(&mut self, unit: usize, text: &Text, sources: &Sources) -> Result<Option<Text>> {
        let Some(running) = &mut self.running else { return Ok(None) };
        let names = running.macros.names(unit);
        if !names.iter().any(|name| text.as_str().contains(name)) {
            return Ok(None);
        }
        let mut expanded: Option<Text> = None;
        for _ in 0..ROUNDS {
            let text = expanded.as_ref().unwrap_or(text);
            let parsed = syn::parse_file(text.as_str());
            let file = parsed.context("cannot parse a crate that uses procedural macros")?;
            let calls = find::find(&file, &running.macros, unit);
            if calls.is_empty() {
                return Ok(expanded);
            }
            let mut edits = Vec::new();
            for call in &calls {
                let at = text.origin(call.range().start);
                let edit = running.edit(self.graph, unit, call, text);
                let position = || at.map_or_else(String::new, |origin| sources.describe(origin));
                edits.push(edit.with_context(position)?);
            }
            expanded = Some(text.edited(edits));
        }
        bail!("procedural macros call procedural macros more than {ROUNDS} times");
    }
}

impl Expander<'_> {
    /// Returns the crates whose macros have run, by their places in [`Graph::macro_crates`].
    pub fn used(&self) -> Vec<usize> {
        self.running.iter().flat_map(|running| running.used.iter().copied()).collect()
    }

    /// Removes the imports of procedural macros from the texts of all crates, of these editions.
    ///
    /// # Errors
    /// If a text is not a sequence of Rust tokens.
    pub fn remove_imports(&self, editions: &[Edition], texts: &mut [Text]) -> Result<()> {
        let Some(running) = &self.running else { return Ok(()) };
        let units = 0..self.graph.units.len();
        let names: Vec<_> = units.map(|unit| running.macros.names(unit)).collect();
        imports::remove(self.graph, &names, editions, texts)
    }
}

impl Running<'_> {
    /// Returns the edit that replaces a call by its expansion.
    fn edit(&mut self, graph: &Graph, unit: usize, call: &Invocation, text: &Text) -> Result<Edit> {
        let unit = &graph.units[unit];
        let range = call.range();
        let with = match call {
            Invocation::Function { arguments, found, place, .. } => {
                let body = tokens(text, arguments.clone())?;
                let output = self.run(graph, unit, found, &body, None)?;
                let printed = print::print(&output, &body, text)?;
                let is_expression = syn::parse_str::<syn::Expr>(printed.as_str()).is_ok();
                if *place == Place::Inside && is_expression {
                    let mut grouped = Text::from("(");
                    grouped.push(&printed);
                    grouped.push(&")".into());
                    grouped
                } else {
                    printed
                }
            }
            Invocation::Attribute { item, attribute, arguments, found } => {
                let body = tokens_without(text, item.clone(), std::slice::from_ref(attribute))?;
                let arguments = tokens(text, arguments.clone())?;
                let output = self.run(graph, unit, found, &body, Some(&arguments))?;
                let derives_before = &text.as_str()[item.start..attribute.start];
                ensure!(
                    !derives_before.contains("derive") || print::keeps(&output, &body),
                    "the macro `{}` changes an item that derives before it have seen",
                    found.name
                );
                print::print(&output, &body, text)?
            }
            Invocation::Derive { item, attribute, hidden, kept, macros, helpers } => {
                let body = tokens_without(text, item.clone(), hidden)?;
                let mut edits: Vec<Edit> = helpers.iter().map(|range| remove(range, item)).collect();
                edits.push(match &kept[..] {
                    [] => remove(attribute, item),
                    _ => Edit::new(shifted(attribute, item), format!("#[derive({})]", kept.join(", "))),
                });
                let mut with = part(text, item.clone()).edited(edits);
                for found in macros {
                    let output = self.run(graph, unit, found, &body, None)?;
                    with.push(&"\n".into());
                    with.push(&print::print(&output, &body, text)?);
                }
                with
            }
        };
        Ok(Edit { range, with })
    }

    /// Runs a macro twice, in different surroundings.
    fn run(
        &mut self,
        graph: &Graph,
        unit: &Unit,
        found: &Found,
        body: &[Token],
        attribute: Option<&[Token]>,
    ) -> Result<Vec<Token>> {
        self.used.insert(found.krate);
        let library = &graph.macro_crates[found.krate].library;
        let is_cargos = |name: &str| name.starts_with("CARGO") || name == "OUT_DIR";
        let variables = unit.variables.iter().filter(|(name, _)| is_cargos(name));
        let variables: Vec<(String, String)> =
            variables.map(|(name, value)| (name.clone(), value.clone())).collect();
        let other = self.other_folder.path();
        let here = Call { library, name: &found.name, body, attribute, variables, folder: &unit.call.folder };
        let package = graph.macro_crates[found.krate].unit.variable("CARGO_PKG_NAME");
        let failed =
            |message: String| anyhow::anyhow!("the macro `{}` of `{package}` failed: {message}", found.name);
        let first = self.server.expand(&here)?.map_err(failed)?;
        let second = self.sealed.expand(&Call { folder: other, ..here })?.map_err(failed);
        ensure!(
            second.is_ok_and(|second| second == first),
            "the macro `{}` of `{package}` does not always expand to the same code: it may read files, the \
             time or the environment",
            found.name
        );
        let mut output = first;
        hygiene::separate(&mut output)
            .with_context(|| format!("the macro `{}` of `{package}`", found.name))?;
        Ok(output)
    }
}

/// Parses a part of the text into tokens.
fn tokens(text: &Text, range: Range<usize>) -> Result<Vec<Token>> {
    let source = &text.as_str()[range.clone()];
    let stream: TokenStream = source.parse().map_err(|error| anyhow::anyhow!("cannot parse: {error}"))?;
    Ok(flat::tokens(stream, range.start))
}

/// Parses a part of the text without some ranges in it; the origins are those of the whole text.
fn tokens_without(text: &Text, range: Range<usize>, without: &[Range<usize>]) -> Result<Vec<Token>> {
    let mut source = text.as_str()[range.clone()].to_owned();
    for hole in without {
        let hole = shifted(hole, &range);
        source.replace_range(hole.clone(), &" ".repeat(hole.len()));
    }
    let stream: TokenStream = source.parse().map_err(|error| anyhow::anyhow!("cannot parse: {error}"))?;
    Ok(flat::tokens(stream, range.start))
}

/// Returns a range relative to the start of the item that has it.
fn shifted(range: &Range<usize>, item: &Range<usize>) -> Range<usize> {
    range.start - item.start..range.end - item.start
}

fn remove(range: &Range<usize>, item: &Range<usize>) -> Edit {
    Edit::remove(shifted(range, item))
}

fn part(text: &Text, range: Range<usize>) -> Text {
    let mut part = Text::default();
    part.push_range(text, range);
    part
}

#[cfg(test)]
mod tests;
