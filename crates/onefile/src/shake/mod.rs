//! Removes what the program does not reach.
//!
//! Two passes take turns until neither finds anything. The sweep works on names alone, is fast and errs on the side of
//! keeping; after it, the compiler has little left to read. Then rustc itself says what is dead: in a binary, with the
//! libraries in a private module, its lints know types and call graphs exactly. What they leave out, impls and derives
//! that nobody uses, shows in the code that rustc makes (see `instances.rs`). Nothing is ever removed only because the
//! rest still compiles.

mod bodies;
pub mod explain;
mod instances;
mod lints;
mod macro_outputs;
mod names;
mod sweep;
mod tree;
pub(crate) mod variants;

use crate::syntax::edition::Edition;
use crate::{
    assemble::Assembled,
    cargo::rustc,
    cargo::rustc::Outcome,
    syntax::text::{Sources, Text},
    syntax::tokens::Tokens,
};
use anyhow::{Result, bail};
use instances::{Instances, Part};
use lints::Reported;
use std::{
    collections::HashSet,
    fs,
    path::Path,
    time::{Duration, Instant},
};
use tree::{Removal, Tree};

/// More rounds than any program needed so far, several times over.
const ROUNDS: usize = 40;

/// How many removals of impls may fail before all of them are taken back.
const FAILURES: usize = 8;

/// The default time after which no further round begins.
pub const BUDGET: Duration = Duration::from_secs(30);

/// How often the first sweep may be tried, each time with more that stays.
const SWEEPS: usize = 6;

/// A bundle without dead code. [`first_change`] has to confirm that it is the same program.
#[derive(Debug)]
pub struct Shaken {
    /// The text with its lints on.
    pub text: Text,
    pub compiler_runs: usize,
    /// Unexpected results that the user should know.
    pub notes: Vec<String>,
    /// The text after the name-based reachability pass, what rustc reported of it and what it made of it.
    first: Text,
    outcome: Outcome,
    before: Instances,
    sweeping: bool,
    missed: HashSet<String>,
    deadline: Instant,
}

/// Shakes the text of [`Assembled::text`] with its lints on.
///
/// # Errors
/// If the bundle does not compile; the message names crates, files and lines.
pub fn shake(assembled: &Assembled, edition: Edition, folder: &Path, deadline: Instant) -> Result<Shaken> {
    let mut shaker = Shaker::new(assembled, edition, folder);
    shaker.deadline = deadline;
    shaker.run(&assembled.text(true), &assembled.sources)
}

/// Returns a function that does something else after the removals than before them.
///
/// Writes below a subfolder of `folder`, so that other compilations may run at the same time.
///
/// # Errors
/// If rustc cannot be run.
pub fn first_change(
    assembled: &Assembled,
    edition: Edition,
    folder: &Path,
    shaken: &Shaken,
) -> Result<Option<String>> {
    if shaken.text.as_str() == shaken.first.as_str() {
        return Ok(None);
    }
    let folder = folder.join("monomorphization");
    fs::create_dir_all(&folder)?;
    let mut shaker = Shaker::new(assembled, edition, &folder);
    shaker.change(&shaken.text, &shaken.before)
}

/// Shakes again after a removal that changed a function: without removing impls that have no instance, and then without
/// removing what only the compiler reports.
///
/// # Errors
/// If rustc cannot be run.
pub fn keep_unused(
    assembled: &Assembled,
    edition: Edition,
    folder: &Path,
    mut shaken: Shaken,
    change: &str,
) -> Result<Shaken> {
    let mut shaker = Shaker::new(assembled, edition, folder);
    shaker.deadline = shaken.deadline;
    shaker.sweeping = shaken.sweeping;
    shaker.missed.clone_from(&shaken.missed);
    shaken.notes.push(format!("impls without an instance were kept: without them, `{change}` changes"));
    shaken.text = shaker.rounds(&shaken.first, &shaken.outcome, None)?;
    if let Some(change) = shaker.change(&shaken.text, &shaken.before)? {
        let note = format!("what only the compiler calls dead was kept: without it, `{change}` changes");
        shaken.notes.push(note);
        shaken.text = shaken.first.clone();
    }
    shaken.notes.append(&mut shaker.notes);
    // The check that failed was one more.
    shaken.compiler_runs += 1 + shaker.runs;
    Ok(shaken)
}

/// What rustc has to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Emit {
    /// Nothing but its diagnostics.
    Diagnostics,
    /// Also the functions that it monomorphizes.
    Instances,
}

