//! Removes the syntax-tree nodes below false predicates, with the separators after them.

use crate::syntax::text::Edit;
use anyhow::{Result, anyhow};
use std::{collections::HashMap, ops::Range};
use syn::{
    Attribute, Expr, FnArg, GenericParam, ImplItem, Item, Pat, Stmt, Token, TraitItem,
    punctuated::Punctuated,
    spanned::Spanned,
    visit::{self, Visit},
};

/// Returns the removals of the nodes with the attributes at these byte offsets; `None` if one is an
/// attribute of the file. Attributes of nodes that cannot be removed stay.
pub(crate) fn removals(text: &str, doomed: HashMap<usize, Range<usize>>) -> Result<Option<Vec<Edit>>> {
    let file = syn::parse_file(text).map_err(|error| {
        let start = error.span().start();
        anyhow!("line {}, column {}: {error}", start.line, start.column + 1)
    })?;
    let mut nodes = Nodes { doomed, edits: Vec::new() };
    if nodes.hit(&file.attrs) {
        return Ok(None);
    }
    nodes.visit_file(&file);
    Ok(Some(nodes.edits))
}

struct Nodes {
    doomed: HashMap<usize, Range<usize>>,
    edits: Vec<Edit>,
}

fn start(spanned: &impl Spanned) -> usize {
    spanned.span().byte_range().start
}

impl Nodes {
    fn hit(&self, attributes: &[Attribute]) -> bool {
        attributes
            .iter()
            .any(|attribute| self.doomed.contains_key(&attribute.pound_token.span.byte_range().start))
    }

    /// Removes a node if one of its attributes has a false predicate.
    fn node(&mut self, attributes: &[Attribute], node: &impl Spanned, separator: Option<usize>) -> bool {
        if !self.hit(attributes) {
            return false;
        }
        let range = node.span().byte_range();
        self.edits.push(Edit::remove(range.start..separator.unwrap_or(range.end)));
        true
    }

