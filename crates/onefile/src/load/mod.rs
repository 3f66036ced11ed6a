//! Reads a crate: follows `mod` files and includes, evaluates `cfg` on the way, and gives one text.

use crate::{
    graph::Unit,
    load::constants::Place,
    syntax::cfg,
    syntax::{
        attributes::is_exported,
        cfg::Facts,
        macros::{self, macro_invocation, standard_path_start},
        text::{Edit, Sources, Text},
        tokens::Tokens,
    },
};
pub mod clean;
pub mod constants;
mod macro_modules;

use anyhow::{Context as _, Result, bail};
use macro_modules::ModuleMacros;
use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

/// Changes the text of one file before anything else looks at it, as for another edition.
pub type Convert<'a> = &'a dyn Fn(&Path, &Text) -> Result<Text>;

/// The whole crate as one text: every file module inline, every decidable predicate, variable and include replaced.
///
/// # Errors
/// A file cannot be read or is not Rust; the message names it.
pub fn load(unit: &Unit, facts: &Facts, convert: Convert, sources: &mut Sources) -> Result<Text> {
    let mut loader = Loader {
        unit,
        facts,
        convert,
        sources,
        open: Vec::new(),
        macros: 0,
        expanding: 0,
        module_macros: ModuleMacros::default(),
    };
    let folder = unit.root.parent().context("a source file without a folder")?.to_path_buf();
    let module = Module { path: vec![unit.name.clone()], children: folder };
    let text = loader.file(&unit.root, &module)?;
    Ok(text.unwrap_or_default())
}

/// Where code stands: its module and the folder that holds the files of its child modules.
struct Module {
    path: Vec<String>,
    children: PathBuf,
}

struct Loader<'a> {
    unit: &'a Unit,
    facts: &'a Facts,
    convert: Convert<'a>,
    sources: &'a mut Sources,
    /// The files being read, to find one that includes itself.
    open: Vec<PathBuf>,
    /// How many macro invocations the place is inside of.
    macros: usize,
    /// How many macros that declare modules are being expanded.
    expanding: usize,
    module_macros: ModuleMacros,
}

