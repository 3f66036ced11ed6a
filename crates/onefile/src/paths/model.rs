//! What the modules of a crate declare: enough to know when a name does not mean a crate, and where macros go.

use crate::syntax::edition::Edition;
use crate::{syntax::attributes::is_exported, syntax::tokens::Tokens};
use crate::{syntax::use_tree, syntax::use_tree::Leaf};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// A crate and the index of one of its modules.
type ModuleId = (usize, usize);

/// The modules that imported names lead to; `None` also while a name is being looked up.
type Known<'a> = HashMap<(ModuleId, &'a str), Option<ModuleId>>;

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
    values: HashMap<String, bool>,
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

    fn shows(&self, name: &str, only_public: bool) -> bool {
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

/// All crates of a bundle, for names that cross them.
#[derive(Debug)]
pub struct World<'a> {
    pub tokens: Vec<Tokens<'a>>,
    pub models: Vec<Model>,
    /// Of each crate: name in the extern prelude → crate.
    pub externs: Vec<HashMap<String, usize>>,
    /// Of each crate: name in the extern prelude → name of a crate that the judge gives.
    pub given: Vec<HashMap<String, String>>,
    /// Of each crate: the path of its root module in the bundle; `crate` for the binary.
    pub mounts: Vec<String>,
    pub editions: Vec<Edition>,
}

