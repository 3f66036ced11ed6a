//! Predicates of `cfg` that the bundle's compiler would evaluate in another way than cargo's build
//! did.
//!
//! The bundle is compiled without the features and cfgs that cargo sets. Predicates in code are
//! therefore evaluated while a crate is loaded; what remains is in macros.

use crate::{
    assemble::Assembled,
    graph::Unit,
    syntax::{
        cfg::{Choice, Condition, Facts, Form, remaining_selects},
        macros::{is_definition, macro_invocation},
        text::Text,
        tokens::{Kind, Tokens},
    },
};
use anyhow::{Result, bail};
use cargo_metadata::semver::Version;
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// The first version of rustc with `cfg_select!`.
const CFG_SELECT: Version = Version::new(1, 95, 0);

/// Checks that every predicate in the bundle has the value that it has in the package.
///
/// # Errors
/// If a predicate depends on a feature or cfg that only cargo sets, if a macro matches the
/// predicate that it is given, or if a `cfg_select!` remains that the judge's `compiler` does not
/// know.
pub fn check(text: &Text, assembled: &Assembled, units: &[Unit], compiler: Option<&Version>) -> Result<()> {
    let tokens = Tokens::new(text.as_str())?;
    let crates = Crates::new(units);
    let matching = macros_that_match_predicates(&tokens);
    let problem = (0..tokens.len()).find_map(|at| {
        let krate = || {
            let (file, _) = text.origin(tokens[at].start)?;
            Some(assembled.sources.files.get(file)?.crate_name.as_str())
        };
        let condition = Condition::at(&tokens, at)
            .filter(|found| crates.may_change(&tokens, found.predicate.clone(), krate()));
        let why = if condition.is_some() {
            "only the macro around this `cfg` decides it".to_owned()
        } else if let Some(open) = macro_invocation(&tokens, at)
            && matching.contains(tokens.name(at))
            && holds_constant_predicate(&tokens, tokens.inside(open))
        {
            format!(
                "macro `{}` matches the predicate of a `cfg` that a bundle has to replace",
                tokens.name(at)
            )
        } else {
            return None;
        };
        Some((at, why))
    });
    let select = || {
        remaining_selects(&tokens).find_map(|at| Some((at, select_problem(&tokens, at, &crates, compiler)?)))
    };
    if let Some((at, why)) = problem.or_else(select) {
        let origin = text.origin(tokens[at].start);
        let position = origin.map_or_else(String::new, |origin| assembled.sources.describe(origin));
        bail!("{position}: {why}; a bundle cannot keep that");
    }
    Ok(())
}

/// Returns the reason why a `cfg_select!` cannot stay.
fn select_problem(tokens: &Tokens, at: usize, crates: &Crates, compiler: Option<&Version>) -> Option<String> {
    if let Some(compiler) = compiler.filter(|version| **version < CFG_SELECT) {
        return Some(format!(
            "`cfg_select!` depends on how the bundle is compiled, but rustc {compiler} has no such macro (it needs \
             {CFG_SELECT})"
        ));
    }
    let predicates = Choice::at(tokens, at)
        .map(|choice| choice.arms.into_iter().filter_map(|arm| arm.predicate).collect::<Vec<_>>());
    let unclear = predicates.is_none_or(|predicates| {
        predicates.into_iter().any(|predicate| crates.may_change(tokens, predicate, None))
    });
    unclear.then(|| "only the macro around this `cfg_select!` decides it".to_owned())
}

/// The features and cfgs that cargo sets.
struct Crates {
    by_name: HashMap<String, Facts>,
    all: Facts,
    /// Names of cfgs, and values of those that have one.
    words: HashSet<String>,
}

impl Crates {
    fn new(units: &[Unit]) -> Crates {
        let mut cfgs: HashMap<String, Vec<&String>> = HashMap::new();
        for unit in units {
            cfgs.entry(unit.name.clone()).or_default().extend(&unit.cfgs);
        }
        let words = units.iter().flat_map(|unit| &unit.cfgs);
        Crates {
            by_name: cfgs.into_iter().map(|(name, cfgs)| (name, Facts::new(cfgs))).collect(),
            all: Facts::new(units.iter().flat_map(|unit| &unit.cfgs)),
            words: words
                .map(|cfg| cfg.split_once('=').map_or(cfg.as_str(), |(_, value)| value).trim().to_owned())
                .collect(),
        }
    }

