//! Items that live with their module, and what is left to remove.

use super::{Liveness, Sweep};
use crate::{
    shake::tree::{Removal, Tree},
    syntax::items::ItemKind,
};

impl<'t> Sweep<'t> {
    /// Items that are not used by name: they live as long as their module does.
    pub(super) fn loose_items(&mut self) {
        let active = self.active();
        let tree: &'t Tree<'t> = self.tree;
        for (node, found) in tree.nodes.iter().enumerate() {
            if !found.parent.is_none_or(|parent| active[parent]) || found.associated {
                continue;
            }
            match found.item.what {
                ItemKind::Other | ItemKind::Foreign if !self.live[node] => self.keep(node),
                ItemKind::Const if !self.live[node] && tree.name(node) == "_" => self.keep(node),
                ItemKind::Use => {
                    for leaf in 0..found.leaves.len() {
                        if self.live_leaves.contains(&(node, leaf)) {
                            continue;
                        }
                        let target = self.names.find_leaf((node, leaf));
                        let outside = target.open && target.outside;
                        let live_trait = self
                            .names
                            .items(&target)
                            .any(|item| tree.what(item) == ItemKind::Trait && self.live[item]);
                        if outside || live_trait || found.leaves[leaf].glob {
                            self.keep_leaf((node, leaf), Liveness::Live);
                        }
                    }
                }
                _ => {}
            }
        }
        // A trait's dead item lives again if pinned code names it; so do its implementations.
        for (node, found) in tree.nodes.iter().enumerate() {
            let Some(parent) = found.parent.filter(|_| found.associated && !self.live[node]) else {
                continue;
            };
            if tree.what(parent) != ItemKind::Impl || !self.live[parent] {
                continue;
            }
            let header = self.kept_header(parent);
            if header.of_trait && !self.is_dead_in(&header.traits, tree.name(node)) {
                self.keep_child(node, Liveness::Live);
            }
        }
    }

    /// The modules that hold something live.
    pub(super) fn active(&self) -> Vec<bool> {
        let mut active = vec![false; self.tree.nodes.len()];
        for (index, node) in self.tree.nodes.iter().enumerate() {
            let has_leaf = (0..node.leaves.len()).any(|leaf| self.live_leaves.contains(&(index, leaf)));
            if !self.live[index] && !has_leaf {
                continue;
            }
            if node.item.what == ItemKind::Module {
                active[index] = true;
            }
            let mut parent = node.parent;
            while let Some(at) = parent {
                active[at] = true;
                parent = self.tree.nodes[at].parent;
            }
        }
        active
    }

    pub(super) fn removal(&self) -> Removal {
        let active = self.active();
        let mut removal = Removal::default();
        for (index, node) in self.tree.nodes.iter().enumerate() {
            if !self.tree.is_library(index) {
                continue;
            }
            match node.item.what {
                ItemKind::Module if active[index] => {}
                ItemKind::Use => {
                    let all = (0..node.leaves.len()).map(|leaf| (index, leaf));
                    removal.leaves.extend(all.filter(|leaf| !self.live_leaves.contains(leaf)));
                }
                // An inherent impl goes when nothing is left in it.
                ItemKind::Impl if self.live[index] => {
                    let empty = self.children[index].iter().all(|&child| !self.live[child]);
                    if empty && !self.children[index].is_empty() && self.tree.trait_of(index).is_none() {
                        removal.nodes.insert(index);
                    }
                }
                _ if self.live[index] => {}
                _ => {
                    removal.nodes.insert(index);
                }
            }
        }
        removal
    }
}
