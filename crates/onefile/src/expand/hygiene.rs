//! Names of a macro's own that must not meet those of its caller.
//!
//! A token of mixed hygiene names the macro's own local variable, if there is one. As plain text, it
//! could capture, or be captured by, a variable of the same name in the caller's code; it is renamed.

use crate::expand::flat::{Hygiene, Token};
use anyhow::{Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};

/// Renames the macro's own local variables that share a name with one of the caller's.
///
/// # Errors
/// If such a name cannot be renamed, because it may be something else than a variable.
pub(super) fn separate(output: &mut [Token]) -> Result<()> {
    let mut uses: BTreeMap<String, BTreeSet<Hygiene>> = BTreeMap::new();
    collect(output, &mut uses);
    let is_own = |hygiene: &Hygiene| matches!(hygiene, Hygiene::Mixed | Hygiene::Definition);
    let shared: BTreeSet<String> = uses
        .iter()
        .filter(|(_, sites)| sites.iter().any(is_own) && !sites.iter().all(is_own))
        .map(|(name, _)| name.clone())
        .collect();
    if shared.is_empty() {
        return Ok(());
    }
    let bound = bound_names(output);
    for name in shared.intersection(&bound) {
        let taken = |candidate: &String| uses.contains_key(candidate);
        let mut candidates = (1..).map(|number| format!("{name}_{number}"));
        let fresh = candidates.find(|candidate| !taken(candidate)).unwrap_or_default();
        rename(output, name, &fresh)?;
    }
    Ok(())
}

fn collect(tokens: &[Token], uses: &mut BTreeMap<String, BTreeSet<Hygiene>>) {
    for token in tokens {
        match token {
            Token::Group { tokens, .. } => collect(tokens, uses),
            Token::Ident { text, origin } => {
                uses.entry(text.clone()).or_default().insert(origin.hygiene);
            }
            _ => {}
        }
    }
}

fn rename(tokens: &mut [Token], name: &str, fresh: &str) -> Result<()> {
    for at in 0..tokens.len() {
        let is_punct = |index: Option<usize>, wanted: char| {
            let token = index.and_then(|index| tokens.get(index));
            matches!(token, Some(Token::Punct { character, .. }) if *character == wanted)
        };
        let before = at.checked_sub(1);
        let is_member = is_punct(before, '.') && !is_punct(at.checked_sub(2), '.');
        let is_path = is_punct(Some(at + 1), ':') || is_punct(before, ':') || is_punct(Some(at + 1), '!');
        match &mut tokens[at] {
            Token::Group { tokens, .. } => rename(tokens, name, fresh)?,
            Token::Ident { text, origin }
                if text == name && matches!(origin.hygiene, Hygiene::Mixed | Hygiene::Definition) =>
            {
                if is_member {
                    continue;
                }
                if is_path {
                    bail!("its own `{name}` meets one of the caller's, and cannot be renamed");
                }
                *text = fresh.to_owned();
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the names that patterns in the output bind, by parsing it as items or as statements.
fn bound_names(output: &[Token]) -> BTreeSet<String> {
    let text = text(output);
    let mut names = Names::default();
    if let Ok(file) = syn::parse_str::<syn::File>(&text) {
        names.visit_file(&file);
    } else if let Ok(block) = syn::parse_str::<syn::Block>(&format!("{{{text}}}")) {
        names.visit_block(&block);
    } else {
        // Not known: any name may be bound.
        let mut uses = BTreeMap::new();
        collect(output, &mut uses);
        names.0.extend(uses.into_keys());
    }
    names.0
}

fn text(tokens: &[Token]) -> String {
    use proc_macro2::Delimiter::{Brace, Bracket, None, Parenthesis};
    let word = |token: &Token| match token {
        Token::Group { delimiter, tokens, .. } => {
            let (open, close) = match delimiter {
                Parenthesis => ("(", ")"),
                Brace => ("{", "}"),
                Bracket => ("[", "]"),
                None => ("", ""),
            };
            format!("{open}{}{close} ", text(tokens))
        }
        Token::Ident { text, .. } | Token::Literal { text, .. } => format!("{text} "),
        Token::Punct { character, joint, .. } => format!("{character}{}", if *joint { "" } else { " " }),
    };
    tokens.iter().map(word).collect()
}

#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.insert(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_label(&mut self, label: &'ast syn::Label) {
        self.0.insert(label.name.ident.to_string());
    }
}
