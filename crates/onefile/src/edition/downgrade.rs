//! Converts the text of edition 2024 to edition 2021.
//!
//! No judge compiles with an older edition than 2021. Most text of edition 2024 means the same in
//! 2021. The rest is rewritten or checked:
//!
//! - `impl Trait` in a return type captures all generics in scope only in 2024: the captures are
//!   written as `use<…>`.
//! - Chains of `let` become nested `if let`, see `let_chains.rs`.
//! - So does an `if let` with an `else` and a guard in its condition: edition 2021 holds the guard
//!   in the `else`, which may panic or deadlock. (The compiler's lint misses guards that are
//!   dereferenced implicitly.)
//! - Edition 2021 drops the temporaries of a block's last expression and of `if let` later.
//!   [`check`] runs the edition lints on the finished bundle to find these.

use crate::{
    edition::{Edition, Refusal, let_chains, lints},
    syntax::text::Edit,
};
use anyhow::{Context as _, Result};
use proc_macro2::Span;
use std::{collections::BTreeMap, path::Path};
use syn::{
    spanned::Spanned,
    visit::{self, Visit},
};

/// Returns the edits that convert one file of edition 2024 to edition 2021.
///
/// # Errors
/// If the text is not Rust.
pub fn convert(text: &str) -> Result<Result<Vec<Edit>, Vec<Refusal>>> {
    let file = syn::parse_file(text).context("not Rust")?;
    let mut visitor = Visitor::default();
    visitor.visit_file(&file);
    Ok(if visitor.refusals.is_empty() { Ok(visitor.edits) } else { Err(visitor.refusals) })
}

/// Returns the positions at which a finished bundle of edition 2021 would mean something else in
/// edition 2024. A position in the text of a crate of edition 2024 means that the bundle differs
/// from the crate.
///
/// # Errors
/// If the bundle does not compile.
pub fn check(bundle: &Path, flags: &[String]) -> Result<Vec<lints::Difference>> {
    let mut arguments = flags.to_vec();
    arguments.push(bundle.to_string_lossy().into_owned());
    let folder = bundle.parent().context("a bundle without a folder")?;
    lints::differences(&arguments, folder, &BTreeMap::new(), Edition::E2024)
}

#[derive(Default)]
struct Visitor {
    edits: Vec<Edit>,
    refusals: Vec<Refusal>,
    /// The generics of the surrounding `impl` block, and whether it implements a trait.
    outer: Vec<String>,
    in_trait: bool,
    /// The number of new names for lifetimes and labels.
    made: usize,
}

impl<'ast> Visit<'ast> for Visitor {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let outer = std::mem::replace(&mut self.outer, parameter_names(&item.generics));
        let in_trait = std::mem::replace(&mut self.in_trait, item.trait_.is_some());
        visit::visit_item_impl(self, item);
        self.outer = outer;
        self.in_trait = in_trait;
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let outer = std::mem::take(&mut self.outer);
        let in_trait = std::mem::take(&mut self.in_trait);
        self.signature(&item.sig);
        visit::visit_item_fn(self, item);
        self.outer = outer;
        self.in_trait = in_trait;
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        // In a trait `impl Trait` captures everything in every edition.
        if !self.in_trait {
            self.signature(&item.sig);
        }
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_expr_if(&mut self, expression: &'ast syn::ExprIf) {
        let mut guards = GuardFinder::default();
        guards.visit_expr(&expression.cond);
        let is_let = matches!(&*expression.cond, syn::Expr::Let(_));
        let rescoped = is_let && guards.found && expression.else_branch.is_some();
        let chained = let_chains::is_chain(&expression.cond);
        if rescoped || chained {
            self.made += 1;
            match let_chains::as_nested_if(expression, self.made) {
                Some(edits) => self.edits.extend(edits),
                None => self.refusals.push(Refusal {
                    line: expression.if_token.span.start().line,
                    rule: if chained { "let chains" } else { "temporaries of `if let`" }.to_owned(),
                    why: "it becomes a block before edition 2024, and a `break` or `continue` in it has no label"
                        .to_owned(),
                }),
            }
        }
        visit::visit_expr_if(self, expression);
    }

    fn visit_expr_while(&mut self, expression: &'ast syn::ExprWhile) {
        if let_chains::is_chain(&expression.cond) {
            self.edits.extend(let_chains::as_loop(expression));
        }
        visit::visit_expr_while(self, expression);
    }
}

/// Returns the edits that make each `if let` at these offsets drop the temporaries of its condition
/// before its `else`. The inner error is an offset without an `if let`, or one whose `if let`
/// cannot be rewritten.
///
/// # Errors
/// If the text is not Rust.
pub fn rescoped(text: &str, offsets: &[usize]) -> Result<Result<Vec<Edit>, usize>> {
    // A program of edition 2015 may be text that `syn` does not parse.
    if offsets.is_empty() {
        return Ok(Ok(Vec::new()));
    }
    let file = syn::parse_file(text).context("not Rust")?;
    let mut finder = IfFinder { offsets: offsets.to_vec(), edits: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.offsets.first().map_or(Ok(finder.edits), |&left| Err(left)))
}

struct IfFinder {
    /// The offsets that are not found yet.
    offsets: Vec<usize>,
    edits: Vec<Edit>,
}

impl<'ast> Visit<'ast> for IfFinder {
    fn visit_expr_if(&mut self, expression: &'ast syn::ExprIf) {
        let condition = expression.cond.span().byte_range();
        if expression.else_branch.is_some() && self.offsets.iter().any(|offset| condition.contains(offset)) {
            // Each place has a number of its own.
            let fresh = expression.if_token.span.byte_range().start;
            if let Some(edits) = let_chains::as_nested_if(expression, fresh) {
                self.edits.extend(edits);
                self.offsets.retain(|offset| !condition.contains(offset));
            }
        }
        visit::visit_expr_if(self, expression);
    }
}

