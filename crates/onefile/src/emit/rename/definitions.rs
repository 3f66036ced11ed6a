//! Finds what a bundle defines, by tokens alone.

use super::reserved::{FRAGMENTS, KEYWORDS, PRELUDE};
use crate::syntax::{
    tokens::{Kind, Tokens, split},
    use_tree,
};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// The names that a bundle defines, by what they name.
#[derive(Debug, Default)]
pub(super) struct Definitions<'t> {
    /// Functions, types, constants, modules, macros, variants and type parameters.
    pub(super) items: HashSet<&'t str>,
    pub(super) macros: HashSet<&'t str>,
    pub(super) fields: HashSet<&'t str>,
    /// Items of the bundle's own traits and of inherent impls.
    pub(super) associated: HashSet<&'t str>,
    /// Tokens that define or bind an associated item.
    pub(super) associated_at: HashSet<usize>,
    /// Items of impls whose trait is not the bundle's.
    pub(super) outside_associated: HashSet<&'t str>,
    /// Names that `use` items bring from outside, and the segments of their paths.
    pub(super) imported: HashSet<&'t str>,
    /// Types whose names the program prints.
    pub(super) shown: Vec<Range<usize>>,
    variables: HashSet<&'t str>,
    fixed: HashSet<usize>,
}

/// What a group in braces belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Body {
    /// A trait, an impl without a trait, or an impl of one of the bundle's own traits.
    Associated,
    /// An impl of another trait.
    Outside,
}

