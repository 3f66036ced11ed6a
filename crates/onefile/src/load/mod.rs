//! Reads a crate into one text: inlines `mod` files and includes, and evaluates `cfg`.

use crate::{
    graph::Unit,
    load::constants::Place,
    syntax::cfg,
    syntax::{
        attributes::is_exported,
        cfg::Facts,
        lexer::line_and_column,
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

/// Changes the text of one file before it is parsed, for example for another edition.
pub type Convert<'a> = &'a dyn Fn(&Path, &Text) -> Result<Text>;

/// Returns the crate as one text, with every module file inlined and every known predicate,
/// variable and include replaced.
///
/// # Errors
/// If a file cannot be read or is not Rust; the message names the file.
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

/// A module and the folder with the files of its child modules.
struct Module {
    path: Vec<String>,
    children: PathBuf,
}

impl Module {
    /// Returns the path of a child module.
    fn child(&self, name: &str) -> Vec<String> {
        self.path.iter().cloned().chain([name.to_owned()]).collect()
    }
}

/// One file while its modules and macros are replaced.
struct File<'f> {
    path: &'f Path,
    text: &'f Text,
    tokens: &'f Tokens<'f>,
}

/// The `#[path = "…"]` of an item.
struct PathAttribute {
    path: String,
    bytes: Range<usize>,
}

struct Loader<'a> {
    unit: &'a Unit,
    facts: &'a Facts,
    convert: Convert<'a>,
    sources: &'a mut Sources,
    /// The files that are being read, to find a file that includes itself.
    open: Vec<PathBuf>,
    /// The number of macro invocations around the current token.
    macros: usize,
    /// The number of macros around the current text that declare modules and are being expanded.
    expanding: usize,
    module_macros: ModuleMacros,
}

