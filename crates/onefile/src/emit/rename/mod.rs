//! Gives the identifiers of a bundle short names.
//!
//! The tokens alone do not always show whether a name is the bundle's own. So the plan (see `plan.rs`) is tried: names
//! that rustc does not find any more keep what they were. At the end, rustc has to generate the same code as before,
//! instruction by instruction, apart from the names; else nothing is renamed.

mod code;
mod definitions;
mod fresh;
mod plan;
mod reserved;

use crate::{
    cargo::{diagnostics::DiagnosticExt as _, rustc, rustc::Outcome},
    shake::variants,
    syntax::edition::Edition,
    syntax::tokens::{Kind, Tokens},
};
use anyhow::{Context as _, Result};
use code::Code;
use fresh::Fresh;
use plan::Group;
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
};

/// More attempts than any program needed so far, several times over.
const ATTEMPTS: usize = 24;

/// How to compile a text.
#[derive(Debug, Clone, Copy)]
pub struct Compilation<'a> {
    pub edition: Edition,
    /// More arguments.
    pub arguments: &'a [String],
    /// Only these arguments matter, those of a judge.
    pub targeted: bool,
    /// A folder for the compiler.
    pub folder: &'a Path,
}

/// A text with shorter names.
#[derive(Debug)]
pub struct Renamed {
    pub text: String,
    /// New names and their old ones.
    pub names: Vec<(String, String)>,
    /// Why names are as they were, if they are.
    pub note: Option<String>,
    pub compiler_runs: usize,
}

/// Renames the identifiers of a whole file, as far as rustc generates the same code from the result.
///
/// # Errors
/// If rustc cannot be run, or the text is not a sequence of Rust tokens.
pub fn rename(text: &str, compilation: Compilation) -> Result<Renamed> {
    let folder = compilation.folder.join("rename");
    fs::create_dir_all(&folder)?;
    let compilation = Compilation { folder: &folder, ..compilation };
    let variants = variants::of(text, compilation.targeted)?;
    let mut renamer = Renamer { compilation, variants, runs: 0 };
    let tokens = Tokens::new(text)?;
    let original = renamer.generate(text)?;
    let result = original.map(|code| renamer.try_names(&tokens, &code)).transpose()?.flatten();
    let compiler_runs = renamer.runs;
    Ok(match result {
        Some((text, names)) => Renamed { text, names, note: None, compiler_runs },
        None => {
            let note = "names were kept: with short names, rustc generates other code".to_owned();
            Renamed { text: text.to_owned(), names: Vec::new(), note: Some(note), compiler_runs }
        }
    })
}

struct Renamer<'a> {
    compilation: Compilation<'a>,
    /// The additional flags of each way to compile the text.
    variants: Vec<Vec<&'static str>>,
    runs: usize,
}

/// A text, and its new names with the old ones.
type Success = (String, Vec<(String, String)>);

impl Renamer<'_> {
    /// Finds names with which the text compiles to the same code; `original` is that code, for each variant.
    fn try_names(&mut self, tokens: &Tokens, original: &[String]) -> Result<Option<Success>> {
        let mut called = HashSet::new();
        let mut used = HashSet::new();
        for code in original {
            let (functions, words) = code::names_outside(code);
            called.extend(functions);
            used.extend(words);
        }
        used.extend(
            (0..tokens.len())
                .filter(|&at| matches!(tokens[at].kind, Kind::Ident | Kind::Lifetime))
                .map(|at| tokens.str(at).trim_start_matches("r#").to_owned()),
        );
        let groups = plan::groups(tokens, &called);
        let parse = |code: &[String], old: &HashMap<&str, &str>| -> Vec<Code> {
            code.iter().map(|code| Code::parse(code, rustc::FILE, old)).collect()
        };
        let before = parse(original, &HashMap::new());
        let mut kept: HashSet<usize> = HashSet::new();
        for _ in 0..ATTEMPTS {
            let names = Names::new(&groups, &kept, &used);
            let renamed = names.apply(tokens);
            let outcome = self.check(&renamed.text)?;
            if !outcome.success {
                let blamed = renamed.blamed(&names, &groups, &outcome);
                if blamed.is_empty() {
                    return Ok(None);
                }
                kept.extend(blamed);
                continue;
            }
            let Some(generated) = self.generate(&renamed.text)? else { return Ok(None) };
            let after = parse(&generated, &names.old());
            if after == before {
                return Ok(Some((renamed.text, names.pairs())));
            }
            // The functions that differ name what must not change.
            let different: Vec<&str> =
                before.iter().zip(&after).flat_map(|(a, b)| a.differences(b)).collect();
            let different = different.join(" ");
            let words: HashSet<&str> =
                different.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'').collect();
            let suspects = (0..groups.len()).filter(|index| words.contains(groups[*index].name));
            let count = kept.len();
            kept.extend(suspects);
            if kept.len() == count {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn arguments(&self) -> Vec<&str> {
        let mut arguments = vec!["--edition", self.compilation.edition.as_str(), "--crate-type=bin"];
        arguments.extend(self.compilation.arguments.iter().map(String::as_str));
        arguments
    }

    fn check(&mut self, text: &str) -> Result<Outcome> {
        let mut outcomes = Vec::new();
        for flags in &self.variants {
            self.runs += 1;
            let mut arguments = self.arguments();
            arguments.push("--emit=metadata=bundle.rmeta");
            arguments.extend(flags);
            outcomes.push(rustc::compile(text, self.compilation.folder, &arguments)?);
        }
        Ok(variants::merged(outcomes))
    }

    /// Returns LLVM's intermediate code of a text, for each variant; `None` if it does not compile.
    fn generate(&mut self, text: &str) -> Result<Option<Vec<String>>> {
        let mut all = Vec::new();
        for flags in &self.variants {
            self.runs += 1;
            let mut arguments = self.arguments();
            arguments.push("--emit=llvm-ir=bundle.ll");
            arguments.extend(["-Copt-level=0", "-Cno-prepopulate-passes", "-Ccodegen-units=1"]);
            arguments.push("-Csymbol-mangling-version=v0");
            arguments.extend(flags);
            if !rustc::compile(text, self.compilation.folder, &arguments)?.success {
                return Ok(None);
            }
            let path = self.compilation.folder.join("bundle.ll");
            all.push(fs::read_to_string(path).context("rustc wrote no intermediate code")?);
        }
        Ok(Some(all))
    }
}

/// The new names, by group.
struct Names<'g> {
    groups: &'g [Group<'g>],
    new: HashMap<usize, String>,
}

