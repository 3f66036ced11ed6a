use super::*;
use crate::syntax::items::ItemKind;
use pretty_assertions::assert_eq;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

/// A small generator of numbers, so that a failure can be repeated by its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % limit as u64).expect("small")
    }
}

/// Items and imports that the reference resolver finds.
type Answer = (BTreeSet<usize>, BTreeSet<ImportId>);

/// Resolves every name of every scope again and again, until nothing changes.
struct Reference<'g> {
    graph: &'g Graph<'static>,
    table: BTreeMap<(ScopeId, &'static str), Answer>,
    /// The modules that a name means in front of `::`.
    modules: BTreeMap<(ScopeId, &'static str), BTreeSet<ScopeId>>,
}

impl<'g> Reference<'g> {
    fn new(graph: &'g Graph<'static>, names: &[&'static str]) -> Reference<'g> {
        let mut reference = Reference { graph, table: BTreeMap::new(), modules: BTreeMap::new() };
        let keys = || (0..graph.scopes.len()).flat_map(|scope| names.iter().map(move |&name| (scope, name)));
        loop {
            let mut modules = reference.modules.clone();
            for (scope, name) in keys() {
                modules.entry((scope, name)).or_default().extend(reference.look_up_module(scope, name));
            }
            if modules == reference.modules {
                break;
            }
            reference.modules = modules;
        }
        loop {
            let mut table = reference.table.clone();
            for (scope, name) in keys() {
                let (ends, way) = reference.look_up(scope, name);
                let old = table.entry((scope, name)).or_default();
                old.0.extend(ends);
                old.1.extend(way);
            }
            if table == reference.table {
                return reference;
            }
            reference.table = table;
        }
    }

    fn look_up(&self, scope: ScopeId, name: &str) -> Answer {
        let names = &self.graph.scopes[scope];
        let mut answer = Answer::default();
        answer.0.extend(self.graph.items(scope, name).iter().map(|item| item.id));
        for &import in names.imports.get(name).into_iter().flatten() {
            let (ends, way) = self.follow(import, None);
            answer.0.extend(ends);
            answer.1.extend(way);
            answer.1.insert(import);
        }
        for &import in &names.globs {
            let (ends, way) = self.follow(import, Some(name));
            if !ends.is_empty() {
                answer.0.extend(ends);
                answer.1.extend(way);
                answer.1.insert(import);
            }
        }
        answer
    }

    fn look_up_module(&self, scope: ScopeId, name: &'static str) -> BTreeSet<ScopeId> {
        let own: Vec<&ScopeItem> = self.graph.prefix_items(scope, name).collect();
        if !own.is_empty() {
            return own.iter().filter_map(|item| item.scope).collect();
        }
        let names = &self.graph.scopes[scope];
        let named = names.imports.get(name).into_iter().flatten();
        let globs = names.globs.iter().flat_map(|&import| self.opened(import));
        let brought = globs.filter_map(|scope| self.modules.get(&(scope, name))).flatten().copied();
        named.flat_map(|&import| self.opened(import)).chain(brought).collect()
    }

    /// The scopes that the whole path of an import leads to.
    fn opened(&self, import: ImportId) -> BTreeSet<ScopeId> {
        let Import { scope, path, .. } = &self.graph.imports[import];
        let mut at = BTreeSet::from([*scope]);
        for &segment in path {
            at = at.into_iter().flat_map(|scope| self.step(scope, segment)).collect();
        }
        at
    }

    fn step(&self, scope: ScopeId, segment: &'static str) -> BTreeSet<ScopeId> {
        match self.graph.keyword(scope, segment) {
            Some(target) => target.into_iter().collect(),
            None => self.modules.get(&(scope, segment)).cloned().unwrap_or_default(),
        }
    }

    /// What a name in front of `::` may mean.
    fn prefix(&self, scope: ScopeId, name: &'static str) -> Answer {
        let own: Vec<&ScopeItem> = self.graph.prefix_items(scope, name).collect();
        if own.is_empty() {
            self.table.get(&(scope, name)).cloned().unwrap_or_default()
        } else {
            (own.iter().map(|item| item.id).collect(), BTreeSet::new())
        }
    }

    fn follow(&self, import: ImportId, glob: Option<&str>) -> Answer {
        let mut answer = Answer::default();
        let Import { scope, path, .. } = &self.graph.imports[import];
        let mut at = BTreeSet::from([*scope]);
        for (position, &segment) in path.iter().enumerate() {
            let is_last = position + 1 == path.len() && glob.is_none();
            let mut next = BTreeSet::new();
            for &scope in &at {
                if let Some(target) = self.graph.keyword(scope, segment) {
                    next.extend(target);
                    continue;
                }
                if is_last {
                    let (ends, way) = self.table.get(&(scope, segment)).cloned().unwrap_or_default();
                    answer.0.extend(ends);
                    answer.1.extend(way);
                    continue;
                }
                let scopes = self.step(scope, segment);
                let (ends, way) = self.prefix(scope, segment);
                answer.1.extend(way);
                if scopes.is_empty() && glob.is_none() {
                    answer.0.extend(ends);
                }
                next.extend(scopes);
            }
            if is_last {
                answer.0.extend(next.into_iter().filter_map(|scope| self.graph.opened_by(scope)));
                return answer;
            }
            at = next;
        }
        if let Some(name) = glob {
            for scope in at {
                if let Some((ends, way)) = self.table.get(&(scope, name)) {
                    answer.0.extend(ends);
                    if !ends.is_empty() {
                        answer.1.extend(way);
                    }
                }
            }
        }
        answer
    }
}

const NAMES: [&str; 5] = ["a", "b", "c", "x", "y"];

/// Modules, enums and random imports. No item hides what a glob import brings: there the order matters.
fn random_graph(random: &mut Random) -> Graph<'static> {
    let mut graph = Graph::default();
    let mut scopes = vec![graph.add_scope(None)];
    let mut id = 0;
    for _ in 0..1 + random.below(5) {
        let parent = scopes[random.below(scopes.len())];
        let name = NAMES[random.below(3)];
        if !graph.items(parent, name).is_empty() {
            continue;
        }
        let scope = graph.add_scope(Some(parent));
        graph.add_item(parent, name, ScopeItem { id, kind: ItemKind::Module, scope: Some(scope) });
        scopes.push(scope);
        id += 1;
    }
    for _ in 0..random.below(4) {
        let scope = scopes[random.below(scopes.len())];
        let name = NAMES[random.below(5)];
        if graph.items(scope, name).is_empty() {
            graph.add_item(scope, name, ScopeItem { id, kind: ItemKind::Enum, scope: None });
            id += 1;
        }
    }
    for _ in 0..random.below(8) {
        let length = 1 + random.below(3);
        let mut path: Vec<&'static str> = (0..length).map(|_| NAMES[random.below(5)]).collect();
        path[0] = ["crate", "self", "super", path[0], path[0]][random.below(5)];
        let last = path[path.len() - 1];
        let binding = match random.below(3) {
            _ if matches!(last, "crate" | "self" | "super") => Binding::Glob,
            0 => Binding::Name(NAMES[random.below(5)]),
            1 => Binding::Name(last),
            _ => Binding::Glob,
        };
        graph.add_import(Import { scope: scopes[random.below(scopes.len())], path, binding });
    }
    graph
}

#[test]
fn agrees_with_the_reference_on_random_modules() {
    for seed in 0..1500 {
        let graph = random_graph(&mut Random(seed));
        let shown = format!("seed {seed}: {graph:?}");
        let reference = Reference::new(&graph, &NAMES);
        let expected: Vec<Answer> = (0..graph.scopes.len())
            .flat_map(|scope| NAMES.map(|name| (scope, name)))
            .map(|key| reference.table[&key].clone())
            .collect();
        let scopes = graph.scopes.len();
        let resolver = Resolver::new(graph);
        let mut found = Vec::new();
        for scope in 0..scopes {
            for name in NAMES {
                let one = resolver.find(scope, &[name]);
                let (_, imports) = resolver.visit(&one, &mut Visited::default());
                found.push((one.ends.into_iter().collect(), imports.into_iter().collect()));
            }
        }
        assert_eq!(found, expected, "{shown}");
    }
}

/// A crate root with modules `m0`, `m1`, …, each with a function of its own and these imports.
fn modules<'t>(
    names: &'t [String],
    imports: impl Fn(usize) -> Vec<(Vec<&'t str>, Binding<'t>)>,
) -> Graph<'t> {
    let mut graph = Graph::default();
    let root = graph.add_scope(None);
    let scopes: Vec<ScopeId> = names.iter().map(|_| graph.add_scope(Some(root))).collect();
    for (index, (name, &scope)) in names.iter().zip(&scopes).enumerate() {
        graph.add_item(root, name, ScopeItem { id: index, kind: ItemKind::Module, scope: Some(scope) });
        let id = names.len() + index;
        graph.add_item(scope, &name[1..], ScopeItem { id, kind: ItemKind::Fn, scope: None });
        for (path, binding) in imports(index) {
            graph.add_import(Import { scope, path, binding });
        }
    }
    graph
}

