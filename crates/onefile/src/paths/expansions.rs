//! In which crates and modules each macro is expanded.

use crate::paths::world::World;
use crate::{syntax::attributes::is_exported, syntax::macros::macro_invocation, syntax::tokens::Tokens};
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

/// A definition in a crate.
struct Definition<'a> {
    krate: usize,
    name: &'a str,
    body: Range<usize>,
    /// Another crate may expand it.
    is_visible: bool,
}

impl Definition<'_> {
    /// Returns `true` if the code of a crate can mean this macro by its name.
    fn is_known_in(&self, krate: usize, reachable: &[HashSet<usize>]) -> bool {
        krate == self.krate || (self.is_visible && reachable[krate].contains(&self.krate))
    }
}

/// Returns the definitions of a crate in the order of its text.
fn definitions<'a>(krate: usize, tokens: &Tokens<'a>) -> Vec<Definition<'a>> {
    // A macro that defines this one, or that has it as its argument, may export it.
    let mut invocations: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        invocations.retain(|&end| at < end);
        let Some(open) = macro_invocation(tokens, at) else { continue };
        if tokens.name(at) == "macro_rules" && open == at + 3 {
            found.push(Definition {
                krate,
                name: tokens.name(at + 2),
                body: tokens.inside(open),
                is_visible: !invocations.is_empty() || is_exported(tokens, at),
            });
        }
        invocations.push(tokens.after(open));
    }
    found
}

/// Returns the crates that each crate depends on, directly or not.
fn reachable(world: &World) -> Vec<HashSet<usize>> {
    let of = |krate: usize| {
        let mut found = HashSet::new();
        let mut queue = vec![krate];
        while let Some(krate) = queue.pop() {
            queue.extend(world.externs[krate].values().filter(|&&other| found.insert(other)));
        }
        found
    };
    (0..world.externs.len()).map(of).collect()
}

impl Expansions {
    /// Any mention of a macro's name counts as an expansion, so the answer may name too many crates, never too few.
    pub fn new(world: &World) -> Expansions {
        let reachable = reachable(world);
        let bodies: Vec<Vec<Definition>> =
            world.tokens.iter().enumerate().map(|(krate, tokens)| definitions(krate, tokens)).collect();
        let mut all: HashMap<&str, Vec<(&Definition, HashSet<&str>)>> = HashMap::new();
        for definition in bodies.iter().flatten() {
            let tokens = &world.tokens[definition.krate];
            let mentioned = definition.body.clone().map(|at| tokens.name(at));
            let mentioned = mentioned.filter(|name| !name.is_empty()).collect();
            all.entry(definition.name).or_default().push((definition, mentioned));
        }
        let mut expansions = Expansions::default();
        for (krate, tokens) in world.tokens.iter().enumerate() {
            let mut queue: Vec<&str> = Vec::new();
            let mut at = 0;
            let mut definitions = bodies[krate].iter().peekable();
            while at < tokens.len() {
                if let Some(definition) = definitions.next_if(|found| found.body.start <= at) {
                    at = at.max(definition.body.end);
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
                for (definition, mentioned) in all.get(name).into_iter().flatten() {
                    if !definition.is_known_in(krate, &reachable) {
                        continue;
                    }
                    let key = (definition.krate, name.to_owned());
                    if expansions.crates.entry(key).or_default().insert(krate) {
                        queue.extend(mentioned.iter().filter(|name| all.contains_key(*name)));
                    }
                }
            }
        }
        expansions
    }
}
