//! The places where Rust accepts a `cfg` predicate.

use crate::syntax::{
    attributes::Attribute,
    macros::{macro_invocation, standard_path_start},
    tokens::{Kind, Tokens, split},
};
use std::ops::Range;

/// One use of a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The syntax around the predicate.
    pub form: Form,
    /// All tokens: the attribute, or the invocation with its path.
    pub tokens: Range<usize>,
    /// The tokens of the predicate.
    pub predicate: Range<usize>,
}

/// The syntax around a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// `#[cfg(P)]`
    Attribute,
    /// `#[cfg_attr(P, A, B)]`, with the tokens of `A, B`.
    Attributes(Range<usize>),
    /// `cfg!(P)`
    Macro,
    /// `cfg(P)` or `cfg_attr(P, A)` without `#[…]`: arguments of which a macro makes an attribute.
    Bare,
}

impl Condition {
    /// Returns the condition that starts at `at`: at the `#` of an attribute, or at the name of
    /// `cfg!`.
    pub fn at(tokens: &Tokens, at: usize) -> Option<Condition> {
        if tokens.is_punct(at, b'#') {
            return Condition::attribute(tokens, at);
        }
        let open = macro_invocation(tokens, at).filter(|_| tokens.name(at) == "cfg")?;
        let predicate = without_comma(tokens, tokens.inside(open));
        let start = standard_path_start(tokens, at);
        Some(Condition { form: Form::Macro, tokens: start..tokens.after(open), predicate })
    }

    fn attribute(tokens: &Tokens, at: usize) -> Option<Condition> {
        let attribute = Attribute::at(tokens, at)?;
        let name = attribute.content.start;
        if !tokens.opens_with(name + 1, b'(') {
            return None;
        }
        let inside = tokens.inside(name + 1);
        let (form, predicate) = match tokens.name(name) {
            "cfg" => (Form::Attribute, without_comma(tokens, inside)),
            "cfg_attr" => {
                let first = split(tokens, inside.clone(), b',').into_iter().next()?;
                (Form::Attributes((first.end + 1).min(inside.end)..inside.end), first)
            }
            _ => return None,
        };
        Some(Condition { form, tokens: attribute.tokens, predicate })
    }

    /// Returns the condition `cfg(P)` or `cfg_attr(P, A)` whose name is at `at`, if no attribute is
    /// around it.
    pub fn bare(tokens: &Tokens, at: usize) -> Option<Condition> {
        let other = at > 0
            && (tokens.is_punct(at - 1, b'.') || tokens.after_colons(at) || tokens.name(at - 1) == "fn");
        if !matches!(tokens.name(at), "cfg" | "cfg_attr") || !tokens.opens_with(at + 1, b'(') || other {
            return None;
        }
        let predicate = split(tokens, tokens.inside(at + 1), b',').into_iter().next()?;
        Some(Condition { form: Form::Bare, tokens: at..tokens.after(at + 1), predicate })
    }
}

fn without_comma(tokens: &Tokens, range: Range<usize>) -> Range<usize> {
    let comma = !range.is_empty() && tokens.is_punct(range.end - 1, b',');
    range.start..range.end - usize::from(comma)
}

/// An invocation of `cfg_if!` or `cfg_select!`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// `cfg_select!`, which the standard library has since Rust 1.95.
    pub is_select: bool,
    /// All tokens, with the path before the name.
    pub tokens: Range<usize>,
    /// The opening delimiter of the invocation.
    pub open: usize,
    /// The branches, in order.
    pub arms: Vec<Arm>,
}

/// A branch of a [`Choice`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// `None` for `else` and `_`.
    pub predicate: Option<Range<usize>>,
    /// The tokens that the branch stands for.
    pub body: Range<usize>,
    /// All tokens, with the separator behind it.
    pub tokens: Range<usize>,
}

