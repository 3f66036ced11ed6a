//! Refuses sizes of closures where the bundle's edition captures other variables than the crate's.
//!
//! Until edition 2018 a closure captures whole variables, since 2021 only the fields that it names.

use crate::{
    audit::{subject::Subject, symbols::Context},
    graph::Unit,
    syntax::edition::Edition,
};
use anyhow::{Result, bail};

/// Functions that show the size of a value.
const SIZES: [&str; 4] = ["size_of", "size_of_val", "align_of", "align_of_val"];

/// Returns `true` if closures of some crate capture other variables in the bundle, and the program may ask for sizes.
pub fn is_concerned(subject: &Subject) -> bool {
    let whole = |edition: Edition| edition < Edition::E2021;
    let differs = |unit: &Unit| whole(unit.edition) != whole(subject.edition);
    subject.graph.units.iter().any(differs) && subject.text.as_str().contains("_of")
}

/// Checks the closures whose size the program asks for.
///
/// # Errors
/// If there is one.
pub fn check(context: &Context) -> Result<()> {
    if !is_concerned(context.subject) {
        return Ok(());
    }
    if let Some(found) = context.uses(is_size_of_closure).first() {
        bail!(
            "{}: the size of a closure depends on the edition, which is {} for the bundle",
            context.place(found.token),
            context.subject.edition
        );
    }
    Ok(())
}

/// Returns `true` for `core::mem::size_of_val::<…{closure#0}…>` and the like.
fn is_size_of_closure(symbol: &str) -> bool {
    let Some((name, of_type)) = symbol.split_once("::<") else { return false };
    let name = name.strip_prefix("core::mem::").unwrap_or_default();
    SIZES.contains(&name) && of_type.contains("{closure#")
}

#[cfg(test)]
mod tests {
    use super::is_size_of_closure;

    #[test]
    fn closures_only() {
        assert!(is_size_of_closure("core::mem::size_of_val::<bundle::crates::l::f::{closure#0}>"));
        assert!(!is_size_of_closure("core::mem::size_of_val::<[u8]>"));
        assert!(!is_size_of_closure("core::mem::swap::<bundle::f::{closure#0}>"));
    }
}
