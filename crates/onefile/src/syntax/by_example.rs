//! Expands an invocation of a `macro_rules!` macro, as far as the text alone allows.
//!
//! The bundler leaves macros to rustc. Only what it must see itself, as a `mod` that names a file, is expanded here. An
//! answer is exact or none: patterns that need a real parser, and bodies in which hygiene may matter, give none.

use crate::syntax::tokens::{Kind, Tokens};
use std::{
    cell::Cell,
    collections::{BTreeSet, HashMap},
    ops::Range,
};

/// What a metavariable stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Binding {
    /// Tokens of the arguments.
    One(Range<usize>),
    /// Those of each repetition.
    Many(Vec<Binding>),
}

/// The metavariables of one arm.
pub type Bindings = HashMap<String, Binding>;

/// Returns the text of an expansion: `rules` is the body of the macro, `arguments` what it is invoked with. `None` if
/// that cannot be known.
pub fn expand(rules: &str, arguments: &str) -> Option<String> {
    let rules = Tokens::new(rules).ok()?;
    let arguments = Tokens::new(arguments).ok()?;
    let (bindings, body) = matching_arm(&rules, 0..rules.len(), &arguments)?;
    if body.clone().any(|at| rules.name(at) == "macro_rules") || may_capture(&rules, body.clone(), &arguments)
    {
        return None;
    }
    let mut out = String::new();
    Transcriber { rules: &rules, arguments: &arguments, written: Cell::new(0) }
        .write(body, &bindings, &mut out)?;
    Some(out)
}

/// Returns the metavariables and the body of the first arm that matches.
pub fn matching_arm(
    rules: &Tokens,
    body: Range<usize>,
    arguments: &Tokens,
) -> Option<(Bindings, Range<usize>)> {
    let mut at = body.start;
    while at < body.end {
        let arrow = rules.after(at);
        if !rules.is_open(at) || !rules.is_punct(arrow, b'=') || !rules.is_open(arrow + 2) {
            return None;
        }
        let patterns = patterns(rules, rules.inside(at))?;
        let matcher = Matcher { rules, arguments };
        let mut bindings = Bindings::new();
        match matcher.sequence(&patterns, 0..arguments.len(), &mut bindings)? {
            Some(end) if end == arguments.len() => return Some((bindings, rules.inside(arrow + 2))),
            _ => {}
        }
        at = rules.after(arrow + 2);
        if rules.is_punct(at, b';') {
            at += 1;
        }
    }
    None
}

/// Returns `true` if the body declares local variables that the arguments may name: they are different ones for rustc.
fn may_capture(rules: &Tokens, body: Range<usize>, arguments: &Tokens) -> bool {
    let declares = body.clone().any(|at| {
        matches!(rules.name(at), "let" | "match" | "for" | "fn" | "if" | "while") || rules.is_punct(at, b'|')
    });
    let variable = |at: usize| at > 0 && rules.is_punct(at - 1, b'$');
    let own: BTreeSet<&str> = body.filter(|&at| !variable(at)).map(|at| rules.name(at)).collect();
    let is_local = |name: &str| name.starts_with(|c: char| c.is_lowercase() || c == '_');
    declares
        && (0..arguments.len())
            .map(|at| arguments.name(at))
            .any(|name| is_local(name) && !KEYWORDS.contains(&name) && own.contains(name))
}

const KEYWORDS: [&str; 16] = [
    "as", "crate", "fn", "for", "if", "impl", "in", "let", "match", "mod", "mut", "pub", "ref", "self",
    "super", "use",
];

/// A part of the left side of an arm.
#[derive(Debug)]
enum Pattern {
    Token(usize),
    /// `$name:kind`
    Fragment(String, String),
    /// The opening delimiter and what is in it.
    Group(usize, Vec<Pattern>),
    Repeat {
        inner: Vec<Pattern>,
        separator: Range<usize>,
        operator: u8,
    },
}

fn patterns(rules: &Tokens, range: Range<usize>) -> Option<Vec<Pattern>> {
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        if rules.is_punct(at, b'$') && rules.opens_with(at + 1, b'(') {
            let (separator, operator, end) = repetition(rules, at)?;
            let inner = patterns(rules, rules.inside(at + 1))?;
            found.push(Pattern::Repeat { inner, separator, operator });
            at = end;
        } else if rules.is_punct(at, b'$') && rules.is_ident(at + 1) && rules.is_punct(at + 2, b':') {
            found.push(Pattern::Fragment(rules.name(at + 1).to_owned(), rules.name(at + 3).to_owned()));
            at += 4;
        } else if rules.is_open(at) {
            found.push(Pattern::Group(at, patterns(rules, rules.inside(at))?));
            at = rules.after(at);
        } else {
            found.push(Pattern::Token(at));
            at += 1;
        }
    }
    Some(found)
}