impl Choice {
    /// Returns the choice whose name is at `at`. A macro of the same name that does not have the
    /// usual form is none.
    pub fn at(tokens: &Tokens, at: usize) -> Option<Choice> {
        let is_select = match tokens.name(at) {
            "cfg_select" => true,
            "cfg_if" => false,
            _ => return None,
        };
        let open = macro_invocation(tokens, at)?;
        let inside = tokens.inside(open);
        let arms = if is_select { select_arms(tokens, inside) } else { if_arms(tokens, inside) }?;
        Some(Choice { is_select, tokens: path_start(tokens, at)..tokens.after(open), open, arms })
    }
}

/// Returns the first token of the path that ends at `at`, with its `::` or `$crate::`.
fn path_start(tokens: &Tokens, at: usize) -> usize {
    let mut start = at;
    while tokens.after_colons(start) {
        start -= 2;
        if start == 0 || !tokens.is_ident(start - 1) {
            break;
        }
        start -= 1;
        if start > 0 && tokens.is_punct(start - 1, b'$') {
            return start - 1;
        }
    }
    start
}

/// `if #[cfg(P)] { … } else if #[cfg(Q)] { … } else { … }`
fn if_arms(tokens: &Tokens, range: Range<usize>) -> Option<Vec<Arm>> {
    let mut arms = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let start = at;
        let mut predicate = None;
        if !arms.is_empty() {
            if tokens.name(at) != "else" {
                return None;
            }
            at += 1;
        }
        if tokens.name(at) == "if" {
            let condition = Condition::at(tokens, at + 1).filter(|found| found.form == Form::Attribute)?;
            at = condition.tokens.end;
            predicate = Some(condition.predicate);
        }
        let is_else = at == start + 1 && predicate.is_none() && !arms.is_empty();
        if !tokens.opens_with(at, b'{') || (predicate.is_none() && !is_else) {
            return None;
        }
        let end = tokens.after(at);
        arms.push(Arm { predicate, body: tokens.inside(at), tokens: start..end });
        at = end;
    }
    (!arms.is_empty()).then_some(arms)
}

/// `P => { … } Q => expression, _ => expression`
fn select_arms(tokens: &Tokens, range: Range<usize>) -> Option<Vec<Arm>> {
    let is_arrow = |at| tokens.is_punct(at, b'=') && tokens.is_punct(at + 1, b'>') && tokens.adjacent(at);
    let mut arrows = Vec::new();
    let mut at = range.start;
    while at < range.end {
        if is_arrow(at) {
            arrows.push(at);
        }
        at = tokens.after(at);
    }
    // The start of each arm: an expression has no arrow, and ends before the predicate of the next
    // arm.
    let starts: Vec<usize> =
        arrows.iter().map(|&arrow| predicate_start(tokens, arrow)).collect::<Option<_>>()?;
    if starts.first() != Some(&range.start) {
        return None;
    }
    let ends = starts[1..].iter().copied().chain([range.end]);
    let arm = |((&start, &arrow), end): ((&usize, &usize), usize)| {
        let body = arrow + 2;
        let content = without_comma(tokens, body..end);
        let braces = tokens.opens_with(body, b'{') && tokens.after(body) == content.end;
        let wildcard = arrow == start + 1 && tokens.str(start) == "_";
        (!content.is_empty()).then(|| Arm {
            predicate: (!wildcard).then_some(start..arrow),
            body: if braces { tokens.inside(body) } else { content },
            tokens: start..end,
        })
    };
    starts.iter().zip(&arrows).zip(ends).map(arm).collect()
}

/// Returns the first token of the predicate before an arrow: of `_`, `name`, `name = "value"`,
/// `name(…)` or `$name`.
fn predicate_start(tokens: &Tokens, arrow: usize) -> Option<usize> {
    let last = arrow.checked_sub(1)?;
    let start = match tokens[last].kind {
        Kind::Ident => last,
        Kind::Close(b')') => tokens[last].partner.checked_sub(1)?,
        Kind::Literal if last >= 2 && tokens.is_punct(last - 1, b'=') => last - 2,
        _ => return None,
    };
    if !tokens.is_ident(start) {
        return None;
    }
    let metavariable = start > 0 && tokens.is_punct(start - 1, b'$');
    Some(start - usize::from(metavariable))
}
