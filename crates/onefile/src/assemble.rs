//! Puts the crates of a program into one text.

use crate::syntax::edition::Edition;
use crate::{
    edition::convert::Converter,
    expand::Expander,
    graph::{Graph, Source, Unit, linked::linked},
    load,
    load::clean,
    paths,
    paths::{Expansions, Model, World},
    syntax::cfg::{self, Facts},
    syntax::root_items::root_attributes,
    syntax::text::{Edit, Origin, Sources, Text},
    syntax::tokens::Tokens,
};
use anyhow::{Context as _, Result};
use std::collections::{HashMap, HashSet};

/// The crates of a program in one text, before anything is removed.
#[derive(Debug, Default)]
pub struct Assembled {
    /// The program's own root, with a place for the header at its start.
    pub program: Text,
    /// Module name and text of each library, in the order of the graph.
    pub libraries: Vec<(String, Text)>,
    /// The crates whose procedural macros have run, by their places in [`Graph::macro_crates`].
    pub expanded: Vec<usize>,
    /// The name of the private module that holds the libraries.
    pub root: String,
    /// The libraries must stand before the program: it defines a macro by a name that they use otherwise.
    pub libraries_first: bool,
    /// Lints that are errors unless allowed and that the libraries break.
    pub allowed: Vec<String>,
    /// What rustc needs besides the text: where the crates are that the judge gives.
    pub compile_with: Vec<String>,
    /// These are a judge's flags, and no other ones matter.
    pub targeted: bool,
    /// Where macros are defined that cannot keep their meaning, each with the reason.
    pub unkeepable_macros: Vec<(Origin, String)>,
    pub sources: Sources,
}

/// Loads, cleans and moves every crate.
///
/// # Errors
/// A crate cannot be read, or cannot keep its meaning in one file.
pub fn assemble(graph: &Graph, converter: &Converter) -> Result<Assembled> {
    let mut sources = Sources::default();
    let own_select = graph.units.iter().any(|unit| load::defines_macro(unit, "cfg_select"));
    let facts: Vec<Facts> = graph
        .units
        .iter()
        .map(|unit| {
            let here = Facts::new(graph.target_cfgs.iter().chain(&unit.cfgs)).with_own_select(own_select);
            match &graph.judge_cfgs {
                Some(cfgs) => here.and_for(cfgs.iter().chain(&unit.cfgs)),
                None => here,
            }
        })
        .collect();
    let mut texts = Vec::new();
    let mut recursion_limit = None;
    let mut expander = Expander::new(graph)?;
    for (index, unit) in graph.units.iter().enumerate() {
        let text =
            load::load(unit, &facts[index], &|path, text| converter.file(unit, path, text), &mut sources)?;
        let text = match expander.expand(index, &text, &sources).with_context(|| unit.name.clone())? {
            // A macro's output may have predicates as well.
            Some(expanded) => cfg::evaluate(&expanded, &facts[index])?.unwrap_or_default(),
            None => text,
        };
        if index > 0 {
            let tokens = Tokens::new(text.as_str())?;
            recursion_limit = recursion_limit.max(clean::recursion_limit(&tokens));
        }
        let cleaned = match (index, unit.source) {
            (0, _) => clean::program(&text),
            (_, source) => clean::library(&text, source == Source::Own),
        };
        texts.push(cleaned.with_context(|| unit.name.clone())?);
    }
    clear_unlinked(graph, &mut texts)?;
    let editions: Vec<Edition> = graph.units.iter().map(|unit| converter.edition(unit)).collect();
    expander.remove_imports(&editions, &mut texts)?;

    let tokens: Vec<Tokens> =
        texts.iter().map(|text| Tokens::new(text.as_str())).collect::<Result<_, _>>()?;
    let used: HashSet<&str> =
        tokens.iter().flat_map(|tokens| (0..tokens.len()).map(|at| tokens.name(at))).collect();
    let root = root_name(&used);
    let names = module_names(&graph.units);
    let mut world = World {
        models: tokens.iter().map(Model::new).collect(),
        externs: graph.units.iter().map(|unit| unit.externs.clone().into_iter().collect()).collect(),
        given: graph.units.iter().map(|unit| unit.given.clone().into_iter().collect()).collect(),
        mounts: names
            .iter()
            .enumerate()
            .map(
                |(index, name)| {
                    if index == 0 { "crate".to_owned() } else { format!("crate::{root}::{name}") }
                },
            )
            .collect(),
        editions,
        tokens,
    };
    world.add_extern_crates();
    let expansions = Expansions::new(&world);

    let mut edits = Vec::new();
    let mut unkeepable_macros = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let rewrite = paths::rewrite(&world, &expansions, &facts, index);
        edits.push(rewrite.edits);
        let found = rewrite.unkeepable.into_iter();
        unkeepable_macros.extend(found.filter_map(|one| Some((text.origin(one.offset)?, one.reason))));
    }
    let libraries_first = program_macros_leak(&world);
    if let Some(limit) = recursion_limit
        && clean::recursion_limit(&world.tokens[0]).is_none_or(|own| own < limit)
    {
        edits[0].push(Edit::new(0..0, format!("#![recursion_limit = \"{limit}\"]\n")));
    }
    drop(world);
    let mut moved = texts.iter().zip(edits).map(|(text, edits)| text.edited(edits));
    let program = moved.next().unwrap_or_default();
    let libraries = names.into_iter().skip(1).zip(moved).collect();
    let compile_with = graph.provided_arguments();
    Ok(Assembled {
        program,
        libraries,
        expanded: expander.used(),
        root,
        libraries_first,
        allowed: Vec::new(),
        compile_with,
        targeted: false,
        unkeepable_macros,
        sources,
    })
}

