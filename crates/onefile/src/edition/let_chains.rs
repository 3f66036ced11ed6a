//! Rewrites the `let` conditions of edition 2024 for edition 2021.
//!
//! Edition 2024 accepts `let` in a chain of `&&`, and drops the temporaries of an `if let` before
//! its `else`. Nested expressions do the same in 2021: `if let A = x && c { T } else { E }` becomes
//!
//! ```text
//! { 'fresh1: { if let A = x { if c { break 'fresh1 { T }; } ; } { E } } }
//! ```
//!
//! Each inner `if` is a statement, so its temporaries are dropped with it, before `E`.

use crate::syntax::text::Edit;
use proc_macro2::Span;
use syn::{
    Expr,
    spanned::Spanned,
    visit::{self, Visit},
};

/// Returns the edits that nest an `if`; `None` if a `break` or `continue` in it would change its
/// meaning. `fresh` is a number that no other label of the text has.
pub(super) fn as_nested_if(expression: &syn::ExprIf, fresh: usize) -> Option<Vec<Edit>> {
    let joints = joints(&expression.cond);
    let mut edits: Vec<Edit> = joints.iter().map(|&span| replace(span, "{ if")).collect();
    let closing = " ; }".repeat(joints.len());
    let then = expression.then_branch.brace_token.span;
    match &expression.else_branch {
        None => edits.push(insert(end(then.close()), &closing)),
        Some((_, otherwise)) => {
            let mut jumps = Jumps(false);
            jumps.visit_expr_if(expression);
            if jumps.0 || !expression.attrs.is_empty() {
                return None;
            }
            let begin = start(expression.if_token.span);
            edits.push(insert(begin, &format!("{{ 'fresh{fresh}: {{ ")));
            edits.push(insert(start(then.open()), &format!("{{ break 'fresh{fresh} ")));
            let with = format!("; }}{closing} ");
            edits.push(Edit::new(end(then.close())..start(otherwise.span()), with));
            edits.push(insert(end(otherwise.span()), " } }"));
        }
    }
    Some(edits)
}

/// Returns the edits that turn a `while` with such a condition into a `loop`.
pub(super) fn as_loop(expression: &syn::ExprWhile) -> Vec<Edit> {
    let joints = joints(&expression.cond);
    let mut edits: Vec<Edit> = joints.iter().map(|&span| replace(span, "{ if")).collect();
    let body = expression.body.brace_token.span;
    edits.push(replace(expression.while_token.span, "loop { if"));
    edits.push(insert(start(body.open()), "{ "));
    edits.push(insert(end(body.close()), &format!(" continue; }}{} break; }}", " ; }".repeat(joints.len()))));
    edits
}

/// Returns `true` if a condition is a chain with a `let`.
pub(super) fn is_chain(condition: &Expr) -> bool {
    match condition {
        Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)) => {
            let is_let = |side: &Expr| matches!(side, Expr::Let(_));
            is_let(&binary.left) || is_let(&binary.right) || is_chain(&binary.left)
        }
        _ => false,
    }
}

/// Returns the `&&` between the parts of a condition.
fn joints(condition: &Expr) -> Vec<Span> {
    match condition {
        Expr::Binary(binary) if is_chain(condition) => {
            let syn::BinOp::And(and) = &binary.op else { return Vec::new() };
            let mut found = joints(&binary.left);
            found.push(and.span());
            found
        }
        _ => Vec::new(),
    }
}

fn start(span: Span) -> usize {
    span.byte_range().start
}

fn end(span: Span) -> usize {
    span.byte_range().end
}

fn insert(at: usize, with: &str) -> Edit {
    Edit::new(at..at, with)
}

fn replace(span: Span, with: &str) -> Edit {
    Edit::new(start(span)..end(span), with)
}

/// Finds a `break` or `continue` without a label that leaves the expression; the arguments of a
/// macro may have one.
struct Jumps(bool);

impl<'ast> Visit<'ast> for Jumps {
    fn visit_expr_break(&mut self, expression: &'ast syn::ExprBreak) {
        self.0 |= expression.label.is_none();
        visit::visit_expr_break(self, expression);
    }

    fn visit_expr_continue(&mut self, expression: &'ast syn::ExprContinue) {
        self.0 |= expression.label.is_none();
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let words = call.tokens.to_string();
        self.0 |=
            words.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "break" | "continue"));
    }

    // These have jumps of their own.
    fn visit_expr_loop(&mut self, _: &'ast syn::ExprLoop) {}
    fn visit_expr_while(&mut self, _: &'ast syn::ExprWhile) {}
    fn visit_expr_for_loop(&mut self, _: &'ast syn::ExprForLoop) {}
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
