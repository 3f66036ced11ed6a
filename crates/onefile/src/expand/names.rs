//! Finds the procedural macro that a path in a crate names.

use crate::{
    expand::server::{Kind, Server},
    graph::Graph,
};
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use syn::{
    UseTree,
    visit::{self, Visit},
};

/// Derives of the standard library: a glob import does not bring another one.
const STD_DERIVES: [&str; 9] =
    ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
/// How many imports a name is followed through.
const DEPTH: usize = 16;

/// The procedural macros of a program, by crate.
#[derive(Debug)]
pub(super) struct Macros<'a> {
    graph: &'a Graph,
    lists: Vec<Vec<(String, Kind)>>,
}

/// A procedural macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// The index of its crate in [`Graph::macro_crates`].
    pub(super) krate: usize,
    pub(super) name: String,
}

impl<'a> Macros<'a> {
    /// Asks the server for the macros of each crate.
    ///
    /// # Errors
    /// If a library cannot be loaded.
    pub(super) fn new(graph: &'a Graph, server: &mut Server) -> Result<Macros<'a>> {
        let used: BTreeSet<usize> =
            graph.units.iter().flat_map(|unit| unit.macro_externs.values().copied()).collect();
        let mut lists = Vec::new();
        for (index, krate) in graph.macro_crates.iter().enumerate() {
            lists.push(if used.contains(&index) { server.list(&krate.library)? } else { Vec::new() });
        }
        Ok(Macros { graph, lists })
    }

    /// Returns the macro crates of a unit and of all that it depends on.
    pub(super) fn reached(&self, unit: usize) -> BTreeSet<usize> {
        let mut seen = BTreeSet::from([unit]);
        let mut queue = vec![unit];
        while let Some(unit) = queue.pop() {
            queue.extend(self.graph.units[unit].externs.values().filter(|&&next| seen.insert(next)));
        }
        seen.iter().flat_map(|&unit| self.graph.units[unit].macro_externs.values().copied()).collect()
    }

    /// Returns the names of all macros that a unit may name.
    pub(super) fn names(&self, unit: usize) -> HashSet<&str> {
        let crates = self.reached(unit).into_iter();
        crates.flat_map(|krate| self.lists[krate].iter().map(|(name, _)| name.as_str())).collect()
    }

    fn find(&self, crates: &BTreeSet<usize>, name: &str, kind: Kind) -> Option<Found> {
        let has = |krate: &&usize| {
            self.lists[**krate].iter().any(|(known, known_kind)| known == name && *known_kind == kind)
        };
        let krate = crates.iter().find(has)?;
        Some(Found { krate: *krate, name: name.to_owned() })
    }

    /// Returns the macro crates behind a name in the extern prelude; `None` if there is no such name.
    fn of_extern(&self, unit: usize, name: &str) -> Option<BTreeSet<usize>> {
        let unit = &self.graph.units[unit];
        let krate = unit.macro_externs.get(name).map(|&krate| BTreeSet::from([krate]));
        krate.or_else(|| unit.externs.get(name).map(|&library| self.reached(library)))
    }
}

/// An import: a name and the path that it stands for.
#[derive(Debug, Clone)]
struct Import {
    name: String,
    path: Vec<String>,
}

/// The imports of a crate, by module.
#[derive(Debug, Default)]
pub(super) struct Scope {
    imports: HashMap<Vec<String>, Vec<Import>>,
    /// The paths before `::*`.
    globs: HashMap<Vec<String>, Vec<Vec<String>>>,
    /// The crates of `#[macro_use] extern crate`, by their names in the extern prelude.
    macro_use: Vec<String>,
    /// `extern crate a as b`: `b` → `a`.
    renamed: BTreeMap<String, String>,
    /// Macros by example that the crate defines.
    by_example: HashSet<String>,
    module: Vec<String>,
}

impl Scope {
    /// Collects the imports of a whole crate.
    pub(super) fn new(file: &syn::File) -> Scope {
        let mut scope = Scope::default();
        scope.visit_file(file);
        scope
    }

    /// Returns the procedural macro that `path` names in `module` of a unit, if it names one.
    pub(super) fn resolve(
        &self,
        macros: &Macros,
        unit: usize,
        module: &[String],
        path: (&[String], Kind),
    ) -> Option<Found> {
        Resolver { scope: self, macros, unit }.path(module, path.0, path.1, 0)
    }

