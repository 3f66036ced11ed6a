//! Rewrites `use` and `extern crate` items.

use super::{Walk, written};
use crate::syntax::{
    text::Edit,
    use_tree::{Leaf, leaves},
};
use std::borrow::Cow;

impl Walk<'_> {
    pub(super) fn use_item(&mut self, at: usize, end: usize) {
        let tokens = self.tokens;
        let leaves = leaves(tokens, at + 1..end);
        let public = at > 0 && tokens.name(at - 1) == "pub";
        let demoted: Vec<&Leaf> = if public && self.library {
            leaves.iter().filter(|leaf| self.names_macro_only(leaf)).collect()
        } else {
            Vec::new()
        };
        let whole = !demoted.is_empty() && demoted.len() == leaves.len();
        if whole {
            self.replace(at - 1..at, "pub(crate)");
        }

        let shared_colons = tokens.is_colons(at + 1) && tokens.opens_with(at + 3, b'{');
        let mut drop_shared = false;
        let mut done = Vec::new();
        let mut extra = String::new();
        for leaf in &leaves {
            let Some((name, token)) = leaf.path.first() else { continue };
            let path = self.first_segment(name, leaf.global, true);
            if !whole && demoted.iter().any(|other| std::ptr::eq(*other, leaf)) {
                extra += &demoted_use(leaf, path.as_deref());
                let stop = if tokens.is_punct(leaf.tokens.end, b',') {
                    leaf.tokens.end + 1
                } else {
                    leaf.tokens.end
                };
                self.replace(leaf.tokens.start..stop, "");
                continue;
            }
            let Some(path) = path else { continue };
            let last = path.rsplit(':').next().unwrap_or(&path);
            let renamed = leaf.binding.as_deref() == Some(name) && leaf.path.len() == 1 && last != name;
            if leaf.is_self && renamed {
                let token = leaf.tokens.end - 1;
                self.insert_after(token, format!(" as {name}"));
            }
            if done.contains(token) {
                continue;
            }
            done.push(*token);
            let as_name = if renamed && !leaf.is_self { format!(" as {name}") } else { String::new() };
            let own_colons = tokens.after_colons(*token);
            drop_shared |= shared_colons;
            self.replace(if own_colons { token - 2 } else { *token }..token + 1, format!("{path}{as_name}"));
        }
        if drop_shared {
            self.replace(at + 1..at + 3, "");
            for leaf in &leaves {
                let Some((_, token)) = leaf.path.first() else { continue };
                if !done.contains(token) {
                    done.push(*token);
                    self.edits.push(Edit::new(tokens[*token].start..tokens[*token].start, "::"));
                }
            }
        }
        if !extra.is_empty() {
            self.insert_after(end, extra);
        }
    }

    /// Whether the `extern crate` after these attributes becomes a `use`.
    pub(super) fn becomes_use(&self, mut at: usize) -> bool {
        while let Some(end) = self.tokens.attribute_end(at) {
            at = end;
        }
        if self.tokens.name(at) == "pub" {
            at = if self.tokens.opens_with(at + 1, b'(') { self.tokens.after(at + 1) } else { at + 1 };
        }
        self.tokens.name(at) == "extern"
            && self.world.externs[self.krate].contains_key(self.tokens.name(at + 2))
    }

    /// `#[macro_use]` may stand on a crate only at the root of the bundle, and there only on the standard ones.
    pub(super) fn drop_macro_use_of_crate(&mut self, at: usize, end: usize) {
        let mut next = end;
        while let Some(end) = self.tokens.attribute_end(next) {
            next = end;
        }
        if self.tokens.name(next) == "pub" {
            next =
                if self.tokens.opens_with(next + 1, b'(') { self.tokens.after(next + 1) } else { next + 1 };
        }
        if self.tokens.name(next) == "extern" && self.tokens.name(next + 1) == "crate" {
            self.replace(at..end, "");
        }
    }

    pub(super) fn extern_crate(&mut self, at: usize, end: usize) {
        let tokens = self.tokens;
        let from = tokens.name(at + 2);
        let rename = (tokens.name(at + 3) == "as").then(|| tokens.str(at + 4));
        let path = if from == "self" {
            self.library.then(|| self.mount.to_owned())
        } else {
            self.world.mount_of(self.krate, from)
        };
        let Some(path) = path else { return };
        let name = rename.unwrap_or(from);
        if let Some(given) = path.strip_prefix("::") {
            self.replace(
                at + 2..end,
                if given == name { given.to_owned() } else { format!("{given} as {name}") },
            );
            return;
        }
        let last = path.rsplit(':').next().unwrap_or(&path);
        if name == "_" {
            let start = if at > 0 && tokens.name(at - 1) == "pub" { at - 1 } else { at };
            self.replace(start..end + 1, "");
        } else if name == last {
            self.replace(at..end, format!("use {path}"));
        } else {
            self.replace(at..end, format!("use {path} as {name}"));
        }
    }
}

/// ` pub(crate) use path::name as other;` for one leaf.
fn demoted_use(leaf: &Leaf, first: Option<&str>) -> String {
    let last = leaf.path.last().map_or("", |(name, _)| name.as_str());
    let renamed = match leaf.binding.as_deref() {
        Some(name) if name == last => String::new(),
        Some(name) => format!(" as {}", written(name)),
        None => " as _".to_owned(),
    };
    let mut segments: Vec<Cow<str>> = leaf.path.iter().map(|(name, _)| written(name)).collect();
    if let Some(first) = first {
        segments[0] = first.into();
    }
    let global = if leaf.global && first.is_none() { "::" } else { "" };
    format!(" pub(crate) use {global}{}{renamed};", segments.join("::"))
}
