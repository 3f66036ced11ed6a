//! What the compiler says is dead.

use super::tree::{Removal, Tree};
use crate::bundle::rustc::Outcome;
use std::collections::HashSet;

/// What rustc reports, in terms of the tree.
#[derive(Debug, Default)]
pub(super) struct Reported {
    pub(super) dead: HashSet<usize>,
    /// Places of names that are not those of an item: arguments of macros.
    pub(super) dead_names: HashSet<usize>,
    pub(super) unused_imports: HashSet<(usize, usize)>,
}

/// Reads the lints; `pinned` are names that turned out to be needed.
pub(super) fn reported(tree: &Tree, outcome: &Outcome, pinned: &HashSet<String>) -> Reported {
    let named = tree.named_at();
    let mut reported = Reported::default();
    for diagnostic in &outcome.diagnostics {
        match diagnostic.code() {
            "dead_code" | "unused_macros" => {
                for span in diagnostic.primary() {
                    match named.get(&span.byte_start).filter(|_| span.expansion.is_none()) {
                        Some(&node) if pinned.contains(tree.name(node)) => {}
                        Some(&node) => {
                            reported.dead.insert(node);
                        }
                        None => {
                            reported.dead_names.insert(span.byte_start);
                        }
                    }
                }
            }
            "unused_imports" => {
                // A place inside a macro's body stands for all expansions.
                for span in diagnostic.primary().filter(|span| span.expansion.is_none()) {
                    reported.unused_imports.extend(tree.leaves_in(span.byte_start..span.byte_end));
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
                "E0432" | "E0364" => removal.leaves.extend(tree.leaves_in(span.byte_start..span.byte_end)),
                "E0407" | "E0437" | "E0438" => {
                    let around = tree.nodes.iter().enumerate().find(|(index, node)| {
                        let bytes = tree.tokens.bytes(node.item.tokens.clone());
                        let inside = bytes.start <= span.byte_start && span.byte_end <= bytes.end;
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
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
    };
    let mut names = HashSet::new();
    for error in outcome.errors() {
        for (index, part) in error.message.split('`').enumerate() {
            if index % 2 == 1 {
                names.extend(words(part));
            }
        }
        for span in error.primary() {
            let text = tree.tokens.text.get(span.byte_start..span.byte_end).unwrap_or_default();
            if text.len() < 200 {
                names.extend(words(text));
            }
        }
    }
    names.remove("");
    names
}
