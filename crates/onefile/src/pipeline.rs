//! All stages in a row.

use crate::{
    assemble::{Assembled, assemble},
    audit,
    audit::subject::Subject,
    cargo::Program,
    compile,
    compile::Compiler,
    edition::convert::Converter,
    emit,
    emit::Sizes,
    emit::header::About,
    emit::rename::Compilation,
    emit::{MinifyScope, minify, rename},
    graph,
    graph::Graph,
    output::{Bundle, Readable, SizeEntry},
    progress::{Progress, Stage},
    shake,
    shake::Shaken,
    syntax::{edition::Edition, text::Text},
};
use anyhow::{Result, bail};
use cargo_metadata::semver::Version;
use judges::Language;
use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// What to bundle, and for whom.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    pub program: Program,
    /// What it has to compile with.
    pub compiler: Compiler<'a>,
    /// The judge's, or else the binary's own, where `None`.
    pub edition: Option<Edition>,
    /// The part to minify, if any.
    pub minify: Option<MinifyScope>,
    pub about: About,
    /// Receives the stages as they begin.
    pub progress: &'a dyn Progress,
    /// The time after which shaking keeps what it has; by default [`shake::BUDGET`].
    pub shaking_budget: Duration,
}

/// Makes a bundle and compiles it in `folder`, an empty one.
///
/// # Errors
/// The package does not build, cannot become one file, or its bundle does not compile.
pub fn bundle(request: &Request, folder: &Path) -> Result<Bundle> {
    let compiler = request.compiler;
    let name = request.program.target.name();
    request.progress.begin(Stage::Graph, name);
    let version = compiler.version()?;
    let reported = version.as_ref().map(ToString::to_string);
    let mut graph = graph::resolve(&request.program, reported.as_deref())?;
    audit::environment::check(&graph)?;
    compiler.adapt(&mut graph)?;
    graph::provided::build(&request.program, &mut graph, reported.as_deref())?;
    compiler.check_versions(&graph)?;
    let edition = match (request.edition, compiler.judge) {
        (Some(edition), _) => edition,
        (None, Some((_, rust))) => rust.edition().parse()?,
        (None, None) => graph.units[0].edition,
    };
    let newer = compile::newer_edition(&graph, edition, compiler.judge.map(|(_, rust)| rust));
    let hint = |error: anyhow::Error| anyhow::anyhow!("{error:#}{newer}");
    let converter = Converter::new(&graph, edition)?;
    request.progress.begin(Stage::Load, name);
    let mut assembled = assemble(&graph, &converter).map_err(hint)?;
    audit::sections::check(&assembled)?;
    // Each check has to see the code that the judge's own command line compiles.
    assembled.compile_with.extend(compiler.cfg_flags());
    assembled.targeted = compiler.judge.is_some();
    request.progress.begin(Stage::Shake, name);
    let deadline = Instant::now() + request.shaking_budget;
    let shaken = shake::shake(&assembled, edition, folder, deadline)
        .map_err(hint)
        .map_err(|error| anyhow::anyhow!("{error:#}{}", audit::ambiguous_macros::hint(&assembled)))?;
    let stages = Stages { request, graph: &graph, assembled: &assembled, edition, folder };
    let version = version.as_ref();
    // Two compilations at once: the final one, and the one that proves the removals right.
    let (change, bundle) = thread::scope(|scope| {
        let change = scope.spawn(|| shake::first_change(&assembled, edition, folder, &shaken));
        let bundle = stages.finish(&converter, &shaken, version);
        (change.join(), bundle)
    });
    let Some(change) = change.unwrap_or_else(|panic| std::panic::resume_unwind(panic))? else {
        return bundle;
    };
    let shaken = shake::keep_unused(&assembled, edition, folder, shaken, &change)?;
    stages.finish(&converter, &shaken, version)
}

/// What the last stages need besides the shaken text.
struct Stages<'a> {
    request: &'a Request<'a>,
    graph: &'a Graph,
    assembled: &'a Assembled,
    edition: Edition,
    folder: &'a Path,
}