    fn tree(&mut self, prefix: &[String], tree: &UseTree) {
        let with = |name: &syn::Ident| {
            let mut path = prefix.to_vec();
            path.push(unraw(name));
            path
        };
        let (name, path) = match tree {
            UseTree::Path(path) => return self.tree(&with(&path.ident), &path.tree),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(prefix, tree);
                }
                return;
            }
            UseTree::Glob(_) => {
                return self.globs.entry(self.module.clone()).or_default().push(prefix.to_vec());
            }
            UseTree::Name(name) if name.ident == "self" => {
                (prefix.last().cloned().unwrap_or_default(), prefix.to_vec())
            }
            UseTree::Name(name) => (unraw(&name.ident), with(&name.ident)),
            UseTree::Rename(rename) if rename.ident == "self" => (unraw(&rename.rename), prefix.to_vec()),
            UseTree::Rename(rename) => (unraw(&rename.rename), with(&rename.ident)),
        };
        self.imports.entry(self.module.clone()).or_default().push(Import { name, path });
    }
}

impl<'ast> Visit<'ast> for Scope {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_item_extern_crate(&mut self, item: &'ast syn::ItemExternCrate) {
        let name = unraw(&item.ident);
        if let Some((_, rename)) = &item.rename {
            self.renamed.insert(unraw(rename), name.clone());
        }
        if item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_use")) {
            self.macro_use.push(name);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(unraw(&item.ident));
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if let Some(name) = &item.ident {
            self.by_example.insert(unraw(name));
        }
    }
}

struct Resolver<'a> {
    scope: &'a Scope,
    macros: &'a Macros<'a>,
    unit: usize,
}

impl Resolver<'_> {
    fn path(&self, module: &[String], path: &[String], kind: Kind, depth: usize) -> Option<Found> {
        let (last, before) = path.split_last()?;
        let Some(head) = before.first() else { return self.name(module, last, kind, depth) };
        if depth > DEPTH {
            return None;
        }
        let base = match head.as_str() {
            "crate" => Some(Vec::new()),
            "self" => Some(module.to_vec()),
            "super" => Some(module[..module.len().saturating_sub(1)].to_vec()),
            _ => None,
        };
        if let Some(mut target) = base {
            for segment in &before[1..] {
                match segment.as_str() {
                    "super" => drop(target.pop()),
                    _ => target.push(segment.clone()),
                }
            }
            return self.name(&target, last, kind, depth + 1);
        }
        let head = self.scope.renamed.get(head).unwrap_or(head);
        if let Some(crates) = self.macros.of_extern(self.unit, head) {
            return self.macros.find(&crates, last, kind);
        }
        if let Some(import) = self.import(module, head) {
            let path: Vec<String> = import.path.iter().chain(&path[1..]).cloned().collect();
            return self.path(module, &path, kind, depth + 1);
        }
        let inner: Vec<String> = module.iter().chain(before).cloned().collect();
        self.name(&inner, last, kind, depth + 1)
    }

    fn name(&self, module: &[String], name: &str, kind: Kind, depth: usize) -> Option<Found> {
        if depth > DEPTH {
            return None;
        }
        if let Some(import) = self.import(module, name).filter(|import| import.path != [name]) {
            return self.path(module, &import.path, kind, depth + 1);
        }
        let is_std = kind == Kind::Derive && STD_DERIVES.contains(&name);
        if is_std || (kind == Kind::Function && self.scope.by_example.contains(name)) {
            return None;
        }
        let globs = self.scope.globs.get(module).into_iter().flatten();
        let mut found = globs.filter_map(|glob| {
            let path: Vec<String> = glob.iter().cloned().chain([name.to_owned()]).collect();
            self.path(module, &path, kind, depth + 1)
        });
        found.next().or_else(|| {
            let mut crates = self.scope.macro_use.iter();
            crates.find_map(|krate| self.macros.find(&self.macros.of_extern(self.unit, krate)?, name, kind))
        })
    }

    fn import(&self, module: &[String], name: &str) -> Option<&Import> {
        self.scope.imports.get(module)?.iter().find(|import| import.name == name)
    }
}

/// Returns a name without `r#`.
pub(super) fn unraw(name: &syn::Ident) -> String {
    let text = name.to_string();
    text.strip_prefix("r#").map_or(text.clone(), str::to_owned)
}
