//! What the modules of a crate declare: enough to know when a name does not mean a crate, and where macros go.

use crate::{syntax::attributes::is_exported, syntax::tokens::Tokens};
use crate::{syntax::use_tree, syntax::use_tree::Leaf};
use std::{collections::HashMap, ops::Range};

/// A module of a crate.
#[derive(Debug, Default)]
pub struct Module {
    pub name: String,
    pub parent: Option<usize>,
    pub children: HashMap<String, usize>,
    pub scope: Scope,
    /// Tokens of its body.
    pub body: Range<usize>,
}

/// What a module or a block declares directly.
#[derive(Debug, Default)]
pub struct Scope {
    /// Types, traits and modules, each with whether it is `pub`.
    types: HashMap<String, bool>,
    /// Functions, constants and statics.
    pub(super) values: HashMap<String, bool>,
    pub uses: Vec<(Leaf, bool)>,
    /// `extern crate from as to`.
    pub extern_crates: Vec<(String, String)>,
    /// Crates whose macros `#[macro_use]` makes known.
    pub macro_use: Vec<String>,
}

impl Scope {
    pub fn declares_item(&self, name: &str) -> bool {
        self.types.contains_key(name) || self.values.contains_key(name)
    }

    /// Whether a `use` here binds the name.
    pub fn imports(&self, name: &str) -> bool {
        self.uses.iter().any(|(leaf, _)| leaf.binding.as_deref() == Some(name))
    }

    /// Whether a path that starts with the name means something declared here, not a crate.
    pub fn shadows_crate(&self, name: &str) -> bool {
        self.types.contains_key(name)
            || self.uses.iter().any(|(leaf, _)| {
                // `use memchr::memchr`: what it names is looked for in the crate.
                let of_itself = leaf.path.first().is_some_and(|(first, _)| first == name);
                leaf.binding.as_deref() == Some(name) && !of_itself
            })
    }

    pub(super) fn shows(&self, name: &str, only_public: bool) -> bool {
        let type_shown = self.types.get(name).is_some_and(|&public| public || !only_public);
        type_shown
            || self
                .uses
                .iter()
                .any(|(leaf, public)| leaf.binding.as_deref() == Some(name) && (*public || !only_public))
    }
}

/// A `macro_rules!` with `#[macro_export]`.
#[derive(Debug, Clone)]
pub struct Exported {
    /// The module that it is defined in.
    pub module: usize,
    /// It is defined by the expansion of another macro.
    pub generated: bool,
}

/// The modules of one crate; the first is the root.
#[derive(Debug)]
pub struct Model {
    pub modules: Vec<Module>,
    pub exported: HashMap<String, Exported>,
    /// Names of other `macro_rules!`.
    pub local_macros: Vec<String>,
}

impl Model {
    pub fn new(tokens: &Tokens) -> Model {
        let root = Module { body: 0..tokens.len(), ..Module::default() };
        let mut model = Model { modules: vec![root], exported: HashMap::new(), local_macros: Vec::new() };
        model.module(tokens, 0);
        model.macros(tokens);
        model
    }

    fn module(&mut self, tokens: &Tokens, index: usize) {
        let body = self.modules[index].body.clone();
        self.modules[index].scope = scope(tokens, body.clone());
        let mut at = body.start;
        while at < body.end {
            if tokens.name(at) == "mod" && tokens.is_ident(at + 1) && tokens.opens_with(at + 2, b'{') {
                let child = self.modules.len();
                let name = tokens.name(at + 1).to_owned();
                self.modules[index].children.insert(name.clone(), child);
                self.modules.push(Module {
                    name,
                    parent: Some(index),
                    body: tokens.inside(at + 2),
                    ..Module::default()
                });
                self.module(tokens, child);
            }
            at = tokens.after(at);
        }
    }

    /// Finds every `macro_rules!`, also those in macro bodies.
    fn macros(&mut self, tokens: &Tokens) {
        let mut bodies: Vec<usize> = Vec::new();
        for at in 0..tokens.len() {
            bodies.retain(|&end| at < end);
            if tokens.name(at) != "macro_rules" || !tokens.is_punct(at + 1, b'!') {
                continue;
            }
            let (name, open) = (at + 2, at + 3);
            if !tokens.is_ident(name) || !tokens.is_open(open) {
                continue;
            }
            let generated = !bodies.is_empty();
            bodies.push(tokens.after(open));
            let key = tokens.name(name).to_owned();
            if is_exported(tokens, at) {
                let module = self.module_at(at);
                self.exported.insert(key, Exported { module, generated });
            } else {
                self.local_macros.push(key);
            }
        }
    }

    /// Returns the innermost module around a token.
    pub fn module_at(&self, token: usize) -> usize {
        // Modules are in the order of their bodies, outer ones first.
        let mut at = self.modules.partition_point(|module| module.body.start <= token).saturating_sub(1);
        while !self.modules[at].body.contains(&token) {
            let Some(parent) = self.modules[at].parent else { break };
            at = parent;
        }
        at
    }

    /// Returns the child of a module that has this body.
    pub(super) fn child_with_body(&self, module: usize, body: &Range<usize>) -> Option<usize> {
        let at = self.modules.partition_point(|module| module.body.start < body.start);
        let found = self.modules.get(at)?;
        (found.body == *body && found.parent == Some(module)).then_some(at)
    }

    /// `a::b` for a module; empty for the root.
    pub fn path_of(&self, mut module: usize) -> Vec<&str> {
        let mut path = Vec::new();
        while let Some(parent) = self.modules[module].parent {
            path.push(self.modules[module].name.as_str());
            module = parent;
        }
        path.reverse();
        path
    }
}

/// What the direct tokens of a body declare.
pub(super) fn scope(tokens: &Tokens, body: Range<usize>) -> Scope {
    let mut scope = Scope::default();
    let mut at = body.start;
    let mut public = false;
    let mut macro_use = false;
    while at < body.end {
        if let Some(end) = tokens.attribute_end(at) {
            macro_use |= tokens.name(at + 2) == "macro_use";
            at = end;
            continue;
        }
        let next = tokens.name(at + 1);
        match tokens.name(at) {
            "pub" => {
                public = !tokens.opens_with(at + 1, b'(');
                if !public {
                    at += 1;
                }
                at = tokens.after(at);
                continue;
            }
            "struct" | "enum" | "union" | "trait" | "type" | "mod" if !next.is_empty() => {
                scope.types.insert(next.to_owned(), public);
            }
            "fn" | "const" | "static" if !next.is_empty() => {
                let name = if next == "mut" { tokens.name(at + 2) } else { next };
                scope.values.insert(name.to_owned(), public);
            }
            "extern" if next == "crate" && tokens.is_ident(at + 2) => {
                let from = tokens.name(at + 2);
                let to = if tokens.name(at + 3) == "as" { tokens.str(at + 4) } else { from };
                if macro_use {
                    scope.macro_use.push(from.to_owned());
                }
                scope.extern_crates.push((from.to_owned(), to.to_owned()));
            }
            "use" if !tokens.is_punct(at + 1, b'<') => {
                let end = (at..body.end).find(|&i| tokens.is_punct(i, b';')).unwrap_or(body.end);
                scope
                    .uses
                    .extend(use_tree::leaves(tokens, at + 1..end).into_iter().map(|leaf| (leaf, public)));
                at = end;
            }
            _ => {}
        }
        public = false;
        macro_use = false;
        at = tokens.after(at);
    }
    scope
}
