//! Finds attributes that keep an item in the program although nothing names it.
//!
//! The linker, the runtime or another language uses such an item by its symbol, its section or its
//! role.

use crate::syntax::tokens::Tokens;
use std::ops::Range;

/// Names of attributes that make an item a root.
const ROOT_ATTRIBUTES: [&str; 9] = [
    "global_allocator",
    "used",
    "no_mangle",
    "export_name",
    "link_section",
    "linkage",
    "panic_handler",
    "alloc_error_handler",
    "rustc_std_internal_symbol",
];

/// Returns the token of the name of each attribute in `range` that makes an item a root.
///
/// The attribute may stand alone, in `unsafe(…)` or in `cfg_attr(…)`, in code or in the body of a
/// macro.
pub fn root_attributes(tokens: &Tokens, range: Range<usize>) -> Vec<usize> {
    let mut found = Vec::new();
    for at in range {
        if tokens.is_punct(at, b'#') && tokens.opens_with(at + 1, b'[') {
            found.extend(root_name(tokens, tokens.inside(at + 1)));
        }
    }
    found
}

/// Returns the token of the root attribute that `attribute` is or wraps.
fn root_name(tokens: &Tokens, attribute: Range<usize>) -> Option<usize> {
    let at = attribute.start;
    match tokens.name(at) {
        name if ROOT_ATTRIBUTES.contains(&name) => Some(at),
        "unsafe" | "cfg_attr" if tokens.is_open(at + 1) => {
            let mut parts = crate::syntax::tokens::split(tokens, tokens.inside(at + 1), b',');
            if tokens.name(at) == "cfg_attr" && !parts.is_empty() {
                parts.remove(0);
            }
            parts.into_iter().find_map(|part| root_name(tokens, part))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let tokens = Tokens::new(text).expect("lexes");
        let found = root_attributes(&tokens, 0..tokens.len());
        let names: Vec<&str> = found.into_iter().map(|at| tokens.name(at)).collect();
        assert_eq!(names, expected, "{text}");
    }

    #[test]
    fn attributes_in_every_form() {
        check("#[no_mangle] pub extern \"C\" fn f() {}", &["no_mangle"]);
        check("#[unsafe(export_name = \"g\")] fn f() {}", &["export_name"]);
        check("#[cfg_attr(debug_assertions, inline, unsafe(no_mangle))] fn f() {}", &["no_mangle"]);
        check("#[cfg_attr(no_mangle, inline)] fn f() {}", &[]);
        check(
            "fn f() { #[used(linker)] #[link_section = \"x\"] static S: u8 = 0; }",
            &["used", "link_section"],
        );
        check("macro_rules! m { ($i:item) => { #[global_allocator] $i } }", &["global_allocator"]);
        check("#[derive(Debug)] #[inline] struct used;", &[]);
    }
}