    fn list<T: Spanned>(
        &mut self,
        list: &Punctuated<T, Token![,]>,
        attributes: impl Fn(&T) -> &[Attribute],
        visit: impl Fn(&mut Self, &T),
    ) {
        for pair in list.pairs() {
            let separator = pair.punct().map(|comma| start(comma) + 1);
            let node = *pair.value();
            if !self.node(attributes(node), node, separator) {
                visit(self, node);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Nodes {
    fn visit_item(&mut self, node: &'ast Item) {
        if !self.node(item_attributes(node), node, None) {
            // An inner `#![cfg(…)]` removes the module that it stands in.
            visit::visit_item(self, node);
        }
    }

    fn visit_impl_item(&mut self, node: &'ast ImplItem) {
        let attributes: &[Attribute] = match node {
            ImplItem::Const(item) => &item.attrs,
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            ImplItem::Macro(item) => &item.attrs,
            _ => &[],
        };
        if !self.node(attributes, node, None) {
            visit::visit_impl_item(self, node);
        }
    }

    fn visit_trait_item(&mut self, node: &'ast TraitItem) {
        let attributes: &[Attribute] = match node {
            TraitItem::Const(item) => &item.attrs,
            TraitItem::Fn(item) => &item.attrs,
            TraitItem::Type(item) => &item.attrs,
            TraitItem::Macro(item) => &item.attrs,
            _ => &[],
        };
        if !self.node(attributes, node, None) {
            visit::visit_trait_item(self, node);
        }
    }

    fn visit_foreign_item(&mut self, node: &'ast syn::ForeignItem) {
        let attributes: &[Attribute] = match node {
            syn::ForeignItem::Fn(item) => &item.attrs,
            syn::ForeignItem::Static(item) => &item.attrs,
            syn::ForeignItem::Type(item) => &item.attrs,
            syn::ForeignItem::Macro(item) => &item.attrs,
            _ => &[],
        };
        if !self.node(attributes, node, None) {
            visit::visit_foreign_item(self, node);
        }
    }

    fn visit_fields_named(&mut self, node: &'ast syn::FieldsNamed) {
        self.list(&node.named, |field| &field.attrs, |this, field| this.visit_field(field));
    }

    fn visit_fields_unnamed(&mut self, node: &'ast syn::FieldsUnnamed) {
        self.list(&node.unnamed, |field| &field.attrs, |this, field| this.visit_field(field));
    }

    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.visit_generics(&node.generics);
        self.list(&node.variants, |variant| &variant.attrs, |this, variant| this.visit_variant(variant));
    }

    fn visit_generics(&mut self, node: &'ast syn::Generics) {
        self.list(&node.params, generic_attributes, |this, param| this.visit_generic_param(param));
        if let Some(clause) = &node.where_clause {
            self.visit_where_clause(clause);
        }
    }

    fn visit_signature(&mut self, node: &'ast syn::Signature) {
        self.visit_generics(&node.generics);
        self.list(&node.inputs, argument_attributes, |this, argument| this.visit_fn_arg(argument));
        self.visit_return_type(&node.output);
    }

    fn visit_expr_closure(&mut self, node: &'ast syn::ExprClosure) {
        self.list(&node.inputs, pattern_attributes, |this, pattern| this.visit_pat(pattern));
        self.visit_expr(&node.body);
    }

    fn visit_stmt(&mut self, node: &'ast Stmt) {
        let attributes: &[Attribute] = match node {
            Stmt::Local(local) => &local.attrs,
            Stmt::Item(item) => item_attributes(item),
            Stmt::Expr(expression, _) => expression_attributes(expression),
            Stmt::Macro(invocation) => &invocation.attrs,
        };
        // The attribute of `#[a] b.c = d;` belongs to the statement, but the parser hands it to
        // `b`.
        let range = node.span().byte_range();
        if self.doomed.contains_key(&range.start) {
            self.edits.push(Edit::remove(range));
        } else if !self.node(attributes, node, None) {
            visit::visit_stmt(self, node);
        }
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        if !self.node(&node.attrs, node, None) {
            visit::visit_arm(self, node);
        }
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        self.visit_path(&node.path);
        self.list(&node.fields, |field| &field.attrs, |this, field| this.visit_field_value(field));
        if let Some(rest) = &node.rest {
            self.visit_expr(rest);
        }
    }

    fn visit_pat_struct(&mut self, node: &'ast syn::PatStruct) {
        self.list(&node.fields, |field| &field.attrs, |this, field| this.visit_field_pat(field));
    }

    fn visit_expr_array(&mut self, node: &'ast syn::ExprArray) {
        self.list(&node.elems, expression_attributes, |this, element| this.visit_expr(element));
    }

    fn visit_expr_tuple(&mut self, node: &'ast syn::ExprTuple) {
        self.list(&node.elems, expression_attributes, |this, element| this.visit_expr(element));
    }

    fn visit_expr_call(&mut self, node: &'ast syn::ExprCall) {
        self.visit_expr(&node.func);
        self.list(&node.args, expression_attributes, |this, argument| this.visit_expr(argument));
    }

    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        self.visit_expr(&node.receiver);
        self.list(&node.args, expression_attributes, |this, argument| this.visit_expr(argument));
    }
}

fn item_attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn generic_attributes(param: &GenericParam) -> &[Attribute] {
    match param {
        GenericParam::Lifetime(param) => &param.attrs,
        GenericParam::Type(param) => &param.attrs,
        GenericParam::Const(param) => &param.attrs,
    }
}

fn argument_attributes(argument: &FnArg) -> &[Attribute] {
    match argument {
        FnArg::Receiver(receiver) => &receiver.attrs,
        FnArg::Typed(typed) => &typed.attrs,
    }
}

fn pattern_attributes(pattern: &Pat) -> &[Attribute] {
    match pattern {
        Pat::Ident(pattern) => &pattern.attrs,
        Pat::Type(pattern) => &pattern.attrs,
        Pat::Wild(pattern) => &pattern.attrs,
        Pat::Tuple(pattern) => &pattern.attrs,
        _ => &[],
    }
}

fn expression_attributes(expression: &Expr) -> &[Attribute] {
    macro_rules! attributes_of {
        ($($variant:ident)*) => {
            match expression {
                $(Expr::$variant(expression) => &expression.attrs,)*
                _ => &[],
            }
        };
    }
    attributes_of!(
        Array Assign Async Await Binary Block Break Call Cast Closure Const Continue Field ForLoop Group If Index
        Infer Let Lit Loop Macro Match MethodCall Paren Path Range RawAddr Reference Repeat Return Struct Try TryBlock
        Tuple Unary Unsafe While Yield
    )
}
