//! Finds what a path in the bundle names, as far as the text alone tells.

use crate::{shake::tree::Tree, syntax::items::ItemKind};
use std::collections::{HashMap, HashSet};

/// What is in scope in a module.
#[derive(Debug, Default)]
struct Scope<'t> {
    items: HashMap<&'t str, Vec<usize>>,
    uses: HashMap<&'t str, Vec<(usize, usize)>>,
    globs: Vec<(usize, usize)>,
    /// `use … as _`
    nameless: Vec<(usize, usize)>,
}

/// The scopes of all modules; the root of the file is `None`.
#[derive(Debug)]
pub(super) struct Names<'t> {
    tree: &'t Tree<'t>,
    scopes: HashMap<Option<usize>, Scope<'t>>,
}

/// What a path leads to.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Items named by the path, and modules on its way.
    pub(super) nodes: Vec<usize>,
    /// What its last segment that is used up names.
    pub(super) ends: Vec<usize>,
    /// It names the root of the file.
    is_root: bool,
    /// Imports on the way.
    pub(super) leaves: Vec<(usize, usize)>,
    /// How many segments are used up; the rest names something inside an item.
    pub(super) used: usize,
    /// It leads out of the bundle or to something that the text does not show.
    pub(super) open: bool,
}

impl Found {
    /// The items at the end of the path.
    pub(super) fn items<'a>(&'a self, tree: &'a Tree) -> impl Iterator<Item = usize> + 'a {
        self.ends.iter().copied().filter(|&node| tree.what(node) != ItemKind::Module)
    }
}

