//! Refuses statics of libraries that the linker alone keeps or drops.
//!
//! A static with a section of its own but without `#[used]` is in the program if the object file is linked that rustc
//! put it into. In a bundle it is only there if code names it.

use crate::{
    assemble::Assembled,
    syntax::{attributes::Attribute, root_items::root_attributes, tokens::Tokens},
};
use anyhow::{Result, bail};
use std::ops::Range;

/// Attributes that keep a static whatever the linker does.
const KEEPING: [&str; 3] = ["used", "no_mangle", "export_name"];

/// Checks the libraries of a program before anything is removed.
///
/// # Errors
/// If a static has a section and none of the attributes that keep it.
pub fn check(assembled: &Assembled) -> Result<()> {
    for (_, text) in &assembled.libraries {
        if !text.as_str().contains("link_section") {
            continue;
        }
        let tokens = Tokens::new(text.as_str())?;
        if let Some(at) = unkept_static(&tokens, 0..tokens.len()) {
            let origin = text.origin(tokens[at].start);
            let place = origin.map_or_else(String::new, |origin| assembled.sources.describe(origin));
            bail!(
                "{place}: `link_section` without `#[used]`: the linker decides whether this static is in the program; \
                 add `#[used]`"
            );
        }
    }
    Ok(())
}

/// Returns the name of a `link_section` attribute on a static that nothing else keeps.
fn unkept_static(tokens: &Tokens, range: Range<usize>) -> Option<usize> {
    root_attributes(tokens, range).into_iter().filter(|&at| tokens.name(at) == "link_section").find(|&at| {
        let mut item = (0..=at).rev().find(|&start| tokens.is_punct(start, b'#')).unwrap_or(at);
        while let Some(end) = tokens.attribute_end(item) {
            item = end;
        }
        let kept = Attribute::before(tokens, item).any(|attribute| KEEPING.contains(&attribute.name(tokens)));
        let mut keyword = item;
        while tokens.name(keyword) == "pub" || tokens.is_open(keyword) {
            keyword = tokens.after(keyword);
        }
        !kept && tokens.name(keyword) == "static"
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check_text(text: &str, expected: bool) {
        let tokens = Tokens::new(text).expect("lexes");
        assert_eq!(unkept_static(&tokens, 0..tokens.len()).is_some(), expected, "{text}");
    }

    #[test]
    fn statics_that_only_the_linker_keeps() {
        check_text("#[link_section = \"a\"] pub(crate) static A: u8 = 1;", true);
        check_text("#[inline] #[unsafe(link_section = \"a\")] /// A.\nstatic A: u8 = 1;", true);
        check_text("#[link_section = \"a\"] #[used] static A: u8 = 1;", false);
        check_text("#[unsafe(no_mangle)] #[link_section = \"a\"] pub static A: u8 = 1;", false);
        check_text("#[link_section = \"a\"] fn f() {}", false);
    }
}
