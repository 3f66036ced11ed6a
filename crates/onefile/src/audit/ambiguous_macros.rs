//! Macros that mean different things in the crates that use them, and so have no single text.

use crate::{
    assemble::Assembled,
    syntax::text::{Origin, Text},
    syntax::tokens::Tokens,
};
use anyhow::{Result, bail};

/// Checks that the bundle has none of the macros that cannot keep their meaning.
///
/// # Errors
/// If it has one; the message names the macro, the reason and the place.
pub fn check(text: &Text, tokens: &Tokens, assembled: &Assembled) -> Result<()> {
    if assembled.unkeepable_macros.is_empty() {
        return Ok(());
    }
    let definitions: Vec<Origin> = (0..tokens.len())
        .filter(|&at| tokens.name(at) == "macro_rules")
        .filter_map(|at| text.origin(tokens[at].start))
        .collect();
    match assembled.unkeepable_macros.iter().find(|(origin, _)| definitions.contains(origin)) {
        Some((origin, reason)) => bail!("{}: {}", assembled.sources.describe(*origin), explanation(reason)),
        None => Ok(()),
    }
}

/// Returns what to add to the error of a compiler that may be due to such a macro.
pub fn hint(assembled: &Assembled) -> String {
    let reasons = assembled.unkeepable_macros.iter().map(|(origin, reason)| {
        format!("\n  {}: {}", assembled.sources.describe(*origin), explanation(reason))
    });
    let reasons: Vec<String> = reasons.take(3).collect();
    if reasons.is_empty() { String::new() } else { format!("\nthis may be the cause:{}", reasons.concat()) }
}

fn explanation(reason: &str) -> String {
    format!("{reason}: it cannot keep its meaning in one file")
}
