//! The items of a bundle, and removing some of those of its libraries.

use crate::syntax::items::{Item, ItemKind, items};
use crate::{
    cargo::rustc,
    syntax::text::{Edit, Text},
    syntax::tokens::Tokens,
};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// An item, or a part of one that can go alone: a method, a name in a `use`.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub item: Item,
    pub parent: Option<usize>,
    /// The item is inside an impl or a trait.
    pub associated: bool,
    /// Leaves of a `use` item.
    pub leaves: Vec<Leaf>,
}

/// One name that a `use` brings in.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub path: Vec<String>,
    /// `None` for `*` and `as _`.
    pub binding: Option<String>,
    pub glob: bool,
    pub tokens: Range<usize>,
}

/// Everything that has a name or can be removed.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    pub tokens: Tokens<'a>,
    /// Parents stand before their children.
    pub nodes: Vec<Node>,
    /// Tokens of the module that holds the libraries.
    pub libraries: Range<usize>,
}

/// What to remove: whole nodes, leaves of `use` nodes, and derived traits.
#[derive(Debug, Default, Clone)]
pub(super) struct Removal {
    pub nodes: HashSet<usize>,
    pub leaves: HashSet<(usize, usize)>,
    /// Tokens that name a trait in a `derive`.
    pub derives: HashSet<usize>,
}

impl Removal {
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.leaves.is_empty() && self.derives.is_empty()
    }
}

