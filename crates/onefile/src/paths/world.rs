//! Names that cross the crates of a bundle.

use super::model::Model;
use crate::{syntax::edition::Edition, syntax::tokens::Tokens, syntax::use_tree::Leaf};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// A crate and the index of one of its modules.
type ModuleId = (usize, usize);

/// The modules that imported names lead to; `None` also while a name is being looked up.
type Known<'a> = HashMap<(ModuleId, &'a str), Option<ModuleId>>;

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