fn module_names(count: usize) -> Vec<String> {
    (0..count).map(|index| format!("m{index}")).collect()
}

#[test]
fn modules_that_import_each_other_by_globs_are_resolved_at_once() {
    for count in [2, 3, 6, 20, 60] {
        let names = module_names(count);
        let graph = modules(&names, |index| {
            let others = names.iter().enumerate().filter(|(other, _)| *other != index);
            let mut imports: Vec<_> =
                others.map(|(_, name)| (vec!["super", name.as_str()], Binding::Glob)).collect();
            imports.push((vec!["super"], Binding::Glob));
            imports
        });
        let start = Instant::now();
        let resolver = Resolver::new(graph);
        for scope in 1..=count {
            #[allow(clippy::needless_range_loop, reason = "several lists are indexed")]
            for index in 0..count {
                assert_eq!(resolver.find(scope, &[&names[index][1..]]).ends, [count + index]);
            }
        }
        assert!(start.elapsed().as_secs() < 20, "{count} modules take {:?}", start.elapsed());
    }
}

#[test]
fn rings_and_chains_keep_every_import() {
    let names = module_names(200);
    let next = |index: usize| names[(index + 1) % names.len()].as_str();
    let ring = modules(&names, |index| vec![(vec!["crate", next(index)], Binding::Glob)]);
    let resolver = Resolver::new(ring);
    let found = resolver.find(1, &["199"]);
    assert_eq!(found.ends, [399]);
    assert_eq!(resolver.visit(&found, &mut Visited::default()).1.len(), 199);

    let chain = modules(&names, |index| {
        let name = if index == names.len() - 1 { "199" } else { "f" };
        vec![(vec!["crate", next(index.min(names.len() - 2)), name], Binding::Name("f"))]
    });
    let resolver = Resolver::new(chain);
    let found = resolver.find(1, &["f"]);
    assert_eq!(found.ends, [399]);
    assert_eq!(resolver.visit(&found, &mut Visited::default()).1.len(), 200);
}
