//! The value of a `cfg` predicate.

use crate::syntax::tokens::{Tokens, split};
use std::{collections::HashSet, ops::Range};

/// What is known about the compilation of one crate.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// `unix`, `feature="std"`.
    set: HashSet<String>,
    /// The same of the judge's platform, if it is another one: what differs is left open.
    elsewhere: Option<HashSet<String>>,
    /// A crate of the program defines a macro `cfg_select`, which need not be like that of the
    /// standard library.
    own_select: bool,
}

/// These depend on how the bundle itself is compiled, so they stay in it.
const LEFT_TO_THE_COMPILER: [&str; 5] =
    ["debug_assertions", "overflow_checks", "ub_checks", "panic", "ONLINE_JUDGE"];

/// The tokens of a macro, in which no attribute can be evaluated: only the macro decides what it is
/// attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// The body of a definition.
    Body,
    /// The arguments of an invocation. The macro may match the predicate, so it is replaced only if
    /// it would have another value in the bundle.
    Arguments,
}

/// The value of a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// Left to the compiler: what remains of the predicate.
    Open(String),
}

impl Truth {
    /// A predicate of this value.
    pub fn predicate(&self) -> &str {
        match self {
            Truth::True => "all()",
            Truth::False => "any()",
            Truth::Open(rest) => rest,
        }
    }
}

/// Names that any compiler of the same target sets in the same way. `target_feature` is none of
/// them: judges compile for their own processor.
const SET_BY_THE_COMPILER: [&str; 18] = [
    "unix",
    "windows",
    "test",
    "doc",
    "doctest",
    "miri",
    "proc_macro",
    "clippy",
    "target_arch",
    "target_os",
    "target_env",
    "target_abi",
    "target_family",
    "target_vendor",
    "target_endian",
    "target_pointer_width",
    "target_has_atomic",
    "target_thread_local",
];

