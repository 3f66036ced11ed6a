//! Rewrites the names of a crate for its place in the bundle.
//!
//! In the bundle every library is a module below one private root module. `crate::`, `$crate::`, names of other crates
//! and `pub(crate)` are rewritten to that place token by token, in code, in the arguments of macros and in the bodies
//! of macros alike. A name of a crate is left alone where a module or block declares something else by that name.

mod expansions;
mod imports;
mod macros;
mod meanings;
mod model;
mod world;

pub use expansions::Expansions;
pub use macros::UnkeepableMacro;
pub use model::Model;
pub use world::World;

use crate::syntax::edition::Edition;
use crate::{
    syntax::cfg::Facts,
    syntax::macros::macro_invocation,
    syntax::text::Edit,
    syntax::tokens::{Kind, Tokens},
};
use model::Scope;
use std::{borrow::Cow, collections::HashMap, ops::Range};

/// The crates that come with the compiler.
pub const STANDARD: [&str; 5] = ["std", "core", "alloc", "test", "proc_macro"];

/// The edits that move a crate to its place, and the macros that mean different things in the crates that use them.
#[derive(Debug)]
pub struct Rewrite {
    pub edits: Vec<Edit>,
    pub unkeepable: Vec<UnkeepableMacro>,
}

/// Rewrites the names of a crate for its place in the bundle.
pub fn rewrite(world: &World, expansions: &Expansions, facts: &[Facts], krate: usize) -> Rewrite {
    let tokens = &world.tokens[krate];
    let mut walk = Walk {
        world,
        expansions,
        facts,
        krate,
        tokens,
        model: &world.models[krate],
        mount: &world.mounts[krate],
        library: world.mounts[krate] != "crate",
        old: world.editions[krate] == Edition::E2015,
        module: 0,
        blocks: Vec::new(),
        textual: HashMap::new(),
        call_end: None,
        edits: Vec::new(),
        reasons: Vec::new(),
        unkeepable: Vec::new(),
    };
    walk.group(0..tokens.len(), true);
    Rewrite { edits: walk.edits, unkeepable: walk.unkeepable }
}

struct Walk<'a> {
    world: &'a World<'a>,
    expansions: &'a Expansions,
    facts: &'a [Facts],
    krate: usize,
    tokens: &'a Tokens<'a>,
    model: &'a Model,
    mount: &'a str,
    library: bool,
    /// Edition 2015, where paths of `use` start at the crate root.
    old: bool,
    module: usize,
    blocks: Vec<Scope>,
    /// `macro_rules!` in textual scope, with the name they have now.
    textual: HashMap<String, String>,
    /// The token after the invocation of a macro that the place is inside of.
    call_end: Option<usize>,
    edits: Vec<Edit>,
    /// Why the macro that is being read cannot keep its meaning.
    reasons: Vec<String>,
    unkeepable: Vec<UnkeepableMacro>,
}

