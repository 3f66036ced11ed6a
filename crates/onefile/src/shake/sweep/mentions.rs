//! What code names: every path and word in a range of tokens, followed as far as the text tells.

use crate::shake::sweep::{Liveness, PRIMITIVE, Reach, Sweep};
use crate::{shake::names::Found, shake::tree::Tree, syntax::items::ItemKind};
use crate::{
    syntax::macros::macro_invocation,
    syntax::tokens::{Kind, Tokens},
};
use std::ops::Range;

impl<'t> Sweep<'t> {
    /// Notes all names in a range of tokens that stands in a module.
    pub(super) fn mention(&mut self, range: Range<usize>, module: Option<usize>, from: Liveness) {
        let tokens: &'t Tokens<'t> = &self.tree.tokens;
        let mut at = range.start;
        while at < range.end {
            match tokens[at].kind {
                Kind::Ident
                    if tokens.name(at) == "macro_rules" && macro_invocation(tokens, at) == Some(at + 3) =>
                {
                    self.mention_anything(tokens.inside(at + 3), module, from);
                    at = tokens.after(at + 3);
                }
                Kind::Ident if tokens.name(at) == "use" && !tokens.is_punct(at + 1, b'<') => {
                    let end = (at..range.end).find(|&i| tokens.is_punct(i, b';')).unwrap_or(range.end);
                    for leaf in crate::syntax::use_tree::leaves(tokens, at + 1..end) {
                        let path: Vec<&'t str> =
                            leaf.path.iter().map(|&(_, token)| tokens.name(token)).collect();
                        self.path(&path, module, from);
                    }
                    at = end;
                }
                Kind::Ident => {
                    let invoked =
                        macro_invocation(tokens, at).filter(|_| self.macros.contains(tokens.name(at)));
                    if let Some(open) = invoked {
                        self.mention_name(tokens.name(at), Reach::All, from);
                        // The macro may put these names anywhere.
                        self.mention_anything(tokens.inside(open), module, from);
                    }
                    at = self.path_at(at, module, from);
                }
                Kind::Literal => {
                    self.captured(at, module, from);
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// The path that starts at an identifier; gives the token after it.
    fn path_at(&mut self, at: usize, module: Option<usize>, from: Liveness) -> usize {
        let tokens: &'t Tokens<'t> = &self.tree.tokens;
        let after_dot = at > 0 && tokens.is_punct(at - 1, b'.') && !(at > 1 && tokens.is_punct(at - 2, b'.'));
        let continued = tokens.after_colons(at) && !crate::paths::is_global(tokens, at);
        if after_dot || continued {
            self.mention_associated(tokens.name(at), module, from);
            return at + 1;
        }
        let mut path = vec![tokens.name(at)];
        let mut end = at + 1;
        while tokens.is_colons(end) && tokens.is_ident(end + 2) {
            path.push(tokens.name(end + 2));
            end += 3;
        }
        self.path(&path, module, from);
        end
    }

    fn path(&mut self, path: &[&'t str], module: Option<usize>, from: Liveness) {
        let found = self.names.find(module, path);
        self.take(&found, from);
        // `u8` alone is the type, unless something of that name was imported.
        if path.len() == 1 && !found.imported && PRIMITIVE.contains(&path[0]) {
            return;
        }
        for name in &path[found.used.min(path.len())..] {
            self.mention_associated(name, module, from);
        }
    }

    /// Keeps everything on the way of a path.
    pub(super) fn take(&mut self, found: &Found, from: Liveness) {
        let names = self.names;
        let (nodes, leaves) = names.visit(found, self.visited.entry(from).or_default());
        for leaf in leaves {
            if self.live_leaves.insert(leaf) {
                self.mention_unknown(leaf, &names.find_leaf(leaf), from);
            }
        }
        for node in nodes {
            self.name(node, from);
        }
    }

    /// An import of a name of the bundle that is no item: a macro brings it about.
    pub(super) fn mention_unknown(&mut self, (node, leaf): (usize, usize), found: &Found, from: Liveness) {
        let tree: &'t Tree<'t> = self.tree;
        let path = &tree.nodes[node].leaves[leaf].path;
        let ours = |first: &String| path.len() == 1 || matches!(first.as_str(), "crate" | "self" | "super");
        if let Some(last) = path.last().filter(|_| found.open && path.first().is_some_and(ours)) {
            self.mention_name(last, Reach::All, from);
        }
    }

    /// In macros: paths from the root are followed, every other name may mean anything.
    pub(super) fn mention_anything(&mut self, range: Range<usize>, module: Option<usize>, from: Liveness) {
        let tokens: &'t Tokens<'t> = &self.tree.tokens;
        let mut at = range.start;
        while at < range.end {
            if tokens.name(at) == "crate" && tokens.is_colons(at + 1) {
                let end = self.path_at(at, module, from);
                // A macro by name only.
                self.mention_associated(tokens.name(end - 1), module, from);
                at = end;
                continue;
            }
            match tokens[at].kind {
                // Inside what no item is called, as a type parameter, only something associated can be meant.
                Kind::Ident if self.is_inside_unknown(at) => {
                    self.mention_associated(tokens.name(at), module, from);
                }
                // `type Item = …` defines a name.
                Kind::Ident if at > 0 && tokens.name(at - 1) == "type" => {}
                // As does `<Item = …>`.
                Kind::Ident if is_bound_by_name(tokens, at) => {
                    self.mention_associated(tokens.name(at), module, from);
                }
                Kind::Ident => self.mention_name(tokens.name(at), Reach::All, from),
                Kind::Literal => self.captured(at, module, from),
                _ => {}
            }
            at += 1;
        }
    }

    /// Whether an identifier stands behind `name::` where nothing in the bundle defines or imports that name.
    fn is_inside_unknown(&self, at: usize) -> bool {
        let tokens = &self.tree.tokens;
        if at < 3 || !tokens.is_colons(at - 2) || !tokens.is_ident(at - 3) {
            return false;
        }
        let outer = tokens.name(at - 3);
        let variable = at > 3 && tokens.is_punct(at - 4, b'$');
        let nested = tokens.after_colons(at - 3);
        let known = matches!(outer, "crate" | "self" | "super")
            || self.defined.contains_key(outer)
            || self.bindings.contains_key(outer)
            || self.macros.contains(outer);
        !variable && !nested && !known
    }

    /// Names captured in a format string.
    fn captured(&mut self, at: usize, module: Option<usize>, from: Liveness) {
        let literal = self.tree.tokens.str(at);
        if !literal.contains('{') {
            return;
        }
        for word in literal.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit()) {
                self.path(&[word], module, from);
            }
        }
    }

    pub(super) fn mention_name(&mut self, name: &'t str, reach: Reach, from: Liveness) {
        if !name.is_empty() && self.mentioned.insert((name, reach, from)) {
            self.queue.push((name, reach, from));
        }
    }

    /// A name that is looked up in a type or value: methods of all types, and of the traits in scope. Other traits can
    /// only be meant where they are named as well, as in a bound.
    fn mention_associated(&mut self, name: &'t str, module: Option<usize>, from: Liveness) {
        self.mention_name(name, Reach::Associated, from);
        if !self.mentioned_in.insert((name, module, from)) {
            return;
        }
        let names = self.names;
        for node in self.associated.get(name).cloned().unwrap_or_default() {
            let Some(parent) =
                self.tree.nodes[node].parent.filter(|&parent| self.tree.what(parent) == ItemKind::Trait)
            else {
                continue;
            };
            let scope = self.traits.entry(module).or_insert_with(|| names.traits_in_scope(module));
            if scope.contains(&parent) {
                self.reach_associated(node, from, Reach::All);
            }
        }
    }
}

/// `Item` in `Iterator<Item = …>`.
fn is_bound_by_name(tokens: &Tokens, at: usize) -> bool {
    let starts = at > 0 && (tokens.is_punct(at - 1, b'<') || tokens.is_punct(at - 1, b','));
    let ends =
        tokens.is_punct(at + 1, b'=') && !tokens.is_punct(at + 2, b'=') && !tokens.is_punct(at + 2, b'>');
    starts && ends && tokens.name(at).starts_with(|c: char| c.is_ascii_uppercase())
}
