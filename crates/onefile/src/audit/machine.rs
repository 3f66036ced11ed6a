//! Refuses programs that cargo builds for another target or with other CPU features, and that ask for them.

use crate::{
    audit::subject::Subject, cargo::codegen::CodegenOptions, cargo::toolchain, graph::Source,
    syntax::tokens::Tokens,
};
use anyhow::{Result, bail};
use std::{collections::HashSet, fs};

/// The cfgs of a target that change what integers and the standard library are.
const TARGET: [&str; 5] =
    ["target_arch", "target_pointer_width", "target_endian", "target_os", "target_has_atomic"];

/// Checks the machine that cargo builds the program for.
///
/// # Errors
/// If it is not this one, or the program's own crates ask for a feature that only that one has.
pub fn check(subject: &Subject) -> Result<()> {
    let unit = &subject.graph.units[0];
    let options = CodegenOptions::parse(&unit.call.arguments);
    if options.machine.is_empty() {
        return Ok(());
    }
    let wanted: HashSet<String> = toolchain::cfgs_with(&options.machine)?.into_iter().collect();
    let usual: HashSet<String> = subject.graph.target_cfgs.iter().cloned().collect();
    let mut differing: Vec<&String> = wanted.symmetric_difference(&usual).collect();
    differing.sort();
    let set_by = options.machine.join(" ");
    for cfg in &differing {
        if TARGET.contains(&cfg.split('=').next().unwrap_or(cfg)) {
            bail!("{}: cargo builds for another target ({set_by}), which differs in `{cfg}`", unit.name);
        }
    }
    for file in &subject.assembled.sources.files {
        let of_crate = subject.graph.units.iter().find(|unit| unit.name == file.crate_name);
        if of_crate.is_some_and(|unit| unit.source == Source::Elsewhere) {
            continue;
        }
        let text = fs::read_to_string(&file.path).unwrap_or_default();
        let Ok(tokens) = Tokens::new(&text) else { continue };
        if let Some(at) = differing.iter().find_map(|cfg| asks(&tokens, cfg)) {
            let line = text[..tokens[at].start].matches('\n').count() + 1;
            let column = tokens[at].start - text[..tokens[at].start].rfind('\n').map_or(0, |at| at + 1) + 1;
            bail!(
                "{}: {}:{line}:{column}: `{}` depends on compiler flags ({set_by}) that the bundle is not compiled with",
                file.crate_name,
                file.shown,
                tokens.name(at),
            );
        }
    }
    Ok(())
}

/// Returns the token that names a cfg: `name` or `name="value"`.
fn asks(tokens: &Tokens, cfg: &str) -> Option<usize> {
    let (name, value) = cfg.split_once('=').map_or((cfg, None), |(name, value)| (name, Some(value)));
    (0..tokens.len()).find(|&at| {
        tokens.name(at) == name
            && match value {
                Some(value) => tokens.is_punct(at + 1, b'=') && tokens.str(at + 2) == value,
                None => at > 0 && (tokens.is_open(at - 1) || tokens.is_punct(at - 1, b',')),
            }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn cfgs_by_name_and_value() {
        let tokens =
            Tokens::new("#[cfg(all(target_feature = \"avx2\", windows))] fn windows() {}").expect("lexes");
        let found = |cfg| asks(&tokens, cfg).map(|at| tokens.name(at));
        assert_eq!(found("target_feature=\"avx2\""), Some("target_feature"));
        assert_eq!(found("target_feature=\"fma\""), None);
        assert_eq!(found("windows"), Some("windows"));
    }
}