impl Stages<'_> {
    /// Downgrades, audits, formats and compiles a shaken text.
    fn finish(&self, converter: &Converter, shaken: &Shaken, version: Option<&Version>) -> Result<Bundle> {
        let Stages { request, graph, assembled, edition, folder } = *self;
        let compiler = request.compiler;
        let name = request.program.target.name();
        request.progress.begin(Stage::Audit, name);
        let newer = compile::newer_edition(graph, edition, compiler.judge.map(|(_, rust)| rust));
        let shaken_text = compile::bring_down(&shaken.text, assembled, graph, edition, folder)
            .map_err(|error| anyhow::anyhow!("{error:#}{newer}"))?;
        if let Some(platform) = compiler.foreign() {
            audit::platform::check(&shaken_text, assembled, graph, platform)?;
        }
        audit::conditions::check(&shaken_text, assembled, &graph.units, version)?;
        // The code before the last removals has all that the code after them has.
        let code = shake::generated_code(folder)?;
        let subject = Subject { text: &shaken_text, assembled, graph, edition, code: &code, folder };
        let note = match compiler.newer_than_judge()? {
            Some((judge, oldest)) => audit::newer_std::check(&subject, judge, &oldest)?,
            None => None,
        };
        audit::check(&subject)?;
        converter.check_drops(shaken_text.as_str())?;

        request.progress.begin(Stage::Compile, name);
        // One more for the check that runs beside.
        let mut runs = shaken.compiler_runs + 1;
        let mut allowed = assembled.allowed.clone();
        loop {
            let mut notes = shaken.notes.clone();
            notes.extend(note.clone());
            let (text, sizes) = self.emit(&shaken_text, &allowed, &mut notes, &mut runs)?;
            runs += 1;
            let (outcome, executable) = compiler.compile(text.as_str(), folder, edition, graph)?;
            if !outcome.success {
                if compile::allow_more(&mut allowed, &outcome) {
                    continue;
                }
                bail!("the bundle does not compile:\n{}", outcome.describe(&text, &assembled.sources));
            }
            let parts = sizes.iter().flat_map(|(krate, modules)| {
                let name = |module: &SizeEntry| format!("{}::{}", krate.name, module.name);
                modules.iter().map(move |module| SizeEntry { name: name(module), bytes: module.bytes })
            });
            return Ok(Bundle {
                text: text.into_string(),
                language: Language::Rust,
                parts: parts.collect(),
                kept: sizes.into_iter().map(|(krate, _)| krate).collect(),
                executable,
                compiler: compiler.description()?,
                compiler_runs: runs,
                notes,
                target_folder: graph.target_folder.clone(),
                readable: Some(Readable {
                    text: shaken_text.as_str().to_owned(),
                    root: assembled.root.clone(),
                }),
            });
        }
    }

    /// Adds the header and minifies; returns the text and its size breakdown.
    fn emit(
        &self,
        shaken: &Text,
        allowed: &[String],
        notes: &mut Vec<String>,
        runs: &mut usize,
    ) -> Result<(Text, Sizes)> {
        let Stages { request, graph, assembled, edition, folder } = *self;
        let sizes = emit::shares(shaken.as_str(), &assembled.root)?;
        let kept: Vec<SizeEntry> = sizes.iter().map(|(entry, _)| entry.clone()).collect();
        let names: Vec<String> = assembled.libraries.iter().map(|(name, _)| name.clone()).collect();
        let own_header = emit::own_header(assembled.program.as_str());
        let header = match own_header {
            Some(_) => String::new(),
            None => emit::header_comment(&request.about, graph, &names, &kept, &assembled.expanded),
        };
        let text = emit::finish(shaken, &header, &assembled.root, allowed)?;
        let small = match request.minify {
            None => return Ok((text, sizes)),
            Some(MinifyScope::Libraries) => emit::with_small_libraries(text.as_str(), &assembled.root)?,
            Some(_) => {
                let bare = emit::finish(shaken, "", &assembled.root, allowed)?;
                let arguments = &assembled.compile_with;
                let compilation = Compilation { edition, arguments, targeted: assembled.targeted, folder };
                let renamed = rename::rename(bare.as_str(), compilation)?;
                notes.extend(renamed.note);
                *runs += renamed.compiler_runs;
                let small = minify::minify(&renamed.text, own_header.unwrap_or(&header))?;
                let sizes = emit::sizes_of_renamed(&small, &assembled.root, &renamed.names)?;
                return Ok((Text::from(small), sizes));
            }
        };
        let sizes = emit::shares(&small, &assembled.root)?;
        Ok((Text::from(small), sizes))
    }
}
