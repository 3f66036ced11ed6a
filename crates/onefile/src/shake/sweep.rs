//! Reachability: removes what no live code can name.
//!
//! An item can only be used by writing its name, so what no live token can mean is dead, whatever types are in play.
//! Paths are followed through modules and imports; where the text alone does not tell, as after a dot or in the body of
//! a macro, everything of that name counts. Impls are kept as long as their trait and the types in their header
//! may be in use; a trait from outside the bundle always may, because operators, `Drop`, `Deref`, iteration, `?` and
//! formatting use traits without naming them. A trait of the bundle is in use when its name or one of its methods
//! is mentioned.
//!
//! What the compiler has called dead is a barrier: live code that seems to name such a function means another one. But
//! a type that is never constructed may be named by live code all the same (a marker). Then the type stays, and its
//! impls with all that they name: code that the compiler has not counted as live, for which the barrier does
//! not hold.

use crate::{
    shake::lints::Reported,
    shake::macro_outputs,
    shake::macro_outputs::Output,
    shake::names::{Names, Visited},
    shake::tree::{Removal, Tree},
    syntax::impl_header::ImplHeader,
    syntax::items::ItemKind,
};
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

mod mentions;
mod outcome;
mod roots;

/// What live code does not reach, given what the compiler calls dead.
pub(super) fn unreached(tree: &Tree, reported: &Reported) -> Removal {
    let names = Names::new(tree);
    let mut sweep = Sweep::new(tree, &names, reported);
    sweep.keep_roots();
    sweep.spread();
    sweep.removal()
}

/// Whether the code that names something is live for the compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Liveness {
    Live,
    /// Kept although the compiler does not count it.
    Pinned,
}

/// A name that may mean anything called so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Reach {
    /// Associated items only.
    Associated,
    All,
}

/// Types that no item defines.
const PRIMITIVE: [&str; 17] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64",
    "bool", "char", "str",
];