    /// Returns `true` unless a predicate in the text of a crate certainly has the same value in the
    /// bundle.
    fn may_change(&self, tokens: &Tokens, predicate: Range<usize>, krate: Option<&str>) -> bool {
        let mut names = predicate.clone().map(|at| tokens.name(at)).filter(|name| !name.is_empty());
        if predicate.clone().any(|at| tokens.is_punct(at, b'$')) {
            // It may be filled with any word of the bundle.
            return (0..tokens.len()).any(|at| {
                matches!(tokens[at].kind, Kind::Ident | Kind::Literal) && self.words.contains(tokens.str(at))
            });
        }
        if names.clone().all(|name| Facts::is_open(name) || Facts::is_set_by_target(name)) {
            return false;
        }
        let facts = krate.and_then(|name| self.by_name.get(name)).unwrap_or(&self.all);
        names.any(|name| name == "target_feature") || facts.sets_any(tokens, predicate)
    }
}

/// Returns the macros that accept only some predicates of `cfg`, as `#[cfg(feature =
/// $name:literal)]` in a matcher does.
fn macros_that_match_predicates<'t>(tokens: &Tokens<'t>) -> HashSet<&'t str> {
    let mut found = HashSet::new();
    for at in (0..tokens.len()).filter(|&at| is_definition(tokens, at)) {
        let body = tokens.inside(at + 3);
        let mut rule = body.start;
        while rule < body.end && tokens.is_open(rule) {
            let matches = tokens.inside(rule).any(|at| {
                let condition =
                    matches!(tokens.name(at), "cfg" | "cfg_attr") && tokens.opens_with(at + 1, b'(');
                // `$predicate:meta` accepts them all.
                condition && !tokens.is_punct(at + 2, b'$')
            });
            if matches {
                found.insert(tokens.name(at + 2));
            }
            // `(…) => {…};`
            rule = match tokens.is_open(tokens.after(rule) + 2) {
                true => tokens.after(tokens.after(rule) + 2) + 1,
                false => body.end,
            };
        }
    }
    found
}

/// Returns `true` if `#[cfg(all())]` or `#[cfg(any())]` is in a range.
fn holds_constant_predicate(tokens: &Tokens, range: Range<usize>) -> bool {
    range.into_iter().filter_map(|at| Condition::at(tokens, at)).any(|condition| {
        condition.form != Form::Macro
            && condition.predicate.len() == 3
            && matches!(tokens.name(condition.predicate.start), "all" | "any")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Unit;
    use pretty_assertions::assert_eq;

    fn check_text(text: &str, expected: Option<&str>) {
        let unit = Unit {
            name: "p".to_owned(),
            cfgs: vec!["feature=\"std\"".to_owned(), "old".to_owned()],
            ..Unit::default()
        };
        let compiler = Version::new(1, 90, 0);
        let found = check(&text.into(), &Assembled::default(), &[unit], Some(&compiler)).err();
        let word = found.map(|error| error.to_string().split('`').nth(1).unwrap_or_default().to_owned());
        assert_eq!(word.as_deref(), expected, "{text}");
    }

    #[test]
    fn predicates_that_a_macro_completes() {
        let by_value = "macro_rules! m { ($x:literal) => { #[cfg(feature = $x)] f() } }";
        check_text(&format!("{by_value} m!(\"std\");"), Some("cfg"));
        check_text(&format!("{by_value} m!(\"else\");"), None);
        let by_meta = "macro_rules! m { ($(#[$x:meta])*) => { $(#[cfg($x)])* f() } }";
        check_text(&format!("{by_meta} m!(#[feature = \"std\"]);"), Some("cfg"));
        check_text(&format!("{by_meta} m!(#[all(old)]);"), Some("cfg"));
        check_text(&format!("{by_meta} m!(#[unix]); m!();"), None);
    }

    #[test]
    fn predicates_with_one_value() {
        check_text("#[cfg(debug_assertions)] #[cfg(not(any(panic = \"abort\")))] fn f() {}", None);
        check_text("#[cfg(all())] #[cfg_attr(any(), x)] fn f() { cfg!(all()) }", None);
        check_text("m!(#[cfg(target_pointer_width = \"64\")] #[cfg(feature = \"other\")] x);", None);
        check_text("m!(#[cfg(all(unix, feature = \"std\"))] x);", Some("cfg"));
        check_text("m!(#[cfg(target_feature = \"avx2\")] x);", Some("cfg"));
    }

    #[test]
    fn predicates_that_a_macro_matches() {
        let matcher =
            "macro_rules! m { ($x:ident) => {}; (#[cfg(feature = $f:literal)] $x:ident) => { fn $x() {} }; }";
        check_text(&format!("{matcher} m!(#[cfg(all())] a);"), Some("m"));
        check_text(&format!("{matcher} m!(#[cfg(feature = \"other\")] a); m!(b);"), None);
        check_text("macro_rules! m { (#[cfg($p:meta)] $x:ident) => {}; } m!(#[cfg(all())] a);", None);
    }

    #[test]
    fn choices_for_an_older_compiler() {
        check_text("fn f() -> u8 { cfg_select! { debug_assertions => 1, _ => 2 } }", Some("cfg_select!"));
        check_text("fn cfg_select() {}", None);
    }
}
