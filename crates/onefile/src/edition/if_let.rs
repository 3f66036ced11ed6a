//! Rewrites `if let` with an `else` as `match`, for edition 2024.
//!
//! Edition 2024 drops the temporaries of the condition before the `else`. A `match` drops them
//! after its arms in every edition, as `if let` did before. The compiler's lint misses temporaries
//! that are dereferenced implicitly, so in a crate with observable drops every such condition with
//! a call is rewritten.

use crate::syntax::text::Edit;
use proc_macro2::Span;
use syn::{
    spanned::Spanned,
    visit::{self, Visit},
};

/// Returns the edits for one file; none if it is not Rust.
pub(super) fn as_match(text: &str) -> Vec<Edit> {
    // The parser counts from behind a byte order mark and a `#!` line.
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let body = match body.strip_prefix("#!") {
        Some(rest) if !rest.trim_start().starts_with('[') => &body[body.find('\n').unwrap_or(body.len())..],
        _ => body,
    };
    let skipped = text.len() - body.len();
    let Ok(file) = syn::parse_file(body) else { return Vec::new() };
    let mut visitor = Visitor { text: body, edits: Vec::new(), behind_else: Vec::new() };
    visitor.visit_file(&file);
    let in_text = |edit: Edit| Edit::new(edit.range.start + skipped..edit.range.end + skipped, edit.with);
    visitor.edits.into_iter().map(in_text).collect()
}

struct Visitor<'t> {
    text: &'t str,
    edits: Vec<Edit>,
    /// The start of each `if` after the `else` of an `if` that is not rewritten: a `match` there
    /// needs a block.
    behind_else: Vec<usize>,
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_expr_if(&mut self, expression: &'ast syn::ExprIf) {
        let end = |span: Span| span.byte_range().end;
        let start = |span: Span| span.byte_range().start;
        match (to_rewrite(expression), &expression.else_branch) {
            (Some(condition), Some((_, otherwise))) => {
                let begin = start(expression.if_token.span);
                let braced = self.behind_else.contains(&begin);
                let pattern = &self.text[condition.pat.span().byte_range()];
                let mut change = |start, end, with: &str| self.edits.push(Edit::new(start..end, with));
                change(begin, start(condition.expr.span()), if braced { "{ match " } else { "match " });
                let then = start(expression.then_branch.brace_token.span.open());
                change(then, then, &format!("{{ {pattern} => "));
                change(
                    end(expression.then_branch.brace_token.span.close()),
                    start(otherwise.span()),
                    " _ => ",
                );
                let last = end(otherwise.span());
                change(last, last, if braced { " } }" } else { " }" });
            }
            (None, Some((_, otherwise))) => {
                if let syn::Expr::If(next) = &**otherwise {
                    self.behind_else.push(start(next.if_token.span));
                }
            }
            _ => {}
        }
        visit::visit_expr_if(self, expression);
    }
}

/// Returns the condition of an `if let` with an `else` whose temporaries may have observable drops.
fn to_rewrite(expression: &syn::ExprIf) -> Option<&syn::ExprLet> {
    match &*expression.cond {
        syn::Expr::Let(condition)
            if expression.else_branch.is_some() && expression.attrs.is_empty() && calls(&condition.expr) =>
        {
            Some(condition)
        }
        _ => None,
    }
}

/// Returns `true` if an expression has a call, and so may have temporaries.
fn calls(expression: &syn::Expr) -> bool {
    struct Calls(bool);
    impl<'ast> Visit<'ast> for Calls {
        fn visit_expr(&mut self, expression: &'ast syn::Expr) {
            self.0 |= matches!(
                expression,
                syn::Expr::Call(_) | syn::Expr::MethodCall(_) | syn::Expr::Macro(_) | syn::Expr::Struct(_)
            );
            visit::visit_expr(self, expression);
        }
    }
    let mut calls = Calls(false);
    calls.visit_expr(expression);
    calls.0
}

#[cfg(test)]
mod tests {
    use super::as_match;
    use crate::syntax::text::Text;
    use pretty_assertions::assert_eq;

    #[test]
    fn offsets_count_from_the_start_of_the_file() {
        let text = "\u{feff}#!/usr/bin/env run\r\nfn f() { if let Some(é) = g() {}\r\n else {} }\r\n";
        assert_eq!(
            Text::from(text).edited(as_match(text)).as_str(),
            "\u{feff}#!/usr/bin/env run\r\nfn f() { match g() { Some(é) => {} _ => {} } }\r\n"
        );
    }

    #[test]
    fn behind_the_else_of_an_if_that_stays_stands_a_block() {
        let text = "fn f() { if c {} else if let Some(a) = g() {} else if d {} else if let Some(b) = h() {} else {} }";
        assert_eq!(
            Text::from(text).edited(as_match(text)).as_str(),
            "fn f() { if c {} else { match g() { Some(a) => {} _ => if d {} else { match h() { Some(b) => {} _ => {} } } } } }"
        );
    }
}
