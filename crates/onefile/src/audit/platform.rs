//! Code that exists on this machine's platform only, in a bundle for another one.

use crate::{
    assemble::Assembled,
    graph::Graph,
    syntax::{
        cfg::{Condition, Facts},
        text::Text,
        tokens::Tokens,
    },
};
use anyhow::{Result, bail};
use judges::Platform;

/// Checks that a bundle means the same on the judge's platform as on this machine, where it is
/// verified.
///
/// # Errors
/// If a path or a predicate of `cfg` differs between the two platforms.
pub fn check(text: &Text, assembled: &Assembled, graph: &Graph, platform: Platform) -> Result<()> {
    let tokens = Tokens::new(text.as_str())?;
    let here = Facts::new(&graph.target_cfgs);
    let facts = match &graph.judge_cfgs {
        Some(cfgs) => here.and_for(cfgs),
        None => here,
    };
    let name = platform.name();
    for at in 0..tokens.len() {
        let condition = Condition::at(&tokens, at)
            .filter(|found| facts.differs_by_platform(&tokens, found.predicate.clone()));
        let why = if let Some(condition) = condition {
            format!(
                "`{}` differs between {name} and this machine, where the bundle is verified",
                &text.as_str()[tokens.bytes(condition.tokens)]
            )
        } else if is_path_of_other_platform(&tokens, at, platform) {
            format!("`std::os::{}` does not exist on {name}", tokens.name(at + 3))
        } else {
            continue;
        };
        let origin = text.origin(tokens[at].start);
        let position = origin.map_or_else(String::new, |origin| assembled.sources.describe(origin));
        bail!("{position}: {why}");
    }
    Ok(())
}

/// Returns `true` if `os::name` at a token is a module of another platform.
fn is_path_of_other_platform(tokens: &Tokens, at: usize, platform: Platform) -> bool {
    tokens.name(at) == "os"
        && tokens.after_colons(at)
        && tokens.is_colons(at + 1)
        && tokens.name(at + 3) != platform.module()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn check_text(text: &str, expected: Option<&str>) {
        let cfgs = |os: &str| vec![os.to_owned(), "target_pointer_width=\"64\"".to_owned()];
        let graph =
            Graph { target_cfgs: cfgs("unix"), judge_cfgs: Some(cfgs("windows")), ..Graph::default() };
        let found = check(&text.into(), &Assembled::default(), &graph, Platform::Windows).err();
        let word = found.map(|error| error.to_string().split('`').nth(1).unwrap_or_default().to_owned());
        assert_eq!(word.as_deref(), expected, "{text}");
    }

    #[test]
    fn differences_between_platforms() {
        check_text("use std::os::unix::fs;", Some("std::os::unix"));
        check_text("use std::os::windows::fs;", None);
        check_text("m!(#[cfg(windows)] a);", Some("#[cfg(windows)]"));
        check_text("m!(#[cfg(target_pointer_width = \"64\")] #[cfg(any(unix, windows))] a);", None);
        check_text(
            "macro_rules! m { ($p:literal) => { #[cfg(target_pointer_width = $p)] fn f() {} } }",
            None,
        );
        check_text("macro_rules! m { ($p:meta) => { #[cfg($p)] fn f() {} } }", Some("#[cfg($p)]"));
    }
}
