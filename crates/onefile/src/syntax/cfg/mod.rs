//! Evaluates `cfg`, `cfg_attr`, `cfg!`, `cfg_if!` and `cfg_select!` in the text of a file.
//!
//! In code, the syntax node below a false predicate is removed. In the arguments of a macro only
//! the macro decides what an attribute is attached to, so the predicate becomes `all()` or `any()`
//! there. Bodies of `macro_rules!` are evaluated by the stage that finds the crates that expand
//! them.

mod choice;
mod forms;
mod nodes;
mod predicate;

pub use choice::remaining_selects;
pub use forms::{Arm, Choice, Condition, Form};
pub use predicate::{Context, Facts, Truth};

use crate::syntax::{
    macros::{self, macro_invocation},
    text::{Edit, Text},
    tokens::{Tokens, split},
};
use anyhow::{Context as _, Result};
use std::{collections::HashMap, ops::Range};

/// Returns the text with every decidable predicate evaluated, or `None` if an inner `#![cfg(…)]`
/// removes the file.
///
/// # Errors
/// If the text is not Rust.
pub fn evaluate(text: &Text, facts: &Facts) -> Result<Option<Text>> {
    let mut text = text.clone();
    // A chosen branch of `cfg_if!` may hold further predicates.
    loop {
        let tokens = Tokens::new(text.as_str())?;
        let mut pass =
            Pass { tokens: &tokens, facts, edits: Vec::new(), doomed: HashMap::new(), again: false };
        pass.group(0..tokens.len());
        let doomed = std::mem::take(&mut pass.doomed);
        let (mut edits, again) = (std::mem::take(&mut pass.edits), pass.again);
        if !doomed.is_empty() {
            match nodes::removals(text.as_str(), doomed).context("cannot parse")? {
                Some(removals) => edits.extend(removals),
                None => return Ok(None),
            }
        }
        if edits.is_empty() {
            return Ok(Some(text));
        }
        text = text.edited(edits);
        if !again {
            return Ok(Some(text));
        }
    }
}

/// Evaluates the predicates in the body of a macro for a crate that expands it.
pub fn constants(tokens: &Tokens, range: Range<usize>, facts: &Facts) -> Vec<Edit> {
    in_macro(tokens, range, facts, Context::Body)
}

/// Evaluates the predicates in the tokens of a macro: replaces them by constants, and choices by
/// the selected branch.
pub fn in_macro(tokens: &Tokens, range: Range<usize>, facts: &Facts, context: Context) -> Vec<Edit> {
    let mut edits = Vec::new();
    constants_in(tokens, range, facts, context, &mut edits);
    edits
}

fn constants_in(
    tokens: &Tokens,
    range: Range<usize>,
    facts: &Facts,
    context: Context,
    edits: &mut Vec<Edit>,
) {
    let mut at = range.start;
    while at < range.end {
        if let Some(choice) = Choice::at(tokens, at)
            && let Some((around, body)) = choice.replace(tokens, facts)
        {
            edits.extend(around);
            constants_in(tokens, body, facts, context, edits);
            at = choice.tokens.end;
            continue;
        }
        let bare = || {
            Condition::bare(tokens, at).filter(|found| facts.is_predicate(tokens, found.predicate.clone()))
        };
        let Some(condition) = Condition::at(tokens, at).or_else(bare) else {
            at += 1;
            continue;
        };
        at = condition.predicate.end;
        if condition.form == Form::Macro {
            edits.extend(cfg_macro_edit(tokens, &condition, facts));
        } else if !facts.may_stay(tokens, condition.predicate.clone(), context) {
            let truth = facts.evaluate(tokens, condition.predicate.clone());
            edits.push(Edit::new(tokens.bytes(condition.predicate), truth.predicate()));
        }
    }
}

fn cfg_macro_edit(tokens: &Tokens, condition: &Condition, facts: &Facts) -> Option<Edit> {
    let with = match facts.evaluate(tokens, condition.predicate.clone()) {
        Truth::True => "true".to_owned(),
        Truth::False => "false".to_owned(),
        Truth::Open(rest) => format!("cfg!({rest})"),
    };
    Some(Edit::new(tokens.bytes(condition.tokens.clone()), with))
}

struct Pass<'a> {
    tokens: &'a Tokens<'a>,
    facts: &'a Facts,
    edits: Vec<Edit>,
    /// Byte offset of each attribute whose predicate is false, and the range of the attribute.
    doomed: HashMap<usize, Range<usize>>,
    again: bool,
}

impl Pass<'_> {
    /// Evaluates the predicates in code.
    fn group(&mut self, range: Range<usize>) {
        let tokens = self.tokens;
        let mut at = range.start;
        while at < range.end {
            if tokens.is_punct(at, b'#')
                && let Some(end) = tokens.attribute_end(at)
            {
                self.attribute(at);
                at = end;
            } else if let Some(condition) = Condition::at(tokens, at) {
                self.edits.extend(cfg_macro_edit(tokens, &condition, self.facts));
                at = condition.tokens.end;
            } else if let Some(open) = macro_invocation(tokens, at) {
                let end = tokens.after(open);
                if !macros::is_definition(tokens, at) && !self.choose(at) {
                    let inside = tokens.inside(open);
                    constants_in(tokens, inside, self.facts, Context::Arguments, &mut self.edits);
                }
                at = end;
            } else {
                at += 1;
            }
        }
    }

    /// Evaluates an attribute in code.
    fn attribute(&mut self, at: usize) {
        let tokens = self.tokens;
        let Some(condition) = Condition::at(tokens, at) else { return };
        let whole = tokens.bytes(condition.tokens);
        let predicate = condition.predicate;
        match (self.facts.evaluate(tokens, predicate.clone()), condition.form) {
            (Truth::True, Form::Attributes(attributes)) => {
                let mark = if tokens.is_punct(at + 1, b'!') { "#!" } else { "#" };
                let parts: Vec<String> = split(tokens, attributes, b',')
                    .into_iter()
                    .map(|part| format!("{mark}[{}]", &tokens.text[tokens.bytes(part)]))
                    .collect();
                // The attributes may be predicates themselves.
                self.again = true;
                self.edits.push(Edit::new(whole, parts.join(" ")));
            }
            (Truth::False, Form::Attribute) => {
                self.edits.push(Edit::new(tokens.bytes(predicate), "any()"));
                self.doomed.insert(whole.start, whole);
            }
            (Truth::True | Truth::False, _) => self.remove_attribute(whole),
            (Truth::Open(open), _) => {
                let range = tokens.bytes(predicate);
                if tokens.text[range.clone()] != open {
                    self.edits.push(Edit::new(range, open));
                }
            }
        }
    }

    /// Removes an attribute and the space up to the next token.
    fn remove_attribute(&mut self, range: Range<usize>) {
        let rest = &self.tokens.text[range.end..];
        let space = rest.len() - rest.trim_start().len();
        self.edits.push(Edit::remove(range.start..range.end + space));
    }

    /// Replaces the `cfg_if!` or `cfg_select!` whose name is at `at` by its selected branch, if
    /// that is known.
    fn choose(&mut self, at: usize) -> bool {
        let replaced = Choice::at(self.tokens, at).and_then(|choice| choice.replace(self.tokens, self.facts));
        let Some((around, _)) = replaced else { return false };
        self.edits.extend(around);
        // The branch has become code.
        self.again = true;
        true
    }
}

#[cfg(test)]
mod tests;
