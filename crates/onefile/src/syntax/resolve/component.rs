//! Resolves names of scopes, each once, together with all names that it depends on.

use crate::syntax::resolve::{
    graph::{Graph, ImportId, NameId, ScopeId},
    modules::Modules,
};
use std::collections::{HashMap, HashSet};

/// The index of a name in a scope.
pub(super) type KeyId = usize;

/// An import on the way from a name to its items.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub import: ImportId,
    /// The name in the scope that a glob import opens.
    pub target: Option<KeyId>,
}

/// A name in a scope.
#[derive(Debug)]
struct Key {
    scope: ScopeId,
    name: NameId,
    edges: Vec<Edge>,
    /// Items that the name means; the scope of each that is a module.
    ends: Vec<(usize, Option<ScopeId>)>,
    /// Its component has been resolved.
    done: bool,
}

/// The names and items on the way of an import.
#[derive(Debug, Default)]
pub(super) struct ImportWay {
    pub items: Vec<usize>,
    pub keys: Vec<KeyId>,
    /// Those of `keys` whose items the import names.
    end_keys: Vec<KeyId>,
    /// Items that the import names without a further import.
    end_items: Vec<(usize, Option<ScopeId>)>,
}

/// All names that were resolved so far.
#[derive(Debug, Default)]
pub(super) struct Known {
    indices: HashMap<(ScopeId, NameId), KeyId>,
    keys: Vec<Key>,
    ways: HashMap<ImportId, ImportWay>,
}

impl Known {
    /// Returns the resolved name of a scope; `None` if nothing in the program has the name.
    pub(super) fn key(
        &mut self,
        graph: &Graph,
        modules: &Modules,
        scope: ScopeId,
        name: &str,
    ) -> Option<KeyId> {
        let key = self.index(graph, scope, name)?;
        self.explore(graph, modules, key);
        Some(key)
    }

    pub(super) fn scope(&self, key: KeyId) -> ScopeId {
        self.keys[key].scope
    }

    pub(super) fn name(&self, key: KeyId) -> NameId {
        self.keys[key].name
    }

    pub(super) fn edges(&self, key: KeyId) -> Vec<Edge> {
        self.keys[key].edges.clone()
    }

    pub(super) fn has_imports(&self, key: KeyId) -> bool {
        !self.keys[key].edges.is_empty()
    }

    /// Returns the items that a name means, and the scope of the first module among them.
    pub(super) fn ends(&self, key: KeyId) -> (Vec<usize>, Option<ScopeId>) {
        let ends = &self.keys[key].ends;
        (ends.iter().map(|&(item, _)| item).collect(), ends.iter().find_map(|&(_, scope)| scope))
    }

    fn index(&mut self, graph: &Graph, scope: ScopeId, name: &str) -> Option<KeyId> {
        let name = graph.name(name)?;
        let keys = &mut self.keys;
        Some(*self.indices.entry((scope, name)).or_insert_with(|| {
            keys.push(Key { scope, name, edges: Vec::new(), ends: Vec::new(), done: false });
            keys.len() - 1
        }))
    }

    /// Returns the names on the way of an import.
    pub(super) fn way(&mut self, graph: &Graph, modules: &Modules, import: ImportId) -> &ImportWay {
        if !self.ways.contains_key(&import) {
            let way = self.new_way(graph, modules, import);
            self.ways.insert(import, way);
        }
        &self.ways[&import]
    }

    fn new_way(&mut self, graph: &Graph, modules: &Modules, import: ImportId) -> ImportWay {
        let mut way = ImportWay::default();
        let path = &graph.imports[import].path;
        let reached = &modules.ways[import];
        for (position, &segment) in path.iter().enumerate() {
            let is_prefix = position < graph.prefix_length(import);
            let is_last = position + 1 == path.len();
            for &scope in &reached[position] {
                if let Some(target) = graph.keyword(scope, segment) {
                    let target = target.filter(|_| is_last);
                    way.end_items
                        .extend(target.and_then(|scope| Some((graph.opened_by(scope)?, Some(scope)))));
                    continue;
                }
                let own: Vec<_> = graph.prefix_items(scope, segment).collect();
                if is_prefix && !own.is_empty() {
                    way.items.extend(own.iter().map(|item| item.id));
                    if own.iter().all(|item| item.scope.is_none()) {
                        way.end_items.extend(own.iter().map(|item| (item.id, None)));
                    }
                    continue;
                }
                let Some(key) = self.index(graph, scope, segment) else { continue };
                way.keys.push(key);
                if is_last || modules.named(scope, segment).is_empty() {
                    way.end_keys.push(key);
                }
            }
        }
        way
    }

    /// The edges of a name, as long as nothing is known about what they lead to.
    fn possible_edges(&mut self, graph: &Graph, modules: &Modules, key: KeyId) -> Vec<Edge> {
        let Key { scope, name, .. } = self.keys[key];
        let text = graph.text(name);
        let scope = &graph.scopes[scope];
        let named = scope.imports.get(text).into_iter().flatten();
        let mut edges: Vec<Edge> = named.map(|&import| Edge { import, target: None }).collect();
        for &import in &scope.globs {
            let targets = modules.ways[import].last().into_iter().flatten();
            for &target in targets {
                edges.extend(self.index(graph, target, text).map(|key| Edge { import, target: Some(key) }));
            }
        }
        edges
    }

