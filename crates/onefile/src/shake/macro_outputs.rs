//! What an invocation of a macro among the items may bring about: names that it defines and impls.

use crate::{
    shake::names::Names, shake::tree::Tree, syntax::impl_header::ImplHeader, syntax::items::ItemKind,
};
use crate::{syntax::macros::macro_invocation, syntax::tokens::Tokens, syntax::tokens::split};
use std::{collections::HashSet, ops::Range};

/// One thing that an expansion may define.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Output {
    /// An item of this name; with its place if the name is an argument of the invocation.
    Name(String, Option<usize>),
    /// An impl that is of no use before all these nodes are.
    Impl(Vec<usize>),
    /// Anything.
    Unknown,
}

/// The outputs of the invocation at a node.
pub(super) fn outputs(tree: &Tree, names: &Names, node: usize) -> Vec<Output> {
    let Some(mut reader) = Reader::new(tree, names, node) else { return vec![Output::Unknown] };
    reader.expand(tree.name(node));
    let tokens = &tree.tokens;
    for at in reader.arguments.clone().filter(|&at| tokens.name(at) == "macro_rules") {
        reader.outputs.push(Output::Name(tokens.name(at + 2).to_owned(), None));
    }
    reader.outputs
}

/// Returns the impls, each from its first token to the end of its body, in the transcribers that the invocation at a
/// node may reach; `None` if it may define anything else.
pub(super) fn impls(tree: &Tree, names: &Names, node: usize) -> Option<Vec<Range<usize>>> {
    let mut reader = Reader::new(tree, names, node)?;
    reader.expand(tree.name(node));
    (reader.outputs.len() == reader.impls.len()).then_some(reader.impls)
}

struct Reader<'a> {
    tree: &'a Tree<'a>,
    names: &'a Names<'a>,
    module: Option<usize>,
    arguments: Range<usize>,
    seen: HashSet<usize>,
    outputs: Vec<Output>,
    /// The tokens of each impl, which is one of the outputs.
    impls: Vec<Range<usize>>,
}

impl<'a> Reader<'a> {
    fn new(tree: &'a Tree<'a>, names: &'a Names<'a>, node: usize) -> Option<Reader<'a>> {
        let open = tree.nodes[node].item.body?;
        Some(Reader {
            tree,
            names,
            module: names.module_of(node),
            arguments: tree.tokens.inside(open),
            seen: HashSet::new(),
            outputs: Vec::new(),
            impls: Vec::new(),
        })
    }

    /// All arms of all macros of this name.
    fn expand(&mut self, name: &str) {
        let tree = self.tree;
        let definitions = self.names.macros(name);
        if definitions.is_empty() {
            self.outputs.push(Output::Unknown);
        }
        for &node in definitions {
            let Some(body) = tree.nodes[node].item.body.filter(|_| self.seen.insert(node)) else { continue };
            for arm in split(&tree.tokens, tree.tokens.inside(body), b';') {
                match arm.end.checked_sub(1).filter(|_| arm.len() >= 4) {
                    Some(close) => {
                        let open = tree.tokens[close].partner;
                        self.transcriber(tree.tokens.inside(open));
                    }
                    None => self.outputs.push(Output::Unknown),
                }
            }
        }
    }

    /// Items in the right side of an arm.
    fn transcriber(&mut self, range: Range<usize>) {
        let tokens: &Tokens = &self.tree.tokens;
        let mut at = range.start;
        while at < range.end {
            if let Some(end) = tokens.attribute_end(at) {
                at = end;
                continue;
            }
            if tokens.is_punct(at, b'$') && tokens.opens_with(at + 1, b'(') {
                self.transcriber(tokens.inside(at + 1));
                at = tokens.after(at + 1);
                // A separator and the operator.
                while at < range.end && !["*", "+", "?"].contains(&tokens.str(at)) {
                    at += 1;
                }
                at += 1;
                continue;
            }
            // `$(#[$meta])*` and `$vis` before an item.
            if tokens.is_punct(at, b'#') || tokens.is_punct(at, b';') || tokens.is_open(at) {
                at = tokens.after(at);
                continue;
            }
            match tokens.name(at) {
                "pub" | "unsafe" | "default" | "async" | "extern" => {
                    at += 1;
                    if tokens.is_open(at) {
                        at = tokens.after(at);
                    }
                    continue;
                }
                "const" if matches!(tokens.name(at + 1), "fn" | "unsafe") => at += 1,
                "fn" | "struct" | "enum" | "union" | "trait" | "mod" | "const" | "static" | "type" => {
                    self.defined(at + 1);
                    at = self.end_of_item(at, range.end);
                }
                "impl" => {
                    let body = (at..range.end).find(|&i| tokens.opens_with(i, b'{')).unwrap_or(range.end);
                    self.implementation(at..body);
                    let end = if body < range.end { tokens.after(body) } else { range.end };
                    self.impls.push(at..end);
                    at = end;
                }
                "macro_rules" => {
                    self.defined(at + 2);
                    at = self.end_of_item(at, range.end);
                }
                "" if tokens.is_punct(at, b'$') && tokens.name(at + 1) != "crate" => at += 2,
                _ => {
                    let mut last = if tokens.is_punct(at, b'$') { at + 1 } else { at };
                    while tokens.is_ident(last) && tokens.is_colons(last + 1) {
                        last += 3;
                    }
                    match macro_invocation(tokens, last) {
                        Some(open) => {
                            self.expand(tokens.name(last));
                            at = tokens.after(open);
                        }
                        None => {
                            self.outputs.push(Output::Unknown);
                            return;
                        }
                    }
                }
            }
        }
    }

    fn end_of_item(&self, from: usize, limit: usize) -> usize {
        let tokens = &self.tree.tokens;
        let mut at = from;
        while at < limit && !tokens.is_punct(at, b';') && !tokens.opens_with(at, b'{') {
            at = tokens.after(at);
        }
        if at < limit { tokens.after(at) } else { limit }
    }

    /// The name at this token, or whatever the arguments may put there.
    fn defined(&mut self, at: usize) {
        let tokens = &self.tree.tokens;
        let at = if tokens.name(at) == "mut" { at + 1 } else { at };
        if tokens.is_ident(at) {
            self.outputs.push(Output::Name(tokens.name(at).to_owned(), None));
            return;
        }
        for argument in self.arguments.clone().filter(|&argument| tokens.is_ident(argument)) {
            let output = Output::Name(tokens.name(argument).to_owned(), Some(tokens[argument].start));
            if !self.outputs.contains(&output) {
                self.outputs.push(output);
            }
        }
    }

    fn implementation(&mut self, range: Range<usize>) {
        let tokens = &self.tree.tokens;
        let header = ImplHeader::new(tokens, range.clone());
        let mut needed = Vec::new();
        let mut known = false;
        let variables: HashSet<&str> =
            range.filter(|&at| tokens.is_punct(at, b'$')).map(|at| tokens.name(at + 1)).collect();
        for path in header.trait_path.iter().chain(&header.types) {
            let first = path.first().copied().unwrap_or_default();
            if variables.contains(first) || header.generics.contains(first) {
                continue;
            }
            let found = self.names.find(self.module, path);
            for item in self.names.items(&found) {
                if matches!(
                    self.tree.what(item),
                    ItemKind::Trait | ItemKind::Struct | ItemKind::Enum | ItemKind::Union
                ) {
                    known = true;
                    needed.push(item);
                }
            }
        }
        self.outputs.push(if known { Output::Impl(needed) } else { Output::Unknown });
    }
}