impl Walk<'_> {
    fn replace(&mut self, tokens: Range<usize>, with: impl Into<String>) {
        self.edits.push(Edit::new(self.tokens.bytes(tokens), with.into()));
    }

    fn insert_after(&mut self, token: usize, text: String) {
        let at = self.tokens[token].end;
        self.edits.push(Edit::new(at..at, text));
    }

    /// Goes through code, or through the arguments of a macro.
    fn group(&mut self, range: Range<usize>, code: bool) {
        let tokens = self.tokens;
        let mut at = range.start;
        let mut leaks_macros = false;
        while at < range.end {
            if let Some(end) = tokens.attribute_end(at) {
                if tokens.name(at + 2) == "macro_use" {
                    leaks_macros = true;
                    if self.library || self.becomes_use(end) {
                        self.drop_macro_use_of_crate(at, end);
                    }
                }
                at = end;
                continue;
            }
            let name = tokens.name(at);
            match name {
                "pub" if tokens.opens_with(at + 1, b'(') => {
                    self.restricted(at + 1);
                    at = tokens.after(at + 1);
                    continue;
                }
                "pub" => {
                    at += 1;
                    continue;
                }
                "use" if !tokens.is_punct(at + 1, b'<') => {
                    let end = self.find(at..range.end, b';');
                    if let Some(end) = end {
                        self.use_item(at, end);
                        at = end + 1;
                    } else {
                        at += 1;
                    }
                }
                "extern" if tokens.name(at + 1) == "crate" => {
                    let end = self.find(at..range.end, b';').unwrap_or(at + 2);
                    self.extern_crate(at, end);
                    at = end + 1;
                }
                "mod" if code && tokens.opens_with(at + 2, b'{') => {
                    self.enter_module(at, leaks_macros);
                    at = tokens.after(at + 2);
                }
                "macro_rules" if macro_invocation(tokens, at) == Some(at + 3) => at = self.definition(at),
                _ => {
                    self.name(at);
                    if let Some(open) = macro_invocation(tokens, at) {
                        let end = tokens.after(open);
                        let outer = self.call_end;
                        self.call_end = outer.or(Some(end + usize::from(tokens.is_punct(end, b';'))));
                        self.group(tokens.inside(open), false);
                        self.call_end = outer;
                        at = end;
                    } else if tokens.opens_with(at, b'{') && code {
                        self.blocks.push(model::scope(tokens, tokens.inside(at)));
                        let textual = self.textual.clone();
                        self.group(tokens.inside(at), true);
                        self.textual = textual;
                        self.blocks.pop();
                        at = tokens.after(at);
                    } else if tokens.is_open(at) {
                        self.group(tokens.inside(at), code);
                        at = tokens.after(at);
                    } else {
                        at += 1;
                    }
                }
            }
            leaks_macros = false;
        }
    }

    fn find(&self, range: Range<usize>, punct: u8) -> Option<usize> {
        let mut at = range.start;
        while at < range.end {
            if self.tokens.is_punct(at, punct) {
                return Some(at);
            }
            at = self.tokens.after(at);
        }
        None
    }

    fn enter_module(&mut self, at: usize, leaks_macros: bool) {
        let tokens = self.tokens;
        let child = self.model.child_with_body(self.module, &tokens.inside(at + 2));
        let Some(child) = child else {
            // A module in a block: its own names are few, and what surrounds it does not reach in.
            return self.group(tokens.inside(at + 2), true);
        };
        let outer = std::mem::replace(&mut self.module, child);
        let blocks = std::mem::take(&mut self.blocks);
        let textual = self.textual.clone();
        self.group(tokens.inside(at + 2), true);
        self.module = outer;
        self.blocks = blocks;
        if !leaks_macros {
            self.textual = textual;
        }
        if self.library {
            let reexports = self.reexports_of_child(outer, child);
            self.insert_after(tokens.after(at + 2) - 1, reexports);
        }
    }

    /// `pub(crate)`, `pub(in path)`: the tokens in the parentheses.
    fn restricted(&mut self, open: usize) {
        let inside = self.tokens.inside(open);
        if !self.library {
            return;
        }
        let at = inside.start;
        match self.tokens.name(at) {
            "crate" if inside.len() == 1 => self.replace(at..at + 1, format!("in {}", self.mount)),
            "in" => {
                let mut first = at + 1;
                let global = self.tokens.is_colons(first);
                if global {
                    first += 2;
                }
                match self.tokens.name(first) {
                    "crate" => self.replace(first..first + 1, self.mount),
                    "self" | "super" => {}
                    name => self.replace(at + 1..first + 1, format!("{}::{name}", self.mount)),
                }
            }
            _ => {}
        }
    }

    /// Where a name in the extern prelude leads, if it is a crate of the bundle.
    fn extern_path(&self, name: &str) -> Option<String> {
        self.world.mount_of(self.krate, name).or_else(|| {
            // `extern crate alloc;` at the root of a library puts the name into its prelude.
            let root = &self.model.modules[0].scope;
            let (_, to) = root
                .extern_crates
                .iter()
                .find(|(from, to)| to == name && STANDARD.contains(&from.as_str()))?;
            let natural = matches!(name, "std" | "core");
            (self.library && !natural).then(|| format!("{}::{to}", self.mount))
        })
    }

    fn shadowed(&self, name: &str) -> bool {
        self.blocks.iter().any(|block| block.shadows_crate(name))
            || self.model.modules[self.module].scope.shadows_crate(name)
            || self.world.glob_brings(self.krate, self.module, name)
    }

    /// What the first segment of a path becomes, if it changes. `None` also for what stays.
    fn first_segment(&self, name: &str, global: bool, in_use: bool) -> Option<String> {
        match name {
            "crate" => return self.library.then(|| self.mount.to_owned()),
            "self" | "super" | "Self" | "" => return None,
            _ => {}
        }
        if self.old && (in_use || global) {
            let root = &self.model.modules[0];
            let known = root.children.contains_key(name)
                || root.scope.shadows_crate(name)
                || root.scope.declares_item(name)
                || root.scope.extern_crates.iter().any(|(_, to)| to == name);
            return match self.extern_path(name) {
                Some(path) if !known => Some(path),
                _ if name == "std" && !known => None,
                _ => Some(format!("{}::{}", self.mount, written(name))),
            };
        }
        let path = self.extern_path(name)?;
        if path.strip_prefix("::") == Some(name) {
            return None;
        }
        (global || !self.shadowed(name)).then_some(path)
    }

    /// An identifier in code or macro arguments: the start of a path, or the name of a macro.
    fn name(&mut self, at: usize) {
        let tokens = self.tokens;
        let name = tokens.name(at);
        if name.is_empty() || (at > 0 && tokens.is_punct(at - 1, b'$')) {
            return;
        }
        let after_dot = at > 0 && tokens.is_punct(at - 1, b'.') && !(at > 1 && tokens.is_punct(at - 2, b'.'));
        if after_dot {
            return;
        }
        if tokens.is_colons(at + 1) && !tokens.is_punct(at + 3, b'<') {
            let global = is_global(tokens, at);
            if tokens.after_colons(at) && !global {
                return;
            }
            if let Some(path) = self.first_segment(name, global, false) {
                self.replace(if global { at - 2 } else { at }..at + 1, path);
            }
        } else if !tokens.after_colons(at) && macro_invocation(tokens, at).is_some() {
            self.macro_name(at);
        }
    }
}

