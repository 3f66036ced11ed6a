//! Refuses names of types that a bundle changes: they hold the name of the crate and the path of the type.

use crate::{audit::symbols::Context, cargo::llvm_ir::CRATE};
use anyhow::{Result, bail};

/// Checks the types whose names the program asks for.
///
/// # Errors
/// If one is a type of the bundle, and its name may reach more than the message of a panic.
pub fn check(context: &Context) -> Result<()> {
    let uses = context.uses(|symbol| named_type(symbol).is_some_and(is_own));
    if let Some(found) = uses.first() {
        bail!(
            "{}: `type_name` shows the path of a type, with the name of its crate (here `{}`); a bundle cannot keep that",
            context.place(found.token),
            named_type(&found.symbol).unwrap_or_default()
        );
    }
    Ok(())
}

/// Returns the type in `core::any::type_name::<T>`.
fn named_type(symbol: &str) -> Option<&str> {
    let rest = symbol.strip_prefix("core::any::type_name")?;
    rest.strip_prefix("_of_val").unwrap_or(rest).strip_prefix("::<")?.strip_suffix('>')
}

/// Returns `true` if a type's name holds a name of the bundle.
fn is_own(name: &str) -> bool {
    name.match_indices(&format!("{CRATE}::"))
        .any(|(at, _)| !name[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn types_of_the_bundle() {
        assert_eq!(named_type("core::any::type_name::<u8>"), Some("u8"));
        assert_eq!(named_type("core::any::type_name_of_val::<bundle::f>"), Some("bundle::f"));
        assert_eq!(named_type("core::any::other::<u8>"), None);
        assert!(is_own("alloc::vec::Vec<bundle::crates::l::A>") && is_own("bundle::f::{closure#0}"));
        assert!(!is_own("alloc::vec::Vec<u8>") && !is_own("std::bundle::A"));
    }
}
