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
}

/// These depend on how the bundle itself is compiled, so they stay in it.
const LEFT_TO_THE_COMPILER: [&str; 5] =
    ["debug_assertions", "overflow_checks", "ub_checks", "panic", "ONLINE_JUDGE"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truth {
    True,
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

impl Facts {
    /// From `--cfg` values and lines of `rustc --print cfg`.
    pub fn new<'a>(cfgs: impl IntoIterator<Item = &'a String>) -> Facts {
        Facts { set: normal(cfgs), elsewhere: None }
    }

    /// The same facts, to hold with other ones as well.
    #[must_use]
    pub fn and_for<'a>(self, cfgs: impl IntoIterator<Item = &'a String>) -> Facts {
        Facts { elsewhere: Some(normal(cfgs)), ..self }
    }

    /// Whether a name in a predicate is left to the compiler of the bundle.
    pub fn is_open(name: &str) -> bool {
        matches!(name, "all" | "any" | "not" | "true" | "false") || LEFT_TO_THE_COMPILER.contains(&name)
    }

    /// Whether these tokens are a predicate for certain, and not arguments of some function called `cfg`: all that is in it is
    /// a name with a value, or a name that is set.
    pub fn tells(&self, tokens: &Tokens, range: Range<usize>) -> bool {
        let at = range.start;
        match tokens.name(at) {
            "all" | "any" | "not" if tokens.opens_with(at + 1, b'(') && tokens.after(at + 1) == range.end => {
                split(tokens, tokens.inside(at + 1), b',').into_iter().all(|part| self.tells(tokens, part))
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
