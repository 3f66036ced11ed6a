//! What rustc makes code of.
//!
//! Lints do not report an impl that nobody uses as long as its trait and its type are in use. But rustc makes code of a
//! generic or trait function only where the program can call it, starting at `main`: what has no instance in its
//! output, before anything is optimized, is never called. That is a reason to remove an impl; and the instances that
//! are left, each with its code, show afterwards that the program has not changed (see `bodies.rs`).

use crate::{
    cargo::llvm_ir::{demangled, symbols},
    cargo::rustc,
    cargo::rustc::Outcome,
};
use crate::{
    shake::bodies::Bodies,
    shake::lints,
    shake::macro_outputs,
    shake::names::Names,
    shake::tree::{Removal, Tree},
    syntax::impl_header::ImplHeader,
    syntax::items::ItemKind,
};
use anyhow::{Context as _, Result};
use std::{
    collections::HashSet,
    fs, io,
    ops::Range,
    path::{Path, PathBuf},
};

/// The file that [`ARGUMENTS`] make rustc write, in its working directory.
const FILE: &str = "bundle.ll";

/// Asks for every instance, with the line that it comes from.
pub(super) const ARGUMENTS: [&str; 11] = [
    "--emit=llvm-ir=bundle.ll",
    "-C",
    "opt-level=0",
    "-C",
    "no-prepopulate-passes",
    "-C",
    "codegen-units=1",
    "-C",
    "debuginfo=1",
    "-C",
    "symbol-mangling-version=v0",
];

/// Returns where the intermediate code of a variant is kept.
fn stored(folder: &Path, variant: usize) -> PathBuf {
    folder.join(format!("variant-{variant}.ll"))
}