impl Facts {
    /// Collects `--cfg` values and lines of `rustc --print cfg`.
    pub fn new<'a>(cfgs: impl IntoIterator<Item = &'a String>) -> Facts {
        Facts { set: normal(cfgs), ..Facts::default() }
    }

    /// Adds the facts of another platform, where the bundle must mean the same.
    #[must_use]
    pub fn and_for<'a>(self, cfgs: impl IntoIterator<Item = &'a String>) -> Facts {
        Facts { elsewhere: Some(normal(cfgs)), ..self }
    }

    /// Leaves invocations of `cfg_select!` to a macro of the program, if there is one.
    #[must_use]
    pub fn with_own_select(self, own_select: bool) -> Facts {
        Facts { own_select, ..self }
    }

    pub(super) fn has_own_select(&self) -> bool {
        self.own_select
    }

    /// Returns `true` if a name in a predicate is left to the compiler of the bundle.
    pub fn is_open(name: &str) -> bool {
        is_operator(name) || LEFT_TO_THE_COMPILER.contains(&name)
    }

    /// Returns `true` if a name in a predicate depends on the target alone.
    pub fn is_set_by_target(name: &str) -> bool {
        is_operator(name) || SET_BY_THE_COMPILER.contains(&name)
    }

    /// Returns `true` if these tokens are a predicate, and not arguments of some function called
    /// `cfg`: every name has a value or is set.
    pub fn is_predicate(&self, tokens: &Tokens, range: Range<usize>) -> bool {
        let at = range.start;
        match tokens.name(at) {
            "all" | "any" | "not" if tokens.opens_with(at + 1, b'(') && tokens.after(at + 1) == range.end => {
                split(tokens, tokens.inside(at + 1), b',')
                    .into_iter()
                    .all(|part| self.is_predicate(tokens, part))
            }
            "" => false,
            name if range.len() == 1 => name == "test" || name == "windows" || self.set.contains(name),
            _ => {
                range.len() == 3
                    && tokens.is_punct(at + 1, b'=')
                    && plain_string(tokens.str(at + 2)).is_some()
            }
        }
    }

    /// Returns `true` if a predicate may stay as it is written, because the compiler of the bundle
    /// gives it the same value: it depends on the target alone, or in arguments also on cfgs that
    /// are not set.
    pub(super) fn may_stay(&self, tokens: &Tokens, range: Range<usize>, context: Context) -> bool {
        let mut names = range.clone().map(|at| tokens.name(at)).filter(|name| !name.is_empty());
        match context {
            Context::Body => names.all(Facts::is_set_by_target),
            Context::Arguments => {
                !names.any(|name| name == "target_feature") && !self.sets_any(tokens, range)
            }
        }
    }

    /// Returns `true` if a predicate names something that is set and does not depend on the target
    /// alone: a feature, or a cfg of a build script.
    pub fn sets_any(&self, tokens: &Tokens, range: Range<usize>) -> bool {
        range.into_iter().any(|at| {
            let name = tokens.name(at);
            if name.is_empty() || Facts::is_set_by_target(name) {
                return false;
            }
            let value = tokens.is_punct(at + 1, b'=').then(|| plain_string(tokens.str(at + 2))).flatten();
            match value {
                Some(value) => self.set.contains(&format!("{name}=\"{value}\"")),
                None => self.set.contains(name),
            }
        })
    }

    /// Returns `true` if a predicate may have another value on the other platform. A macro may fill
    /// in any name or value.
    pub fn differs_by_platform(&self, tokens: &Tokens, range: Range<usize>) -> bool {
        let Some(elsewhere) = &self.elsewhere else { return false };
        let values = |set: &HashSet<String>, name: &str| {
            let values = set.iter().filter_map(|cfg| cfg.strip_prefix(name)?.strip_prefix('='));
            values.map(str::to_owned).collect::<HashSet<_>>()
        };
        let filled_in = range.clone().any(|at| {
            let is_value = at >= range.start + 2 && tokens.is_punct(at - 1, b'=');
            let name = if is_value { tokens.name(at - 2) } else { "" };
            tokens.is_punct(at, b'$')
                && (name.is_empty() || values(&self.set, name) != values(elsewhere, name))
        });
        filled_in || evaluate(&self.set, tokens, range.clone()) != evaluate(elsewhere, tokens, range)
    }

    /// Evaluates the predicate in a range of tokens.
    pub fn evaluate(&self, tokens: &Tokens, range: Range<usize>) -> Truth {
        let here = evaluate(&self.set, tokens, range.clone());
        match &self.elsewhere {
            Some(elsewhere) if evaluate(elsewhere, tokens, range.clone()) != here => {
                Truth::Open(tokens.text[tokens.bytes(range)].to_owned())
            }
            _ => here,
        }
    }
}

fn is_operator(name: &str) -> bool {
    matches!(name, "all" | "any" | "not" | "true" | "false")
}

fn evaluate(set: &HashSet<String>, tokens: &Tokens, range: Range<usize>) -> Truth {
    let open = || Truth::Open(tokens.text[tokens.bytes(range.clone())].to_owned());
    let at = range.start;
    let name = tokens.name(at);
    let length = range.len();
    match name {
        "true" if length == 1 => Truth::True,
        "false" if length == 1 => Truth::False,
        "all" | "any" | "not" if tokens.opens_with(at + 1, b'(') && tokens.after(at + 1) == range.end => {
            let parts: Vec<Truth> = split(tokens, tokens.inside(at + 1), b',')
                .into_iter()
                .map(|part| evaluate(set, tokens, part))
                .collect();
            match name {
                "all" => combine(name, parts, &Truth::True, &Truth::False),
                "any" => combine(name, parts, &Truth::False, &Truth::True),
                _ => match &parts[..] {
                    [Truth::True] => Truth::False,
                    [Truth::False] => Truth::True,
                    [Truth::Open(rest)] => Truth::Open(format!("not({rest})")),
                    _ => open(),
                },
            }
        }
        "" => open(),
        _ if LEFT_TO_THE_COMPILER.contains(&name) && !set.contains(name) => open(),
        _ if length == 1 => truth(set.contains(name)),
        _ if length == 3 && tokens.is_punct(at + 1, b'=') => match plain_string(tokens.str(at + 2)) {
            Some(value) => truth(set.contains(&format!("{name}=\"{value}\""))),
            None => open(),
        },
        _ => open(),
    }
}

