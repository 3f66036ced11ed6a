//! Items that stay without being named: their attributes hand them to the linker or to the runtime.

use crate::{
    shake::sweep::{Liveness, Sweep},
    syntax::items::ItemKind,
    syntax::macros::macro_invocation,
    syntax::root_items::root_attributes,
};
use std::collections::HashSet;

impl Sweep<'_> {
    /// Keeps every item that has a root attribute, stands around one, or invokes a macro that expands to one.
    pub(super) fn keep_roots(&mut self) {
        let attributes = root_attributes(&self.tree.tokens, 0..self.tree.tokens.len());
        if attributes.is_empty() {
            return;
        }
        let marked = attributes.into_iter().filter_map(|at| self.innermost(at)).collect();
        for node in self.with_invocations(marked) {
            // The compiler may call a function dead whose body holds a root.
            if self.tree.what(node) != ItemKind::MacroRules {
                self.keep_root(node);
            }
        }
    }

    /// Returns the last node that contains a token: an inner item starts after the outer one.
    fn innermost(&self, token: usize) -> Option<usize> {
        self.tree.nodes.iter().rposition(|node| node.item.tokens.contains(&token))
    }

    /// Adds the nodes that invoke a macro defined by one of `nodes`, until there are no more.
    fn with_invocations(&self, mut nodes: HashSet<usize>) -> HashSet<usize> {
        let tokens = &self.tree.tokens;
        loop {
            let names: HashSet<&str> = nodes
                .iter()
                .filter(|&&node| self.tree.what(node) == ItemKind::MacroRules)
                .map(|&node| self.tree.name(node))
                .collect();
            if names.is_empty() {
                return nodes;
            }
            let invocations = (0..tokens.len())
                .filter(|&at| names.contains(tokens.name(at)) && macro_invocation(tokens, at).is_some());
            let found: Vec<usize> = invocations.filter_map(|at| self.innermost(at)).collect();
            let before = nodes.len();
            nodes.extend(found);
            if nodes.len() == before {
                return nodes;
            }
        }
    }

    fn keep_root(&mut self, node: usize) {
        let tree = self.tree;
        let module = self.names.module_of(node);
        if let Some(parent) = tree.nodes[node].parent.filter(|_| tree.nodes[node].associated) {
            self.live[parent] = true;
            self.mention(tree.nodes[parent].item.head(), module, Liveness::Live);
        }
        self.keep(node);
        if tree.what(node) == ItemKind::MacroCall {
            self.mention_anything(tree.nodes[node].item.tokens.clone(), module, Liveness::Live);
        }
    }
}