/// Keeps the intermediate code that rustc just wrote, if it wrote any.
pub(super) fn store(folder: &Path, variant: usize) -> io::Result<()> {
    match fs::rename(folder.join(FILE), stored(folder, variant)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns the intermediate code of all variants.
pub(super) fn stored_code(folder: &Path) -> Result<String> {
    let mut code = String::new();
    for variant in 0.. {
        let path = stored(folder, variant);
        if !path.exists() {
            break;
        }
        code += &fs::read_to_string(path)?;
    }
    Ok(code)
}

/// Removes what is kept of an earlier text that had more variants.
pub(super) fn forget(folder: &Path, mut variant: usize) -> io::Result<()> {
    while stored(folder, variant).exists() {
        fs::remove_file(stored(folder, variant))?;
        variant += 1;
    }
    Ok(())
}

/// Functions as instantiated for their types.
#[derive(Debug, Default)]
pub(super) struct Instances {
    /// Line, counted from 1, and name of the functions that have an instance.
    functions: HashSet<(usize, String)>,
    /// Paths in types and, for each, the name of a trait that has an instance of it.
    implemented: HashSet<(String, String)>,
    /// What each instance does.
    pub(super) bodies: Bodies,
}

/// What an impl or derive needs no instance for: it says something by being there.
const MARKERS: [&str; 7] = ["Copy", "Drop", "Send", "Sync", "Unpin", "UnwindSafe", "RefUnwindSafe"];

/// `Eq` says something about what these do.
const COMPARING: [&str; 3] = ["PartialEq", "PartialOrd", "Ord"];

impl Instances {
    /// Reads what rustc wrote to `folder`, for all variants together.
    pub(super) fn read(folder: &Path) -> Result<Instances> {
        let mut all = Instances::default();
        for variant in 0.. {
            let path = stored(folder, variant);
            if variant > 0 && !path.exists() {
                break;
            }
            let text = fs::read_to_string(&path).context("rustc wrote no intermediate code")?;
            let found = Instances::parse(&text);
            all.functions.extend(found.functions);
            all.implemented.extend(found.implemented);
            all.bodies.extend(Bodies::parse(&text, &format!("{variant} ")));
        }
        Ok(all)
    }

    fn parse(text: &str) -> Instances {
        let mut instances = Instances::default();
        let mut files: HashSet<&str> = HashSet::new();
        let mut places = Vec::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("define ") {
                instances.note_traits(&symbols(rest).next().map(demangled).unwrap_or_default());
            } else if line.starts_with('!') {
                let Some((node, value)) = line.split_once(" = ") else { continue };
                if value.contains("!DIFile(") && field(value, "filename: \"") == Some(rustc::FILE) {
                    files.insert(node);
                } else if value.contains("!DISubprogram(") && value.contains("DISPFlagDefinition") {
                    places.push(value);
                }
            }
        }
        for place in places {
            let file = place.split("file: ").nth(1).and_then(|rest| rest.split([',', ')']).next());
            let line = place.split(" line: ").nth(1).and_then(|rest| rest.split([',', ')']).next());
            let (Some(name), Some(file), Some(line)) = (field(place, "name: \""), file, line) else {
                continue;
            };
            if let (true, Ok(line)) = (files.contains(file), line.parse()) {
                let name = name.split('<').next().unwrap_or(name);
                instances.functions.insert((line, name.to_owned()));
            }
        }
        instances
    }

    /// Each `<type as trait>` in a name.
    fn note_traits(&mut self, name: &str) {
        for (at, _) in name.match_indices(" as ") {
            let path = name[at + 4..].split(['<', '>', ' ', ',']).next().unwrap_or_default();
            let of = path.rsplit("::").next().unwrap_or_default();
            let mut depth = 0;
            let start = name[..at].rfind(|c| {
                depth += match c {
                    '>' => 1,
                    '<' => -1,
                    _ => 0,
                };
                depth < 0
            });
            for path in
                name[start.unwrap_or(0)..at].split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
            {
                self.implemented.insert((path.to_owned(), of.to_owned()));
            }
        }
    }

    /// Impls and derives of the libraries that stand for no code; without those that `needed` names.
    pub(super) fn unused(&self, tree: &Tree, needed: &HashSet<Part>) -> Removal {
        let lines = Lines::new(tree.tokens.text);
        let children = tree.children();
        let names = Names::new(tree);
        let mut removal = Removal::default();
        for node in (0..tree.nodes.len()).filter(|&node| tree.is_library(node)) {
            match tree.what(node) {
                ItemKind::MacroCall if !tree.nodes[node].associated => {
                    let impls = macro_outputs::impls(tree, &names, node).unwrap_or_default();
                    let unused = |range: &Range<usize>| self.is_unused_in_macro(tree, range.clone(), &lines);
                    let parts = Part::macro_call(tree, &impls);
                    let all_unused = !impls.is_empty() && impls.iter().all(unused);
                    if all_unused && !parts.iter().any(|part| needed.contains(part)) {
                        removal.nodes.insert(node);
                    }
                }
                ItemKind::Impl
                    if self.is_unused_impl(tree, node, &children[node], &lines)
                        && !needed.contains(&Part::implementation(tree, node)) =>
                {
                    removal.nodes.insert(node);
                }
                ItemKind::Struct | ItemKind::Enum | ItemKind::Union => {
                    let unused = self.unused_derives(tree, node).into_iter();
                    removal
                        .derives
                        .extend(unused.filter(|&at| !needed.contains(&Part::derive(tree, node, at))));
                }
                _ => {}
            }
        }
        removal
    }

    fn has(&self, tree: &Tree, node: usize, lines: &Lines) -> bool {
        let item = &tree.nodes[node].item;
        let first = lines.of(tree.tokens[item.start].start);
        let last = item.name.map_or(first, |name| lines.of(tree.tokens[name].start));
        (first..=last).any(|line| self.functions.contains(&(line, tree.name(node).to_owned())))
    }

    fn is_unused_impl(&self, tree: &Tree, node: usize, children: &[usize], lines: &Lines) -> bool {
        let header = ImplHeader::new(&tree.tokens, tree.nodes[node].item.head());
        let Some(of) = header.trait_path.as_ref().and_then(|path| path.last()) else { return false };
        if MARKERS.contains(of) {
            return false;
        }
        let functions: Vec<usize> =
            children.iter().copied().filter(|&child| tree.what(child) == ItemKind::Fn).collect();
        let macros =
            children.iter().any(|&child| matches!(tree.what(child), ItemKind::MacroCall | ItemKind::Other));
        if functions.is_empty() {
            // All that it has is provided by the trait.
            let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
            let used = |of: &str| {
                self.implemented.iter().any(|(path, by)| {
                    by == of && header.types.iter().flatten().any(|word| *word == last(path))
                })
            };
            return !macros
                && match *of {
                    "Error" => !used(of),
                    "Eq" => !COMPARING.iter().any(|of| used(of)),
                    _ => false,
                };
        }
        !macros && !functions.iter().any(|&function| self.has(tree, function, lines))
    }

    /// Returns `true` if an impl in a macro's transcriber is of a trait with functions, none of which has an instance
    /// in any expansion: rustc reports the position in the transcriber.
    fn is_unused_in_macro(&self, tree: &Tree, range: Range<usize>, lines: &Lines) -> bool {
        let tokens = &tree.tokens;
        let header = ImplHeader::new(tokens, header_in_macro(tree, &range));
        let Some(of) = header.trait_path.as_ref().and_then(|path| path.last()) else { return false };
        let functions: Vec<usize> = range.filter(|&at| tokens.name(at) == "fn").collect();
        let has = |at: usize| {
            // The name may be an argument of the macro.
            !tokens.is_ident(at + 1) || {
                let line = lines.of(tokens[at].start);
                (line..=lines.of(tokens[at + 1].start))
                    .any(|line| self.functions.contains(&(line, tokens.name(at + 1).to_owned())))
            }
        };
        !MARKERS.contains(of) && !functions.is_empty() && !functions.into_iter().any(has)
    }

    /// The tokens that name the traits.
    fn unused_derives(&self, tree: &Tree, node: usize) -> Vec<usize> {
        let derives = tree.derives(node);
        let path = tree.path(node);
        let used = |of: &str| self.implemented.contains(&(path.clone(), of.to_owned()));
        let has = |of: &str| derives.iter().any(|&at| tree.tokens.name(at) == of);
        let compared = COMPARING.iter().any(|of| used(of));
        let tokens = &tree.tokens;
        let marks_default = tree.nodes[node]
            .item
            .tokens
            .clone()
            .any(|at| tokens.is_punct(at, b'#') && tokens.name(at + 2) == "default");
        let unused = |of: &str| match of {
            "Debug" | "Hash" => !used(of),
            "Default" => !used(of) && !marks_default,
            "Clone" => !used(of) && !has("Copy"),
            "PartialEq" | "Eq" => !compared,
            "PartialOrd" | "Ord" => !used("PartialOrd") && !used("Ord"),
            _ => false,
        };
        derives.iter().copied().filter(|&at| unused(tree.tokens.name(at))).collect()
    }
}

/// An impl or derive by what it says, which stays the same while other things go.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Part {
    of: String,
    /// Names in its types.
    types: Vec<String>,
}

