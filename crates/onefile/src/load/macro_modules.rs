//! Modules in files that a macro declares: `modules!(a, b);` for `mod a; mod b;`.

use super::{File, Loader, Module};
use crate::syntax::{
    by_example, cfg,
    text::{Edit, Text},
    tokens::{Kind, Tokens},
};
use anyhow::{Context as _, Result};
use std::{collections::HashMap, ops::Range, path::Path};

/// The bodies of the macros of a crate that declare modules in files.
#[derive(Debug, Default)]
pub(super) struct ModuleMacros {
    bodies: HashMap<String, String>,
}

impl ModuleMacros {
    /// Notes a definition, with its body in `range`. A later one of the same name takes its place.
    pub(super) fn define(&mut self, tokens: &Tokens, name: &str, range: Range<usize>) {
        let declares = range.clone().any(|at| {
            let is_name = tokens.is_ident(at + 1) || tokens.is_punct(at + 1, b'$');
            let end = if tokens.is_punct(at + 1, b'$') { at + 3 } else { at + 2 };
            let declares_module = tokens.name(at) == "mod" && is_name && tokens.is_punct(end, b';');
            let calls = tokens.is_punct(at + 1, b'!') && self.bodies.contains_key(tokens.name(at));
            declares_module || calls
        });
        if declares {
            self.bodies.insert(name.to_owned(), tokens.text[tokens.bytes(range)].to_owned());
        } else {
            self.bodies.remove(name);
        }
    }

    /// Returns the text that an invocation stands for, if its macro is known to declare modules.
    fn expand(&self, tokens: &Tokens, at: usize, open: usize) -> Option<String> {
        let body = self.bodies.get(tokens.name(at))?;
        let inside = tokens.inside(open);
        let arguments = if inside.is_empty() { "" } else { &tokens.text[tokens.bytes(inside)] };
        by_example::expand(body, arguments)
    }
}

impl Loader<'_> {
    /// Replaces an invocation whose macro declares modules by what it expands to, and reads their files.
    pub(super) fn declared_by_macro(
        &mut self,
        file: &Path,
        tokens: &Tokens,
        (at, open): (usize, usize),
        module: &Module,
    ) -> Result<Option<Edit>> {
        // An attribute is for all that the macro makes, not for the first item only.
        let has_attribute = at > 0 && tokens[at - 1].kind == Kind::Close(b']');
        if self.macros > 0 || has_attribute || tokens.after_colons(at) || self.expanding >= DEPTH {
            return Ok(None);
        }
        let Some(text) = self.module_macros.expand(tokens, at, open) else { return Ok(None) };
        let context = || format!("{}: in `{}!`", self.unit.name, tokens.name(at));
        let text = cfg::evaluate(&Text::from(text), self.facts).with_context(context)?;
        let text = text.unwrap_or_default();
        let inner = Tokens::new(text.as_str()).with_context(context)?;
        let mut edits = Vec::new();
        self.expanding += 1;
        let file = File { path: file, text: &text, tokens: &inner };
        let done = self.group(&file, 0..inner.len(), module, &mut edits);
        self.expanding -= 1;
        done?;
        let mut end = tokens.after(open);
        if tokens.is_punct(end, b';') {
            end += 1;
        }
        Ok(Some(Edit { range: tokens.bytes(at..end), with: text.edited(edits) }))
    }
}

/// How deep such macros may call each other.
const DEPTH: usize = 64;
