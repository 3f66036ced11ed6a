//! Replaces `cfg_if!` and `cfg_select!` by the branch that is compiled.

use crate::syntax::{
    attributes::Attribute,
    cfg::{
        forms::{Arm, Choice, Condition},
        predicate::{Facts, Truth},
    },
    macros::{is_definition, macro_invocation},
    text::Edit,
    tokens::{Kind, Tokens},
};
use std::ops::Range;

/// The branch of a choice that is compiled.
pub(super) enum Selected<'c> {
    Arm(&'c Arm),
    Nothing,
    /// Only the bundle's compiler decides it.
    Undecided,
}

impl Choice {
    /// Returns the branch that is compiled.
    pub(super) fn select(&self, tokens: &Tokens, facts: &Facts) -> Selected<'_> {
        for arm in &self.arms {
            let truth = arm.predicate.clone().map(|predicate| facts.evaluate(tokens, predicate));
            match truth {
                None | Some(Truth::True) => return Selected::Arm(arm),
                Some(Truth::Open(_)) => return Selected::Undecided,
                Some(Truth::False) => {}
            }
        }
        // A `cfg_select!` without a branch is an error of the program, and is left to the compiler.
        if self.is_select { Selected::Undecided } else { Selected::Nothing }
    }

    /// Returns the edits that leave only the selected branch, and the tokens that stay; `None` if
    /// the invocation has to stay. Only tokens around the branch are removed, so that edits inside
    /// of it hold.
    pub(super) fn replace(&self, tokens: &Tokens, facts: &Facts) -> Option<(Vec<Edit>, Range<usize>)> {
        if self.is_select && facts.has_own_select() {
            return None;
        }
        let body = match self.select(tokens, facts) {
            Selected::Arm(arm) => arm.body.clone(),
            Selected::Nothing => self.open..self.open,
            Selected::Undecided => return None,
        };
        if !self.is_statement(tokens) {
            return Some((self.splice(tokens, &body, self.around(tokens, &body)), body));
        }
        // Attributes of the invocation would become those of the branch's first item.
        let mut start = self.tokens.start;
        for attribute in Attribute::before(tokens, start) {
            let conditional = matches!(attribute.name(tokens), "cfg" | "cfg_attr");
            if conditional && stays_open(tokens, &attribute, facts) {
                return None;
            }
            start = attribute.tokens.start;
        }
        let mut end = self.tokens.end;
        let semicolon = tokens.is_punct(end, b';');
        end += usize::from(semicolon);
        let is_last = end >= tokens.len() || matches!(tokens[end].kind, Kind::Close(_));
        let needed = match last_statement(tokens, &body) {
            Last::Complete => false,
            Last::Block => semicolon,
            Last::Expression => semicolon || !is_last,
        };
        let all = Choice { tokens: start..end, ..self.clone() };
        Some((all.splice(tokens, &body, ("", if needed { ";" } else { "" })), body))
    }

    /// Removes all but the tokens of the body and writes the two texts around them.
    fn splice(&self, tokens: &Tokens, body: &Range<usize>, (left, right): (&str, &str)) -> Vec<Edit> {
        let whole = tokens.bytes(self.tokens.clone());
        if body.is_empty() {
            return vec![Edit::new(whole, format!("{left}{right}"))];
        }
        let kept = tokens.bytes(body.clone());
        let after = tokens.text[whole.end..].chars().next();
        let touches =
            right.is_empty() && after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '"'));
        let right = if touches { " " } else { right };
        vec![Edit::new(whole.start..kept.start, left), Edit::new(kept.end..whole.end, right)]
    }

    /// Returns `true` if the invocation is an item or a statement, into which several items or
    /// statements may expand.
    fn is_statement(&self, tokens: &Tokens) -> bool {
        let start = self.tokens.start;
        let starts = start == 0
            || matches!(
                tokens[start - 1].kind,
                Kind::Close(b'}' | b']') | Kind::Open(b'{') | Kind::Punct(b';') | Kind::Doc
            );
        let end = self.tokens.end;
        let follows = |punct| tokens.is_punct(end, punct);
        if tokens.opens_with(self.open, b'{') {
            // An operand of a larger expression, or a pattern.
            let method = follows(b'.') && !tokens.is_punct(end + 1, b'.');
            starts && !method && !follows(b'?') && !follows(b'=') && !follows(b'|')
        } else {
            starts && (end >= tokens.len() || follows(b';') || matches!(tokens[end].kind, Kind::Close(b'}')))
        }
    }

    /// Returns the parentheses that an expression, type or pattern needs in place of the
    /// invocation.
    fn around(&self, tokens: &Tokens, body: &Range<usize>) -> (&'static str, &'static str) {
        let single = !body.is_empty() && tokens.after(body.start) == body.end;
        if single && !tokens.opens_with(body.start, b'{') {
            return ("", "");
        }
        let (start, end) = (self.tokens.start, self.tokens.end);
        let assigned = |at: usize| {
            let operator = at > 0 && tokens.adjacent(at - 1) && matches!(tokens[at - 1].kind, Kind::Punct(_));
            tokens.is_punct(at, b'=') && !operator
        };
        let arrow = |at: usize| tokens.is_punct(at, b'>') && at > 0 && tokens.is_punct(at - 1, b'=');
        let opens = start == 0
            || tokens.is_open(start - 1)
            || tokens.is_punct(start - 1, b',')
            || assigned(start - 1)
            || arrow(start - 1);
        let closes =
            end >= tokens.len() || matches!(tokens[end].kind, Kind::Close(_) | Kind::Punct(b',' | b';'));
        if opens && closes && !body.is_empty() { ("", "") } else { ("(", ")") }
    }
}