impl<'t> Names<'t> {
    pub(super) fn new(tree: &'t Tree<'t>) -> Names<'t> {
        let mut scopes: HashMap<Option<usize>, Scope<'t>> = HashMap::from([(None, Scope::default())]);
        for (index, node) in tree.nodes.iter().enumerate() {
            if node.associated {
                continue;
            }
            let scope = scopes.entry(node.parent).or_default();
            match node.item.what {
                ItemKind::Use => {
                    for (leaf, found) in node.leaves.iter().enumerate() {
                        match found.binding.as_deref() {
                            Some(name) => scope.uses.entry(name).or_default().push((index, leaf)),
                            None if found.glob => scope.globs.push((index, leaf)),
                            None => scope.nameless.push((index, leaf)),
                        }
                    }
                }
                ItemKind::Impl | ItemKind::MacroCall | ItemKind::Foreign | ItemKind::Other => {}
                _ => scope.items.entry(tree.name(index)).or_default().push(index),
            }
        }
        Names { tree, scopes }
    }

    /// The module around a node.
    pub(super) fn module_of(&self, node: usize) -> Option<usize> {
        let mut at = self.tree.nodes[node].parent;
        while let Some(parent) = at.filter(|&parent| self.tree.what(parent) != ItemKind::Module) {
            at = self.tree.nodes[parent].parent;
        }
        at
    }

    /// The traits of the bundle whose methods can be called in a module: defined in it or imported.
    pub(super) fn traits_in_scope(&self, module: Option<usize>) -> HashSet<usize> {
        let mut found = HashSet::new();
        self.collect_traits(module, &mut found, &mut HashSet::new());
        found
    }

    fn collect_traits(
        &self,
        module: Option<usize>,
        found: &mut HashSet<usize>,
        seen: &mut HashSet<Option<usize>>,
    ) {
        if !seen.insert(module) {
            return;
        }
        let is_trait = |node: &usize| self.tree.what(*node) == ItemKind::Trait;
        let Some(scope) = self.scopes.get(&module) else { return };
        found.extend(scope.items.values().flatten().copied().filter(is_trait));
        for leaf in scope.uses.values().flatten().chain(&scope.nameless) {
            found.extend(self.find_leaf(*leaf).ends.into_iter().filter(is_trait));
        }
        for leaf in &scope.globs {
            for end in self.find_leaf(*leaf).ends {
                if self.tree.what(end) == ItemKind::Module {
                    self.collect_traits(Some(end), found, seen);
                }
            }
        }
    }

    /// Follows a path from a module.
    pub(super) fn find(&self, module: Option<usize>, path: &[&str]) -> Found {
        let mut found = Found::default();
        self.follow(module, path, &mut found, &mut HashSet::new());
        found
    }

    /// Follows the path of an import.
    pub(super) fn find_leaf(&self, (node, leaf): (usize, usize)) -> Found {
        let path: Vec<&str> = self.tree.nodes[node].leaves[leaf].path.iter().map(String::as_str).collect();
        let mut seen = HashSet::from([(node, leaf)]);
        let mut found = Found::default();
        self.follow(self.module_of(node), &path, &mut found, &mut seen);
        found
    }

    fn follow(
        &self,
        module: Option<usize>,
        path: &[&str],
        found: &mut Found,
        seen: &mut HashSet<(usize, usize)>,
    ) {
        let mut at = module;
        for (index, &segment) in path.iter().enumerate() {
            match segment {
                "crate" => at = None,
                "self" => {}
                "super" => {
                    let Some(here) = at else { break };
                    at = self.module_of(here);
                }
                _ => {
                    let ends = self.lookup(at, segment, found, seen);
                    if ends.is_empty() {
                        found.open = true;
                        return;
                    }
                    found.used = index + 1;
                    match ends.iter().copied().find(|&node| self.tree.what(node) == ItemKind::Module) {
                        Some(inner) => at = Some(inner),
                        // The rest is inside a type or trait.
                        None => {
                            found.ends = ends;
                            return;
                        }
                    }
                    if index + 1 == path.len() {
                        found.ends = ends;
                        return;
                    }
                    continue;
                }
            }
            found.used = index + 1;
        }
        found.ends = at.into_iter().collect();
        found.is_root = at.is_none();
    }

    /// What a name means in a module.
    fn lookup(
        &self,
        module: Option<usize>,
        name: &str,
        found: &mut Found,
        seen: &mut HashSet<(usize, usize)>,
    ) -> Vec<usize> {
        let Some(scope) = self.scopes.get(&module) else { return Vec::new() };
        let mut ends: Vec<usize> = scope.items.get(name).into_iter().flatten().copied().collect();
        for &leaf in scope.uses.get(name).into_iter().flatten() {
            ends.extend(self.through(leaf, None, found, seen));
        }
        // A module or type hides no function or macro of its name.
        let hides_all = |&node: &usize| {
            !matches!(
                self.tree.what(node),
                ItemKind::Module | ItemKind::Trait | ItemKind::Enum | ItemKind::Union | ItemKind::Alias
            )
        };
        if !ends.iter().any(hides_all) {
            for &leaf in &scope.globs {
                ends.extend(self.through(leaf, Some(name), found, seen));
            }
        }
        found.nodes.extend(&ends);
        ends
    }

    /// Follows an import to its target, or to a name in the module that a glob opens.
    fn through(
        &self,
        leaf: (usize, usize),
        name: Option<&str>,
        found: &mut Found,
        seen: &mut HashSet<(usize, usize)>,
    ) -> Vec<usize> {
        if !seen.insert(leaf) {
            return Vec::new();
        }
        let path: Vec<&str> =
            self.tree.nodes[leaf.0].leaves[leaf.1].path.iter().map(String::as_str).collect();
        let mut inner = Found::default();
        self.follow(self.module_of(leaf.0), &path, &mut inner, seen);
        let mut ends = std::mem::take(&mut inner.ends);
        if let Some(name) = name {
            let module = ends.iter().copied().find(|&node| self.tree.what(node) == ItemKind::Module);
            ends = if module.is_some() || inner.is_root {
                self.lookup(module, name, &mut inner, seen)
            } else {
                Vec::new()
            };
            if ends.is_empty() {
                seen.remove(&leaf);
                return ends;
            }
        }
        seen.remove(&leaf);
        // An import that leads out of the bundle is itself what is meant.
        found.leaves.push(leaf);
        found.leaves.extend(&inner.leaves);
        found.nodes.extend(&inner.nodes);
        ends
    }
}