fn truth(value: bool) -> Truth {
    if value { Truth::True } else { Truth::False }
}

/// One spelling for each cfg.
fn normal<'a>(cfgs: impl IntoIterator<Item = &'a String>) -> HashSet<String> {
    cfgs.into_iter()
        .map(|cfg| match cfg.split_once('=') {
            Some((name, value)) => format!("{}={}", name.trim(), value.trim()),
            None => cfg.trim().to_owned(),
        })
        .filter(|cfg| !LEFT_TO_THE_COMPILER.contains(&cfg.split('=').next().unwrap_or(cfg)))
        .collect()
}

fn combine(name: &str, parts: Vec<Truth>, neutral: &Truth, deciding: &Truth) -> Truth {
    if parts.contains(deciding) {
        return deciding.clone();
    }
    let open: Vec<String> = parts
        .into_iter()
        .filter_map(|part| match part {
            Truth::Open(rest) => Some(rest),
            _ => None,
        })
        .collect();
    match &open[..] {
        [] => neutral.clone(),
        [one] => Truth::Open(one.clone()),
        _ => Truth::Open(format!("{name}({})", open.join(", "))),
    }
}

/// The content of a string literal without escapes, raw or not.
fn plain_string(literal: &str) -> Option<String> {
    syn::parse_str::<syn::LitStr>(literal).ok().map(|literal| literal.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn check(predicate: &str, expected: &str) {
        let cfgs =
            ["unix", "feature=\"std\"", "target_pointer_width=\"64\"", "panic=\"unwind\""].map(str::to_owned);
        let tokens = Tokens::new(predicate).expect("lexes");
        let truth = Facts::new(&cfgs).evaluate(&tokens, 0..tokens.len());
        assert_eq!(truth.predicate(), expected, "{predicate}");
    }

    #[test]
    fn predicates() {
        check("unix", "all()");
        check("windows", "any()");
        check("all(unix, feature = \"std\",)", "all()");
        check("any(windows, feature = \"alloc\")", "any()");
        check("not(any())", "all()");
        check("all()", "all()");
        check("target_pointer_width=\"64\"", "all()");
        check("feature = r\"std\"", "all()");
        check("true", "all()");
        check("all(unix, debug_assertions)", "debug_assertions");
        check(
            "not(all(debug_assertions, panic = \"abort\"))",
            "not(all(debug_assertions, panic = \"abort\"))",
        );
        check("any(unix, debug_assertions)", "all()");
        check("feature = $name", "feature = $name");
    }

    #[test]
    fn what_differs_elsewhere_is_left_open() {
        let check = |predicate: &str, expected: &str| {
            let here = ["unix", "target_os=\"linux\"", "target_arch=\"x86_64\""].map(str::to_owned);
            let there = ["windows", "target_os=\"windows\"", "target_arch=\"x86_64\""].map(str::to_owned);
            let tokens = Tokens::new(predicate).expect("lexes");
            let truth = Facts::new(&here).and_for(&there).evaluate(&tokens, 0..tokens.len());
            assert_eq!(truth.predicate(), expected, "{predicate}");
        };
        check("target_arch = \"x86_64\"", "all()");
        check("target_os = \"macos\"", "any()");
        check("any(unix, target_arch = \"x86_64\")", "all()");
        check("all(not(windows), not(test))", "all(not(windows), not(test))");
        check("any(unix, windows)", "all()");
        check("target_os = \"linux\"", "target_os = \"linux\"");
    }
}