impl Part {
    fn implementation(tree: &Tree, node: usize) -> Part {
        let header = ImplHeader::new(&tree.tokens, tree.nodes[node].item.head());
        let of = header.trait_path.and_then(|path| path.last().copied()).unwrap_or_default();
        let names = header.types.concat().into_iter().filter(|name| !header.generics.contains(name));
        Part { of: of.to_owned(), types: names.map(str::to_owned).collect() }
    }

    fn derive(tree: &Tree, node: usize, name: usize) -> Part {
        Part { of: tree.tokens.name(name).to_owned(), types: vec![tree.name(node).to_owned()] }
    }

    /// The impls of a macro's transcriber, each by its header; the arguments may give it any type.
    fn macro_call(tree: &Tree, impls: &[Range<usize>]) -> Vec<Part> {
        let part = |range: &Range<usize>| {
            let header = ImplHeader::new(&tree.tokens, header_in_macro(tree, range));
            let of = header.trait_path.and_then(|path| path.last().copied()).unwrap_or_default();
            Part { of: of.to_owned(), types: vec!["macro".to_owned()] }
        };
        impls.iter().map(part).collect()
    }

    /// Returns every part in a removal of unused parts.
    pub(super) fn all(tree: &Tree, removal: &Removal) -> Vec<Part> {
        let names = Names::new(tree);
        let impls = removal.nodes.iter().flat_map(|&node| match tree.what(node) {
            ItemKind::MacroCall => {
                Part::macro_call(tree, &macro_outputs::impls(tree, &names, node).unwrap_or_default())
            }
            _ => vec![Part::implementation(tree, node)],
        });
        let types = (0..tree.nodes.len())
            .filter(|&node| matches!(tree.what(node), ItemKind::Struct | ItemKind::Enum | ItemKind::Union));
        let derives = types.flat_map(|node| {
            let derives = tree.derives(node).into_iter().filter(|at| removal.derives.contains(at));
            derives.map(move |at| Part::derive(tree, node, at))
        });
        impls.chain(derives).collect()
    }

    /// Returns the parts of a removal that errors ask for: those reported as not implemented, or else all of a trait or
    /// type that the errors mention.
    pub(super) fn asked_for(tree: &Tree, removal: &Removal, outcome: &Outcome) -> Vec<Part> {
        let all = Part::all(tree, removal);
        let missing = lints::unimplemented(outcome);
        let among = |wanted: &dyn Fn(&Part) -> bool| -> Vec<Part> {
            all.iter().filter(|part| wanted(part)).cloned().collect()
        };
        let named = |part: &Part| {
            missing.iter().any(|(of, name)| part.of == *of && part.types.iter().any(|known| known == name))
        };
        let mentioned = lints::mentioned(outcome);
        let touched = |part: &Part| {
            mentioned.contains(&part.of) || part.types.iter().any(|name| mentioned.contains(name))
        };
        let found = [among(&named), among(&touched)].into_iter().find(|found| !found.is_empty());
        found.unwrap_or_default()
    }
}

/// The tokens before the body of an impl in a macro's transcriber.
fn header_in_macro(tree: &Tree, range: &Range<usize>) -> Range<usize> {
    let body = range.clone().find(|&at| tree.tokens.opens_with(at, b'{'));
    range.start..body.unwrap_or(range.end)
}

/// The text from `start` to the next quote.
fn field<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split('"').next()
}

/// Lines of a text by offset.
struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Lines {
        Lines(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// Counted from 1.
    fn of(&self, offset: usize) -> usize {
        self.0.partition_point(|&end| end < offset) + 1
    }
}
