//! In which crates and modules each macro is expanded.

use crate::paths::model::World;
use crate::{syntax::cfg::macro_invocation, syntax::tokens::Tokens};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    ops::Range,
};

/// In which crates each macro is expanded.
#[derive(Debug, Default)]
pub struct Expansions {
    /// (crate, macro) → crates.
    pub(super) crates: HashMap<(usize, String), BTreeSet<usize>>,
    /// (crate, macro) → modules of that crate whose code names it.
    pub(super) modules: HashMap<(usize, String), BTreeSet<usize>>,
}

/// A definition in a crate: its name and body.
fn definitions<'a>(tokens: &Tokens<'a>) -> Vec<(&'a str, Range<usize>)> {
    (0..tokens.len())
        .filter(|&at| tokens.name(at) == "macro_rules" && macro_invocation(tokens, at) == Some(at + 3))
        .map(|at| (tokens.name(at + 2), tokens.inside(at + 3)))
        .collect()
}

impl Expansions {
    /// Any mention of a macro's name counts as an expansion, so the answer may name too many crates, never too few.
    pub fn new(world: &World) -> Expansions {
        let mut all: HashMap<&str, Vec<(usize, HashSet<&str>)>> = HashMap::new();
        let mut bodies = Vec::new();
        for (krate, tokens) in world.tokens.iter().enumerate() {
            let found = definitions(tokens);
            for (name, body) in &found {
                let mentioned =
                    body.clone().map(|at| tokens.name(at)).filter(|name| !name.is_empty()).collect();
                all.entry(name).or_default().push((krate, mentioned));
            }
            bodies.push(found);
        }
        let mut expansions = Expansions::default();
        for (krate, tokens) in world.tokens.iter().enumerate() {
            let mut queue: Vec<&str> = Vec::new();
            let mut at = 0;
            let mut body = bodies[krate].iter().peekable();
            while at < tokens.len() {
                if let Some((_, range)) = body.next_if(|(_, range)| range.start <= at) {
                    at = at.max(range.end);
                    continue;
                }
                let name = tokens.name(at);
                let defined = at >= 2 && tokens.name(at - 2) == "macro_rules";
                if !defined && all.contains_key(name) {
                    queue.push(name);
                    let module = world.models[krate].module_at(at);
                    expansions.modules.entry((krate, name.to_owned())).or_default().insert(module);
                }
                at += 1;
            }
            while let Some(name) = queue.pop() {
                for (owner, mentioned) in all.get(name).into_iter().flatten() {
                    let crates = expansions.crates.entry((*owner, name.to_owned())).or_default();
                    if crates.insert(krate) {
                        queue.extend(mentioned.iter().filter(|name| all.contains_key(*name)));
                    }
                }
            }
        }
        expansions
    }
}