/// Returns the separator and the operator of `$( … )sep*`, and the token after it.
fn repetition(rules: &Tokens, at: usize) -> Option<(Range<usize>, u8, usize)> {
    let start = rules.after(at + 1);
    let operator = |at: usize| [b'*', b'+', b'?'].into_iter().find(|&operator| rules.is_punct(at, operator));
    // `$(…)+*` and `$(…)=>*`: a separator may look like an operator or have two characters.
    for length in [0, 1, 2] {
        if let Some(found) = operator(start + length)
            .filter(|_| length > 0 || operator(start + 1).is_none() || !rules.adjacent(start))
        {
            return Some((start..start + length, found, start + length + 1));
        }
    }
    None
}

struct Matcher<'a> {
    rules: &'a Tokens<'a>,
    arguments: &'a Tokens<'a>,
}

impl Matcher<'_> {
    /// Matches patterns from the start of a range. `Some(Some(end))`: they do, up to `end`; `Some(None)`: they do not;
    /// `None`: nobody knows.
    #[expect(clippy::option_option, reason = "unknown and no are different")]
    fn sequence(
        &self,
        patterns: &[Pattern],
        range: Range<usize>,
        bindings: &mut Bindings,
    ) -> Option<Option<usize>> {
        let mut at = range.start;
        for (index, pattern) in patterns.iter().enumerate() {
            let next = match pattern {
                Pattern::Token(token) => self.same(*token, at, range.end).then_some(at + 1),
                Pattern::Group(open, inner) => {
                    let same =
                        at < range.end && self.arguments.is_open(at) && self.same(*open, at, range.end);
                    let inside = if same { self.arguments.inside(at) } else { at..at };
                    let end = inside.end;
                    let reached = if same { self.sequence(inner, inside, bindings)? } else { None };
                    reached.filter(|&reached| reached == end).map(|_| self.arguments.after(at))
                }
                Pattern::Fragment(name, kind) => {
                    let end = self.fragment(kind, at..range.end)?;
                    if let Some(end) = end {
                        bindings.insert(name.clone(), Binding::One(at..end));
                    }
                    end
                }
                Pattern::Repeat { inner, separator, operator } => {
                    let last = index + 1 == patterns.len();
                    self.repeat((inner, separator.clone(), *operator), at..range.end, last, bindings)?
                }
            };
            match next {
                Some(next) => at = next,
                None => return Some(None),
            }
        }
        Some(Some(at))
    }

    #[expect(clippy::option_option, reason = "unknown and no are different")]
    fn repeat(
        &self,
        (inner, separator, operator): (&[Pattern], Range<usize>, u8),
        range: Range<usize>,
        last: bool,
        bindings: &mut Bindings,
    ) -> Option<Option<usize>> {
        let mut rounds: Vec<Bindings> = Vec::new();
        let mut at = range.start;
        let mut start = at;
        while start < range.end || (rounds.is_empty() && !last) {
            let mut round = Bindings::new();
            match self.sequence(inner, start..range.end, &mut round)? {
                Some(end) if end > start => at = end,
                _ => break,
            }
            rounds.push(round);
            let matches = separator.clone().enumerate();
            let mut matches = matches.map(|(offset, token)| self.same(token, at + offset, range.end));
            if operator == b'?' || !matches.all(|same| same) {
                break;
            }
            start = at + separator.len();
        }
        let mut names = Vec::new();
        collect_names(inner, &mut names);
        for name in names {
            let all = rounds.iter().map(|round| round.get(&name).cloned()).collect::<Option<Vec<_>>>()?;
            bindings.insert(name, Binding::Many(all));
        }
        Some((operator != b'+' || !rounds.is_empty()).then_some(at))
    }

    fn same(&self, token: usize, argument: usize, end: usize) -> bool {
        argument < end && self.rules.str(token) == self.arguments.str(argument)
    }

    /// Returns the end of a fragment.
    #[expect(clippy::option_option, reason = "unknown and no are different")]
    fn fragment(&self, kind: &str, range: Range<usize>) -> Option<Option<usize>> {
        let tokens = self.arguments;
        let at = range.start;
        let is_there = at < range.end;
        let one = |holds: bool| Some((is_there && holds).then_some(at + 1));
        match kind {
            "ident" => one(tokens.is_ident(at) && tokens.str(at) != "_"),
            "lifetime" => one(is_there && tokens[at].kind == Kind::Lifetime),
            "literal" if is_there && tokens.is_punct(at, b'-') => None,
            "literal" if is_there && matches!(tokens.str(at), "true" | "false") => one(true),
            "literal" => one(is_there && tokens[at].kind == Kind::Literal),
            "tt" => Some(is_there.then(|| tokens.after(at))),
            "block" => Some((is_there && tokens.opens_with(at, b'{')).then(|| tokens.after(at))),
            "vis" if !is_there || tokens.name(at) != "pub" => Some(Some(at)),
            "vis" if tokens.opens_with(at + 1, b'(') => Some(Some(tokens.after(at + 1))),
            "vis" => Some(Some(at + 1)),
            // Without anything that only a parser tells: up to the next separator.
            "expr" | "ty" | "path" | "meta" => {
                let mut end = at;
                while end < range.end && !tokens.is_punct(end, b',') && !tokens.is_punct(end, b';') {
                    let plain = match kind {
                        "meta" => true,
                        "expr" => !(tokens.is_punct(end, b'=') && tokens.is_punct(end + 1, b'>')),
                        _ => tokens.is_ident(end) || tokens.is_colons(end) || tokens.after_colons(end + 1),
                    };
                    if !plain || tokens.is_punct(end, b'<') {
                        return None;
                    }
                    end = tokens.after(end);
                }
                Some((end > at).then_some(end))
            }
            _ => None,
        }
    }
}

