//! `macro_rules!`: names in their bodies mean what they mean where the macro is expanded, except after `$crate`.

use crate::{
    paths::{Walk, is_global, written},
    syntax::use_tree::Leaf,
};
use crate::{syntax::attributes::is_exported, syntax::cfg, syntax::cfg::Facts, syntax::text::Edit};
use std::{collections::HashSet, ops::Range};

/// Attributes and macros that the language itself knows by these names: importing a macro so named is ambiguous.
const TAKEN: &str = "\
    allow assert assert_eq assert_ne automatically_derived bench cfg cfg_attr cold column compile_error \
    concat dbg debug_assert debug_assert_eq debug_assert_ne deny deprecated derive doc env eprint eprintln \
    expect file forbid format format_args ignore include include_bytes include_str inline line link \
    macro_export macro_use matches module_path must_use non_exhaustive option_env panic path print println \
    repr stringify test thread_local todo track_caller try unimplemented unreachable used vec warn write \
    writeln";

/// A macro that cannot keep its meaning in one file. That matters only if the bundle still has it in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnkeepableMacro {
    /// The byte offset of `macro_rules`.
    pub offset: usize,
    pub reason: String,
}

impl Walk<'_> {
    /// The name that an exported macro gets: its own, unless that would clash.
    fn exported_name(&self, name: &str) -> String {
        let clash = self.model.exported.get(name).is_some_and(|exported| {
            let taken = |module: usize| {
                let scope = &self.model.modules[module].scope;
                scope.declares_item(name) || scope.imports(name)
            };
            exported.generated
                || self.world.is_of_2015()
                || TAKEN.split_whitespace().any(|taken| taken == name)
                || taken(0)
                || taken(exported.module)
        });
        if clash {
            let krate = self.mount.rsplit(':').next().unwrap_or(self.mount);
            format!("{krate}_{name}")
        } else {
            name.to_owned()
        }
    }

    /// What makes the exported macros of a child module known in this module.
    pub(super) fn reexports_of_child(&self, module: usize, child: usize) -> String {
        let mut names: Vec<&String> = self
            .model
            .exported
            .iter()
            .filter(|(_, exported)| !exported.generated && self.is_within(exported.module, child))
            .map(|(name, _)| name)
            .collect();
        names.sort();
        let mut text = String::new();
        for name in names {
            let now = self.exported_name(name);
            let child = written(&self.model.modules[child].name);
            let renamed = self.renamed(module, name, &now);
            text += &format!("\npub(crate) use self::{child}::{now}{renamed};", now = written(&now));
        }
        text
    }

    /// Returns what gives a macro its own name in the root of its crate, where that name was changed.
    fn renamed(&self, module: usize, name: &str, now: &str) -> String {
        if module == 0 && now != name { format!(" as {}", written(name)) } else { String::new() }
    }

    fn is_within(&self, mut module: usize, ancestor: usize) -> bool {
        while module != ancestor {
            match self.model.modules[module].parent {
                Some(parent) => module = parent,
                None => return false,
            }
        }
        true
    }

    /// A macro named without a path in code.
    pub(super) fn macro_name(&mut self, at: usize) {
        let name = self.tokens.name(at);
        if let Some(now) = self.textual.get(name) {
            if now != name {
                let now = written(now).into_owned();
                self.replace(at..at + 1, now);
            }
            return;
        }
        let scopes = self.blocks.iter().chain([&self.model.modules[self.module].scope]);
        let imported = scopes.into_iter().any(|scope| scope.imports(name));
        if let Some(path) = self.unqualified(name).filter(|_| !imported) {
            self.replace(at..at + 1, path);
        }
    }

    /// The full path of a macro that is known without one everywhere in this crate.
    fn unqualified(&self, name: &str) -> Option<String> {
        if let Some(exported) = self.model.exported.get(name).filter(|_| self.library) {
            return exported.generated.then(|| format!("{}::{}", self.mount, written(name)));
        }
        self.known_by_macro_use(name)
    }

    /// The path of a macro that `#[macro_use] extern crate` makes known.
    fn known_by_macro_use(&self, name: &str) -> Option<String> {
        if self.model.local_macros.iter().any(|local| local == name) {
            return None;
        }
        let scope = &self.model.modules[0].scope;
        scope.macro_use.iter().find_map(|krate| {
            let &krate = self.world.externs[self.krate].get(krate)?;
            let root = &self.world.models[krate];
            let known = root.exported.contains_key(name)
                || root.modules[0].scope.uses.iter().any(|(leaf, public)| {
                    *public
                        && leaf.binding.as_deref() == Some(name)
                        && self.leads_to_macro((krate, 0), leaf, &mut HashSet::new())
                });
            known.then(|| format!("{}::{}", self.world.mounts[krate], written(name)))
        })
    }

    /// Whether a public `use` brings in a macro and nothing else: as `macro_rules!` cannot be more than
    /// `pub(crate)`, neither can the `use`.
    pub(super) fn names_macro_only(&self, leaf: &Leaf) -> bool {
        self.leads_to_macro((self.krate, self.module), leaf, &mut HashSet::new())
    }

    /// Returns `true` if an import names a macro and nothing else; `seen` holds the names that were followed.
    fn leads_to_macro(
        &self,
        (krate, module): (usize, usize),
        leaf: &Leaf,
        seen: &mut HashSet<(usize, usize, String)>,
    ) -> bool {
        let Some((last, _)) = leaf.path.last() else { return false };
        if leaf.glob || leaf.is_self {
            return false;
        }
        let target = match leaf.path.len() {
            1 if leaf.global => return false,
            1 => Some((krate, module)),
            length => self.world.resolve(krate, module, leaf, length - 1),
        };
        let Some((owner, target)) = target else { return false };
        if self.world.mounts[owner] == "crate" {
            return false;
        }
        let model = &self.world.models[owner];
        let scope = &model.modules[target].scope;
        if scope.declares_item(last) || !seen.insert((owner, target, last.clone())) {
            return false;
        }
        let defined =
            model.exported.get(last).is_some_and(|exported| target == 0 || exported.module == target);
        defined
            || scope.uses.iter().any(|(other, _)| {
                !std::ptr::eq(other, leaf)
                    && other.binding.as_deref() == Some(last)
                    && other.path != leaf.path
                    && self.leads_to_macro((owner, target), other, seen)
            })
    }

    /// `macro_rules! name { … }` in code; gives the token after it.
    pub(super) fn definition(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let open = at + 3;
        let name = tokens.name(at + 2).to_owned();
        let mut end = tokens.after(open);
        if !tokens.opens_with(open, b'{') && tokens.is_punct(end, b';') {
            end += 1;
        }
        let exported = self.library && is_exported(tokens, at) && self.blocks.is_empty();
        let mut now = name.clone();
        if exported {
            now = self.exported_name(&name);
            self.replace_export(at, if self.world.is_of_2015() { "#[macro_export]" } else { "" });
            if now != name {
                self.replace(at + 2..at + 3, written(&now));
            }
            let renamed = self.renamed(self.module, &name, &now);
            // What an invocation takes is its macro's affair: what it must not find there goes behind it.
            let end = self.call_end.unwrap_or(end);
            self.insert_after(end - 1, format!("\npub(crate) use {}{renamed};", written(&now)));
        }
        let local = self.has_local_inner_macros(at);
        let first = self.reasons.len();
        self.body(tokens.inside(open), &name, local);
        let offset = tokens[at].start;
        let reasons = self.reasons.split_off(first).into_iter();
        self.unkeepable.extend(reasons.map(|reason| UnkeepableMacro { offset, reason }));
        self.textual.insert(name, now);
        end
    }

    fn attributes_before(&self, mut at: usize) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        while at > 0 {
            let start = match self.tokens[at - 1].kind {
                crate::syntax::tokens::Kind::Doc => at - 1,
                crate::syntax::tokens::Kind::Close(b']') => self.tokens[at - 1].partner.saturating_sub(1),
                _ => break,
            };
            found.push(start..at);
            at = start;
        }
        found
    }

    fn replace_export(&mut self, at: usize, with: &str) {
        for range in self.attributes_before(at) {
            if self.tokens.name(range.start + 2) == "macro_export" {
                self.replace(range, with);
            }
        }
    }

    fn has_local_inner_macros(&self, at: usize) -> bool {
        self.attributes_before(at).into_iter().any(|range| {
            self.tokens.name(range.start + 2) == "macro_export"
                && range.into_iter().any(|token| self.tokens.name(token) == "local_inner_macros")
        })
    }

    /// The crates that expand a macro of this crate; itself if nothing does.
    fn expanders(&self, name: &str) -> Vec<usize> {
        match self.expansions.crates.get(&(self.krate, name.to_owned())) {
            Some(crates) if !crates.is_empty() => crates.iter().copied().collect(),
            _ => vec![self.krate],
        }
    }

    /// Rewrites the body of a macro.
    fn body(&mut self, range: Range<usize>, name: &str, local_inner_macros: bool) {
        let tokens = self.tokens;
        let expanders = self.expanders(name);
        self.body_cfgs(range.clone(), name, &expanders);
        let mut at = range.start;
        while at < range.end {
            let word = tokens.name(at);
            let metavariable = at > 0 && tokens.is_punct(at - 1, b'$');
            if word == "crate" && metavariable {
                if self.library {
                    self.replace(at - 1..at + 1, self.mount);
                }
            } else if word == "pub" && tokens.opens_with(at + 1, b'(') && tokens.name(at + 2) == "crate" {
                let mount = self.mount_of_expanders(name, &expanders);
                if mount != "crate" && tokens.inside(at + 1).len() == 1 {
                    self.replace(at + 2..at + 3, format!("in {mount}"));
                }
                at = tokens.after(at + 1);
                continue;
            } else if word == "macro_rules" && tokens.is_punct(at + 1, b'!') {
                self.generated(at);
            } else if !metavariable && !word.is_empty() {
                self.body_name(at, name, &expanders, local_inner_macros);
            }
            at += 1;
        }
    }

    /// Evaluates the predicates in a body as in the first crate that expands it.
    fn body_cfgs(&mut self, range: Range<usize>, name: &str, expanders: &[usize]) {
        let edits = |facts: &Facts| cfg::constants(self.tokens, range.clone(), facts);
        let key = |edits: &[Edit]| -> Vec<(Range<usize>, String)> {
            edits.iter().map(|edit| (edit.range.clone(), edit.with.as_str().to_owned())).collect()
        };
        let mine = edits(&self.facts[expanders[0]]);
        if expanders[1..].iter().any(|&other| key(&edits(&self.facts[other])) != key(&mine)) {
            self.reasons.push(format!(
                "macro `{name}` tests features or cfgs that differ between the crates that use it"
            ));
        }
        self.edits.extend(mine);
    }

    /// Returns the path of the crate that expands a macro, the first one if several do.
    fn mount_of_expanders(&mut self, name: &str, expanders: &[usize]) -> String {
        if expanders.len() > 1 {
            self.reasons
                .push(format!("macro `{name}` writes `crate` without `$` and is used in several crates"));
        }
        self.world.mounts[expanders[0]].clone()
    }

    /// A definition in the body of another macro.
    fn generated(&mut self, at: usize) {
        let tokens = self.tokens;
        let metavariable = tokens.is_punct(at + 2, b'$');
        let name = if metavariable { at + 3 } else { at + 2 };
        if !self.library || !tokens.is_ident(name) || !tokens.is_open(name + 1) || !is_exported(tokens, at) {
            return;
        }
        self.replace_export(at, "");
        let own = tokens.name(name).to_owned();
        let mut end = tokens.after(name + 1);
        if tokens.is_punct(end, b';') {
            end += 1;
        }
        if metavariable {
            self.insert_after(end - 1, format!(" pub(crate) use ${own};"));
        } else {
            let now = self.exported_name(&own);
            self.replace(name..name + 1, written(&now));
            let renamed = if now == own { String::new() } else { format!(" as {}", written(&own)) };
            self.insert_after(end - 1, format!(" pub(crate) use {}{renamed};", written(&now)));
        }
    }

    /// An identifier in a macro body.
    fn body_name(&mut self, at: usize, name: &str, expanders: &[usize], local_inner_macros: bool) {
        let tokens = self.tokens;
        let word = tokens.name(at);
        if at > 0 && tokens.is_punct(at - 1, b'.') && !(at > 1 && tokens.is_punct(at - 2, b'.')) {
            return;
        }
        if tokens.is_colons(at + 1) && !tokens.is_punct(at + 3, b'<') {
            let global = is_global(tokens, at);
            if tokens.after_colons(at) && !global {
                return;
            }
            if word == "crate" {
                let mount = self.mount_of_expanders(name, expanders);
                if mount != "crate" {
                    self.replace(at..at + 1, mount);
                }
                return;
            }
            if matches!(word, "self" | "super" | "Self") {
                return;
            }
            let from_root = self.old && (global || (at > 0 && tokens.name(at - 1) == "use"));
            let path = if from_root {
                self.first_segment(word, global, true)
            } else {
                self.meaning(word, name, expanders, global)
            };
            if let Some(path) = path {
                self.replace(if global { at - 2 } else { at }..at + 1, path);
            }
        } else if !tokens.after_colons(at) && tokens.is_punct(at + 1, b'!') && tokens.is_open(at + 2) {
            let own = self.library
                && self.model.exported.contains_key(word)
                && !self.model.local_macros.iter().any(|local| local == word);
            if own && (local_inner_macros || word != name || self.exported_name(word) != word) {
                self.replace(at..at + 1, format!("{}::{}", self.mount, written(word)));
            } else if !own && let Some(path) = self.known_by_macro_use(word) {
                self.replace(at..at + 1, path);
            }
        }
    }
}