/// Returns `true` if the bundle's compiler decides whether an attribute applies.
fn stays_open(tokens: &Tokens, attribute: &Attribute, facts: &Facts) -> bool {
    let condition = Condition::at(tokens, attribute.tokens.start);
    condition.is_none_or(|found| matches!(facts.evaluate(tokens, found.predicate), Truth::Open(_)))
}

/// The last statement of a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// It ends in a semicolon, or is an item.
    Complete,
    /// An expression that ends in a block, and is a statement without a semicolon.
    Block,
    /// An expression that is a statement only with a semicolon.
    Expression,
}

/// Returns the kind of the last statement of a branch.
fn last_statement(tokens: &Tokens, body: &Range<usize>) -> Last {
    let Some(last) = body.clone().last() else { return Last::Complete };
    if tokens.is_punct(last, b';') {
        return Last::Complete;
    }
    let text = &tokens.text[tokens.bytes(body.clone())];
    let parsed = syn::parse::Parser::parse_str(syn::Block::parse_within, text);
    match parsed.ok().and_then(|mut statements| statements.pop()) {
        Some(syn::Stmt::Expr(expression, None)) => {
            if ends_in_block(&expression) {
                Last::Block
            } else {
                Last::Expression
            }
        }
        Some(syn::Stmt::Macro(invocation)) => {
            let braces = matches!(invocation.mac.delimiter, syn::MacroDelimiter::Brace(_));
            if braces { Last::Block } else { Last::Expression }
        }
        Some(_) => Last::Complete,
        // The body of a macro.
        None if matches!(tokens[last].kind, Kind::Close(b'}')) => Last::Complete,
        None => Last::Expression,
    }
}

/// Returns `true` if an expression is a statement without a semicolon.
fn ends_in_block(expression: &syn::Expr) -> bool {
    matches!(
        expression,
        syn::Expr::If(_)
            | syn::Expr::Match(_)
            | syn::Expr::Block(_)
            | syn::Expr::Unsafe(_)
            | syn::Expr::While(_)
            | syn::Expr::Loop(_)
            | syn::Expr::ForLoop(_)
            | syn::Expr::Const(_)
    )
}

/// Returns the position of each `cfg_select!` that no stage has decided, in the text of a bundle.
pub fn remaining_selects<'t>(tokens: &'t Tokens) -> impl Iterator<Item = usize> + 't {
    let own = (0..tokens.len()).any(|at| is_definition(tokens, at) && tokens.name(at + 2) == "cfg_select");
    (0..tokens.len()).filter(move |&at| {
        !own && tokens.name(at) == "cfg_select" && macro_invocation(tokens, at) == Some(at + 2)
    })
}
