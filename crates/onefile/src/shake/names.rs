//! Resolves the paths of a bundle to nodes of its tree, as far as the text alone shows.

use crate::{
    shake::tree::Tree,
    syntax::items::ItemKind,
    syntax::resolve::{Binding, Graph, Import, Resolver, ScopeId, ScopeItem},
};
use std::collections::{HashMap, HashSet};

pub(super) use crate::syntax::resolve::{Found, Visited};

/// A `use` node and the index of one of its leaves.
pub(super) type LeafId = (usize, usize);

/// The names of a bundle; its root module is `None`.
#[derive(Debug)]
pub(super) struct Names<'t> {
    tree: &'t Tree<'t>,
    resolver: Resolver<'t>,
    scopes: HashMap<Option<usize>, ScopeId>,
    leaves: Vec<LeafId>,
    imports: HashMap<LeafId, usize>,
    macros: HashMap<&'t str, Vec<usize>>,
}

impl<'t> Names<'t> {
    pub(super) fn new(tree: &'t Tree<'t>) -> Names<'t> {
        let mut graph = Graph::default();
        let mut scopes = HashMap::from([(None, graph.add_scope(None))]);
        let mut leaves = Vec::new();
        for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| !node.associated) {
            // Parents stand before their children.
            let Some(&scope) = scopes.get(&node.parent) else { continue };
            match node.item.what {
                ItemKind::Use => {
                    for (leaf, found) in node.leaves.iter().enumerate() {
                        let binding = match &found.binding {
                            Some(name) => Binding::Name(name),
                            None if found.glob => Binding::Glob,
                            None => Binding::Underscore,
                        };
                        let path = found.path.iter().map(String::as_str).collect();
                        graph.add_import(Import { scope, path, binding });
                        leaves.push((index, leaf));
                    }
                }
                ItemKind::Impl | ItemKind::MacroCall | ItemKind::Foreign | ItemKind::Other => {}
                kind => {
                    let opened = (kind == ItemKind::Module).then(|| graph.add_scope(Some(scope)));
                    if let Some(opened) = opened {
                        scopes.insert(Some(index), opened);
                    }
                    graph.add_item(scope, tree.name(index), ScopeItem { id: index, kind, scope: opened });
                }
            }
        }
        let imports = leaves.iter().enumerate().map(|(import, &leaf)| (leaf, import)).collect();
        let mut macros: HashMap<&str, Vec<usize>> = HashMap::new();
        for node in (0..tree.nodes.len()).filter(|&node| tree.what(node) == ItemKind::MacroRules) {
            macros.entry(tree.name(node)).or_default().push(node);
        }
        Names { tree, resolver: Resolver::new(graph), scopes, leaves, imports, macros }
    }

    /// Returns every macro of a name, wherever it is defined.
    pub(super) fn macros(&self, name: &str) -> &[usize] {
        self.macros.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the module around a node.
    pub(super) fn module_of(&self, node: usize) -> Option<usize> {
        let mut at = self.tree.nodes[node].parent;
        while let Some(parent) = at.filter(|&parent| self.tree.what(parent) != ItemKind::Module) {
            at = self.tree.nodes[parent].parent;
        }
        at
    }

    /// Returns the traits of the bundle that are defined in a module or imported into it.
    pub(super) fn traits_in_scope(&self, module: Option<usize>) -> HashSet<usize> {
        self.resolver.in_scope(self.scopes[&module], |item| self.tree.what(item) == ItemKind::Trait)
    }

    /// Follows a path from a module.
    pub(super) fn find(&self, module: Option<usize>, path: &[&str]) -> Found {
        self.resolver.find(self.scopes[&module], path)
    }

    /// Follows the path of an import.
    pub(super) fn find_leaf(&self, leaf: LeafId) -> Found {
        self.resolver.find_import(self.imports[&leaf])
    }

    /// Returns the nodes and imports on the way of a path that `visited` does not hold yet.
    pub(super) fn visit(&self, found: &Found, visited: &mut Visited) -> (Vec<usize>, Vec<LeafId>) {
        let (nodes, imports) = self.resolver.visit(found, visited);
        (nodes, imports.into_iter().map(|import| self.leaves[import]).collect())
    }

    /// Returns the items at the end of a path.
    pub(super) fn items<'a>(&'a self, found: &'a Found) -> impl Iterator<Item = usize> + 'a {
        found.ends.iter().copied().filter(|&node| self.tree.what(node) != ItemKind::Module)
    }
}
