//! Decides which identifiers of a bundle may get another name, and which of them have to change together.
//!
//! All identifiers of one name form up to two groups: methods and other associated items, and everything else (items,
//! fields, variables). A group is renamed as a whole or not at all. Names that also mean something outside of the
//! bundle keep their names; where the tokens alone do not decide that, rustc does (see the parent module).

use crate::syntax::{
    macros::macro_invocation,
    tokens::{Kind, Tokens},
};
use std::collections::{HashMap, HashSet};

use super::definitions::Definitions;
use super::reserved::KEYWORDS;

/// Identifiers of one name that have to be renamed together.
#[derive(Debug)]
pub(super) struct Group<'t> {
    pub(super) name: &'t str,
    /// The tokens, in order.
    pub(super) tokens: Vec<usize>,
}

/// Returns the groups of a text. `called` are names of functions outside of the bundle that it calls.
pub(super) fn groups<'t>(tokens: &'t Tokens<'t>, called: &HashSet<String>) -> Vec<Group<'t>> {
    let definitions = Definitions::new(tokens);
    let kept = kept_names(tokens, &definitions);
    let joined = names_in_macros(tokens, &definitions);
    let mut found: HashMap<(&str, Class), Vec<usize>> = HashMap::new();
    for at in 0..tokens.len() {
        match tokens[at].kind {
            Kind::Lifetime if !matches!(tokens.str(at), "'static" | "'_") => {
                found.entry((tokens.str(at), Class::Lifetime)).or_default().push(at);
            }
            Kind::Ident if !definitions.is_fixed(at) => {
                let name = tokens.name(at);
                let Some(class) = class(tokens, &definitions, at) else { continue };
                let one_group = definitions.items.contains(name) && definitions.associated.contains(name)
                    || joined.contains(name);
                let class = if one_group { Class::Any } else { class };
                found.entry((name, class)).or_default().push(at);
            }
            _ => {}
        }
    }
    let may_change = |name: &str, class: Class| {
        let is_method = definitions.associated.contains(name);
        let outside_method = definitions.outside_associated.contains(name) || called.contains(name);
        let is_bare = definitions.bare(name);
        match class {
            Class::Lifetime => true,
            _ if kept.contains(name) || definitions.imported.contains(name) => false,
            Class::Associated => is_method && !outside_method,
            Class::Bare => is_bare,
            Class::Any => (is_bare || is_method) && !(outside_method && is_method),
        }
    };
    let mut groups: Vec<Group> = found
        .into_iter()
        .filter(|&((name, class), _)| may_change(name, class))
        .map(|((name, _), tokens)| Group { name, tokens })
        .collect();
    groups.sort_by_key(|group| (usize::MAX - group.tokens.len(), group.tokens[0]));
    groups
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    Lifetime,
    /// Methods, and other items of impls and traits.
    Associated,
    /// Items, fields, variables, type parameters.
    Bare,
    /// The name is both, and the tokens do not always show which.
    Any,
}

/// Returns what an identifier stands for; `None` if it stands for something outside of the bundle.
fn class(tokens: &Tokens, definitions: &Definitions, at: usize) -> Option<Class> {
    let name = tokens.name(at);
    let after_dot = at > 0 && tokens.is_punct(at - 1, b'.') && !(at > 1 && tokens.is_punct(at - 2, b'.'));
    if after_dot {
        let called = tokens.opens_with(at + 1, b'(') || tokens.is_colons(at + 1);
        return match called {
            true if definitions.associated.contains(name) => Some(Class::Associated),
            false if definitions.fields.contains(name) => Some(Class::Bare),
            _ => None,
        };
    }
    if tokens.is_punct(at + 1, b'!') && tokens.is_open(at + 2) || is_macro_definition(tokens, at) {
        return definitions.macros.contains(name).then_some(Class::Bare);
    }
    if tokens.after_colons(at) {
        if is_outside(tokens, definitions, at) {
            return None;
        }
        return if definitions.associated.contains(name) {
            Some(Class::Associated)
        } else {
            definitions.items.contains(name).then_some(Class::Bare)
        };
    }
    let bound = tokens.is_punct(at + 1, b'=')
        && !tokens.is_punct(at + 2, b'=')
        && at > 0
        && (tokens.is_punct(at - 1, b'<') || tokens.is_punct(at - 1, b','))
        && name.starts_with(|first: char| first.is_uppercase());
    if definitions.associated_at.contains(&at) || bound && definitions.associated.contains(name) {
        return Some(Class::Associated);
    }
    Some(Class::Bare)
}

fn is_macro_definition(tokens: &Tokens, at: usize) -> bool {
    at >= 2 && tokens.is_punct(at - 1, b'!') && tokens.name(at - 2) == "macro_rules"
}

/// Returns `true` if the path that leads to a segment starts outside of the bundle.
fn is_outside(tokens: &Tokens, definitions: &Definitions, mut at: usize) -> bool {
    while tokens.after_colons(at) {
        match at.checked_sub(3) {
            // `<T as Trait>::name`, `Type::<T>::name`, or in a group of a `use`: decided by the name alone.
            Some(before) if tokens.is_punct(before, b'>') => return false,
            Some(before) if tokens.is_ident(before) => at = before,
            _ => return true,
        }
    }
    let head = tokens.name(at);
    !(matches!(head, "Self" | "self" | "super" | "crate") || definitions.items.contains(head))
        || definitions.imported.contains(head)
}

/// Returns the names that have to stay because their text matters, or because something outside gives them.
fn kept_names<'t>(tokens: &'t Tokens<'t>, definitions: &Definitions<'t>) -> HashSet<&'t str> {
    let mut kept: HashSet<&str> = KEYWORDS.into_iter().collect();
    let shows_tokens = (0..tokens.len()).any(|at| matches!(tokens.name(at), "stringify" | "dbg"));
    for at in 0..tokens.len() {
        if tokens.str(at).starts_with("r#") && tokens.is_ident(at) {
            kept.insert(tokens.name(at));
        }
        if tokens[at].kind == Kind::Literal && tokens.str(at).contains('{') {
            let words = tokens.str(at).split(|c: char| !c.is_alphanumeric() && c != '_');
            kept.extend(words.filter(|word| !word.is_empty()));
        }
        let Some(open) = macro_invocation(tokens, at) else { continue };
        let name = tokens.name(at);
        let asserts = matches!(name, "assert" | "debug_assert")
            && !tokens
                .inside(open)
                .any(|inner| tokens[inner].kind == Kind::Literal && { tokens.is_punct(inner - 1, b',') });
        if asserts || shows_tokens || matches!(name, "concat" | "env" | "option_env") {
            kept.extend(tokens.inside(open).map(|inner| tokens.name(inner)));
        }
    }
    for range in &definitions.shown {
        kept.extend(range.clone().map(|at| tokens.name(at)));
    }
    kept
}

/// Returns the names inside macro definitions and in the arguments of the bundle's own macros.
fn names_in_macros<'t>(tokens: &'t Tokens<'t>, definitions: &Definitions<'t>) -> HashSet<&'t str> {
    let mut names = HashSet::new();
    for at in 0..tokens.len() {
        let open = if tokens.name(at) == "macro_rules" && tokens.is_punct(at + 1, b'!') {
            at + 3
        } else if definitions.macros.contains(tokens.name(at)) && tokens.is_punct(at + 1, b'!') {
            at + 2
        } else {
            continue;
        };
        if tokens.is_open(open) {
            names.extend(tokens.inside(open).map(|inner| tokens.name(inner)));
        }
    }
    names
}
