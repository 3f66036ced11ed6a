//! Evaluates `cfg`, `cfg_attr`, `cfg!`, `cfg_if!` and `cfg_select!` in the text of a file.
//!
//! What a false predicate stands on is removed, wherever attributes may stand. Inside the arguments of a macro, where
//! only the macro knows what an attribute stands on, the predicate becomes `all()` or `any()` instead, which is
//! right everywhere. Bodies of `macro_rules!` are left to the stage that knows where they are expanded.

mod nodes;
mod predicate;

pub use crate::syntax::{macros::macro_invocation, tokens::split};
pub use predicate::{Facts, Truth};

use crate::{
    syntax::text::{Edit, Text},
    syntax::tokens::{Kind, Tokens},
};
use anyhow::{Context as _, Result};
use std::{collections::HashMap, ops::Range};

/// The text with every decidable predicate evaluated, or `None` if an inner `#![cfg(…)]` removes the whole file.
///
/// # Errors
/// The text is not Rust.
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

/// Replaces the predicates in a range of tokens by constants, keeping what they stand on.
pub fn constants(tokens: &Tokens, range: Range<usize>, facts: &Facts) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let bare = || bare_predicate(tokens, at).filter(|predicate| facts.tells(tokens, predicate.clone()));
        if let Some(predicate) = predicate_of(tokens, at).map(|(predicate, _)| predicate).or_else(bare) {
            let truth = facts.evaluate(tokens, predicate.clone());
            edits.push(Edit::new(tokens.bytes(predicate.clone()), truth.predicate()));
            at = predicate.end;
        } else if let Some(end) = cfg_macro(tokens, at) {
            edits.extend(cfg_macro_edit(tokens, at, facts));
            at = end;
        } else {
            at += 1;
        }
    }
    edits
}

/// If `#[cfg(P)]` or `#[cfg_attr(P, …)]` starts here, the tokens of P and the tokens of the attributes after it.
fn predicate_of(tokens: &Tokens, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    if !tokens.is_punct(at, b'#') {
        return None;
    }
    let open = if tokens.is_punct(at + 1, b'!') { at + 2 } else { at + 1 };
    if !tokens.opens_with(open, b'[') || !tokens.opens_with(open + 2, b'(') {
        return None;
    }
    let inner = tokens.inside(open + 2);
    match tokens.name(open + 1) {
        "cfg" => {
            let end = if tokens.is_punct(inner.end - 1, b',') { inner.end - 1 } else { inner.end };
            Some((inner.start..end, end..end))
        }
        "cfg_attr" => {
            let first = split(tokens, inner.clone(), b',').into_iter().next()?;
            let rest = (first.end + 1).min(inner.end)..inner.end;
            Some((first, rest))
        }
        _ => None,
    }
}

/// If `cfg(P)` or `cfg_attr(P, …)` stands here for a macro to make an attribute of, the tokens of P.
fn bare_predicate(tokens: &Tokens, at: usize) -> Option<Range<usize>> {
    let other =
        at > 0 && (tokens.is_punct(at - 1, b'.') || tokens.after_colons(at) || tokens.name(at - 1) == "fn");
    if !matches!(tokens.name(at), "cfg" | "cfg_attr") || !tokens.opens_with(at + 1, b'(') || other {
        return None;
    }
    split(tokens, tokens.inside(at + 1), b',').into_iter().next()
}

/// If `cfg!(…)` starts here, the token after it.
fn cfg_macro(tokens: &Tokens, at: usize) -> Option<usize> {
    let is = tokens.name(at) == "cfg" && tokens.is_punct(at + 1, b'!') && tokens.is_open(at + 2);
    is.then(|| tokens.after(at + 2))
}

fn cfg_macro_edit(tokens: &Tokens, at: usize, facts: &Facts) -> Option<Edit> {
    let mut inner = tokens.inside(at + 2);
    if tokens.is_punct(inner.end - 1, b',') {
        inner.end -= 1;
    }
    // `std::cfg!`, `::core::cfg!`
    let mut start = at;
    while tokens.after_colons(start) {
        start -= 2;
        if start > 0 && matches!(tokens.name(start - 1), "std" | "core") {
            start -= 1;
        }
    }
    let with = match facts.evaluate(tokens, inner) {
        Truth::True => "true".to_owned(),
        Truth::False => "false".to_owned(),
        Truth::Open(rest) => format!("cfg!({rest})"),
    };
    Some(Edit::new(tokens.bytes(start..tokens.after(at + 2)), with))
}

struct Pass<'a> {
    tokens: &'a Tokens<'a>,
    facts: &'a Facts,
    edits: Vec<Edit>,
    /// Byte offset of each attribute whose predicate is false, and of its `[`…`]`.
    doomed: HashMap<usize, Range<usize>>,
    again: bool,
}

