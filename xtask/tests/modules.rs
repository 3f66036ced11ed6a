//! The structure of the tools' sources: no cycle between files, and no file that has grown too long.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};
use syn::{
    UseTree,
    visit::{self, Visit},
};

/// The crates that are checked, as folders below the root of the workspace.
const CRATES: [&str; 5] = ["crates/judges", "crates/onefile", "crates/wasm-to-c", "crates/cgt-lab", "xtask"];

/// The longest source file, in lines.
const MAX_LINES: usize = 400;

fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().expect("xtask is a member of the workspace").to_owned()
}

/// Lists the source files below a folder, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the module path of a file: `src/a/b.rs` and `src/a/b/mod.rs` are `a::b`.
fn module_of(source: &Path, file: &Path) -> Vec<String> {
    let below = file.strip_prefix(source).expect("a file of the crate").with_extension("");
    let mut path: Vec<String> = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if path.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        path.pop();
    }
    path
}

/// Collects the paths that a file imports or names from its own crate, as absolute module paths.
struct Imports {
    module: Vec<String>,
    found: Vec<Vec<String>>,
}

impl Imports {
    fn add(&mut self, path: &[String]) {
        let mut base = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("super" | "self") => self.module.clone(),
            _ => return,
        };
        for segment in path {
            match segment.as_str() {
                "crate" | "self" => {}
                "super" => drop(base.pop()),
                name => base.push(name.to_owned()),
            }
        }
        self.found.push(base);
    }

    fn add_tree(&mut self, tree: &UseTree, prefix: &mut Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_tree(&path.tree, prefix);
                prefix.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|item| self.add_tree(item, prefix)),
            UseTree::Name(name) => {
                prefix.push(name.ident.to_string());
                self.add(prefix);
                prefix.pop();
            }
            UseTree::Rename(rename) => {
                prefix.push(rename.ident.to_string());
                self.add(prefix);
                prefix.pop();
            }
            _ => self.add(prefix),
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        // A public import re-exports: it does not make this file depend on the other.
        if matches!(item.vis, syn::Visibility::Inherited) {
            self.add_tree(&item.tree, &mut Vec::new());
        }
    }

    /// Unit tests may name whatever they test.
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.content.is_some() {
            return;
        }
        visit::visit_item_mod(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.add(&names);
        visit::visit_path(self, path);
    }
}

/// Returns which files of a crate each of its files depends on.
fn dependencies(folder: &Path) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let source = folder.join("src");
    let files: Vec<PathBuf> =
        sources(&source).into_iter().filter(|file| !file.ends_with("tests.rs")).collect();
    let modules: BTreeMap<Vec<String>, PathBuf> = files
        .iter()
        .filter(|file| !file.ends_with("src/main.rs"))
        .map(|file| (module_of(&source, file), file.clone()))
        .collect();
    let mut all = BTreeMap::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("a readable file");
        let parsed = syn::parse_file(&text).expect("Rust");
        let mut imports = Imports { module: module_of(&source, file), found: Vec::new() };
        imports.visit_file(&parsed);
        let mut targets = BTreeSet::new();
        for path in imports.found {
            // The longest prefix that is a file; re-exports at the root are nobody's dependency.
            let target = (1..=path.len()).rev().find_map(|length| modules.get(&path[..length]));
            targets.extend(target.filter(|target| *target != file).cloned());
        }
        all.insert(file.clone(), targets);
    }
    all
}

/// Finds a cycle that starts and ends at a file, if there is one.
fn cycle(graph: &BTreeMap<PathBuf, BTreeSet<PathBuf>>, start: &Path) -> Option<Vec<PathBuf>> {
    let mut queue = vec![vec![start.to_owned()]];
    let mut seen = BTreeSet::new();
    while let Some(path) = queue.pop() {
        let last = path.last().expect("a path has a start");
        for next in graph.get(last).into_iter().flatten() {
            if next == start {
                return Some(path);
            }
            if seen.insert(next.clone()) {
                queue.push([&path[..], std::slice::from_ref(next)].concat());
            }
        }
    }
    None
}

#[test]
fn no_files_depend_on_each_other() {
    let root = root();
    let (mut cycles, mut imports) = (BTreeSet::new(), 0);
    for krate in CRATES {
        let graph = dependencies(&root.join(krate));
        imports += graph.values().map(BTreeSet::len).sum::<usize>();
        for file in graph.keys() {
            if let Some(mut path) = cycle(&graph, file) {
                path.sort();
                let names: Vec<String> =
                    path.iter().map(|file| file.strip_prefix(&root).unwrap().display().to_string()).collect();
                cycles.insert(names.join(" <-> "));
            }
        }
    }
    assert!(imports > 100, "only {imports} imports were read");
    assert!(cycles.is_empty(), "files that depend on each other:\n{}", Vec::from_iter(cycles).join("\n"));
}

#[test]
fn no_file_is_too_long() {
    let root = root();
    let mut long = Vec::new();
    for krate in CRATES {
        for file in sources(&root.join(krate).join("src")) {
            let lines = fs::read_to_string(&file).expect("a readable file").lines().count();
            if lines > MAX_LINES {
                long.push(format!("{}: {lines} lines", file.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(long.is_empty(), "files above {MAX_LINES} lines:\n{}", long.join("\n"));
}
