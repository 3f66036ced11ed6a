//! Finds the calls of procedural macros in the text of a crate.

use crate::expand::{
    names::{Found, Macros, Scope, unraw},
    server::Kind,
};
use std::ops::Range;
use syn::{
    Attribute, Expr, ImplItem, Item, Macro, Stmt, Token, TraitItem,
    parse::Parser as _,
    punctuated::Punctuated,
    spanned::Spanned,
    visit::{self, Visit},
};

/// Macros of the standard library whose arguments are expressions.
const WITH_EXPRESSIONS: [&str; 20] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "matches",
    "panic",
    "print",
    "println",
    "todo",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// The place of a call `name!(…)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Among items or statements.
    Statements,
    /// An expression, a type or a pattern.
    Inside,
}

/// A call of one or more procedural macros. All ranges are bytes of the crate's text.
#[derive(Debug, Clone)]
pub(super) enum Invocation {
    /// `#[derive(…)]` on an item, with the attribute that keeps the other derives.
    Derive {
        item: Range<usize>,
        attribute: Range<usize>,
        /// The attributes that the macros do not see: derives before this one.
        hidden: Vec<Range<usize>>,
        kept: Vec<String>,
        macros: Vec<Found>,
        /// Attributes inside the item that only the macros understand.
        helpers: Vec<Range<usize>>,
    },
    /// `#[name(…)]` on an item.
    Attribute { item: Range<usize>, attribute: Range<usize>, arguments: Range<usize>, found: Found },
    /// `name!(…)`.
    Function { call: Range<usize>, arguments: Range<usize>, found: Found, place: Place },
}

impl Invocation {
    /// Returns the bytes that the expansion replaces.
    pub(super) fn range(&self) -> Range<usize> {
        match self {
            Invocation::Derive { item, .. } | Invocation::Attribute { item, .. } => item.clone(),
            Invocation::Function { call, .. } => call.clone(),
        }
    }
}

/// Returns the outermost calls in a crate, in the order of the text.
pub(super) fn find(file: &syn::File, macros: &Macros, unit: usize) -> Vec<Invocation> {
    let scope = Scope::new(file);
    let mut finder = Finder { scope: &scope, macros, unit, module: Vec::new(), found: Vec::new() };
    finder.visit_file(file);
    finder.found
}

struct Finder<'a> {
    scope: &'a Scope,
    macros: &'a Macros<'a>,
    unit: usize,
    module: Vec<String>,
    found: Vec<Invocation>,
}

fn bytes(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

fn segments(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| unraw(&segment.ident)).collect()
}

