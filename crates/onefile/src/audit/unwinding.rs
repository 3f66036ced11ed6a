//! Refuses programs that can tell a panic that unwinds from one that aborts, where cargo's profile and the bundle's
//! compiler disagree.
//!
//! A panic that nobody catches is a run-time error in both cases. The difference shows where a program goes on after a
//! panic, or where a destructor acts while the stack unwinds.

use crate::{
    audit::subject::Subject,
    syntax::{impl_header::ImplHeader, items, items::ItemKind, macros::is_definition, tokens::Tokens},
};
use anyhow::{Result, bail};
use std::{collections::HashSet, ops::Range};

/// Checks the panic strategy of the program.
///
/// # Errors
/// If it differs and the program can observe it.
pub fn check(subject: &Subject, tokens: &Tokens) -> Result<()> {
    let differing = subject.differing(|options| options.panic.clone());
    let own = &subject.graph.units[0];
    if !differing.iter().any(|unit| unit.name == own.name) {
        return Ok(());
    }
    if let Some((at, what)) = observes(tokens) {
        let theirs = subject.options().panic;
        let ours = if theirs == "abort" { "unwind" } else { "abort" };
        bail!(
            "{}: {what}, and a panic is set to {ours} in the cargo profile but to {theirs} where the bundle is \
             compiled; remove `panic` from the profile",
            subject.place(tokens[at].start)
        );
    }
    Ok(())
}

/// Returns a token that observes whether panics unwind, and how.
fn observes(tokens: &Tokens) -> Option<(usize, String)> {
    let find = |name: &str| (0..tokens.len()).find(|&at| tokens.name(at) == name);
    if let Some(at) = find("catch_unwind") {
        return Some((at, "`catch_unwind` goes on after a panic".to_owned()));
    }
    if let Some(at) = find("panicking").filter(|&at| tokens.after_colons(at)) {
        return Some((at, "`thread::panicking` tells whether the stack unwinds".to_owned()));
    }
    let cfg = (0..tokens.len()).find(|&at| is_panic_cfg(tokens, at));
    if let Some(at) = cfg {
        return Some((at, "`cfg(panic)` is the panic strategy".to_owned()));
    }
    surviving_thread(tokens).or_else(|| acting_destructor(tokens))
}

/// Returns `true` for the name in `cfg(panic = "…")`.
fn is_panic_cfg(tokens: &Tokens, at: usize) -> bool {
    tokens.name(at) == "panic"
        && tokens.is_punct(at + 1, b'=')
        && matches!(tokens.str(at + 2), "\"abort\"" | "\"unwind\"")
}

/// Returns a thread whose panic does not end the program: nobody joins it, or who does looks at the result.
fn surviving_thread(tokens: &Tokens) -> Option<(usize, String)> {
    let is_thread = |at: &usize| tokens.name(*at) == "thread";
    let threads = (0..tokens.len()).any(|at| is_thread(&at));
    if !threads {
        return None;
    }
    let method = |name: &'static str| {
        (0..tokens.len()).filter(move |&at| tokens.name(at) == name && tokens.opens_with(at + 1, b'('))
    };
    let joins: Vec<usize> = method("join").filter(|&at| tokens.inside(at + 1).is_empty()).collect();
    let ends_program = |at: usize| {
        let next = tokens.after(at + 1);
        tokens.is_punct(next, b'.') && matches!(tokens.name(next + 1), "unwrap" | "expect")
    };
    if let Some(&at) = joins.iter().find(|&&at| !ends_program(at)) {
        return Some((at, "the program goes on after a thread that panicked".to_owned()));
    }
    let spawned: Vec<usize> = method("spawn").collect();
    let scoped = method("scope").next().is_some();
    let left = spawned.first().filter(|_| !scoped && spawned.len() > joins.len());
    left.map(|&at| (at, "the program goes on if this thread panics".to_owned()))
}

/// Parts of the names of functions and macros whose effect others see.
const EFFECTS: [&str; 8] = ["print", "write", "flush", "send", "exit", "abort", "syscall", "catch"];

