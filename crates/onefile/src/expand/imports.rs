//! Removes the imports of procedural macros, which have no user after the expansion.

use crate::syntax::edition::Edition;
use crate::{
    graph::Graph,
    paths::{Model, World},
    syntax::{
        text::{Edit, Text},
        tokens::Tokens,
        use_tree::{Leaf, leaves},
    },
};
use anyhow::Result;
use std::{collections::HashSet, ops::Range};

/// How often an import may be of an import.
const ROUNDS: usize = 8;

/// Removes the imports of `names`, the macros that each crate may name, unless they import something
/// else of that name. `editions` are those of the crates' texts.
///
/// # Errors
/// If a text is not a sequence of Rust tokens.
pub(super) fn remove(
    graph: &Graph,
    names: &[HashSet<&str>],
    editions: &[Edition],
    texts: &mut [Text],
) -> Result<()> {
    for _ in 0..ROUNDS {
        let tokens: Vec<Tokens> =
            texts.iter().map(|text| Tokens::new(text.as_str())).collect::<Result<_, _>>()?;
        let mut world = World {
            models: tokens.iter().map(Model::new).collect(),
            externs: graph.units.iter().map(|unit| unit.externs.clone().into_iter().collect()).collect(),
            given: graph.units.iter().map(|unit| unit.given.clone().into_iter().collect()).collect(),
            mounts: (0..texts.len())
                .map(|unit| if unit == 0 { "crate".to_owned() } else { String::new() })
                .collect(),
            editions: editions.to_vec(),
            tokens,
        };
        world.add_extern_crates();
        let edits: Vec<Vec<Edit>> = (0..texts.len())
            .map(|unit| {
                let finder = Finder { graph, world: &world, unit, names: &names[unit] };
                if names[unit].is_empty() { Vec::new() } else { finder.edits() }
            })
            .collect();
        drop(world);
        if edits.iter().all(Vec::is_empty) {
            break;
        }
        for (text, edits) in texts.iter_mut().zip(edits) {
            *text = text.edited(edits);
        }
    }
    Ok(())
}

struct Finder<'a> {
    graph: &'a Graph,
    world: &'a World<'a>,
    unit: usize,
    names: &'a HashSet<&'a str>,
}

impl Finder<'_> {
    fn edits(&self) -> Vec<Edit> {
        let tokens = &self.world.tokens[self.unit];
        let is_macro_crate = |name: &str| self.graph.units[self.unit].macro_externs.contains_key(name);
        let mut edits = Vec::new();
        for at in 0..tokens.len() {
            let end = || (at..tokens.len()).find(|&at| tokens.is_punct(at, b';'));
            let mut whole = |end: usize| {
                edits.push(Edit::remove(tokens.bytes(statement_start(tokens, at)..end + 1)));
            };
            match tokens.str(at) {
                "extern" if tokens.name(at + 1) == "crate" && is_macro_crate(tokens.name(at + 2)) => {
                    if let Some(end) = end() {
                        whole(end);
                    }
                }
                "use" if !tokens.is_punct(at + 1, b'<') => {
                    let Some(end) = end() else { continue };
                    let first = if tokens.is_colons(at + 1) { at + 3 } else { at + 1 };
                    let all = leaves(tokens, at + 1..end);
                    let gone: Vec<&Leaf> = all
                        .iter()
                        .filter(|leaf| {
                            leaf.path.first().is_some_and(|(name, _)| is_macro_crate(name))
                                || self.names_only_macro(at, leaf)
                        })
                        .collect();
                    if is_macro_crate(tokens.name(first)) || (!gone.is_empty() && gone.len() == all.len()) {
                        whole(end);
                    } else {
                        edits.extend(gone.into_iter().map(|leaf| {
                            let comma = usize::from(tokens.is_punct(leaf.tokens.end, b','));
                            Edit::remove(tokens.bytes(leaf.tokens.start..leaf.tokens.end + comma))
                        }));
                    }
                }
                _ => {}
            }
        }
        edits
    }

    /// Returns `true` if an import is of a macro's name in a module that has nothing else of that name.
    fn names_only_macro(&self, at: usize, leaf: &Leaf) -> bool {
        let Some(((name, _), prefix)) = leaf.path.split_last() else { return false };
        if leaf.glob || leaf.is_self || prefix.is_empty() || !self.names.contains(name.as_str()) {
            return false;
        }
        let module = self.world.models[self.unit].module_at(at);
        let target = self.world.resolve(self.unit, module, leaf, prefix.len());
        target.is_some_and(|(krate, module)| !self.world.offers(krate, module, name, krate != self.unit))
    }
}

/// Returns the first token of the statement whose keyword is at `at`, with its attributes.
fn statement_start(tokens: &Tokens, mut at: usize) -> usize {
    let opened = |end: usize, delimiter: u8| -> Option<usize> {
        (0..end)
            .rev()
            .take(4000)
            .find(|&open| tokens.opens_with(open, delimiter) && tokens.after(open) == end)
    };
    let attribute = |range: Range<usize>| tokens.attribute_end(range.start) == Some(range.end);
    while at > 0 {
        if tokens.name(at - 1) == "pub" {
            at -= 1;
        } else if tokens.str(at - 1) == ")" {
            match opened(at, b'(') {
                Some(open) if open > 0 && tokens.name(open - 1) == "pub" => at = open - 1,
                _ => break,
            }
        } else if tokens.str(at - 1) == "]" {
            match opened(at, b'[') {
                Some(open) if open > 0 && attribute(open - 1..at) => at = open - 1,
                _ => break,
            }
        } else if tokens.str(at - 1).starts_with("///") {
            at -= 1;
        } else {
            break;
        }
    }
    at
}