impl Loader<'_> {
    /// A file with everything that it pulls in, or `None` if it takes itself out by `#![cfg(…)]`.
    fn file(&mut self, path: &Path, module: &Module) -> Result<Option<Text>> {
        let shown = self.shown(path);
        if self.open.iter().any(|open| open == path) {
            bail!("{}: {shown} contains itself", self.unit.name);
        }
        let context = || format!("{}: {shown}", self.unit.name);
        let content = fs::read_to_string(path).with_context(context)?;
        let text = self.sources.add(&self.unit.name, &shown, path.to_path_buf(), &normalized(&content));
        let text = (self.convert)(path, &text).with_context(context)?;
        let Some(text) = cfg::evaluate(&text, self.facts).with_context(context)? else { return Ok(None) };
        self.open.push(path.to_path_buf());
        let mut edits = Vec::new();
        let tokens = Tokens::new(text.as_str()).with_context(context)?;
        let gone = self.group(path, &text, &tokens, 0..tokens.len(), module, &mut edits);
        self.open.pop();
        gone.with_context(context)?;
        Ok(Some(text.edited(edits)))
    }

    /// The path to show: below the package for a crate from elsewhere, as given to rustc otherwise.
    fn shown(&self, path: &Path) -> String {
        let below = path.strip_prefix(self.unit.package_folder()).unwrap_or(path);
        below.to_string_lossy().replace('\\', "/")
    }

    fn group(
        &mut self,
        file: &Path,
        text: &Text,
        tokens: &Tokens,
        range: Range<usize>,
        module: &Module,
        edits: &mut Vec<Edit>,
    ) -> Result<()> {
        let place = Place { unit: self.unit, sources: self.sources, text, file, module: &module.path };
        edits.extend(constants::attributes(&place, tokens, range.clone()));
        // The `#[path = "…"]` of the item that starts, and where its attributes start.
        let mut given: Option<(String, Range<usize>)> = None;
        let mut item_start = range.start;
        let mut at = range.start;
        while at < range.end {
            if let Some(end) = tokens.attribute_end(at) {
                if tokens.name(at + 2) == "path" && tokens.is_punct(at + 3, b'=') {
                    let literal = syn::parse_str::<syn::LitStr>(tokens.str(at + 4));
                    if let Ok(literal) = literal {
                        given = Some((literal.value(), tokens.bytes(at..end)));
                    }
                }
                at = end;
                continue;
            }
            match tokens.name(at) {
                "pub" | "unsafe" => {
                    at += 1;
                    if tokens.name(at - 1) == "pub" && tokens.opens_with(at, b'(') {
                        at = tokens.after(at);
                    }
                    continue;
                }
                "mod" if tokens.is_ident(at + 1) && tokens.is_punct(at + 2, b';') => {
                    let name = at + 1;
                    let child = self.child(file, tokens.name(name), tokens.str(name), module, given.as_ref());
                    at += 3;
                    match child {
                        Some((path, child)) => match self.file(&path, &child)? {
                            Some(inner) => {
                                let semicolon = tokens.bytes(name + 1..name + 2);
                                let mut with = Text::from(" {\n");
                                with.push(&inner);
                                with.push(&Text::from(if inner.as_str().ends_with('\n') {
                                    "}"
                                } else {
                                    "\n}"
                                }));
                                edits.push(Edit { range: semicolon, with });
                                if let Some((_, attribute)) = given.take() {
                                    edits.push(Edit::remove(attribute));
                                }
                            }
                            None => edits.push(Edit::remove(tokens.bytes(item_start..at))),
                        },
                        // In macro arguments, a branch that is not taken may name files that do not exist.
                        None if self.macros > 0 => {}
                        None => bail!("no file for `mod {};`", tokens.name(name)),
                    }
                }
                "mod" if tokens.is_ident(at + 1) && tokens.opens_with(at + 2, b'{') => {
                    let folder = match given.take() {
                        Some((path, attribute)) => {
                            edits.push(Edit::remove(attribute));
                            self.base(file, module).join(path)
                        }
                        None => module.children.join(tokens.name(at + 1)),
                    };
                    let mut path = module.path.clone();
                    path.push(tokens.str(at + 1).to_owned());
                    let child = Module { path, children: folder };
                    self.group(file, text, tokens, tokens.inside(at + 2), &child, edits)?;
                    at = tokens.after(at + 2);
                }
                _ => at = self.other(file, text, tokens, at, module, edits)?,
            }
            given = None;
            item_start = at;
        }
        Ok(())
    }

    /// A token that starts no module: a macro to evaluate, a group to enter, or nothing of interest.
    fn other(
        &mut self,
        file: &Path,
        text: &Text,
        tokens: &Tokens,
        at: usize,
        module: &Module,
        edits: &mut Vec<Edit>,
    ) -> Result<usize> {
        if let Some(open) = macro_invocation(tokens, at) {
            let place = Place { unit: self.unit, sources: self.sources, text, file, module: &module.path };
            if tokens.name(at) == "macro_rules" {
                self.module_macros.define(tokens, tokens.name(at + 2), tokens.inside(open));
                let exported = is_exported(tokens, at);
                edits.extend(constants::in_definition(&place, tokens, tokens.inside(open), exported));
                return Ok(tokens.after(open));
            }
            if let Some(edit) = self.declared_by_macro(file, tokens, (at, open), module)? {
                edits.push(edit);
                let end = tokens.after(open);
                return Ok(if tokens.is_punct(end, b';') { end + 1 } else { end });
            }
            let place = Place { unit: self.unit, sources: self.sources, text, file, module: &module.path };
            if let Some(edit) = constants::replace(&place, tokens, at, open) {
                edits.push(edit);
                return Ok(tokens.after(open));
            }
            if tokens.name(at) == "include" {
                let path = constants::string(&place, tokens, tokens.inside(open));
                if let Some(path) = path {
                    let range = standard_path_start(tokens, at)..tokens.after(open);
                    edits.push(self.include(file, &path, tokens, range, module)?);
                    return Ok(tokens.after(open));
                }
            }
        }
        if let Some(open) = macro_invocation(tokens, at) {
            self.macros += 1;
            let done = self.group(file, text, tokens, tokens.inside(open), module, edits);
            self.macros -= 1;
            return done.map(|()| tokens.after(open));
        }
        if tokens.is_open(at) {
            self.group(file, text, tokens, tokens.inside(at), module, edits)?;
            return Ok(tokens.after(at));
        }
        Ok(at + 1)
    }

    fn include(
        &mut self,
        file: &Path,
        path: &str,
        tokens: &Tokens,
        range: Range<usize>,
        module: &Module,
    ) -> Result<Edit> {
        let path = file.parent().unwrap_or(file).join(path);
        let module =
            Module { path: module.path.clone(), children: path.parent().unwrap_or(&path).to_path_buf() };
        let inner = self.file(&path, &module)?.unwrap_or_default();
        let item = constants::starts_statement(tokens, range.start);
        let mut range = range;
        if item && tokens.is_punct(range.end, b';') {
            range.end += 1;
        }
        let mut with = Text::from(if item { "" } else { "(" });
        with.push(&inner);
        // The included text may end in a line comment.
        with.push(&Text::from(if item { "\n" } else { "\n)" }));
        Ok(Edit { range: tokens.bytes(range), with })
    }

    /// The file of `mod name;` and the module in it.
    fn child(
        &self,
        file: &Path,
        name: &str,
        written: &str,
        module: &Module,
        given: Option<&(String, Range<usize>)>,
    ) -> Option<(PathBuf, Module)> {
        let mut module_path = module.path.clone();
        module_path.push(written.to_owned());
        let at =
            |path: PathBuf, children: PathBuf| Some((path, Module { path: module_path.clone(), children }));
        if let Some((given, _)) = given {
            // Relative to the file, or to the folder of the inline modules around it.
            let path = self.base(file, module).join(given);
            let children = path.parent().unwrap_or(&path).to_path_buf();
            return at(path, children).filter(|(path, _)| path.exists());
        }
        let flat = module.children.join(format!("{name}.rs"));
        let nested = module.children.join(name).join("mod.rs");
        let children = module.children.join(name);
        if flat.exists() {
            at(flat, children)
        } else if nested.exists() {
            at(nested, children)
        } else {
            None
        }
    }

    /// What `#[path = "…"]` is relative to: the file's folder, or that of the inline modules around the place.
    fn base<'a>(&self, file: &'a Path, module: &'a Module) -> &'a Path {
        let parent = file.parent().unwrap_or(file);
        let mod_rs = file.file_name().is_some_and(|name| name == "mod.rs") || file == self.unit.root;
        let own = parent.join(file.file_stem().unwrap_or_default());
        if module.children == parent || (!mod_rs && module.children == own) {
            parent
        } else {
            &module.children
        }
    }
}

/// Returns `true` if a source file of a crate defines a macro of this name.
pub fn defines_macro(unit: &Unit, name: &str) -> bool {
    let mut folders: Vec<PathBuf> = unit.root.parent().map(Path::to_path_buf).into_iter().collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let kind = entry.file_type();
            if kind.as_ref().is_ok_and(fs::FileType::is_dir) {
                let name = entry.file_name();
                if name != "target" && !name.to_string_lossy().starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && let Ok(text) = fs::read_to_string(&path)
                && text.contains(name)
                && Tokens::new(&text).is_ok_and(|tokens| {
                    (0..tokens.len())
                        .any(|at| macros::is_definition(&tokens, at) && tokens.name(at + 2) == name)
                })
            {
                return true;
            }
        }
    }
    false
}

/// The text as rustc reads it: no byte order mark, no shebang, lines end in a line feed.
fn normalized(content: &str) -> String {
    let content = content.strip_prefix('\u{feff}').unwrap_or(content).replace("\r\n", "\n");
    if content.starts_with("#!") && !content[2..].trim_start().starts_with('[') {
        let end = content.find('\n').unwrap_or(content.len());
        return format!("{}{}", " ".repeat(end), &content[end..]);
    }
    content
}

#[cfg(test)]
mod tests;
