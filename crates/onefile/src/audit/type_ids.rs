//! Refuses type identifiers that the program prints or sorts: their values depend on the crate of the type.

use crate::{audit::symbols::Context, cargo::llvm_ir::Function};
use anyhow::{Result, bail};

/// Checks what the program does with a `TypeId` besides comparing it for equality.
///
/// # Errors
/// If it prints or orders one.
pub fn check(context: &Context) -> Result<()> {
    // The functions may be called by the standard library only, as for the keys of a map.
    let symbols = context.code.functions.iter().flat_map(Function::calls);
    if !symbols.into_iter().any(|(_, symbol)| depends_on_value(&symbol)) {
        return Ok(());
    }
    let own = context.uses(depends_on_value);
    let named = (0..context.tokens.len()).find(|&at| context.tokens.name(at) == "TypeId");
    let token = own.first().map(|found| found.token).or(named).unwrap_or(0);
    bail!(
        "{}: a `TypeId` is printed or ordered, and its value depends on the crate; a bundle cannot keep that",
        context.place(token)
    )
}

/// Returns `true` for a function that reads the value of a type identifier.
fn depends_on_value(symbol: &str) -> bool {
    let implements = ["core::fmt::Debug", "core::cmp::Ord", "core::cmp::PartialOrd"];
    implements.iter().any(|of| symbol.contains(&format!("<core::any::TypeId as {of}>")))
        || symbol.contains("new_debug::<core::any::TypeId>")
        || symbol.contains("new_debug::<&core::any::TypeId>")
}

#[cfg(test)]
mod tests {
    use super::depends_on_value;

    #[test]
    fn equality_is_no_matter() {
        assert!(depends_on_value("<core::any::TypeId as core::fmt::Debug>::fmt"));
        assert!(depends_on_value("<core::any::TypeId as core::cmp::Ord>::cmp"));
        assert!(!depends_on_value("<core::any::TypeId as core::cmp::PartialEq>::eq"));
    }
}