/// Returns the generated code of the shaken bundle in this folder, that of all variants in a row.
///
/// # Errors
/// If it cannot be read.
pub fn generated_code(folder: &Path) -> Result<String> {
    instances::stored_code(folder)
}

struct Shaker<'a> {
    root: &'a str,
    edition: Edition,
    folder: &'a Path,
    compile_with: &'a [String],
    runs: usize,
    notes: Vec<String>,
    sweeping: bool,
    /// Names that the compiler missed after a removal.
    missed: HashSet<String>,
    /// Only the given flags matter, those of a judge.
    targeted: bool,
    /// Rounds after this moment are left out.
    deadline: Instant,
}

impl<'a> Shaker<'a> {
    fn new(assembled: &'a Assembled, edition: Edition, folder: &'a Path) -> Shaker<'a> {
        Shaker {
            root: &assembled.root,
            edition,
            folder,
            compile_with: &assembled.compile_with,
            runs: 0,
            notes: Vec::new(),
            sweeping: true,
            missed: HashSet::new(),
            targeted: assembled.targeted,
            deadline: Instant::now() + BUDGET,
        }
    }

    /// Compiles a text in every way that the bundle may be compiled.
    fn compile(&mut self, text: &Text, emit: Emit) -> Result<Outcome> {
        let mut all = Vec::new();
        for (index, flags) in variants::of(text.as_str(), self.targeted)?.iter().enumerate() {
            self.runs += 1;
            let mut arguments =
                vec!["--edition", self.edition.as_str(), "--crate-type=bin", "--cap-lints=warn"];
            match emit {
                Emit::Diagnostics => arguments.push("--emit=metadata=bundle.rmeta"),
                Emit::Instances => arguments.extend(instances::ARGUMENTS),
            }
            arguments.extend(self.compile_with.iter().map(String::as_str));
            arguments.extend(flags);
            let outcome = rustc::compile(text.as_str(), self.folder, &arguments)?;
            let success = outcome.success;
            all.push(outcome);
            if !success {
                // What is wrong comes first; what is dead is asked once nothing is.
                break;
            }
            if emit == Emit::Instances {
                instances::store(self.folder, index)?;
            }
        }
        if emit == Emit::Instances {
            instances::forget(self.folder, all.len())?;
        }
        Ok(variants::merged(all))
    }

    fn tree<'t>(&self, text: &'t Text) -> Result<Tree<'t>> {
        Ok(Tree::new(Tokens::new(text.as_str())?, self.root))
    }

    /// The text without what is not reached and what the compiler reports.
    fn swept(&self, text: &Text, reported: &Reported) -> Result<Text> {
        let tree = self.tree(text)?;
        if !self.sweeping {
            let mut removal =
                Removal { nodes: &reported.dead | &reported.unused.nodes, ..Removal::default() };
            removal.leaves.extend(&reported.unused_imports);
            removal.derives.extend(&reported.unused.derives);
            return Ok(tree.without(text, &removal));
        }
        let mut removal = sweep::unreached(&tree, reported);
        removal.leaves.extend(&reported.unused_imports);
        removal.derives.extend(&reported.unused.derives);
        let mut text = tree.without(text, &removal);
        // What is gone names nothing any more.
        loop {
            let tree = self.tree(&text)?;
            let reported = Reported { missed: reported.missed.clone(), ..Reported::default() };
            let less = tree.without(&text, &sweep::unreached(&tree, &reported));
            if less.as_str() == text.as_str() {
                return Ok(text);
            }
            text = less;
        }
    }

    /// Sweeps by names, and again with what the compiler misses in the result.
    fn first_sweep(&mut self, full: &Text) -> Result<(Text, Outcome)> {
        let mut reported = Reported::default();
        loop {
            let text = self.swept(full, &reported)?;
            let outcome = self.compile(&text, Emit::Instances)?;
            if outcome.success {
                return Ok((text, outcome));
            }
            let missed = lints::missed(&self.tree(full)?, &outcome, &self.tree(&text)?);
            if missed.is_subset(&reported.missed) || self.runs >= SWEEPS || Instant::now() > self.deadline {
                return Ok((text, outcome));
            }
            reported.missed.extend(missed);
            self.missed.clone_from(&reported.missed);
        }
    }

    fn run(&mut self, full: &Text, sources: &Sources) -> Result<Shaken> {
        let (mut first, mut outcome) = self.first_sweep(full)?;
        if !outcome.success {
            let unswept = self.compile(full, Emit::Instances)?;
            if !unswept.success {
                bail!("the bundle does not compile:\n{}", unswept.describe(full, sources));
            }
            self.notes.push(format!(
                "the sweep by name was left out, for without it the bundle compiles:\n{}",
                outcome.describe(&first, sources)
            ));
            self.sweeping = false;
            (first, outcome) = (full.clone(), unswept);
        }
        let before = Instances::read(self.folder)?;
        let text = self.rounds(&first, &outcome, Some(&before))?;
        Ok(Shaken {
            text,
            compiler_runs: self.runs,
            notes: std::mem::take(&mut self.notes),
            first,
            outcome,
            before,
            sweeping: self.sweeping,
            missed: self.missed.clone(),
            deadline: self.deadline,
        })
    }

    /// Returns a function that does something else in a text than in an earlier one.
    fn change(&mut self, text: &Text, before: &Instances) -> Result<Option<String>> {
        let outcome = self.compile(text, Emit::Instances)?;
        if !outcome.success {
            let error = outcome.errors().next().map_or("main", |error| error.message.as_str());
            return Ok(Some(error.to_owned()));
        }
        let after = Instances::read(self.folder)?;
        let change = after.bodies.first_change(&before.bodies);
        // The number of the variant comes first.
        Ok(change.map(|name| name.split_once(' ').map_or(name, |(_, name)| name).to_owned()))
    }

    /// Removes until nothing is reported any more. `instances` are those of `first`, if what has none is to go.
    fn rounds(&mut self, first: &Text, outcome: &Outcome, mut instances: Option<&Instances>) -> Result<Text> {
        let mut good = first.clone();
        let mut last = None;
        let mut pinned = HashSet::new();
        let mut needed: HashSet<Part> = HashSet::new();
        let mut failures = 0;
        while self.runs < ROUNDS {
            if Instant::now() > self.deadline {
                self.notes
                    .push("shaking stopped when its time was used up: code that could go is kept".to_owned());
                break;
            }
            let tree = self.tree(&good)?;
            let mut reported = lints::reported(&tree, last.as_ref().unwrap_or(outcome), &pinned);
            reported.missed.clone_from(&self.missed);
            if let Some(instances) = instances {
                reported.unused = instances.unused(&tree, &needed);
            }
            let next = self.swept(&good, &reported)?;
            if next.as_str() == good.as_str() {
                break;
            }
            match self.step(next)? {
                Step::Good(text, outcome) => {
                    good = text;
                    last = Some(outcome);
                    // Their lines are those of the text before.
                    instances = None;
                }
                Step::Bad(text, outcome) => {
                    failures += 1;
                    // Errors come in stages: where some impls are missed, others often are later.
                    let asked = match failures {
                        ..=FAILURES => Part::asked_for(&tree, &reported.unused, &outcome),
                        _ => Part::all(&tree, &reported.unused),
                    };
                    if !asked.is_empty() {
                        needed.extend(asked);
                        continue;
                    }
                    let before = pinned.len();
                    let names = lints::blamed(&self.tree(&text)?, &outcome);
                    let dead: HashSet<&str> = reported.dead.iter().map(|&node| tree.name(node)).collect();
                    pinned.extend(names.into_iter().filter(|name| dead.contains(name.as_str())));
                    if pinned.len() == before && !reported.unused.is_empty() {
                        needed.extend(Part::all(&tree, &reported.unused));
                        continue;
                    }
                    let missed = lints::missed(&tree, &outcome, &self.tree(&text)?);
                    if pinned.len() == before && !missed.is_subset(&self.missed) {
                        pinned.extend(missed.iter().cloned());
                        self.missed.extend(missed);
                        continue;
                    }
                    if pinned.len() == before {
                        self.notes.push(
                            "shaking stopped early: a removal broke the bundle and was taken back".to_owned(),
                        );
                        break;
                    }
                }
            }
        }
        if self.runs >= ROUNDS {
            self.notes.push(format!("shaking stopped after {ROUNDS} compiler runs"));
        }
        Ok(good)
    }

    /// Compiles what is left, following up on what a removal drags along.
    fn step(&mut self, mut text: Text) -> Result<Step> {
        let mut follow_ups = 0..5;
        loop {
            let outcome = self.compile(&text, Emit::Diagnostics)?;
            if outcome.success {
                return Ok(Step::Good(text, outcome));
            }
            let tree = self.tree(&text)?;
            match lints::follow_ups(&tree, &outcome).filter(|_| follow_ups.next().is_some()) {
                Some(more) => text = tree.without(&text, &more),
                None => return Ok(Step::Bad(text, outcome)),
            }
        }
    }
}

/// A removal, and what the compiler says of it.
enum Step {
    Good(Text, Outcome),
    Bad(Text, Outcome),
}

#[cfg(test)]
mod tests;
