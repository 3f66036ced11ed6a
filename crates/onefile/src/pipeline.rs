//! All stages in a row.

use crate::{
    assemble::assemble,
    audit,
    audit::subject::Subject,
    cargo::Program,
    compile,
    compile::Compiler,
    edition::convert::Converter,
    emit,
    emit::header::About,
    emit::{MinifyScope, minify},
    graph,
    output::{Bundle, SizeEntry},
    shake,
    syntax::{edition::Edition, text::Text},
};
use anyhow::{Context as _, Result, bail};
use judges::Language;
use std::{fs, path::Path};

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
}

/// Makes a bundle and compiles it in `folder`, an empty one.
///
/// # Errors
/// The package does not build, cannot become one file, or its bundle does not compile.
pub fn bundle(request: &Request, folder: &Path) -> Result<Bundle> {
    let compiler = request.compiler;
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
    let mut assembled = assemble(&graph, &converter).map_err(hint)?;
    // Each check has to see the code that the judge's own command line compiles.
    assembled.compile_with.extend(compiler.cfg_flags());
    assembled.targeted = compiler.judge.is_some();
    let mut shaken = shake::shake(&assembled, edition, folder)
        .map_err(hint)
        .map_err(|error| anyhow::anyhow!("{error:#}{}", audit::ambiguous_macros::hint(&assembled)))?;
    shaken.text = compile::bring_down(&shaken.text, &assembled, &graph, edition, folder).map_err(hint)?;
    if let Some(platform) = compiler.foreign() {
        audit::platform::check(&shaken.text, &assembled, &graph, platform)?;
    }
    audit::conditions::check(&shaken.text, &assembled, &graph.units, version.as_ref())?;
    let code = shake::generated_code(folder)?;
    let subject =
        Subject { text: &shaken.text, assembled: &assembled, graph: &graph, edition, code: &code, folder };
    let note = match compiler.newer_than_judge()? {
        Some((judge, oldest)) => audit::newer_std::check(&subject, judge, &oldest)?,
        None => None,
    };
    audit::check(&subject)?;
    shaken.notes.extend(note);
    converter.check_drops(shaken.text.as_str())?;

    let mut runs = shaken.compiler_runs;
    loop {
        let shares = emit::shares(shaken.text.as_str(), &assembled.root)?;
        let kept: Vec<SizeEntry> = shares.iter().map(|(share, _)| share.clone()).collect();
        let names: Vec<String> = assembled.libraries.iter().map(|(name, _)| name.clone()).collect();
        let own_header = emit::own_header(assembled.program.as_str());
        let header = match own_header {
            Some(_) => String::new(),
            None => emit::header_comment(&request.about, &graph, &names, &kept),
        };
        let text = emit::finish(&shaken.text, &header, &assembled.root, &assembled.allowed)?;
        let (text, shares) = if request.minify == Some(MinifyScope::Libraries) {
            let small = emit::with_small_libraries(text.as_str(), &assembled.root)?;
            let shares = emit::shares(&small, &assembled.root)?;
            (Text::from(small), shares)
        } else if request.minify.is_some() {
            let bare = emit::finish(&shaken.text, "", &assembled.root, &assembled.allowed)?;
            let small = minify::minify(bare.as_str(), own_header.unwrap_or(&header))?;
            let shares = emit::shares(&small, &assembled.root)?;
            (Text::from(small), shares)
        } else {
            (text, shares)
        };
        runs += 1;
        let (outcome, executable) = compiler.compile(text.as_str(), folder, edition, &graph)?;
        if !outcome.success {
            if compile::allow_more(&mut assembled, &outcome) {
                continue;
            }
            bail!("the bundle does not compile:\n{}", outcome.describe(&text, &assembled.sources));
        }
        let parts = shares.iter().flat_map(|(krate, modules)| {
            let name = |module: &SizeEntry| format!("{}::{}", krate.name, module.name);
            modules.iter().map(move |module| SizeEntry { name: name(module), bytes: module.bytes })
        });
        return Ok(Bundle {
            text: text.into_string(),
            language: Language::Rust,
            parts: parts.collect(),
            kept: shares.into_iter().map(|(krate, _)| krate).collect(),
            executable,
            compiler: compiler.description()?,
            compiler_runs: runs,
            notes: shaken.notes,
            target_folder: graph.target_folder,
        });
    }
}

/// Puts a text in its place at once, so that no half of it is ever there.
///
/// # Errors
/// The folder cannot be written.
pub fn write(text: &str, path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let cannot = || format!("cannot write {}", path.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    let mut file = tempfile::Builder::new().tempfile_in(folder).map_err(|error| {
        // The name of the temporary file tells nobody anything.
        anyhow::Error::new(std::io::Error::from(error.kind())).context(cannot())
    })?;
    std::io::Write::write_all(&mut file, text.as_bytes()).with_context(cannot)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path).map_err(|error| error.error).with_context(cannot)?;
    Ok(())
}