impl Finder<'_> {
    fn resolve(&self, path: &syn::Path, kind: Kind) -> Option<Found> {
        self.scope.resolve(self.macros, self.unit, &self.module, (&segments(path), kind))
    }

    /// Looks for the first attribute of an item that calls a macro.
    fn attributes(
        &mut self,
        item: &impl Spanned,
        attributes: &[Attribute],
        children: impl FnOnce(&mut Helpers),
    ) -> bool {
        let mut hidden = Vec::new();
        for attribute in attributes {
            if attribute.path().is_ident("derive") {
                let (kept, macros) = self.derives(attribute);
                hidden.push(bytes(attribute));
                if !macros.is_empty() {
                    let mut helpers = Helpers { finder: self, found: Vec::new() };
                    children(&mut helpers);
                    let helpers = helpers.found;
                    let (item, attribute) = (bytes(item), bytes(attribute));
                    self.found.push(Invocation::Derive { item, attribute, hidden, kept, macros, helpers });
                    return true;
                }
            } else if let Some(found) = self.resolve(attribute.path(), Kind::Attribute) {
                let arguments = match &attribute.meta {
                    syn::Meta::List(list) => {
                        let (open, close) = (list.delimiter.span().open(), list.delimiter.span().close());
                        open.byte_range().end..close.byte_range().start
                    }
                    _ => 0..0,
                };
                let (item, attribute) = (bytes(item), bytes(attribute));
                self.found.push(Invocation::Attribute { item, attribute, arguments, found });
                return true;
            }
        }
        false
    }

    /// Splits the names of a `#[derive(…)]` into those to keep and procedural macros.
    fn derives(&self, attribute: &Attribute) -> (Vec<String>, Vec<Found>) {
        let paths = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        let (mut kept, mut macros) = (Vec::new(), Vec::new());
        for path in paths.into_iter().flatten() {
            match self.resolve(&path, Kind::Derive) {
                Some(found) => macros.push(found),
                None => {
                    let leading = if path.leading_colon.is_some() { "::" } else { "" };
                    kept.push(format!("{leading}{}", segments(&path).join("::")));
                }
            }
        }
        (kept, macros)
    }

    /// Notes a call `name!(…)`, and otherwise looks at its arguments.
    fn call(&mut self, call: &Macro, range: Range<usize>, place: Place) {
        if let Some(found) = self.resolve(&call.path, Kind::Function) {
            let span = call.delimiter.span();
            let arguments = span.open().byte_range().end..span.close().byte_range().start;
            self.found.push(Invocation::Function { call: range, arguments, found, place });
            return;
        }
        let is_std = call
            .path
            .segments
            .last()
            .is_some_and(|last| WITH_EXPRESSIONS.iter().any(|name| last.ident == name));
        if is_std
            && let Ok(arguments) = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(call.tokens.clone())
        {
            for argument in &arguments {
                self.visit_expr(argument);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = item_attributes(item);
        let helpers = |helpers: &mut Helpers| visit::visit_item(helpers, item);
        if !self.attributes(item, attributes, helpers) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes: &[Attribute] = match item {
            ImplItem::Const(item) => &item.attrs,
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            ImplItem::Macro(item) => return self.call(&item.mac, bytes(item), Place::Statements),
            _ => &[],
        };
        if !self.attributes(item, attributes, |_| {}) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let attributes: &[Attribute] = match item {
            TraitItem::Const(item) => &item.attrs,
            TraitItem::Fn(item) => &item.attrs,
            TraitItem::Type(item) => &item.attrs,
            TraitItem::Macro(item) => return self.call(&item.mac, bytes(item), Place::Statements),
            _ => &[],
        };
        if !self.attributes(item, attributes, |_| {}) {
            visit::visit_trait_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(unraw(&item.ident));
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if item.ident.is_none() {
            self.call(&item.mac, bytes(item), Place::Statements);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Macro(statement) => self.call(&statement.mac, bytes(statement), Place::Statements),
            _ => visit::visit_stmt(self, statement),
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.call(call, bytes(call), Place::Inside);
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

/// Collects the attributes of an item that are neither the language's nor macros.
struct Helpers<'a, 'b> {
    finder: &'a Finder<'b>,
    found: Vec<Range<usize>>,
}

/// Attributes of the language; `default` marks the variant for the derive of the standard library.
const LANGUAGE: [&str; 34] = [
    "allow",
    "automatically_derived",
    "cfg",
    "cfg_attr",
    "cold",
    "default",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "export_name",
    "forbid",
    "global_allocator",
    "ignore",
    "inline",
    "link",
    "link_name",
    "link_section",
    "macro_export",
    "macro_use",
    "must_use",
    "no_mangle",
    "non_exhaustive",
    "panic_handler",
    "path",
    "repr",
    "should_panic",
    "target_feature",
    "test",
    "track_caller",
    "unsafe",
    "used",
    "warn",
];

impl<'ast> Visit<'ast> for Helpers<'_, '_> {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let path = attribute.path();
        let is_helper = path.get_ident().is_some_and(|name| !LANGUAGE.contains(&unraw(name).as_str()))
            && self.finder.resolve(path, Kind::Attribute).is_none();
        if is_helper {
            self.found.push(bytes(attribute));
        }
    }
}