struct Sweep<'t> {
    tree: &'t Tree<'t>,
    names: &'t Names<'t>,
    dead: &'t HashSet<usize>,
    /// Impls, and invocations of macros that define impls, that the program does not use.
    unused: &'t HashSet<usize>,
    /// Places in macro arguments that name dead items.
    dead_names: &'t HashSet<usize>,
    /// Invocations of macros among the items.
    waiting_calls: Vec<(usize, Vec<Output>)>,
    children: Vec<Vec<usize>>,
    live: Vec<bool>,
    live_leaves: HashSet<(usize, usize)>,
    /// The names that were followed from live and from pinned code.
    visited: HashMap<Liveness, Visited>,
    mentioned: HashSet<(&'t str, Reach, Liveness)>,
    mentioned_in: HashSet<(&'t str, Option<usize>, Liveness)>,
    /// Traits in scope, by module.
    traits: HashMap<Option<usize>, HashSet<usize>>,
    queue: Vec<(&'t str, Reach, Liveness)>,
    defined: HashMap<&'t str, Vec<usize>>,
    bindings: HashMap<&'t str, Vec<(usize, usize)>>,
    associated: HashMap<&'t str, Vec<usize>>,
    macros: HashSet<&'t str>,
    waiting_impls: Vec<(usize, Header)>,
    /// Headers of impls with items that are not live.
    headers: HashMap<usize, Rc<Header>>,
}

/// What an impl depends on.
#[derive(Debug)]
struct Header {
    /// Traits of the bundle; empty for one from outside.
    traits: Vec<usize>,
    /// Structs, enums and unions of the bundle.
    types: Vec<usize>,
    of_trait: bool,
}

impl<'t> Sweep<'t> {
    fn new(tree: &'t Tree<'t>, names: &'t Names<'t>, reported: &'t Reported) -> Sweep<'t> {
        let mut sweep = Sweep {
            tree,
            names,
            dead: &reported.dead,
            unused: &reported.unused.nodes,
            dead_names: &reported.dead_names,
            waiting_calls: Vec::new(),
            children: tree.children(),
            live: vec![false; tree.nodes.len()],
            live_leaves: HashSet::new(),
            visited: HashMap::new(),
            mentioned: HashSet::new(),
            mentioned_in: HashSet::new(),
            traits: HashMap::new(),
            queue: Vec::new(),
            defined: HashMap::new(),
            bindings: HashMap::new(),
            associated: HashMap::new(),
            macros: HashSet::new(),
            waiting_impls: Vec::new(),
            headers: HashMap::new(),
        };
        for (index, node) in tree.nodes.iter().enumerate() {
            let name = tree.name(index);
            match node.item.what {
                ItemKind::Use => {
                    for (leaf, found) in node.leaves.iter().enumerate() {
                        if let Some(name) = &found.binding {
                            sweep.bindings.entry(name).or_default().push((index, leaf));
                        }
                    }
                }
                ItemKind::Impl if tree.is_library(index) => {
                    sweep.waiting_impls.push((index, sweep.header(index)));
                }
                ItemKind::MacroCall if sweep.unused.contains(&index) => {}
                ItemKind::MacroCall if tree.is_library(index) && !node.associated => {
                    sweep.waiting_calls.push((index, macro_outputs::outputs(tree, names, index)));
                }
                ItemKind::Impl | ItemKind::MacroCall | ItemKind::Foreign | ItemKind::Other => {}
                _ if node.associated => sweep.associated.entry(name).or_default().push(index),
                what => {
                    if what == ItemKind::MacroRules {
                        sweep.macros.insert(name);
                    }
                    sweep.defined.entry(name).or_default().push(index);
                }
            }
        }
        for name in &reported.missed {
            sweep.mention_name(name, Reach::All, Liveness::Pinned);
        }
        // All of the program is live.
        for index in 0..tree.nodes.len() {
            if tree.is_library(index) {
                continue;
            }
            for leaf in 0..tree.nodes[index].leaves.len() {
                sweep.keep_leaf((index, leaf), Liveness::Live);
            }
            if tree.what(index) != ItemKind::Module {
                sweep.live[index] = true;
                let module = names.module_of(index);
                sweep.mention(tree.nodes[index].item.tokens.clone(), module, Liveness::Live);
            }
        }
        sweep
    }

    /// Returns the header of an impl, read once.
    fn kept_header(&mut self, node: usize) -> Rc<Header> {
        if let Some(header) = self.headers.get(&node) {
            return Rc::clone(header);
        }
        let header = Rc::new(self.header(node));
        self.headers.insert(node, Rc::clone(&header));
        header
    }

    fn header(&self, node: usize) -> Header {
        let parts = ImplHeader::new(&self.tree.tokens, self.tree.nodes[node].item.head());
        let module = self.names.module_of(node);
        let items = |path: &[&str], kinds: &[ItemKind]| -> Option<Vec<usize>> {
            if parts.generics.contains(path[0]) && path.len() == 1 {
                return None;
            }
            let found = self.names.find(module, path);
            let all: Vec<usize> = self.names.items(&found).collect();
            // An alias may stand for anything.
            all.iter()
                .all(|&item| kinds.contains(&self.tree.what(item)) || self.tree.what(item) == ItemKind::Fn)
                .then(|| all.into_iter().filter(|&item| kinds.contains(&self.tree.what(item))).collect())
        };
        let traits =
            parts.trait_path.as_ref().and_then(|path| items(path, &[ItemKind::Trait])).unwrap_or_default();
        let kinds = [ItemKind::Struct, ItemKind::Enum, ItemKind::Union];
        // Without a trait, a function of the impl may make its type, arguments and all, for who names none of those.
        let needed = if parts.trait_path.is_some() { parts.types.len() } else { 1 };
        let types =
            parts.types.iter().take(needed).filter_map(|path| items(path, &kinds)).flatten().collect();
        Header { traits, types, of_trait: parts.trait_path.is_some() }
    }

    /// How the compiler sees the code of a node.
    fn from(&self, node: usize) -> Liveness {
        if self.dead.contains(&node) { Liveness::Pinned } else { Liveness::Live }
    }

    fn spread(&mut self) {
        let mut last = None;
        loop {
            while let Some((name, reach, from)) = self.queue.pop() {
                for node in self.associated.get(name).cloned().unwrap_or_default() {
                    self.reach_associated(node, from, reach);
                }
                if reach == Reach::All {
                    for node in self.defined.get(name).cloned().unwrap_or_default() {
                        self.name(node, from);
                    }
                    for leaf in self.bindings.get(name).cloned().unwrap_or_default() {
                        self.keep_leaf(leaf, from);
                    }
                }
            }
            for (node, header) in std::mem::take(&mut self.waiting_impls) {
                if !self.try_impl(node, &header) {
                    self.waiting_impls.push((node, header));
                }
            }
            for (node, outputs) in std::mem::take(&mut self.waiting_calls) {
                if outputs.iter().any(|output| self.in_use(output)) {
                    self.keep(node);
                    let range = self.tree.nodes[node].item.tokens.clone();
                    self.mention_anything(range, self.names.module_of(node), Liveness::Live);
                } else {
                    self.waiting_calls.push((node, outputs));
                }
            }
            if !self.queue.is_empty() {
                continue;
            }
            self.loose_items();
            let count = self.live.iter().filter(|live| **live).count() + self.live_leaves.len();
            if self.queue.is_empty() && last == Some(count) {
                return;
            }
            last = Some(count);
        }
    }

    /// Whether live code may use what a macro brings about.
    fn in_use(&self, output: &Output) -> bool {
        match output {
            Output::Unknown => true,
            Output::Impl(needed) => needed.iter().all(|&node| self.live[node]),
            Output::Name(name, place) => {
                let barred = place.is_some_and(|place| self.dead_names.contains(&place));
                let mentioned = |from| {
                    [Reach::Associated, Reach::All]
                        .iter()
                        .any(|&reach| self.mentioned.contains(&(name.as_str(), reach, from)))
                };
                mentioned(Liveness::Pinned) || (!barred && mentioned(Liveness::Live))
            }
        }
    }

    /// Something is named. What the compiler calls dead is not meant by live code, unless it is a type or a trait.
    fn name(&mut self, node: usize, from: Liveness) {
        let may_be_named = matches!(
            self.tree.what(node),
            ItemKind::Struct
                | ItemKind::Enum
                | ItemKind::Union
                | ItemKind::Trait
                | ItemKind::Module
                | ItemKind::ExternCrate
        );
        if from == Liveness::Live && self.dead.contains(&node) && !may_be_named {
            return;
        }
        self.keep(node);
    }

    /// Marks an item live and with it all that it spells.
    fn keep(&mut self, node: usize) {
        if std::mem::replace(&mut self.live[node], true) {
            return;
        }
        let tree: &'t Tree<'t> = self.tree;
        let item = &tree.nodes[node].item;
        let module = self.names.module_of(node);
        let from = self.from(node);
        match item.what {
            // A module is a place, not a thing that spells its content.
            ItemKind::Module => {}
            ItemKind::Trait => {
                self.mention(item.head(), module, from);
                for child in self.children[node].clone() {
                    if !self.dead.contains(&child) {
                        self.keep(child);
                    }
                }
            }
            ItemKind::MacroRules => {
                self.mention_anything(item.tokens.clone(), module, from);
            }
            _ => self.mention(item.tokens.clone(), module, from),
        }
    }

    fn keep_leaf(&mut self, leaf: (usize, usize), from: Liveness) {
        if self.live_leaves.insert(leaf) {
            let found = self.names.find_leaf(leaf);
            self.take(&found, from);
            self.mention_unknown(leaf, &found, from);
        }
    }

    /// The name of an associated item is mentioned.
    fn reach_associated(&mut self, node: usize, from: Liveness, reach: Reach) {
        let Some(parent) = self.tree.nodes[node].parent else { return };
        let barred = |node: usize| from == Liveness::Live && self.dead.contains(&node);
        if barred(node) || barred(parent) {
            return;
        }
        if self.tree.what(parent) == ItemKind::Trait {
            if reach == Reach::All || self.live[parent] {
                self.keep(parent);
                self.keep(node);
            }
        } else if self.live[parent] && self.tree.trait_of(parent).is_none() {
            self.keep(node);
        }
    }

    /// Marks an impl live if it may be in use.
    fn try_impl(&mut self, node: usize, header: &Header) -> bool {
        let in_use = header.traits.iter().chain(&header.types).all(|&needed| self.live[needed]);
        if !in_use || self.unused.contains(&node) {
            return false;
        }
        self.live[node] = true;
        let item = &self.tree.nodes[node].item;
        // An impl for what the compiler does not count as used is not counted either.
        let pinned = header.traits.iter().chain(&header.types).any(|needed| self.dead.contains(needed));
        let from = if pinned { Liveness::Pinned } else { Liveness::Live };
        let module = self.names.module_of(node);
        self.mention(item.head(), module, from);
        for child in self.children[node].clone() {
            let name = self.tree.name(child);
            let nameless = matches!(self.tree.what(child), ItemKind::MacroCall | ItemKind::Other);
            let in_use = header.of_trait && !self.is_dead_in(&header.traits, name);
            let mentioned = |from: Liveness| {
                [Reach::Associated, Reach::All]
                    .iter()
                    .any(|&reach| self.mentioned.contains(&(name, reach, from)))
            };
            let named = !header.of_trait
                && (mentioned(Liveness::Pinned)
                    || (mentioned(Liveness::Live) && !self.dead.contains(&child)));
            if nameless || in_use || named {
                self.keep_child(child, from);
            }
        }
        true
    }

    fn keep_child(&mut self, child: usize, from: Liveness) {
        if from == Liveness::Live {
            self.keep(child);
        } else if !std::mem::replace(&mut self.live[child], true) {
            let module = self.names.module_of(child);
            self.mention(self.tree.nodes[child].item.tokens.clone(), module, from);
        }
    }

    /// Whether the trait's own item of this name is dead and not kept.
    fn is_dead_in(&self, traits: &[usize], name: &str) -> bool {
        traits.iter().any(|&found| {
            self.children[found].iter().any(|&child| self.tree.name(child) == name && !self.live[child])
        })
    }
}