/// Returns a name as it has to be written: raw, if it is a keyword of some edition.
pub(super) fn written(name: &str) -> Cow<'_, str> {
    let keyword = KEYWORDS.split_whitespace().any(|keyword| keyword == name);
    if keyword { format!("r#{name}").into() } else { name.into() }
}

/// The keywords that can be raw identifiers.
const KEYWORDS: &str = "\
    abstract as async await become box break const continue do dyn else enum extern false final fn for gen if \
    impl in let loop macro match mod move mut override priv pub ref return static struct trait true try type \
    typeof unsafe unsized use virtual where while yield";

/// Whether the path that starts at this identifier starts with `::`.
pub fn is_global(tokens: &Tokens, at: usize) -> bool {
    if !tokens.after_colons(at) {
        return false;
    }
    let colons = at - 2;
    if colons == 0 {
        return true;
    }
    let before = colons - 1;
    match tokens[before].kind {
        Kind::Ident => {
            let metavariable = before > 0 && tokens.is_punct(before - 1, b'$');
            let keyword = matches!(
                tokens.str(before),
                "as" | "in"
                    | "return"
                    | "else"
                    | "mut"
                    | "dyn"
                    | "impl"
                    | "for"
                    | "where"
                    | "if"
                    | "match"
                    | "while"
                    | "break"
                    | "move"
                    | "ref"
                    | "const"
                    | "unsafe"
                    | "let"
                    | "use"
                    | "box"
                    | "yield"
                    | "loop"
                    | "pub"
            );
            keyword && !metavariable
        }
        Kind::Punct(b'>') => {
            let arrow = before > 0
                && (tokens.is_punct(before - 1, b'-') || tokens.is_punct(before - 1, b'='))
                && tokens.adjacent(before - 1);
            arrow || !tokens.adjacent(before)
        }
        Kind::Close(b')' | b']') | Kind::Literal | Kind::Lifetime => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests;