impl<'t> Definitions<'t> {
    pub(super) fn new(tokens: &'t Tokens<'t>) -> Definitions<'t> {
        let mut found = Definitions::default();
        found.fix_attributes(tokens);
        found.find_items(tokens);
        found.find_associated(tokens);
        found.find_imports(tokens);
        found.find_variables(tokens);
        found
    }

    /// Returns `true` for an identifier that must stay where it stands, whatever its name means elsewhere.
    pub(super) fn is_fixed(&self, at: usize) -> bool {
        self.fixed.contains(&at)
    }

    /// Returns `true` if the bundle defines an item, a field or a variable of this name.
    pub(super) fn bare(&self, name: &str) -> bool {
        self.items.contains(name) || self.fields.contains(name) || self.variables.contains(name)
    }

    fn fix_attributes(&mut self, tokens: &'t Tokens<'t>) {
        for at in 0..tokens.len() {
            if tokens.is_punct(at, b'#')
                && let Some(end) = tokens.attribute_end(at)
            {
                self.fixed.extend(at..end);
                let exported = ["no_mangle", "export_name", "link_section", "macro_export", "proc_macro"];
                if (at..end).any(|inner| exported.contains(&tokens.name(inner))) {
                    let item = end..(end + 8).min(tokens.len());
                    self.shown.push(item);
                }
            }
            // `$name:fragment`
            if tokens.is_punct(at, b'$')
                && tokens.is_ident(at + 1)
                && tokens.is_punct(at + 2, b':')
                && FRAGMENTS.contains(&tokens.name(at + 3))
            {
                self.fixed.insert(at + 3);
            }
        }
    }

    fn find_items(&mut self, tokens: &'t Tokens<'t>) {
        for at in 0..tokens.len() {
            let name = tokens.name(at + 1);
            match tokens.name(at) {
                "struct" | "enum" | "trait" | "mod" | "static" | "union" | "fn" | "const" | "type"
                    if tokens.is_ident(at + 1) && !KEYWORDS.contains(&name) =>
                {
                    self.items.insert(name);
                    self.type_parameters(tokens, at + 2);
                    match tokens.name(at) {
                        "struct" | "union" => self.add_fields(tokens, at),
                        "enum" => self.add_variants(tokens, at),
                        _ => {}
                    }
                }
                "static" if name == "mut" => {
                    self.items.insert(tokens.name(at + 2));
                }
                "impl" => self.type_parameters(tokens, at + 1),
                "macro_rules" if tokens.is_punct(at + 1, b'!') => {
                    self.macros.insert(tokens.name(at + 2));
                    self.items.insert(tokens.name(at + 2));
                }
                // Names from other languages.
                "extern" if tokens.opens_with(at + 2, b'{') => self.shown.push(tokens.inside(at + 2)),
                "extern" if name == "crate" => {
                    self.imported.extend([tokens.name(at + 2), tokens.name(at + 4)]);
                }
                _ => {}
            }
        }
        self.items.remove("");
    }

    /// `<T, U: Bound, const N: usize>`
    fn type_parameters(&mut self, tokens: &'t Tokens<'t>, open: usize) {
        if !tokens.is_punct(open, b'<') {
            return;
        }
        let mut depth = 0;
        let mut at = open;
        while at < tokens.len() {
            if tokens.is_punct(at, b'<') {
                depth += 1;
            } else if tokens.is_punct(at, b'>') && !tokens.is_punct(at - 1, b'-') {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            } else if depth == 1 && (tokens.is_punct(at - 1, b'<') || tokens.is_punct(at - 1, b',')) {
                let parameter = if tokens.name(at) == "const" { at + 1 } else { at };
                if tokens.is_ident(parameter) {
                    self.items.insert(tokens.name(parameter));
                }
            }
            at = tokens.after(at);
        }
    }

    /// The opening brace of an item, or `None` if `;` comes first.
    fn body(tokens: &Tokens, from: usize) -> Option<usize> {
        let mut at = from;
        while at < tokens.len() && !tokens.is_punct(at, b';') {
            if tokens.opens_with(at, b'{') {
                return Some(at);
            }
            at = tokens.after(at);
        }
        None
    }

    fn add_fields(&mut self, tokens: &'t Tokens<'t>, keyword: usize) {
        if let Some(open) = Self::body(tokens, keyword) {
            self.fields_in(tokens, open);
        }
        self.note_shown(tokens, keyword);
    }

    fn fields_in(&mut self, tokens: &'t Tokens<'t>, open: usize) {
        for part in split(tokens, tokens.inside(open), b',') {
            let mut at = after_attributes(tokens, part.start);
            if tokens.name(at) == "pub" {
                at += 1;
                if tokens.opens_with(at, b'(') {
                    at = tokens.after(at);
                }
            }
            if tokens.is_ident(at) && tokens.is_punct(at + 1, b':') {
                self.fields.insert(tokens.name(at));
            }
        }
    }

    fn add_variants(&mut self, tokens: &'t Tokens<'t>, keyword: usize) {
        let Some(open) = Self::body(tokens, keyword) else { return };
        for part in split(tokens, tokens.inside(open), b',') {
            let at = after_attributes(tokens, part.start);
            if tokens.is_ident(at) {
                self.items.insert(tokens.name(at));
                if tokens.opens_with(at + 1, b'{') {
                    self.fields_in(tokens, at + 1);
                }
            }
        }
        self.note_shown(tokens, keyword);
    }

    /// Keeps the names of a type with `#[derive(Debug)]`: `{:?}` prints them.
    fn note_shown(&mut self, tokens: &Tokens, keyword: usize) {
        let mut start = keyword;
        while start > 0 && !matches!(tokens[start - 1].kind, Kind::Punct(b';') | Kind::Open(b'{')) {
            let before = &tokens[start - 1];
            if before.kind == Kind::Close(b'}') {
                break;
            }
            start = before.partner.min(start - 1);
        }
        if (start..keyword).any(|at| tokens.name(at) == "Debug") || self.derives_debug(tokens, start, keyword)
        {
            let end = Self::body(tokens, keyword).map_or(keyword + 2, |open| tokens[open].partner);
            self.shown.push(keyword..end);
        }
    }

    fn derives_debug(&self, tokens: &Tokens, start: usize, keyword: usize) -> bool {
        (start..keyword).any(|at| {
            tokens.name(at) == "derive"
                && tokens.is_open(at + 1)
                && tokens.inside(at + 1).any(|inner| !is_silent_derive(tokens.name(inner)))
        })
    }

    /// Finds the items of impls and traits.
    fn find_associated(&mut self, tokens: &'t Tokens<'t>) {
        let traits: HashSet<&str> = (0..tokens.len())
            .filter(|&at| tokens.name(at) == "trait")
            .map(|at| tokens.name(at + 1))
            .collect();
        let mut bodies: HashMap<usize, Body> = HashMap::new();
        for at in 0..tokens.len() {
            let item = at == 0
                || matches!(tokens[at - 1].kind, Kind::Punct(b';') | Kind::Close(_) | Kind::Open(b'{'))
                || matches!(tokens.name(at - 1), "unsafe" | "pub" | "default" | "auto");
            let body = match tokens.name(at) {
                "trait" if tokens.is_ident(at + 1) => Some(Body::Associated),
                "impl" if item || tokens[at - 1].kind == Kind::Doc => Some(impl_body(tokens, at, &traits)),
                _ => None,
            };
            if let (Some(body), Some(open)) = (body, Self::body(tokens, at + 1)) {
                bodies.insert(open, body);
            }
        }
        let mut defined_bare = HashSet::new();
        let mut around: Vec<(usize, Option<Body>)> = Vec::new();
        for at in 0..tokens.len() {
            match tokens[at].kind {
                Kind::Open(_) => around.push((at, bodies.get(&at).copied())),
                Kind::Close(_) => drop(around.pop()),
                Kind::Ident
                    if matches!(tokens.name(at), "fn" | "const" | "type") && tokens.is_ident(at + 1) =>
                {
                    let name = tokens.name(at + 1);
                    match around.last().and_then(|(_, body)| *body) {
                        Some(Body::Associated) => {
                            self.associated.insert(name);
                            self.associated_at.insert(at + 1);
                        }
                        Some(Body::Outside) => {
                            self.outside_associated.insert(name);
                            self.fixed.insert(at + 1);
                        }
                        None => {
                            defined_bare.insert(name);
                        }
                    }
                }
                _ => {}
            }
        }
        // `find_items` took associated items for free ones.
        let other: HashSet<&str> = (0..tokens.len())
            .filter(|&at| {
                matches!(tokens.name(at), "struct" | "enum" | "trait" | "mod" | "static" | "union" | "mut")
            })
            .map(|at| tokens.name(at + 1))
            .collect();
        let associated = self.associated.union(&self.outside_associated);
        let only_associated: Vec<&str> = associated
            .copied()
            .filter(|name| !defined_bare.contains(name) && !other.contains(name))
            .collect();
        let parameters = std::mem::take(&mut self.items);
        self.items = parameters.into_iter().filter(|name| !only_associated.contains(name)).collect();
        for at in 0..tokens.len() {
            match tokens.name(at) {
                "enum" => self.add_variants(tokens, at),
                "impl" => self.type_parameters(tokens, at + 1),
                "fn" | "struct" | "trait" | "type" => self.type_parameters(tokens, at + 2),
                "macro_rules" if tokens.is_punct(at + 1, b'!') => {
                    self.items.insert(tokens.name(at + 2));
                }
                _ => {}
            }
        }
    }

    fn find_imports(&mut self, tokens: &'t Tokens<'t>) {
        let mut own: HashSet<&str> = ["crate", "self", "super"].into();
        own.extend(self.items.iter());
        for at in (0..tokens.len()).filter(|&at| tokens.name(at) == "use" && !self.fixed.contains(&at)) {
            if tokens.is_punct(at + 1, b'<') {
                continue;
            }
            let end = (at..tokens.len()).find(|&end| tokens.is_punct(end, b';')).unwrap_or(tokens.len());
            for leaf in use_tree::leaves(tokens, at + 1..end) {
                let Some((first, _)) = leaf.path.first() else { continue };
                if own.contains(first.as_str()) && !PRELUDE.contains(&first.as_str()) && !leaf.global {
                    // An import of an associated item's name is one of an item.
                    continue;
                }
                self.imported.extend(leaf.path.iter().map(|&(_, token)| tokens.name(token)));
                let last = leaf.tokens.end - 1;
                if leaf.binding.is_some() {
                    self.imported.insert(tokens.name(last));
                }
            }
        }
        self.imported.retain(|name| !matches!(*name, "" | "crate" | "self" | "super"));
    }

    /// Finds the names of variables, fields and parameters: in any position that may bind one.
    fn find_variables(&mut self, tokens: &'t Tokens<'t>) {
        for at in 0..tokens.len() {
            let name = tokens.name(at);
            let lower = name.starts_with(|first: char| first.is_lowercase() || first == '_');
            if !lower || KEYWORDS.contains(&name) || PRELUDE.contains(&name) || self.fixed.contains(&at) {
                continue;
            }
            let invokes = tokens.is_open(at + 1) || tokens.is_punct(at + 1, b'!') || tokens.is_colons(at + 1);
            let after_dot = at > 0 && tokens.is_punct(at - 1, b'.');
            let is_member = after_dot && !tokens.is_punct(at - 2, b'.');
            if !invokes && !tokens.after_colons(at) && !is_member {
                self.variables.insert(name);
            }
        }
    }
}

/// Returns `true` for the standard derives that do not print the names of a type.
fn is_silent_derive(name: &str) -> bool {
    let silent = ["Clone", "Copy", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd", "std", "core"];
    name.is_empty()
        || silent.contains(&name)
        || matches!(name, "clone" | "cmp" | "marker" | "hash" | "default")
}

fn after_attributes(tokens: &Tokens, mut at: usize) -> usize {
    while let Some(end) = tokens.attribute_end(at) {
        at = end;
    }
    at
}

/// Returns what the body of an impl holds.
fn impl_body(tokens: &Tokens, keyword: usize, traits: &HashSet<&str>) -> Body {
    let end = Definitions::body(tokens, keyword + 1).unwrap_or(tokens.len());
    let header = crate::syntax::impl_header::ImplHeader::new(tokens, keyword..end);
    match header.trait_path.as_deref() {
        None | Some([]) => Body::Associated,
        Some([.., last]) if traits.contains(last) => Body::Associated,
        Some(_) => Body::Outside,
    }
}