/// Returns an `impl Drop` that writes or ends the program.
fn acting_destructor(tokens: &Tokens) -> Option<(usize, String)> {
    let mut functions = Vec::new();
    let mut destructors = Vec::new();
    collect(tokens, 0..tokens.len(), &mut functions, &mut destructors);
    let mut acting: HashSet<&str> = HashSet::new();
    loop {
        let before = acting.len();
        for (name, body) in &functions {
            if *name != "drop" && effect(tokens, body.clone(), &acting).is_some() {
                acting.insert(name);
            }
        }
        if acting.len() == before {
            break;
        }
    }
    destructors.into_iter().find_map(|body| {
        let at = effect(tokens, body, &acting)?;
        Some((at, format!("a destructor calls `{}` while the stack unwinds", tokens.name(at))))
    })
}

/// Returns a call with an effect in a range of tokens.
fn effect(tokens: &Tokens, range: Range<usize>, acting: &HashSet<&str>) -> Option<usize> {
    range.into_iter().find(|&at| {
        let name = tokens.name(at);
        let called =
            tokens.is_punct(at + 1, b'!') || tokens.opens_with(at + 1, b'(') || tokens.is_colons(at + 1);
        let to_error = matches!(name, "eprint" | "eprintln");
        called && !to_error && (EFFECTS.iter().any(|part| name.contains(part)) || acting.contains(name))
    })
}

/// Collects the functions with their bodies, and the bodies of the impls of `Drop`.
fn collect<'t>(
    tokens: &'t Tokens,
    range: Range<usize>,
    functions: &mut Vec<(&'t str, Range<usize>)>,
    destructors: &mut Vec<Range<usize>>,
) {
    for item in items::items(tokens, range) {
        let Some(body) = item.body.map(|open| tokens.inside(open)) else { continue };
        match item.what {
            ItemKind::Fn => functions.push((item.name.map_or("", |at| tokens.name(at)), body.clone())),
            ItemKind::Impl => {
                let header = ImplHeader::new(tokens, item.head());
                if header.trait_path.and_then(|path| path.last().copied()) == Some("Drop") {
                    destructors.push(body.clone());
                }
                collect(tokens, body, functions, destructors);
                continue;
            }
            ItemKind::Module | ItemKind::Trait => {
                collect(tokens, body, functions, destructors);
                continue;
            }
            // Items in a macro are as good as any.
            ItemKind::MacroRules if !is_definition(tokens, item.start) => {}
            _ => {}
        }
        // Items inside of functions and macros.
        let drops = body.clone().filter(|&at| tokens.name(at) == "Drop" && tokens.name(at + 1) == "for");
        for at in drops {
            if let Some(open) = (at..body.end).find(|&at| tokens.opens_with(at, b'{')) {
                destructors.push(tokens.inside(open));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check_text(text: &str, expected: Option<&str>) {
        let tokens = Tokens::new(text).expect("lexes");
        let found = observes(&tokens);
        assert_eq!(found.as_ref().map(|(at, _)| tokens.name(*at)), expected, "{found:?}");
    }

    #[test]
    fn threads() {
        check_text("fn f() { thread::spawn(g).join().unwrap(); x.join(\",\"); }", None);
        check_text("fn f() { thread::Builder::new().spawn(g).unwrap().join().expect(\"ok\"); }", None);
        check_text("fn f() { let r = thread::spawn(g).join(); }", Some("join"));
        check_text("fn f() { thread::spawn(g); }", Some("spawn"));
        check_text("fn f() { thread::scope(|s| { s.spawn(g); }) }", None);
        check_text("fn f() { catch_unwind(g); }", Some("catch_unwind"));
        check_text("fn f() { cfg!(panic = \"abort\"); panic!(\"abort\") }", Some("panic"));
    }

    #[test]
    fn destructors() {
        check_text("impl<T> Drop for A<T> { fn drop(&mut self) { self.0 = 1; eprintln!(); } }", None);
        check_text("impl Drop for A { fn drop(&mut self) { println!(\"x\"); } }", Some("println"));
        check_text(
            "impl A { fn end(&self) { self.0.flush(); } } mod m { impl Drop for super::A { fn drop(&mut self) { self.end(); } } }",
            Some("end"),
        );
        check_text("fn f() { struct A; impl Drop for A { fn drop(&mut self) { exit(0) } } }", Some("exit"));
    }
}
