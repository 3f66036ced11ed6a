//! Finds out if a program can observe the order in which its values are dropped.

use crate::syntax::tokens::{Kind, Tokens};

/// Returns something in `text` whose drop another part of the program could observe, as a phrase
/// for a message.
///
/// Freeing memory is not observable. An `impl Drop` may do anything, two buffered writers may write
/// in another order, and threads may observe when locks and channels are released.
pub fn observable_drop(text: &str) -> Option<&'static str> {
    let Ok(tokens) = Tokens::new(text) else { return Some("text that does not lex") };
    let words = words(&tokens);
    let count = |name: &str| words.iter().filter(|word| **word == name).count();
    let pair = |first: &str, second: &str| words.windows(2).any(|pair| pair[0] == first && pair[1] == second);
    // `impl<T> Drop for T`; the bound `T: Drop` is never followed by `for`.
    if pair("Drop", "for") {
        return Some("an `impl Drop`");
    }
    if pair("thread", "spawn") || pair("thread", "scope") {
        return Some("threads");
    }
    let writers = ["BufWriter", "LineWriter"];
    let made: usize = ["new", "with_capacity"]
        .iter()
        .flat_map(|function| writers.map(|writer| (writer, *function)))
        .map(|(writer, function)| {
            words.windows(2).filter(|pair| pair[0] == writer && pair[1] == function).count()
        })
        .sum();
    (made > 1 || (made == 1 && count("fs") > 0)).then_some("several buffered writers")
}

/// Returns something in `text` that could observe that a value is dropped later, as a phrase for a
/// message: what [`observable_drop`] returns, or a borrow, a lock or a reference count that is
/// still held.
pub fn observable_later(text: &str) -> Option<&'static str> {
    if let Some(found) = observable_drop(text) {
        return Some(found);
    }
    let Ok(tokens) = Tokens::new(text) else { return Some("text that does not lex") };
    let words = words(&tokens);
    let any = |names: &[&str]| words.iter().any(|word| names.contains(word));
    if any(&["RefCell", "Mutex", "RwLock"]) {
        return Some("guards of borrows or locks");
    }
    let counts = [
        "strong_count",
        "weak_count",
        "upgrade",
        "try_unwrap",
        "into_inner",
        "get_mut",
        "make_mut",
        "unwrap_or_clone",
    ];
    (any(&["Rc", "Arc"]) && any(&counts)).then_some("counts of references")
}

/// Returns the identifiers of a text; an empty word stands between two that other tokens than `::`
/// and delimiters part.
fn words<'t>(tokens: &Tokens<'t>) -> Vec<&'t str> {
    let parts = (0..tokens.len()).filter_map(|at| match tokens[at].kind {
        Kind::Ident => Some(tokens.str(at)),
        Kind::Open(_) | Kind::Close(_) | Kind::Punct(b':') => None,
        _ => Some(""),
    });
    parts.collect()
}