impl<'g> Names<'g> {
    /// Chooses a shorter name for each group but the kept ones, the most frequent first.
    fn new(groups: &'g [Group<'g>], kept: &HashSet<usize>, used: &HashSet<String>) -> Names<'g> {
        let mut fresh = Fresh::new(used);
        let renamed = (0..groups.len()).filter(|index| !kept.contains(index));
        let new = renamed.filter_map(|index| Some((index, fresh.shorter(groups[index].name)?))).collect();
        Names { groups, new }
    }

    /// New names with the old ones, without lifetimes: the code has its own.
    fn old(&self) -> HashMap<&str, &str> {
        let all = self.new.iter().map(|(&index, name)| (name.as_str(), self.groups[index].name));
        all.filter(|(name, _)| !name.starts_with('\'')).collect()
    }

    fn pairs(&self) -> Vec<(String, String)> {
        self.old().into_iter().map(|(new, old)| (new.to_owned(), old.to_owned())).collect()
    }

    fn apply(&self, tokens: &Tokens) -> Output {
        let mut edits: Vec<(usize, usize)> = self
            .new
            .keys()
            .flat_map(|&index| self.groups[index].tokens.iter().map(move |&token| (token, index)))
            .collect();
        edits.sort_unstable();
        let mut text = String::with_capacity(tokens.text.len());
        let mut spans = Vec::new();
        let mut end = 0;
        for (token, index) in edits {
            text.push_str(&tokens.text[end..tokens[token].start]);
            let start = text.len();
            text.push_str(&self.new[&index]);
            spans.push((start, text.len(), index));
            end = tokens[token].end;
        }
        text.push_str(&tokens.text[end..]);
        Output { text, spans }
    }
}

/// A text with new names, and where they are.
struct Output {
    text: String,
    /// Start, end and group.
    spans: Vec<(usize, usize, usize)>,
}

impl Output {
    /// Returns the groups that errors are about.
    fn blamed(&self, names: &Names, groups: &[Group], outcome: &Outcome) -> HashSet<usize> {
        let mut all = HashSet::new();
        for error in outcome.errors() {
            let mut found = HashSet::new();
            for span in error.primary() {
                let mut place = span;
                loop {
                    found.extend(self.in_range(place.byte_start as usize, place.byte_end as usize));
                    let Some(expansion) = &place.expansion else { break };
                    place = &expansion.span;
                }
            }
            let words: HashSet<&str> = error.message.split('`').skip(1).step_by(2).collect();
            let exact: HashSet<usize> = found
                .iter()
                .copied()
                .filter(|index| names.new.get(index).is_some_and(|name| words.contains(name.as_str())))
                .collect();
            let missing = (0..groups.len())
                .filter(|index| words.contains(groups[*index].name) && names.new.contains_key(index));
            let missing: HashSet<usize> = missing.collect();
            let candidates = [exact, missing, found].into_iter().find(|found| !found.is_empty());
            all.extend(candidates.unwrap_or_default());
        }
        all
    }

    fn in_range(&self, start: usize, end: usize) -> impl Iterator<Item = usize> {
        let first = self.spans.partition_point(|span| span.1 <= start);
        let inside = self.spans[first..].iter().take_while(move |span| span.0 < end);
        inside.map(|span| span.2)
    }
}

#[cfg(test)]
mod tests;
