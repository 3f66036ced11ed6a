//! What the compiler says is dead.

use crate::cargo::{
    diagnostics::{DiagnosticExt as _, bytes},
    rustc::Outcome,
};
use crate::shake::tree::{Removal, Tree};
use std::collections::{HashMap, HashSet};

/// What rustc reports, in terms of the tree.
#[derive(Debug, Default)]
pub(super) struct Reported {
    pub(super) dead: HashSet<usize>,
    /// Places of names that are not those of an item: arguments of macros.
    pub(super) dead_names: HashSet<usize>,
    pub(super) unused_imports: HashSet<(usize, usize)>,
    /// Impls and derives that have no instance.
    pub(super) unused: Removal,
    /// Names that the compiler missed after a removal: all that is called so stays, with what it names.
    pub(super) missed: HashSet<String>,
}

/// Reads the lints; `pinned` are names that turned out to be needed.
pub(super) fn reported(tree: &Tree, outcome: &Outcome, pinned: &HashSet<String>) -> Reported {
    let named = tree.named_at();
    let mut reported = Reported::default();
    for diagnostic in &outcome.diagnostics {
        match diagnostic.code() {
            "dead_code" | "unused_macros" => {
                for span in diagnostic.primary() {
                    match named.get(&bytes(span).start).filter(|_| span.expansion.is_none()) {
                        Some(&node) if pinned.contains(tree.name(node)) => {}
                        Some(&node) => {
                            reported.dead.insert(node);
                        }
                        None => {
                            reported.dead_names.insert(bytes(span).start);
                        }
                    }
                }
            }
            "unused_imports" => {
                // A place inside a macro's body stands for all expansions.
                for span in diagnostic.primary().filter(|span| span.expansion.is_none()) {
                    reported.unused_imports.extend(tree.leaves_in(bytes(span)));
                }
            }
            _ => {}
        }
    }
    reported
}

/// What has to go with what went: imports of removed names and methods of removed trait items. `None` if an error
/// is of another kind; then the removal itself was wrong.
pub(super) fn follow_ups(tree: &Tree, outcome: &Outcome) -> Option<Removal> {
    let mut removal = Removal::default();
    for error in outcome.errors() {
        let before = removal.nodes.len() + removal.leaves.len();
        for span in error.primary().filter(|span| span.expansion.is_none()) {
            match error.code() {
                "E0432" | "E0364" => removal.leaves.extend(tree.leaves_in(bytes(span))),
                "E0407" | "E0437" | "E0438" => {
                    let around = tree.nodes.iter().enumerate().find(|(index, node)| {
                        let item = tree.tokens.bytes(node.item.tokens.clone());
                        let range = bytes(span);
                        let inside = item.start <= range.start && range.end <= item.end;
                        node.associated && inside && tree.is_library(*index)
                    });
                    removal.nodes.extend(around.map(|(index, _)| index));
                }
                _ => {}
            }
        }
        if removal.nodes.len() + removal.leaves.len() == before {
            return None;
        }
    }
    (!removal.is_empty()).then_some(removal)
}

/// Names in the errors that a removal may have caused.
pub(super) fn blamed(tree: &Tree, outcome: &Outcome) -> HashSet<String> {
    let mut names = HashSet::new();
    for error in outcome.errors() {
        names.extend(quoted(&error.message));
        for span in error.primary() {
            let text = tree.tokens.text.get(bytes(span)).unwrap_or_default();
            if text.len() < 200 {
                names.extend(words(text));
            }
        }
    }
    names
}

/// Returns the names in errors of which `full` has more items than the shaken `tree`: something was removed although what
/// stays needs it.
pub(super) fn missed(full: &Tree, outcome: &Outcome, tree: &Tree) -> HashSet<String> {
    let count = |tree: &Tree| {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for node in 0..tree.nodes.len() {
            *counts.entry(tree.name(node).to_owned()).or_default() += 1;
        }
        counts
    };
    let (before, after) = (count(full), count(tree));
    let named = blamed(tree, outcome).into_iter().chain(mentioned(outcome));
    named.filter(|name| before.get(name).copied() > after.get(name).copied()).collect()
}

/// All names that the errors mention, in what they add for a reader as well.
pub(super) fn mentioned(outcome: &Outcome) -> HashSet<String> {
    let mut names = HashSet::new();
    for error in outcome.errors() {
        for part in std::iter::once(error).chain(&error.children) {
            names.extend(quoted(&part.message));
            names.extend(part.spans.iter().filter_map(|span| span.label.as_deref()).flat_map(quoted));
        }
    }
    names
}

/// Trait and type of what the errors say is not implemented.
pub(super) fn unimplemented(outcome: &Outcome) -> Vec<(String, String)> {
    // The last name of a path, without references and arguments.
    let name = |text: &str| -> String {
        let path = text.trim_start_matches(['&', ' ']).trim_start_matches("mut ");
        let path = path.split('<').next().unwrap_or(path);
        path.rsplit("::").next().unwrap_or(path).to_owned()
    };
    let mut found = Vec::new();
    for error in outcome.errors() {
        for part in std::iter::once(error).chain(&error.children) {
            let labels = part.spans.iter().filter_map(|span| span.label.as_deref());
            for text in std::iter::once(part.message.as_str()).chain(labels) {
                let quotes: Vec<&str> = text.split('`').collect();
                match quotes[..] {
                    ["the trait ", of, " is not implemented for ", of_type, ..]
                    | ["an implementation of ", of, " might be missing for ", of_type, ..] => {
                        found.push((name(of), name(of_type)));
                    }
                    ["the trait bound ", bound, " is not satisfied", ..] => {
                        if let Some((of_type, of)) = bound.split_once(": ") {
                            found.push((name(of), name(of_type)));
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    found
}

/// The words in back quotes.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).flat_map(words)
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let all = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    all.filter(|word| !word.is_empty()).map(str::to_owned)
}