impl Pass<'_> {
    /// Goes through the tokens of code.
    fn group(&mut self, range: Range<usize>) {
        let tokens = self.tokens;
        let mut at = range.start;
        while at < range.end {
            if tokens.is_punct(at, b'#') && tokens.attribute_end(at).is_some() {
                at = self.attribute(at);
            } else if let Some(end) = cfg_macro(tokens, at) {
                self.edits.extend(cfg_macro_edit(tokens, at, self.facts));
                at = end;
            } else if let Some(open) = macro_invocation(tokens, at) {
                let end = tokens.after(open);
                if tokens.name(at) != "macro_rules" && !self.choose(at, open) {
                    self.edits.extend(constants(tokens, tokens.inside(open), self.facts));
                }
                at = end;
            } else {
                at += 1;
            }
        }
    }

    /// An attribute in code; gives the token after it.
    fn attribute(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let end = tokens.attribute_end(at).unwrap_or(at + 1);
        let Some((predicate, rest)) = predicate_of(tokens, at) else { return end };
        let whole = tokens.bytes(at..end);
        let is_cfg = rest.is_empty() && tokens.name(predicate.start.saturating_sub(2)) == "cfg";
        match self.facts.evaluate(tokens, predicate.clone()) {
            Truth::True if is_cfg => self.remove_attribute(whole),
            Truth::False if is_cfg => {
                self.edits.push(Edit::new(tokens.bytes(predicate), "any()"));
                self.doomed.insert(whole.start, whole);
            }
            Truth::True => {
                let mark = if tokens.is_punct(at + 1, b'!') { "#!" } else { "#" };
                let parts: Vec<String> = split(tokens, rest, b',')
                    .into_iter()
                    .map(|part| format!("{mark}[{}]", &tokens.text[tokens.bytes(part)]))
                    .collect();
                // The attributes may be predicates themselves.
                self.again = true;
                self.edits.push(Edit::new(whole, parts.join(" ")));
            }
            Truth::False => self.remove_attribute(whole),
            Truth::Open(open) => {
                let range = tokens.bytes(predicate);
                if tokens.text[range.clone()] != open {
                    self.edits.push(Edit::new(range, open));
                }
            }
        }
        end
    }

    /// Removes an attribute and the space up to what follows it.
    fn remove_attribute(&mut self, range: Range<usize>) {
        let rest = &self.tokens.text[range.end..];
        let space = rest.len() - rest.trim_start().len();
        self.edits.push(Edit::remove(range.start..range.end + space));
    }

    /// Replaces `cfg_if! { … }` and `cfg_select! { … }` by the branch that holds, if that can be decided.
    fn choose(&mut self, at: usize, open: usize) -> bool {
        let tokens = self.tokens;
        let branch = match tokens.name(open - 2) {
            "cfg_if" => self.cfg_if(tokens.inside(open)),
            "cfg_select" => self.cfg_select(tokens.inside(open)),
            _ => return false,
        };
        let Some(branch) = branch else { return false };
        let mut start = at;
        while tokens.after_colons(start) && start >= 3 && tokens.is_ident(start - 3) {
            start -= 3;
        }
        if tokens.after_colons(start) {
            start -= 2;
        }
        let mut end = tokens.after(open);
        if tokens.is_punct(end, b';') {
            end += 1;
        }
        let before = if start == 0 { Kind::Close(b'}') } else { tokens[start - 1].kind };
        let starts_statement =
            matches!(before, Kind::Close(b'}' | b']') | Kind::Open(b'{') | Kind::Punct(b';') | Kind::Doc);
        if !starts_statement {
            return false;
        }
        let text = branch.map_or("", |range| &tokens.text[tokens.bytes(range)]);
        self.edits.push(Edit::new(tokens.bytes(start..end), text));
        self.again = true;
        true
    }

    /// `Some(None)`: no branch holds. `None`: not decided, or not the well-known form.
    #[expect(clippy::option_option, reason = "undecided and empty are different")]
    fn cfg_if(&self, range: Range<usize>) -> Option<Option<Range<usize>>> {
        let tokens = self.tokens;
        let mut at = range.start;
        loop {
            if tokens.name(at) != "if" {
                return None;
            }
            let (predicate, _) = predicate_of(tokens, at + 1)?;
            let body = tokens.attribute_end(at + 1)?;
            if !tokens.opens_with(body, b'{') {
                return None;
            }
            match self.facts.evaluate(tokens, predicate) {
                Truth::True => return Some(Some(tokens.inside(body))),
                Truth::Open(_) => return None,
                Truth::False => at = tokens.after(body),
            }
            if at >= range.end {
                return Some(None);
            }
            if tokens.name(at) != "else" {
                return None;
            }
            at += 1;
            if tokens.opens_with(at, b'{') {
                return Some(Some(tokens.inside(at)));
            }
        }
    }

    #[expect(clippy::option_option, reason = "undecided and empty are different")]
    fn cfg_select(&self, range: Range<usize>) -> Option<Option<Range<usize>>> {
        let tokens = self.tokens;
        let mut at = range.start;
        while at < range.end {
            let arrow =
                (at..range.end).find(|&i| tokens.is_punct(i, b'=') && tokens.is_punct(i + 1, b'>'))?;
            let body = arrow + 2;
            if !tokens.opens_with(body, b'{') {
                return None;
            }
            let holds = match tokens.name(at) {
                "_" => Truth::True,
                _ => self.facts.evaluate(tokens, at..arrow),
            };
            match holds {
                Truth::True => return Some(Some(tokens.inside(body))),
                Truth::Open(_) => return None,
                Truth::False => {}
            }
            at = tokens.after(body);
            if tokens.is_punct(at, b',') {
                at += 1;
            }
        }
        Some(None)
    }
}

#[cfg(test)]
mod tests;