fn collect_names(patterns: &[Pattern], names: &mut Vec<String>) {
    for pattern in patterns {
        match pattern {
            Pattern::Token(_) => {}
            Pattern::Fragment(name, _) => names.push(name.clone()),
            Pattern::Group(_, inner) | Pattern::Repeat { inner, .. } => collect_names(inner, names),
        }
    }
}

struct Transcriber<'a> {
    rules: &'a Tokens<'a>,
    arguments: &'a Tokens<'a>,
    /// The end of the tokens of the arguments that were written last.
    written: Cell<usize>,
}

impl Transcriber<'_> {
    fn write(&self, range: Range<usize>, bindings: &Bindings, out: &mut String) -> Option<()> {
        let rules = self.rules;
        let mut at = range.start;
        while at < range.end {
            if at > range.start {
                out.push_str(&rules.text[rules[at - 1].end..rules[at].start]);
            }
            if rules.is_punct(at, b'$') && rules.opens_with(at + 1, b'(') {
                at = self.write_repetition(at, bindings, out)?;
            } else if rules.is_punct(at, b'$') && rules.name(at + 1) == "crate" {
                out.push_str("crate");
                at += 2;
            } else if rules.is_punct(at, b'$') && rules.is_ident(at + 1) {
                match bindings.get(rules.name(at + 1))? {
                    Binding::One(bound) => self.write_bound(bound.clone(), out),
                    Binding::Many(_) => return None,
                }
                at += 2;
            } else {
                out.push_str(rules.str(at));
                at += 1;
            }
        }
        Some(())
    }

    fn write_bound(&self, bound: Range<usize>, out: &mut String) {
        let arguments = self.arguments;
        if bound.is_empty() {
            return;
        }
        // What stood together stays together, as `=` and `>`.
        let last = self.written.replace(bound.end);
        match last.checked_sub(1).filter(|_| last == bound.start) {
            Some(before) => out.push_str(&arguments.text[arguments[before].end..arguments[last].start]),
            None => out.push(' '),
        }
        let text = &arguments.text[arguments.bytes(bound.clone())];
        let simple = bound.len() <= 1 || bound.end == arguments.after(bound.start);
        let operator = bound.clone().any(|at| "+-*/%&|^<>=!?.".contains(arguments.str(at)));
        if simple || !operator {
            out.push_str(text);
        } else {
            out.push_str(&format!("({text})"));
        }
        if text.starts_with("//") {
            out.push('\n');
        }
    }

    fn write_repetition(&self, at: usize, bindings: &Bindings, out: &mut String) -> Option<usize> {
        let rules = self.rules;
        let (separator, _, end) = repetition(rules, at)?;
        let inside = rules.inside(at + 1);
        let used =
            inside.clone().filter(|&token| rules.is_punct(token, b'$')).map(|token| rules.name(token + 1));
        let used: BTreeSet<&str> = used.collect();
        let repeated = used.iter().filter_map(|name| match bindings.get(*name) {
            Some(Binding::Many(all)) => Some(all.len()),
            _ => None,
        });
        let counts: BTreeSet<usize> = repeated.collect();
        let [count] = counts.into_iter().collect::<Vec<_>>()[..] else { return None };
        for round in 0..count {
            let mut inner = bindings.clone();
            for name in &used {
                if let Some(Binding::Many(all)) = bindings.get(*name) {
                    inner.insert((*name).to_owned(), all[round].clone());
                }
            }
            if round > 0 && !separator.is_empty() {
                out.push_str(&rules.text[rules.bytes(separator.clone())]);
                out.push(' ');
                self.written.set(0);
            }
            self.write(inside.clone(), &inner, out)?;
        }
        Some(end)
    }
}

#[cfg(test)]
mod tests;