    /// The names whose items a name means as well.
    fn successors(&mut self, graph: &Graph, modules: &Modules, key: KeyId) -> Vec<KeyId> {
        let edges = self.possible_edges(graph, modules, key);
        let mut successors = Vec::new();
        for edge in &edges {
            match edge.target {
                Some(target) => successors.push(target),
                None => successors.extend(&self.way(graph, modules, edge.import).end_keys),
            }
        }
        self.keys[key].edges = edges;
        successors
    }

    /// Resolves a name and all that it depends on: Tarjan's algorithm, with its own stack.
    pub(super) fn explore(&mut self, graph: &Graph, modules: &Modules, start: KeyId) {
        if self.keys[start].done {
            return;
        }
        let mut walk = Walk::default();
        let successors = self.successors(graph, modules, start);
        walk.enter(start, successors);
        while let Some(frame) = walk.frames.last_mut() {
            if let Some(&next) = frame.successors.get(frame.at) {
                frame.at += 1;
                if self.keys[next].done {
                    continue;
                }
                match walk.numbers.get(&next) {
                    Some(&number) => frame.low = frame.low.min(number),
                    None => {
                        let successors = self.successors(graph, modules, next);
                        walk.enter(next, successors);
                    }
                }
            } else if let Some(component) = walk.leave() {
                self.resolve(graph, component);
            }
        }
    }

    /// Resolves the names of one component; all others that they depend on are done.
    fn resolve(&mut self, graph: &Graph, component: Vec<(KeyId, Vec<KeyId>)>) {
        let mut before: HashMap<KeyId, Vec<KeyId>> = HashMap::new();
        for (key, successors) in &component {
            for successor in successors {
                before.entry(*successor).or_default().push(*key);
            }
        }
        let mut queue: Vec<KeyId> = component.iter().map(|(key, _)| *key).collect();
        let mut queued: HashSet<KeyId> = queue.iter().copied().collect();
        while let Some(key) = queue.pop() {
            queued.remove(&key);
            let count = self.keys[key].ends.len();
            let ends = self.evaluate(graph, key);
            self.keys[key].ends = ends;
            if self.keys[key].ends.len() > count {
                let waiting = before.get(&key).into_iter().flatten().copied();
                queue.extend(waiting.filter(|&waiting| queued.insert(waiting)));
            }
        }
        for (key, _) in component {
            let mut edges = std::mem::take(&mut self.keys[key].edges);
            // A glob import that does not bring the name is not on its way.
            edges.retain(|edge| edge.target.is_none_or(|target| !self.keys[target].ends.is_empty()));
            if self.hides_globs(graph, key) {
                edges.retain(|edge| edge.target.is_none());
            }
            self.keys[key].edges = edges;
            self.keys[key].done = true;
        }
    }

    /// The items of a name as far as they are known: its own, named imports', then those of glob imports.
    fn evaluate(&self, graph: &Graph, key: KeyId) -> Vec<(usize, Option<ScopeId>)> {
        let mut ends = self.direct(graph, key);
        if !self.hides_globs(graph, key) {
            for target in self.keys[key].edges.iter().filter_map(|edge| edge.target) {
                add(&mut ends, &self.keys[target].ends);
            }
        }
        // Nothing that was found is taken back, so that the search ends.
        add(&mut ends, &self.keys[key].ends);
        ends
    }

    /// The items that a name means without a glob import.
    fn direct(&self, graph: &Graph, key: KeyId) -> Vec<(usize, Option<ScopeId>)> {
        let Key { scope, name, edges, .. } = &self.keys[key];
        let mut ends = Vec::new();
        for item in graph.items(*scope, graph.text(*name)) {
            add(&mut ends, &[(item.id, item.scope)]);
        }
        for edge in edges.iter().filter(|edge| edge.target.is_none()) {
            let way = &self.ways[&edge.import];
            add(&mut ends, &way.end_items);
            for &end in &way.end_keys {
                add(&mut ends, &self.keys[end].ends);
            }
        }
        ends
    }

    fn hides_globs(&self, graph: &Graph, key: KeyId) -> bool {
        self.direct(graph, key).iter().any(|&(item, _)| graph.hides_globs(item))
    }
}

fn add(ends: &mut Vec<(usize, Option<ScopeId>)>, more: &[(usize, Option<ScopeId>)]) {
    for end in more {
        if !ends.contains(end) {
            ends.push(*end);
        }
    }
}

/// The state of Tarjan's algorithm.
#[derive(Debug, Default)]
struct Walk {
    numbers: HashMap<KeyId, usize>,
    frames: Vec<Frame>,
    /// Names whose component is not complete.
    stack: Vec<(KeyId, Vec<KeyId>)>,
}

#[derive(Debug)]
struct Frame {
    key: KeyId,
    low: usize,
    at: usize,
    successors: Vec<KeyId>,
    /// The length of the stack before this name.
    base: usize,
}

impl Walk {
    fn enter(&mut self, key: KeyId, successors: Vec<KeyId>) {
        let number = self.numbers.len();
        self.numbers.insert(key, number);
        let base = self.stack.len();
        self.stack.push((key, successors.clone()));
        self.frames.push(Frame { key, low: number, at: 0, successors, base });
    }

    /// Leaves the innermost name; returns its component if it is the first one of it.
    fn leave(&mut self) -> Option<Vec<(KeyId, Vec<KeyId>)>> {
        let frame = self.frames.pop()?;
        if frame.low == self.numbers[&frame.key] {
            return Some(self.stack.split_off(frame.base));
        }
        if let Some(outer) = self.frames.last_mut() {
            outer.low = outer.low.min(frame.low);
        }
        None
    }
}
