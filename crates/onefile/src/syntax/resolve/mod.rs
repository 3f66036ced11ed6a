//! Path resolution: finds the items that a path may name, and the imports on the way.
//!
//! The cost is linear in the scopes and imports that a name can come through, and each name of a scope is resolved
//! once. Glob imports of modules that import each other are resolved together (a strongly connected component at a
//! time), so every item and every import that may matter is found.
//!
//! Results are an over-approximation: visibility is ignored, and namespaces are told apart only as far as the kinds of
//! items show.

mod component;
mod graph;
mod modules;

pub use graph::{Binding, Graph, Import, ImportId, ScopeId, ScopeItem};

use component::{KeyId, Known};
use modules::Modules;
use std::{cell::RefCell, collections::HashSet};

/// Resolves paths in the scopes of a program.
#[derive(Debug)]
pub struct Resolver<'t> {
    graph: Graph<'t>,
    modules: Modules<'t>,
    known: RefCell<Known>,
}

/// The result of following a path.
#[derive(Debug, Default, Clone)]
pub struct Found {
    /// Items on the way that were found without an import.
    items: Vec<usize>,
    /// Names on the way; imports lead on from them.
    keys: Vec<KeyId>,
    /// Items that the last resolved segment names.
    pub ends: Vec<usize>,
    /// The number of resolved segments; the rest names something inside an item.
    pub used: usize,
    /// The path leads out of the program, or to something that the text does not show.
    pub open: bool,
    /// No segment names an item of the program.
    pub outside: bool,
    /// An import is on the way.
    pub imported: bool,
}

/// Everything on the way of a path, visited once for each `Visited`.
#[derive(Debug, Default)]
pub struct Visited {
    keys: HashSet<KeyId>,
    imports: HashSet<ImportId>,
}

impl<'t> Resolver<'t> {
    pub fn new(graph: Graph<'t>) -> Resolver<'t> {
        let modules = Modules::new(&graph);
        Resolver { graph, modules, known: RefCell::default() }
    }

    /// Follows a path from a scope.
    pub fn find(&self, scope: ScopeId, path: &[&str]) -> Found {
        self.follow(scope, path, path.len().saturating_sub(1))
    }

    /// Follows a path; what its first `prefix` segments name is a module or type.
    fn follow(&self, scope: ScopeId, path: &[&str], prefix: usize) -> Found {
        let graph = &self.graph;
        let mut known = self.known.borrow_mut();
        let mut found = Found { outside: true, ..Found::default() };
        let mut at = scope;
        for (index, &segment) in path.iter().enumerate() {
            if let Some(target) = graph.keyword(at, segment) {
                let Some(target) = target else { break };
                at = target;
                found.used = index + 1;
                continue;
            }
            let own: Vec<&ScopeItem> = graph.prefix_items(at, segment).collect();
            let (ends, module) = if index < prefix && !own.is_empty() {
                let ends: Vec<usize> = own.iter().map(|item| item.id).collect();
                found.items.extend(&ends);
                (ends, own.iter().find_map(|item| item.scope))
            } else {
                let Some(key) = known.key(graph, &self.modules, at, segment) else {
                    found.open = true;
                    return found;
                };
                let (ends, module) = known.ends(key);
                found.keys.push(key);
                found.imported |= known.has_imports(key);
                (ends, module)
            };
            if ends.is_empty() {
                found.open = true;
                return found;
            }
            found.outside = false;
            found.used = index + 1;
            match module {
                Some(module) if index + 1 < path.len() => at = module,
                // The rest is inside a type or trait.
                _ => {
                    found.ends = ends;
                    return found;
                }
            }
        }
        found.ends = graph.opened_by(at).into_iter().collect();
        found
    }

    /// Follows the path of an import.
    pub fn find_import(&self, import: ImportId) -> Found {
        let Import { scope, path, .. } = &self.graph.imports[import];
        self.follow(*scope, path, self.graph.prefix_length(import))
    }

    /// Returns the items and imports on the way of a path that `visited` does not hold yet, and adds them to it.
    pub fn visit(&self, found: &Found, visited: &mut Visited) -> (Vec<usize>, Vec<ImportId>) {
        let mut known = self.known.borrow_mut();
        let mut items = found.items.clone();
        let mut imports = Vec::new();
        let mut queue = found.keys.clone();
        while let Some(key) = queue.pop() {
            if !visited.keys.insert(key) {
                continue;
            }
            known.explore(&self.graph, &self.modules, key);
            items.extend(
                self.graph
                    .items(known.scope(key), self.graph.text(known.name(key)))
                    .iter()
                    .map(|item| item.id),
            );
            for edge in known.edges(key) {
                queue.extend(edge.target);
                if visited.imports.insert(edge.import) {
                    imports.push(edge.import);
                    let way = known.way(&self.graph, &self.modules, edge.import);
                    items.extend(&way.items);
                    queue.extend(&way.keys);
                }
            }
        }
        (items, imports)
    }

    /// Returns the items of a kind that are in scope under any name, or none.
    pub fn in_scope(&self, scope: ScopeId, is_wanted: impl Fn(usize) -> bool) -> HashSet<usize> {
        let mut found = HashSet::new();
        let mut seen = HashSet::from([scope]);
        let mut queue = vec![scope];
        while let Some(scope) = queue.pop() {
            let names = &self.graph.scopes[scope];
            let own = names.items.values().flatten().map(|item| item.id);
            found.extend(own.filter(|&item| is_wanted(item)));
            for &import in names.imports.values().flatten().chain(&names.underscores) {
                found.extend(self.find_import(import).ends.into_iter().filter(|&item| is_wanted(item)));
            }
            for &import in &names.globs {
                let targets = self.modules.ways[import].last().into_iter().flatten().copied();
                queue.extend(targets.filter(|&target| seen.insert(target)));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
