//! Resolves paths of a bundle by names alone.
//!
//! Imports form a graph: a glob import of module `a` in module `b` makes every name of `a` visible in `b`. The targets of
//! all imports are computed once, as the least fixed point of "an import leads where its path leads". After that, a
//! name in a module is one search over the glob imports that are reachable from it, and every answer is kept. Cycles of
//! imports are therefore harmless, and the time is linear in the number of distinct names and imports.
//!
//! The answer errs on the side of more: where several items may be meant, all are returned.

use crate::{shake::tree::Tree, syntax::items::ItemKind};
use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// A module's node; `None` is the root of the file.
type ModuleId = Option<usize>;

/// A `use` node and the index of one of its leaves.
pub(super) type LeafId = (usize, usize);

/// The names that a module declares or imports.
#[derive(Debug, Default)]
struct Scope<'t> {
    items: HashMap<&'t str, Vec<usize>>,
    uses: HashMap<&'t str, Vec<LeafId>>,
    globs: Vec<LeafId>,
    /// `use … as _`
    nameless: Vec<LeafId>,
}

/// The scopes of all modules, and where their imports lead.
#[derive(Debug)]
pub(super) struct Names<'t> {
    tree: &'t Tree<'t>,
    scopes: HashMap<ModuleId, Scope<'t>>,
    imports: HashMap<LeafId, Target>,
    lookups: RefCell<HashMap<ModuleId, HashMap<String, Rc<Lookup>>>>,
    leaves: RefCell<HashMap<LeafId, Rc<Found>>>,
}

/// Where the path of an import leads.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Target {
    ends: Vec<usize>,
    is_root: bool,
}

/// The meaning of one name in one module.
#[derive(Debug, Default)]
struct Lookup {
    ends: Vec<usize>,
    /// Imports that lead to the ends.
    leaves: Vec<LeafId>,
}

/// The meaning of a path.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Items that the path names, and modules on its way.
    pub(super) nodes: Vec<usize>,
    /// Items that its last resolved segment names.
    pub(super) ends: Vec<usize>,
    /// It names the root of the file.
    is_root: bool,
    /// Imports that its segments go through. Each has a path of its own: see [`Names::find_leaf`].
    pub(super) leaves: Vec<LeafId>,
    /// The number of resolved segments; the rest names something inside an item.
    pub(super) used: usize,
    /// It leads out of the bundle or to something that the text does not show.
    pub(super) open: bool,
}

impl Found {
    /// Returns the items at the end of the path.
    pub(super) fn items<'a>(&'a self, tree: &'a Tree) -> impl Iterator<Item = usize> + 'a {
        self.ends.iter().copied().filter(|&node| tree.what(node) != ItemKind::Module)
    }
}

