//! Explains what a bundle keeps: the size of each module, and the references that lead to it.

use crate::{
    shake::{names::Names, tree::Tree},
    syntax::{impl_header::ImplHeader, items::ItemKind, tokens::Tokens},
};
use anyhow::Result;
use serde::Serialize;
use std::collections::{HashMap, VecDeque};

/// The modules of a bundle's libraries, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    pub modules: Vec<KeptModule>,
}

/// A crate, or a module of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeptModule {
    /// The path, from the crate.
    pub name: String,
    pub bytes: usize,
    /// The shortest chain of items that refer to each other, from the module to the program; empty if only method calls
    /// or macros lead to the module.
    pub kept_by: Vec<String>,
}

impl Explanation {
    /// Returns one line for each module.
    pub fn text(&self) -> String {
        let line = |module: &KeptModule| {
            let chain = match module.kept_by[..] {
                [] => "method calls or macros".to_owned(),
                _ => module.kept_by.join(" → "),
            };
            format!("{:8}  {}  kept by {chain}\n", module.bytes, module.name)
        };
        self.modules.iter().map(line).collect()
    }
}

/// Explains a bundle before any renaming; `root` is the module that holds its libraries.
///
/// # Errors
/// If the text is not a sequence of Rust tokens.
pub fn explain(text: &str, root: &str) -> Result<Explanation> {
    let tree = Tree::new(Tokens::new(text)?, root);
    let names = Names::new(&tree);
    let references = References::new(&tree, &names);
    let reached = references.steps_from_program();
    let prefix = format!("bundle::{root}::");
    let modules =
        (0..tree.nodes.len()).filter(|&node| tree.is_library(node) && tree.what(node) == ItemKind::Module);
    let modules = modules.map(|node| KeptModule {
        name: shown(&tree, node, &prefix),
        bytes: tree.tokens.bytes(tree.nodes[node].item.tokens.clone()).len(),
        kept_by: chain(&tree, node, &reached).into_iter().map(|item| shown(&tree, item, &prefix)).collect(),
    });
    Ok(Explanation { modules: modules.collect() })
}

fn shown(tree: &Tree, node: usize, prefix: &str) -> String {
    let path = tree.path(node);
    let path = path.strip_prefix(prefix).or_else(|| path.strip_prefix("bundle::")).unwrap_or(&path);
    path.to_owned()
}

/// An item that is reached: how many references away from the program, and through which item.
#[derive(Debug, Clone, Copy)]
struct Step {
    distance: usize,
    from: Option<usize>,
}

/// Returns the items outside of a module that lead to it, the nearest first.
fn chain(tree: &Tree, module: usize, reached: &HashMap<usize, Step>) -> Vec<usize> {
    let is_inside = |node: usize| {
        let mut parent = Some(node);
        while let Some(at) = parent {
            if at == module {
                return true;
            }
            parent = tree.nodes[at].parent;
        }
        false
    };
    let inside = reached.iter().filter(|(node, _)| is_inside(**node));
    let nearest = inside.min_by_key(|(node, step)| (step.distance, **node));
    let mut chain = Vec::new();
    let mut next = nearest.and_then(|(_, step)| step.from);
    while let Some(node) = next {
        // Impls have no names.
        if !is_inside(node) && !tree.name(node).is_empty() {
            chain.push(node);
        }
        next = reached[&node].from;
    }
    chain
}

/// Which items refer to which.
struct References<'a> {
    tree: &'a Tree<'a>,
    names: &'a Names<'a>,
    /// Type → its impls.
    impls: HashMap<usize, Vec<usize>>,
}

impl<'a> References<'a> {
    fn new(tree: &'a Tree<'a>, names: &'a Names<'a>) -> References<'a> {
        let mut impls: HashMap<usize, Vec<usize>> = HashMap::new();
        for node in (0..tree.nodes.len()).filter(|&node| tree.what(node) == ItemKind::Impl) {
            let header = ImplHeader::new(&tree.tokens, tree.nodes[node].item.head());
            for path in &header.types {
                let found = names.find(names.module_of(node), path);
                names.items(&found).for_each(|item| impls.entry(item).or_default().push(node));
            }
        }
        References { tree, names, impls }
    }

    /// Returns every item that the program reaches by names.
    fn steps_from_program(&self) -> HashMap<usize, Step> {
        let own =
            (0..self.tree.nodes.len()).filter(|&node| !self.tree.is_library(node) && self.is_item(node));
        let mut reached: HashMap<usize, Step> =
            own.map(|node| (node, Step { distance: 0, from: None })).collect();
        let mut queue: VecDeque<usize> = reached.keys().copied().collect();
        queue.make_contiguous().sort_unstable();
        while let Some(node) = queue.pop_front() {
            let distance = reached[&node].distance + 1;
            let mut next = self.mentioned_by(node);
            next.extend(self.impls.get(&node).into_iter().flatten());
            for item in next {
                reached.entry(item).or_insert_with(|| {
                    queue.push_back(item);
                    Step { distance, from: Some(node) }
                });
            }
        }
        reached
    }

    fn is_item(&self, node: usize) -> bool {
        !self.tree.nodes[node].associated
            && !matches!(self.tree.what(node), ItemKind::Module | ItemKind::Use | ItemKind::ExternCrate)
    }

    /// Returns the items that an item names.
    fn mentioned_by(&self, node: usize) -> Vec<usize> {
        let tokens = &self.tree.tokens;
        let module = self.names.module_of(node);
        let mut found = Vec::new();
        let range = self.tree.nodes[node].item.tokens.clone();
        let mut at = range.start;
        while at < range.end {
            if !tokens.is_ident(at) {
                at += 1;
                continue;
            }
            let mut path = vec![tokens.name(at)];
            let mut end = at + 1;
            while tokens.is_colons(end) && tokens.is_ident(end + 2) {
                path.push(tokens.name(end + 2));
                end += 3;
            }
            let is_member = at > 0 && tokens.is_punct(at - 1, b'.');
            if !is_member && !tokens.after_colons(at) {
                let meaning = self.names.find(module, &path);
                found.extend(self.names.items(&meaning).filter(|&item| self.is_item(item)));
            }
            at = end;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::explain;
    use pretty_assertions::assert_eq;

    #[test]
    fn each_module_has_its_size_and_the_items_that_lead_to_it() {
        let text = "fn main() { crate::crates::a::run() }\n\
                    mod crates { pub mod a { pub fn run() { crate::crates::b::help() } }\n\
                    pub mod b { use inner::Kind; pub fn help() { let kind: Kind; }\n\
                    mod inner { pub struct Kind; } mod far { impl super::inner::Kind {} } } }";
        let explanation = explain(text, "crates").expect("lexes");
        let lines: Vec<String> = explanation
            .modules
            .iter()
            .map(|module| format!("{}: {}", module.name, module.kept_by.join(" → ")))
            .collect();
        assert_eq!(
            lines,
            [
                "a: main",
                "b: a::run → main",
                "b::inner: b::help → a::run → main",
                "b::far: b::inner::Kind → b::help → a::run → main",
            ]
        );
        assert_eq!(explanation.modules[3].bytes, "mod far { impl super::inner::Kind {} }".len());
    }
}