impl Loader<'_> {
    /// Returns a file with all files that it includes, or `None` if `#![cfg(…)]` removes it.
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
        let file = File { path, text: &text, tokens: &tokens };
        let done = self.group(&file, 0..tokens.len(), module, &mut edits);
        self.open.pop();
        done.with_context(context)?;
        Ok(Some(text.edited(edits)))
    }

    /// Returns the path for messages: below the package if the file is there.
    fn shown(&self, path: &Path) -> String {
        let below = path.strip_prefix(self.unit.package_folder()).unwrap_or(path);
        below.to_string_lossy().replace('\\', "/")
    }

    /// Replaces the modules and macros in a range of tokens.
    fn group(
        &mut self,
        file: &File,
        range: Range<usize>,
        module: &Module,
        edits: &mut Vec<Edit>,
    ) -> Result<()> {
        let tokens = file.tokens;
        edits.extend(constants::attributes(&self.place(file, module), tokens, range.clone()));
        let mut path_attribute = None;
        let mut item_start = range.start;
        let mut at = range.start;
        while at < range.end {
            if let Some(end) = tokens.attribute_end(at) {
                if tokens.name(at + 2) == "path" && tokens.is_punct(at + 3, b'=') {
                    let literal = syn::parse_str::<syn::LitStr>(tokens.str(at + 4));
                    let path = literal.ok().map(|literal| literal.value());
                    path_attribute = path.map(|path| PathAttribute { path, bytes: tokens.bytes(at..end) });
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
                    let item = item_start..at + 3;
                    edits.extend(self.file_module(file, item, module, path_attribute.as_ref())?);
                    at += 3;
                }
                "mod" if tokens.is_ident(at + 1) && tokens.opens_with(at + 2, b'{') => {
                    let children = match &path_attribute {
                        Some(attribute) => {
                            edits.push(Edit::remove(attribute.bytes.clone()));
                            self.base(file.path, module).join(&attribute.path)
                        }
                        None => module.children.join(tokens.name(at + 1)),
                    };
                    let child = Module { path: module.child(tokens.str(at + 1)), children };
                    self.group(file, tokens.inside(at + 2), &child, edits)?;
                    at = tokens.after(at + 2);
                }
                _ => at = self.other(file, at, module, edits)?,
            }
            path_attribute = None;
            item_start = at;
        }
        Ok(())
    }

    fn place<'p>(&'p self, file: &File<'p>, module: &'p Module) -> Place<'p> {
        Place {
            unit: self.unit,
            sources: self.sources,
            text: file.text,
            file: file.path,
            module: &module.path,
        }
    }

    /// Returns the edits that replace `mod name;`, the last tokens of `item`, by the file of the
    /// module.
    fn file_module(
        &mut self,
        file: &File,
        item: Range<usize>,
        module: &Module,
        attribute: Option<&PathAttribute>,
    ) -> Result<Vec<Edit>> {
        let tokens = file.tokens;
        let (name, semicolon) = (item.end - 2, item.end - 1);
        let Some((path, child)) = self.child(file, name, module, attribute) else {
            // In macro arguments, a branch that is not taken may name files that do not exist.
            if self.macros > 0 {
                return Ok(Vec::new());
            }
            let (line, column) = line_and_column(file.text.as_str(), tokens[name].start);
            bail!("no file for `mod {};` (line {line}, column {column})", tokens.name(name));
        };
        let Some(inner) = self.file(&path, &child)? else {
            return Ok(vec![Edit::remove(tokens.bytes(item))]);
        };
        let mut with = Text::from(" {\n");
        with.push(&inner);
        with.push(&Text::from(if inner.as_str().ends_with('\n') { "}" } else { "\n}" }));
        let body = Edit { range: tokens.bytes(semicolon..semicolon + 1), with };
        let attribute = attribute.map(|attribute| Edit::remove(attribute.bytes.clone()));
        Ok([body].into_iter().chain(attribute).collect())
    }

    /// Handles a token that starts no module, and returns the next token: evaluates a macro or
    /// enters a group.
    fn other(&mut self, file: &File, at: usize, module: &Module, edits: &mut Vec<Edit>) -> Result<usize> {
        let tokens = file.tokens;
        let Some(open) = macro_invocation(tokens, at) else {
            if !tokens.is_open(at) {
                return Ok(at + 1);
            }
            self.group(file, tokens.inside(at), module, edits)?;
            return Ok(tokens.after(at));
        };
        if tokens.name(at) == "macro_rules" {
            self.module_macros.define(tokens, tokens.name(at + 2), tokens.inside(open));
            let (place, exported) = (self.place(file, module), is_exported(tokens, at));
            edits.extend(constants::in_definition(&place, tokens, tokens.inside(open), exported));
            return Ok(tokens.after(open));
        }
        if let Some(edit) = self.declared_by_macro(file.path, tokens, (at, open), module)? {
            edits.push(edit);
            let end = tokens.after(open);
            return Ok(end + usize::from(tokens.is_punct(end, b';')));
        }
        let place = self.place(file, module);
        if let Some(edit) = constants::replace(&place, tokens, at, open) {
            edits.push(edit);
        } else if tokens.name(at) == "include"
            && let Some(path) = constants::string(&place, tokens, tokens.inside(open))
        {
            let range = standard_path_start(tokens, at)..tokens.after(open);
            edits.push(self.include(file, &path, range, module)?);
        } else {
            self.macros += 1;
            let done = self.group(file, tokens.inside(open), module, edits);
            self.macros -= 1;
            done?;
        }
        Ok(tokens.after(open))
    }

    /// Returns the edit that replaces an `include!` by its file.
    fn include(&mut self, file: &File, path: &str, range: Range<usize>, module: &Module) -> Result<Edit> {
        let tokens = file.tokens;
        let path = file.path.parent().unwrap_or(file.path).join(path);
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

    /// Returns the file of `mod name;` and the module in it.
    fn child(
        &self,
        file: &File,
        name: usize,
        module: &Module,
        attribute: Option<&PathAttribute>,
    ) -> Option<(PathBuf, Module)> {
        let at = |path: PathBuf, children: PathBuf| {
            Some((path, Module { path: module.child(file.tokens.str(name)), children }))
        };
        if let Some(attribute) = attribute {
            // Relative to the file, or to the folder of the inline modules around it.
            let path = self.base(file.path, module).join(&attribute.path);
            let children = path.parent().unwrap_or(&path).to_path_buf();
            return at(path, children).filter(|(path, _)| path.exists());
        }
        let name = file.tokens.name(name);
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

    /// Returns the base of `#[path = "…"]`: the file's folder, or that of the inline modules around
    /// the item.
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

/// Returns the text without byte order mark and shebang, and with line feeds as line ends.
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
