//! The scopes of a program: items, imports, and the modules that hold them.

use crate::syntax::items::ItemKind;
use std::collections::{HashMap, HashSet};

/// The index of a module, or of a crate root.
pub type ScopeId = usize;

/// The index of one name, or one `*`, of a `use` item.
pub type ImportId = usize;

/// The index of a name.
pub(super) type NameId = usize;

/// An item as the caller numbers it.
#[derive(Debug, Clone, Copy)]
pub struct ScopeItem {
    pub id: usize,
    pub kind: ItemKind,
    /// The scope that the item opens, if it is a module.
    pub scope: Option<ScopeId>,
}

impl ScopeItem {
    /// Returns `true` if the item hides every item of its name that a glob import brings.
    fn hides_globs(&self) -> bool {
        // A module or type hides no function or macro.
        !matches!(
            self.kind,
            ItemKind::Module | ItemKind::Trait | ItemKind::Enum | ItemKind::Union | ItemKind::Alias
        )
    }

    /// Returns `true` if a path can continue inside the item.
    fn is_path_prefix(&self) -> bool {
        matches!(
            self.kind,
            ItemKind::Module
                | ItemKind::Trait
                | ItemKind::Enum
                | ItemKind::Union
                | ItemKind::Struct
                | ItemKind::Alias
        )
    }
}

/// The name that an import defines in its scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding<'t> {
    Name(&'t str),
    Underscore,
    Glob,
}

/// One name, or one `*`, of a `use` item.
#[derive(Debug)]
pub struct Import<'t> {
    pub scope: ScopeId,
    pub path: Vec<&'t str>,
    pub binding: Binding<'t>,
}

/// The names of one scope.
#[derive(Debug, Default)]
pub(super) struct Scope<'t> {
    /// The scope around it; `None` for a crate root.
    pub parent: Option<ScopeId>,
    pub items: HashMap<&'t str, Vec<ScopeItem>>,
    pub imports: HashMap<&'t str, Vec<ImportId>>,
    pub underscores: Vec<ImportId>,
    pub globs: Vec<ImportId>,
}

/// The scopes of a program.
#[derive(Debug, Default)]
pub struct Graph<'t> {
    pub(super) scopes: Vec<Scope<'t>>,
    pub(super) imports: Vec<Import<'t>>,
    /// Every name that an item or an import defines, with its index.
    names: HashMap<&'t str, NameId>,
    texts: Vec<&'t str>,
    /// Every name that a module or an import defines.
    pub(super) module_names: HashSet<&'t str>,
    /// The module that each scope is the content of.
    modules: HashMap<ScopeId, usize>,
    /// Items that hide what a glob import brings.
    hiding: HashSet<usize>,
}

impl<'t> Graph<'t> {
    /// Adds a scope below another one, or a crate root.
    pub fn add_scope(&mut self, parent: Option<ScopeId>) -> ScopeId {
        self.scopes.push(Scope { parent, ..Scope::default() });
        self.scopes.len() - 1
    }

    /// Adds an item to a scope.
    pub fn add_item(&mut self, scope: ScopeId, name: &'t str, item: ScopeItem) {
        self.add_name(name);
        if let Some(scope) = item.scope {
            self.module_names.insert(name);
            self.modules.insert(scope, item.id);
        }
        if item.hides_globs() {
            self.hiding.insert(item.id);
        }
        self.scopes[scope].items.entry(name).or_default().push(item);
    }

    /// Adds an import to its scope.
    pub fn add_import(&mut self, import: Import<'t>) -> ImportId {
        let id = self.imports.len();
        if let Binding::Name(name) = import.binding {
            self.add_name(name);
        }
        let scope = &mut self.scopes[import.scope];
        match import.binding {
            Binding::Name(name) => {
                self.module_names.insert(name);
                scope.imports.entry(name).or_default().push(id);
            }
            Binding::Underscore => scope.underscores.push(id),
            Binding::Glob => scope.globs.push(id),
        }
        self.imports.push(import);
        id
    }

    fn add_name(&mut self, name: &'t str) {
        let texts = &mut self.texts;
        self.names.entry(name).or_insert_with(|| {
            texts.push(name);
            texts.len() - 1
        });
    }

    /// Returns the index of a name that an item or an import defines.
    pub(super) fn name(&self, text: &str) -> Option<NameId> {
        self.names.get(text).copied()
    }

    pub(super) fn text(&self, name: NameId) -> &'t str {
        self.texts[name]
    }

    /// Returns the root of the crate that a scope belongs to.
    pub(super) fn root_of(&self, mut scope: ScopeId) -> ScopeId {
        while let Some(parent) = self.scopes[scope].parent {
            scope = parent;
        }
        scope
    }

    /// Returns the scope that a keyword at the start of a path stands for.
    pub(super) fn keyword(&self, scope: ScopeId, segment: &str) -> Option<Option<ScopeId>> {
        match segment {
            "crate" => Some(Some(self.root_of(scope))),
            "self" => Some(Some(scope)),
            "super" => Some(self.scopes[scope].parent),
            _ => None,
        }
    }

    /// Returns the number of segments in the path of an import that name a module or type.
    pub(super) fn prefix_length(&self, import: ImportId) -> usize {
        let Import { path, binding, .. } = &self.imports[import];
        if *binding == Binding::Glob { path.len() } else { path.len().saturating_sub(1) }
    }

    /// Returns the module that a scope is the content of; `None` for a crate root.
    pub(super) fn opened_by(&self, scope: ScopeId) -> Option<usize> {
        self.modules.get(&scope).copied()
    }

    pub(super) fn hides_globs(&self, item: usize) -> bool {
        self.hiding.contains(&item)
    }

    pub(super) fn items(&self, scope: ScopeId, name: &str) -> &[ScopeItem] {
        self.scopes[scope].items.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the items of a scope that decide in what a path continues: they hide imports of their name.
    pub(super) fn prefix_items(&self, scope: ScopeId, name: &str) -> impl Iterator<Item = &ScopeItem> {
        self.items(scope, name).iter().filter(|item| item.is_path_prefix())
    }
}