impl<'t> Names<'t> {
    /// Reads the scopes and resolves all imports.
    pub(super) fn new(tree: &'t Tree<'t>) -> Names<'t> {
        let mut names = Names {
            tree,
            scopes: scopes(tree),
            imports: HashMap::new(),
            lookups: RefCell::default(),
            leaves: RefCell::default(),
        };
        names.resolve_imports();
        names
    }

    /// Repeats until no import leads anywhere new: as often as the longest chain of imports has links.
    fn resolve_imports(&mut self) {
        let all: Vec<LeafId> = (0..self.tree.nodes.len())
            .flat_map(|node| (0..self.tree.nodes[node].leaves.len()).map(move |leaf| (node, leaf)))
            .collect();
        loop {
            let mut changed = false;
            self.lookups.get_mut().clear();
            for &leaf in &all {
                let found = self.follow_leaf(leaf);
                let target = Target { ends: found.ends, is_root: found.is_root };
                let known = self.imports.entry(leaf).or_default();
                for end in target.ends {
                    if !known.ends.contains(&end) {
                        known.ends.push(end);
                        changed = true;
                    }
                }
                changed |= target.is_root && !known.is_root;
                known.is_root |= target.is_root;
            }
            if !changed {
                return;
            }
        }
    }

    /// Returns the module around a node.
    pub(super) fn module_of(&self, node: usize) -> ModuleId {
        let mut at = self.tree.nodes[node].parent;
        while let Some(parent) = at.filter(|&parent| self.tree.what(parent) != ItemKind::Module) {
            at = self.tree.nodes[parent].parent;
        }
        at
    }

    /// Returns the traits of the bundle whose methods can be called in a module: defined in it or imported.
    pub(super) fn traits_in_scope(&self, module: ModuleId) -> HashSet<usize> {
        let is_trait = |node: &usize| self.tree.what(*node) == ItemKind::Trait;
        let mut found = HashSet::new();
        let mut seen = HashSet::from([module]);
        let mut queue = vec![module];
        while let Some(module) = queue.pop() {
            let Some(scope) = self.scopes.get(&module) else { continue };
            found.extend(scope.items.values().flatten().copied().filter(is_trait));
            for leaf in scope.uses.values().flatten().chain(&scope.nameless) {
                let target = self.imports.get(leaf);
                found.extend(target.into_iter().flat_map(|target| &target.ends).copied().filter(is_trait));
            }
            queue.extend(
                scope.globs.iter().flat_map(|leaf| self.opened_by(*leaf)).filter(|m| seen.insert(*m)),
            );
        }
        found
    }

    /// Resolves a path from a module.
    pub(super) fn find(&self, module: ModuleId, path: &[&str]) -> Found {
        let mut found = Found::default();
        self.follow(module, path.iter().copied(), None, &mut found);
        found
    }

    /// Resolves the path of an import.
    pub(super) fn find_leaf(&self, leaf: LeafId) -> Rc<Found> {
        if let Some(known) = self.leaves.borrow().get(&leaf) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.follow_leaf(leaf));
        self.leaves.borrow_mut().insert(leaf, Rc::clone(&found));
        found
    }

    fn follow_leaf(&self, leaf: LeafId) -> Found {
        let path = self.tree.nodes[leaf.0].leaves[leaf.1].path.iter().map(String::as_str);
        let mut found = Found::default();
        self.follow(self.module_of(leaf.0), path, Some(leaf), &mut found);
        found
    }

    /// Resolves segment by segment. An import does not lead through itself: `without` is the one whose path this is.
    fn follow<'a>(
        &self,
        module: ModuleId,
        path: impl ExactSizeIterator<Item = &'a str>,
        without: Option<LeafId>,
        found: &mut Found,
    ) {
        let mut at = module;
        let length = path.len();
        for (index, segment) in path.enumerate() {
            match segment {
                "crate" => at = None,
                "self" => {}
                "super" => {
                    let Some(here) = at else { break };
                    at = self.module_of(here);
                }
                _ => {
                    let lookup = self.lookup(at, segment, without);
                    if lookup.ends.is_empty() {
                        found.leaves.extend(&lookup.leaves);
                        found.open = true;
                        return;
                    }
                    found.nodes.extend(&lookup.ends);
                    found.leaves.extend(&lookup.leaves);
                    found.used = index + 1;
                    let inner =
                        lookup.ends.iter().copied().find(|&node| self.tree.what(node) == ItemKind::Module);
                    // What follows a type or trait is inside that.
                    if inner.is_none() || index + 1 == length {
                        found.ends.clone_from(&lookup.ends);
                        return;
                    }
                    at = inner;
                }
            }
            found.used = index + 1;
        }
        found.ends = at.into_iter().collect();
        found.is_root = at.is_none();
    }

    /// Returns the meaning of a name in a module.
    fn lookup(&self, module: ModuleId, name: &str, without: Option<LeafId>) -> Rc<Lookup> {
        let own = |leaf: LeafId| {
            self.scopes
                .get(&module)
                .and_then(|scope| scope.uses.get(name))
                .is_some_and(|all| all.contains(&leaf))
        };
        if let Some(leaf) = without.filter(|&leaf| own(leaf)) {
            return Rc::new(self.search(module, name, Some(leaf)));
        }
        if let Some(known) = self.lookups.borrow().get(&module).and_then(|names| names.get(name)) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.search(module, name, None));
        self.lookups.borrow_mut().entry(module).or_default().insert(name.to_owned(), Rc::clone(&found));
        found
    }

    /// Searches a module and all modules whose names its glob imports make visible.
    fn search(&self, module: ModuleId, name: &str, without: Option<LeafId>) -> Lookup {
        let mut found = Lookup::default();
        // Glob imports by the module that they open, and the modules in which the name means something.
        let mut opened: HashMap<ModuleId, Vec<(ModuleId, LeafId)>> = HashMap::new();
        let mut hits = Vec::new();
        let mut seen = HashSet::from([module]);
        let mut queue = vec![module];
        while let Some(at) = queue.pop() {
            let Some(scope) = self.scopes.get(&at) else { continue };
            let mut ends: Vec<usize> = scope.items.get(name).into_iter().flatten().copied().collect();
            for &leaf in scope.uses.get(name).into_iter().flatten().filter(|&&leaf| Some(leaf) != without) {
                // An import that leads out of the bundle is the meaning, too.
                found.leaves.push(leaf);
                ends.extend(self.imports.get(&leaf).into_iter().flat_map(|target| &target.ends));
            }
            let hides_all = ends.iter().any(|&node| self.hides_every_namespace(node));
            if !ends.is_empty() {
                hits.push(at);
                found.ends.extend(ends);
            }
            if hides_all {
                continue;
            }
            for &leaf in &scope.globs {
                if let Some(target) = self.opened_by(leaf) {
                    opened.entry(target).or_default().push((at, leaf));
                    if seen.insert(target) {
                        queue.push(target);
                    }
                }
            }
        }
        let mut known = HashSet::new();
        found.ends.retain(|end| known.insert(*end));
        // Only the globs that lead to a hit are part of the answer.
        let mut leads: HashSet<ModuleId> = hits.iter().copied().collect();
        while let Some(at) = hits.pop() {
            for &(from, leaf) in opened.get(&at).into_iter().flatten() {
                found.leaves.push(leaf);
                if leads.insert(from) {
                    hits.push(from);
                }
            }
        }
        found
    }

    /// Returns `true` if an item of this name hides all that glob imports bring: a module or type hides no function or macro.
    fn hides_every_namespace(&self, node: usize) -> bool {
        !matches!(
            self.tree.what(node),
            ItemKind::Module | ItemKind::Trait | ItemKind::Enum | ItemKind::Union | ItemKind::Alias
        )
    }

    /// Returns the module that a glob import opens.
    fn opened_by(&self, leaf: LeafId) -> Option<ModuleId> {
        let target = self.imports.get(&leaf)?;
        let module = target.ends.iter().copied().find(|&node| self.tree.what(node) == ItemKind::Module);
        match module {
            Some(module) => Some(Some(module)),
            None => target.is_root.then_some(None),
        }
    }
}

/// Reads what each module declares and imports.
fn scopes<'t>(tree: &'t Tree<'t>) -> HashMap<ModuleId, Scope<'t>> {
    let mut scopes: HashMap<ModuleId, Scope<'t>> = HashMap::from([(None, Scope::default())]);
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
    scopes
}