/// Empties the crates that have root items but are not linked into the program.
fn clear_unlinked(graph: &Graph, texts: &mut [Text]) -> Result<()> {
    let mut rooted = Vec::new();
    for (index, text) in texts.iter().enumerate().skip(1) {
        let tokens = Tokens::new(text.as_str())?;
        if !root_attributes(&tokens, 0..tokens.len()).is_empty() {
            rooted.push(index);
        }
    }
    if rooted.is_empty() {
        return Ok(());
    }
    let linked = linked(graph)?;
    for index in rooted.into_iter().filter(|&index| !linked[index]) {
        texts[index] = Text::default();
    }
    Ok(())
}

/// A name that no crate uses for anything.
fn root_name(used: &HashSet<&str>) -> String {
    let candidates = ["crates", "inlined", "inlined_crates"].map(str::to_owned).into_iter();
    let mut all = candidates.chain((2..).map(|number| format!("inlined_crates_{number}")));
    all.find(|name| !used.contains(name.as_str())).unwrap_or_default()
}

/// The module of each crate: its name, with the version where two crates have one name.
fn module_names(units: &[Unit]) -> Vec<String> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for unit in &units[1..] {
        *seen.entry(&unit.name).or_default() += 1;
    }
    let mut taken = HashSet::new();
    units
        .iter()
        .enumerate()
        .map(|(index, unit)| {
            let mut name = unit.name.clone();
            if index > 0 && seen[unit.name.as_str()] > 1 {
                let version: String =
                    unit.version().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
                name = format!("{name}_{version}");
            }
            if matches!(name.as_str(), "gen" | "async" | "await" | "dyn" | "try") {
                name.push('_');
            }
            while index > 0 && !taken.insert(name.clone()) {
                name.push('_');
            }
            name
        })
        .collect()
}

/// Whether the program defines a macro by a name that a library uses for another one: `macro_rules!` reach into
/// every module after them.
fn program_macros_leak(world: &World) -> bool {
    let own = &world.models[0];
    let names: HashSet<&str> =
        own.local_macros.iter().chain(own.exported.keys()).map(String::as_str).collect();
    !names.is_empty()
        && world.tokens[1..].iter().any(|tokens| {
            (0..tokens.len()).any(|at| names.contains(tokens.name(at)) && tokens.is_punct(at + 1, b'!'))
        })
}

impl Assembled {
    /// The whole bundle as one text. `checked` leaves the lints on that tell what is dead.
    pub fn text(&self, checked: bool) -> Text {
        let mut libraries = Text::default();
        if !self.libraries.is_empty() {
            let lints = if checked {
                "#[warn(dead_code, unused_imports, unused_macros)]\n".to_owned()
            } else {
                let mut lints = vec!["warnings"];
                lints.extend(self.allowed.iter().map(String::as_str));
                format!("#[allow({})]\n", lints.join(", "))
            };
            libraries.push(&format!("{lints}mod {} {{\n", self.root).into());
            for (name, text) in &self.libraries {
                let start = if text.as_str().starts_with('\n') { "" } else { "\n" };
                libraries.push(&format!("pub mod {name} {{{start}").into());
                libraries.push(text);
                libraries.push(&(if text.as_str().ends_with('\n') { "}\n" } else { "\n}\n" }).into());
            }
            libraries.push(&"}\n".into());
        }
        let program = &self.program;
        let mut out = Text::default();
        if self.libraries_first {
            let at = after_inner_attributes(program.as_str());
            out.push_range(program, 0..at);
            out.push(&"\n".into());
            out.push(&libraries);
            out.push_range(program, at..program.as_str().len());
        } else {
            out.push(program);
            if !program.as_str().ends_with('\n') {
                out.push(&"\n".into());
            }
            if !libraries.as_str().is_empty() {
                out.push(&"\n".into());
            }
            out.push(&libraries);
        }
        out
    }
}

fn after_inner_attributes(text: &str) -> usize {
    let Ok(tokens) = Tokens::new(text) else { return 0 };
    let mut at = 0;
    let mut end = 0;
    while let Some(next) = tokens.attribute_end(at) {
        let inner = tokens.is_punct(at + 1, b'!')
            || tokens.str(at).starts_with("//!")
            || tokens.str(at).starts_with("/*!");
        if !inner {
            break;
        }
        end = tokens[next - 1].end;
        at = next;
    }
    end
}