impl World<'_> {
    /// Returns `true` if the bundle is of edition 2015, where a `use` finds a macro only at the root of the crate: there
    /// exported macros stay exported, each by a name of its own.
    pub fn is_of_2015(&self) -> bool {
        self.editions.first() == Some(&Edition::E2015)
    }

    /// `extern crate a as b;` at the root of a crate puts `b` into its extern prelude.
    pub fn add_extern_crates(&mut self) {
        for krate in 0..self.models.len() {
            for (from, to) in self.models[krate].modules[0].scope.extern_crates.clone() {
                if let Some(given) = self.given[krate].get(&from).cloned() {
                    self.given[krate].insert(to.clone(), given);
                }
                let target =
                    if from == "self" { Some(krate) } else { self.externs[krate].get(&from).copied() };
                // The program keeps `extern crate self`, which works at the root.
                if let Some(target) = target.filter(|_| from != "self" || self.mounts[krate] != "crate") {
                    self.externs[krate].insert(to, target);
                }
            }
        }
    }

    /// Where a name in a crate's extern prelude leads: below the module of the libraries, or to a crate of the judge.
    pub fn mount_of(&self, krate: usize, name: &str) -> Option<String> {
        let inlined = self.externs[krate].get(name).map(|&other| self.mounts[other].clone());
        inlined.or_else(|| self.given[krate].get(name).map(|given| format!("::{given}")))
    }

    /// Returns `true` if a glob import in this module brings in a type or module of this name.
    pub fn glob_brings(&self, krate: usize, module: usize, name: &str) -> bool {
        let mut known = Known::default();
        let mut seen = HashSet::from([(krate, module)]);
        let mut queue = vec![(krate, module)];
        while let Some((krate, module)) = queue.pop() {
            let scope = &self.models[krate].modules[module].scope;
            for (leaf, _) in scope.uses.iter().filter(|(leaf, _)| leaf.glob) {
                let names: Vec<&str> = leaf.path.iter().map(|(name, _)| name.as_str()).collect();
                let found = self.module_named((krate, module), &names, leaf.global, &mut known);
                let Some((other, target)) = found.filter(|&found| found != (krate, module)) else { continue };
                let inside = other == krate && self.is_within(krate, module, target);
                if self.models[other].modules[target].scope.shows(name, !inside) {
                    return true;
                }
                if seen.insert((other, target)) {
                    queue.push((other, target));
                }
            }
        }
        false
    }

    /// Returns `true` if a module has an item, an import or a macro of this name, itself or by a glob import.
    pub fn offers(&self, krate: usize, module: usize, name: &str, only_public: bool) -> bool {
        let model = &self.models[krate];
        let scope = &model.modules[module].scope;
        let value = scope.values.get(name).is_some_and(|&public| public || !only_public);
        let exported = module == 0 && model.exported.contains_key(name);
        value
            || exported
            || scope.shows(name, only_public)
            || scope.extern_crates.iter().any(|(_, to)| to == name)
            || self.glob_brings(krate, module, name)
            || self.macro_may_declare(krate, module, name)
    }

    /// Returns `true` if a macro is invoked among the items of a module with this name in its arguments, and its body
    /// declares something.
    fn macro_may_declare(&self, krate: usize, module: usize, name: &str) -> bool {
        const DECLARE: [&str; 9] =
            ["use", "struct", "enum", "union", "trait", "type", "fn", "const", "static"];
        let tokens = &self.tokens[krate];
        let mentions = |range: Range<usize>, wanted: &[&str]| {
            range.into_iter().any(|at| wanted.contains(&tokens.name(at)))
        };
        let declares = |called: &str| {
            let mut definitions = (0..tokens.len()).filter(|&at| {
                tokens.name(at) == "macro_rules" && tokens.name(at + 2) == called && tokens.is_open(at + 3)
            });
            definitions.next().is_none_or(|at| mentions(tokens.inside(at + 3), &DECLARE))
        };
        let body = self.models[krate].modules[module].body.clone();
        let mut at = body.start;
        while at < body.end {
            let is_call = tokens.is_ident(at) && tokens.is_punct(at + 1, b'!') && tokens.is_open(at + 2);
            if is_call && mentions(tokens.inside(at + 2), &[name]) && declares(tokens.name(at)) {
                return true;
            }
            at = tokens.after(at);
        }
        false
    }

    fn is_within(&self, krate: usize, mut module: usize, ancestor: usize) -> bool {
        loop {
            if module == ancestor {
                return true;
            }
            match self.models[krate].modules[module].parent {
                Some(parent) => module = parent,
                None => return false,
            }
        }
    }

    /// The module that the first `length` segments of a path name, if it is one written in the crates.
    pub fn resolve<'a>(
        &'a self,
        krate: usize,
        module: usize,
        leaf: &'a Leaf,
        length: usize,
    ) -> Option<(usize, usize)> {
        let names: Vec<&str> = leaf.path[..length].iter().map(|(name, _)| name.as_str()).collect();
        self.module_named((krate, module), &names, leaf.global, &mut Known::default())
    }

    fn module_named<'a>(
        &'a self,
        (krate, module): ModuleId,
        names: &[&'a str],
        global: bool,
        known: &mut Known<'a>,
    ) -> Option<ModuleId> {
        let model = &self.models[krate];
        let (&first, rest) = names.split_first()?;
        let old = self.editions[krate] == Edition::E2015;
        let start = match first {
            "crate" => (krate, 0),
            "self" => (krate, module),
            "super" => (krate, model.modules[module].parent?),
            _ if global && !old => (*self.externs[krate].get(first)?, 0),
            _ => {
                let from = if old { 0 } else { module };
                self.child((krate, from), first, known)
                    .or_else(|| self.externs[krate].get(first).map(|&other| (other, 0)))?
            }
        };
        rest.iter().try_fold(start, |(krate, module), &name| match name {
            "super" => Some((krate, self.models[krate].modules[module].parent?)),
            "self" => Some((krate, module)),
            _ => self.child((krate, module), name, known),
        })
    }

    /// Returns the module that a name in a module means, looked up once for all paths that share `known`.
    fn child<'a>(&'a self, at: ModuleId, name: &'a str, known: &mut Known<'a>) -> Option<ModuleId> {
        let (krate, module) = at;
        let here = &self.models[krate].modules[module];
        if let Some(&child) = here.children.get(name) {
            return Some((krate, child));
        }
        if let Some(&found) = known.get(&(at, name)) {
            return found;
        }
        // An import that depends on itself leads nowhere.
        known.insert((at, name), None);
        let (leaf, _) = here.scope.uses.iter().find(|(leaf, _)| leaf.binding.as_deref() == Some(name))?;
        let names: Vec<&str> = leaf.path.iter().map(|(name, _)| name.as_str()).collect();
        let found = if names == [name] && !leaf.global {
            self.externs[krate].get(name).map(|&other| (other, 0))
        } else {
            self.module_named(at, &names, leaf.global, known)
        };
        known.insert((at, name), found);
        found
    }
}