impl<'a> Tree<'a> {
    /// `root` is the name of the module that holds the libraries.
    pub(super) fn new(tokens: Tokens<'a>, root: &str) -> Tree<'a> {
        let all = items(&tokens, 0..tokens.len());
        let holder = all.iter().find(|item| {
            item.what == ItemKind::Module && item.name.is_some_and(|name| tokens.name(name) == root)
        });
        let libraries = holder.and_then(|item| item.body).map_or(0..0, |body| tokens.inside(body));
        let everything = 0..tokens.len();
        let mut tree = Tree { tokens, nodes: Vec::new(), libraries };
        tree.add(everything, None, false);
        tree
    }

    /// Whether a node belongs to the libraries; the program's own are not touched.
    pub(super) fn is_library(&self, node: usize) -> bool {
        self.libraries.contains(&self.nodes[node].item.tokens.start)
    }

    /// The leaves of `use` items that end in a range of bytes.
    pub(super) fn leaves_in(&self, bytes: Range<usize>) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.item.what == ItemKind::Use)
        {
            let whole = self.tokens.bytes(node.item.tokens.clone());
            if !self.is_library(index) || whole.start > bytes.start || whole.end < bytes.end {
                continue;
            }
            for (leaf, part) in node.leaves.iter().enumerate() {
                // The range may begin with the shared prefix.
                let end = self.tokens.bytes(part.tokens.clone()).end;
                if end <= bytes.end && end > bytes.start {
                    found.push((index, leaf));
                }
            }
        }
        found
    }

    fn add(&mut self, range: Range<usize>, parent: Option<usize>, associated: bool) {
        for item in items(&self.tokens, range) {
            let index = self.nodes.len();
            let leaves = if item.what == ItemKind::Use { self.leaves(&item) } else { Vec::new() };
            let inner = match item.what {
                ItemKind::Module => item.body.map(|body| (self.tokens.inside(body), false)),
                ItemKind::Impl | ItemKind::Trait => item.body.map(|body| (self.tokens.inside(body), true)),
                _ => None,
            };
            self.nodes.push(Node { item, parent, associated, leaves });
            if let Some((range, associated)) = inner {
                self.add(range, Some(index), associated);
            }
        }
    }

    fn leaves(&self, item: &Item) -> Vec<Leaf> {
        let keyword =
            (item.start..item.tokens.end).find(|&at| self.tokens.name(at) == "use").unwrap_or(item.start);
        crate::syntax::use_tree::leaves(&self.tokens, keyword + 1..item.tokens.end - 1)
            .into_iter()
            .map(|leaf| Leaf {
                path: leaf.path.into_iter().map(|(name, _)| name).collect(),
                binding: leaf.binding,
                glob: leaf.glob,
                tokens: leaf.tokens,
            })
            .collect()
    }

    pub(super) fn name(&self, node: usize) -> &'a str {
        self.nodes[node].item.name.map_or("", |name| self.tokens.name(name))
    }

    /// As the compiler writes it: from the crate, which is called like its file.
    pub(super) fn path(&self, node: usize) -> String {
        let holder = match self.nodes[node].parent {
            Some(parent) => self.path(parent),
            None => rustc::FILE.trim_end_matches(".rs").to_owned(),
        };
        format!("{holder}::{}", self.name(node))
    }

    pub(super) fn what(&self, node: usize) -> ItemKind {
        self.nodes[node].item.what
    }

    /// The trait that an impl is of, as written.
    pub(super) fn trait_of(&self, node: usize) -> Option<&str> {
        let header = crate::syntax::impl_header::ImplHeader::new(&self.tokens, self.nodes[node].item.head());
        header.trait_path?.pop()
    }

    /// Children of each node.
    pub(super) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        children
    }

    /// The node whose name is the token at a byte.
    pub(super) fn named_at(&self) -> HashMap<usize, usize> {
        let starts = self.nodes.iter().enumerate();
        starts.filter_map(|(index, node)| Some((self.tokens[node.item.name?].start, index))).collect()
    }

    /// The `derive` attributes of a node: the attribute, and the paths in it.
    fn derive_lists(&self, node: usize) -> Vec<(Range<usize>, Vec<Range<usize>>)> {
        let item = &self.nodes[node].item;
        let mut found = Vec::new();
        let mut at = item.tokens.start;
        while let Some(end) = self.tokens.attribute_end(at).filter(|_| at < item.start) {
            if self.tokens.is_punct(at, b'#') && self.tokens.name(at + 2) == "derive" {
                let paths = crate::syntax::tokens::split(&self.tokens, self.tokens.inside(at + 3), b',');
                found.push((at..end, paths.into_iter().filter(|path| !path.is_empty()).collect()));
            }
            at = end;
        }
        found
    }

    /// The tokens that name derived traits.
    pub(super) fn derives(&self, node: usize) -> Vec<usize> {
        self.derive_lists(node).into_iter().flat_map(|(_, paths)| paths).map(|path| path.end - 1).collect()
    }

    /// The text without what is to be removed; also without modules that would be left empty and `use` items without names.
    pub(super) fn without(&self, text: &Text, removal: &Removal) -> Text {
        let mut edits = Vec::new();
        for &node in &removal.nodes {
            let bytes = self.tokens.bytes(self.nodes[node].item.tokens.clone());
            edits.push(Edit::remove(self.with_lines(bytes)));
        }
        let mut by_node: HashMap<usize, HashSet<usize>> = HashMap::new();
        for &(node, leaf) in &removal.leaves {
            by_node.entry(node).or_default().insert(leaf);
        }
        for (node, gone) in by_node {
            if removal.nodes.contains(&node) {
                continue;
            }
            let item = &self.nodes[node].item;
            let all = self.nodes[node].leaves.len();
            if gone.len() == all {
                edits.push(Edit::remove(self.with_lines(self.tokens.bytes(item.tokens.clone()))));
                continue;
            }
            let keyword = (item.start..item.tokens.end).find(|&at| self.tokens.name(at) == "use");
            let Some(keyword) = keyword else { continue };
            let tree = keyword + 1..item.tokens.end - 1;
            let doomed: Vec<&Range<usize>> =
                gone.iter().map(|&leaf| &self.nodes[node].leaves[leaf].tokens).collect();
            if let Some(rest) = self.use_tree(tree.clone(), &doomed) {
                edits.push(Edit::new(self.tokens.bytes(tree), rest));
            }
        }
        for node in (0..self.nodes.len()).filter(|node| !removal.nodes.contains(node)) {
            for (attribute, paths) in self.derive_lists(node) {
                let kept: Vec<&str> = paths
                    .iter()
                    .filter(|path| !removal.derives.contains(&(path.end - 1)))
                    .map(|path| &self.tokens.text[self.tokens.bytes(path.clone())])
                    .collect();
                if kept.len() == paths.len() {
                    continue;
                }
                let bytes = self.tokens.bytes(attribute);
                edits.push(if kept.is_empty() {
                    Edit::remove(self.with_lines(bytes))
                } else {
                    Edit::new(bytes, format!("#[derive({})]", kept.join(", ")))
                });
            }
        }
        text.edited(edits)
    }

    /// A `use` tree without some of its leaves, or `None` if none is left.
    fn use_tree(&self, range: Range<usize>, doomed: &[&Range<usize>]) -> Option<String> {
        let tokens = &self.tokens;
        if doomed.iter().any(|leaf| **leaf == range) {
            return None;
        }
        let group = range.clone().find(|&at| tokens.opens_with(at, b'{'));
        let Some(open) = group else { return Some(tokens.text[tokens.bytes(range)].to_owned()) };
        let prefix = &tokens.text[tokens.bytes(range.start..open)];
        let parts: Vec<String> = crate::syntax::tokens::split(tokens, tokens.inside(open), b',')
            .into_iter()
            .filter_map(|part| self.use_tree(part, doomed))
            .collect();
        match &parts[..] {
            [] => None,
            [one] if !one.starts_with("self") && !prefix.is_empty() => Some(format!("{prefix}{one}")),
            _ => Some(format!("{prefix}{{{}}}", parts.join(", "))),
        }
    }

    /// Extends a range over the comment lines right above it and to the end of its line.
    fn with_lines(&self, mut range: Range<usize>) -> Range<usize> {
        let text = self.tokens.text;
        loop {
            let before = &text[..range.start];
            let line = before.rfind('\n').map_or(0, |at| at + 1);
            if !text[line..range.start].trim().is_empty() || line == 0 {
                break;
            }
            let above = before[..line - 1].rfind('\n').map_or(0, |at| at + 1);
            let comment = text[above..line].trim_start();
            if !comment.starts_with("//") || comment.starts_with("//!") {
                range.start = line;
                break;
            }
            range.start = above;
        }
        let rest = &text[range.end..];
        let blank = rest.find('\n').filter(|&end| rest[..end].trim().is_empty());
        if let Some(end) = blank {
            range.end += end + 1;
        }
        range
    }
}