/// The methods of the standard library that return a guard.
const GUARDS: [&str; 8] =
    ["borrow", "borrow_mut", "lock", "read", "write", "try_borrow", "try_borrow_mut", "try_lock"];

/// Finds a call that returns a guard.
#[derive(Default)]
struct GuardFinder {
    found: bool,
}

impl<'ast> Visit<'ast> for GuardFinder {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.found |= GUARDS.iter().any(|guard| call.method == guard);
        visit::visit_expr_method_call(self, call);
    }
}

impl Visitor {
    /// Writes the captures of each `impl Trait` in a return type.
    fn signature(&mut self, signature: &syn::Signature) {
        let mut opaque = OpaqueTypes::default();
        opaque.visit_return_type(&signature.output);
        if opaque.ends.is_empty() {
            return;
        }
        let mut elided = ElidedLifetimes::default();
        for input in &signature.inputs {
            elided.visit_fn_arg(input);
        }
        let mut captured: Vec<String> = self.outer.clone();
        captured.extend(parameter_names(&signature.generics));
        // All lifetimes come first.
        captured.sort_by_key(|name| !name.starts_with('\''));
        let of_self = signature
            .receiver()
            .is_some_and(|receiver| matches!(receiver.kind, syn::ReceiverKind::Reference(_, None, _)));
        match elided.places.len() {
            0 => {}
            _ if of_self => captured.insert(0, "'_".to_owned()),
            1 => captured.insert(0, "'_".to_owned()),
            _ => self.name_lifetimes(signature, &elided, &mut captured),
        }
        if !captured.iter().any(|name| name.starts_with('\'')) {
            return;
        }
        for end in opaque.ends {
            self.edits.push(Edit::new(end..end, format!(" + use<{}>", captured.join(", "))));
        }
    }

    /// Names the elided lifetimes of the inputs, so that `use<…>` can list them.
    fn name_lifetimes(
        &mut self,
        signature: &syn::Signature,
        elided: &ElidedLifetimes,
        captured: &mut Vec<String>,
    ) {
        let mut names = Vec::new();
        for place in &elided.places {
            self.made += 1;
            let name = format!("'captured{}", self.made);
            let change = match *place {
                Elided::After(at) => Edit::new(at..at, format!("{name} ")),
                Elided::Named(start, end) => Edit::new(start..end, name.clone()),
            };
            self.edits.push(change);
            names.push(name);
        }
        let list = names.join(", ");
        let generics = &signature.generics;
        self.edits.push(match (&generics.lt_token, generics.params.is_empty()) {
            (Some(open), empty) => {
                let at = open.span().byte_range().end;
                Edit::new(at..at, if empty { list } else { format!("{list}, ") })
            }
            (None, _) => {
                let at = end(signature.ident.span());
                Edit::new(at..at, format!("<{list}>"))
            }
        });
        captured.splice(0..0, names);
    }
}

fn end(span: Span) -> usize {
    span.byte_range().end
}

fn parameter_names(generics: &syn::Generics) -> Vec<String> {
    let name = |parameter: &syn::GenericParam| match parameter {
        syn::GenericParam::Lifetime(lifetime) => lifetime.lifetime.to_string(),
        syn::GenericParam::Type(parameter) => parameter.ident.to_string(),
        syn::GenericParam::Const(parameter) => parameter.ident.to_string(),
    };
    generics.params.iter().map(name).collect()
}

/// Finds the end of each `impl Trait` without `use<…>`.
#[derive(Default)]
struct OpaqueTypes {
    ends: Vec<usize>,
}

impl<'ast> Visit<'ast> for OpaqueTypes {
    fn visit_type_impl_trait(&mut self, opaque: &'ast syn::TypeImplTrait) {
        let says = opaque.bounds.iter().any(|bound| matches!(bound, syn::TypeParamBound::PreciseCapture(_)));
        if !says {
            self.ends.push(end(opaque.span()));
        }
        visit::visit_type_impl_trait(self, opaque);
    }
}

enum Elided {
    /// After the `&` that ends here.
    After(usize),
    /// Written as `'_` here.
    Named(usize, usize),
}

#[derive(Default)]
struct ElidedLifetimes {
    places: Vec<Elided>,
}

impl<'ast> Visit<'ast> for ElidedLifetimes {
    fn visit_receiver(&mut self, receiver: &'ast syn::Receiver) {
        match &receiver.kind {
            syn::ReceiverKind::Reference(and, lifetime, _) => self.reference(and, lifetime.as_ref()),
            _ => visit::visit_receiver(self, receiver),
        }
    }

    fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
        self.reference(&reference.and_token, reference.lifetime.as_ref());
        self.visit_type(&reference.elem);
    }

    fn visit_lifetime(&mut self, lifetime: &'ast syn::Lifetime) {
        if lifetime.ident == "_" {
            let range = lifetime.span().byte_range();
            self.places.push(Elided::Named(range.start, range.end));
        }
    }

    /// Skips function pointers, whose elided lifetimes are their own.
    fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {}

    fn visit_parenthesized_generic_arguments(&mut self, _: &'ast syn::ParenthesizedGenericArguments) {}
}

impl ElidedLifetimes {
    fn reference(&mut self, and: &syn::Token![&], lifetime: Option<&syn::Lifetime>) {
        match lifetime {
            None => self.places.push(Elided::After(end(and.span))),
            Some(lifetime) => self.visit_lifetime(lifetime),
        }
    }
}
