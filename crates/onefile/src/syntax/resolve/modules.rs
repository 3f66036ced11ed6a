//! Finds the modules that the paths of imports lead through.
//!
//! A path may start with a name that another import brings, so imports are resolved together: each module found for a
//! name is passed on to all paths that wait for it, until nothing new is found. Imports that depend on each other in
//! a cycle need no special case. If a name may mean several modules, all are followed.

use crate::syntax::resolve::graph::{Graph, ImportId, ScopeId};
use std::collections::{HashMap, HashSet};

/// The scopes in which each segment of an import's path is looked up; the last entry holds those the path ends in.
pub(super) type Way = Vec<Vec<ScopeId>>;

/// The modules that imports lead through.
#[derive(Debug, Default)]
pub(super) struct Modules<'t> {
    pub ways: Vec<Way>,
    named: HashMap<(ScopeId, &'t str), usize>,
    found: Vec<Name>,
}

/// A name in a scope that some path needs as a module.
#[derive(Debug, Default)]
struct Name {
    scopes: Vec<ScopeId>,
    waiting: Vec<Waiting>,
}

/// The use of a module once it is found for a name.
#[derive(Debug, Clone, Copy)]
enum Waiting {
    /// The path of the import continues at this position.
    Path(ImportId, usize),
    /// A glob import brings the name to another scope.
    Name(usize),
}

/// The use of a scope that the whole path of an import leads to.
#[derive(Debug, Clone, Copy)]
enum Follower<'t> {
    /// The import binds this name.
    Binding(usize),
    /// A glob import may bring this name.
    Glob(usize, &'t str),
}

#[derive(Debug, Clone, Copy)]
enum Event {
    Reached(ImportId, usize, ScopeId),
    Found(usize, ScopeId),
}

impl<'t> Modules<'t> {
    pub(super) fn new(graph: &Graph<'t>) -> Modules<'t> {
        let ways = graph.imports.iter().map(|import| vec![Vec::new(); import.path.len() + 1]).collect();
        let mut solver = Solver {
            graph,
            modules: Modules { ways, ..Modules::default() },
            followers: vec![Vec::new(); graph.imports.len()],
            reached: HashSet::new(),
            queue: Vec::new(),
        };
        for (id, import) in graph.imports.iter().enumerate() {
            solver.queue.push(Event::Reached(id, 0, import.scope));
        }
        solver.run();
        solver.modules
    }

    /// Returns the modules that a name in a scope means, if a path of an import needed to know.
    pub(super) fn named(&self, scope: ScopeId, name: &str) -> &[ScopeId] {
        self.named.get(&(scope, name)).map_or(&[], |&index| &self.found[index].scopes)
    }
}

struct Solver<'g, 't> {
    graph: &'g Graph<'t>,
    modules: Modules<'t>,
    followers: Vec<Vec<Follower<'t>>>,
    reached: HashSet<(ImportId, usize, ScopeId)>,
    queue: Vec<Event>,
}

impl<'t> Solver<'_, 't> {
    fn run(&mut self) {
        while let Some(event) = self.queue.pop() {
            match event {
                Event::Reached(import, position, scope) => self.reach(import, position, scope),
                Event::Found(name, scope) => {
                    let found = &mut self.modules.found[name];
                    if !found.scopes.contains(&scope) {
                        found.scopes.push(scope);
                        let events = found.waiting.iter().map(|&waiting| event_for(waiting, scope));
                        self.queue.extend(events);
                    }
                }
            }
        }
    }

    fn reach(&mut self, import: ImportId, position: usize, scope: ScopeId) {
        if !self.reached.insert((import, position, scope)) {
            return;
        }
        self.modules.ways[import][position].push(scope);
        let graph = self.graph;
        let Some(&segment) = graph.imports[import].path.get(position) else {
            for follower in self.followers[import].clone() {
                self.feed(follower, scope);
            }
            return;
        };
        if let Some(target) = graph.keyword(scope, segment) {
            self.queue.extend(target.map(|scope| Event::Reached(import, position + 1, scope)));
        } else if let Some(name) = self.name(scope, segment) {
            self.wait(name, Waiting::Path(import, position + 1));
        }
    }

    fn wait(&mut self, name: usize, waiting: Waiting) {
        let found = &mut self.modules.found[name];
        found.waiting.push(waiting);
        self.queue.extend(found.scopes.iter().map(|&scope| event_for(waiting, scope)));
    }

    fn feed(&mut self, follower: Follower<'t>, scope: ScopeId) {
        match follower {
            Follower::Binding(name) => self.queue.push(Event::Found(name, scope)),
            Follower::Glob(name, text) => {
                if let Some(inner) = self.name(scope, text) {
                    self.wait(inner, Waiting::Name(name));
                }
            }
        }
    }

    /// Returns the index of a name in a scope; `None` if no module can have it.
    fn name(&mut self, scope: ScopeId, text: &'t str) -> Option<usize> {
        let graph = self.graph;
        if !graph.module_names.contains(text) {
            return None;
        }
        if let Some(&index) = self.modules.named.get(&(scope, text)) {
            return Some(index);
        }
        let index = self.modules.found.len();
        self.modules.named.insert((scope, text), index);
        self.modules.found.push(Name::default());
        let mut own = graph.prefix_items(scope, text).peekable();
        if own.peek().is_some() {
            self.queue.extend(own.filter_map(|item| item.scope).map(|scope| Event::Found(index, scope)));
            return Some(index);
        }
        let imports = graph.scopes[scope].imports.get(text).into_iter().flatten();
        let bindings = imports.map(|&import| (import, Follower::Binding(index)));
        let globs = graph.scopes[scope].globs.iter().map(|&import| (import, Follower::Glob(index, text)));
        for (import, follower) in bindings.chain(globs) {
            self.followers[import].push(follower);
            let last = self.modules.ways[import].last().cloned().unwrap_or_default();
            for scope in last {
                self.feed(follower, scope);
            }
        }
        Some(index)
    }
}

fn event_for(waiting: Waiting, scope: ScopeId) -> Event {
    match waiting {
        Waiting::Path(import, position) => Event::Reached(import, position, scope),
        Waiting::Name(name) => Event::Found(name, scope),
    }
}
