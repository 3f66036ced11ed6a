//! All stages in a row.

use super::{
    assemble::{Assembled, assemble},
    audit,
    convert::Converter,
    edition::{self, Edition},
    emit::{self, About, Share},
    minify,
    resolve::{self, Graph, Program},
    rustc::{self, Outcome},
    shake,
    text::Text,
};
use crate::judges::RustProfile;
use anyhow::{Context as _, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// What to bundle, and for whom.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    pub program: Program,
    /// The judge's name and compiler.
    pub judge: Option<(&'a str, &'a RustProfile)>,
    /// The binary's own where `None`.
    pub edition: Option<String>,
    pub minify: bool,
    pub about: About,
}

/// A bundle that compiles.
#[derive(Debug)]
pub struct Bundle {
    pub text: String,
    /// What each crate and each module in it takes.
    pub shares: Vec<(Share, Vec<Share>)>,
    /// Where its executable is.
    pub executable: PathBuf,
    pub compiler_runs: usize,
    pub notes: Vec<String>,
    pub target_folder: PathBuf,
}

/// Makes a bundle and compiles it in `folder`, an empty one.
///
/// # Errors
/// The package does not build, cannot become one file, or its bundle does not compile.
pub fn bundle(request: &Request, folder: &Path) -> Result<Bundle> {
    let compiler =
        request.judge.and_then(|(_, rust)| rust.version.as_ref()).map(|fact| fact.value.to_string());
    let graph = resolve::resolve(&request.program, compiler.as_deref())?;
    if let Some((judge, rust)) = request.judge {
        check_versions(&graph, judge, rust)?;
    }
    let own = graph.units[0].edition.as_str();
    let edition = match (&request.edition, request.judge) {
        (Some(edition), _) => edition.as_str(),
        (None, Some((_, rust))) => rust.edition(),
        (None, None) => own,
    };
    let converter = Converter::new(&graph, edition)?;
    let mut assembled = assemble(&graph, &converter)?;
    let shaken = shake::shake(&assembled, edition, folder)?;
    audit::check(&shaken.text, &assembled.sources, &assembled.root)?;
    converter.check_drops(shaken.text.as_str())?;

    let mut runs = shaken.compiler_runs;
    loop {
        let shares = emit::shares(shaken.text.as_str(), &assembled.root)?;
        let kept: Vec<Share> = shares.iter().map(|(share, _)| share.clone()).collect();
        let names: Vec<String> = assembled.libraries.iter().map(|(name, _)| name.clone()).collect();
        let keeps_header = emit::has_header(assembled.program.as_str());
        let header =
            if keeps_header { String::new() } else { emit::header(&request.about, &graph, &names, &kept) };
        let text = emit::finish(&shaken.text, &header, &assembled.root, &assembled.allowed)?;
        let (text, shares) = if request.minify {
            let bare = emit::finish(&shaken.text, "", &assembled.root, &assembled.allowed)?;
            let small = minify::minify(bare.as_str(), &header)?;
            let shares = emit::shares(&small, &assembled.root)?;
            (Text::from(small), shares)
        } else {
            (text, shares)
        };
        runs += 1;
        let (outcome, executable) =
            compile(text.as_str(), folder, edition, request.judge.map(|(_, rust)| rust))?;
        if !outcome.success {
            if allow_more(&mut assembled, &outcome) {
                continue;
            }
            bail!("the bundle does not compile:\n{}", outcome.describe(&text, &assembled.sources));
        }
        check_older(&graph, edition, folder)?;
        return Ok(Bundle {
            text: text.into_string(),
            shares,
            executable,
            compiler_runs: runs,
            notes: shaken.notes,
            target_folder: graph.target_folder,
        });
    }
}

/// Refuses a judge whose compiler is too old for a crate, before anything is bundled.
fn check_versions(graph: &Graph, judge: &str, rust: &RustProfile) -> Result<()> {
    for unit in &graph.units {
        let needed = unit.variable("CARGO_PKG_RUST_VERSION");
        if needed.is_empty() {
            continue;
        }
        let parts = needed.matches('.').count();
        let full = if parts < 2 { format!("{needed}{}", ".0".repeat(2 - parts)) } else { needed.to_owned() };
        let needed = full.parse().with_context(|| format!("{}: rust-version {needed}", unit.name))?;
        let name = format!("{} {}", unit.variable("CARGO_PKG_NAME"), unit.version());
        if let Err(refusal) = rust.check_rust_version(judge, &name, &needed) {
            bail!("{refusal:?}");
        }
    }
    Ok(())
}

/// Compiles with the judge's command line.
fn compile(
    text: &str,
    folder: &Path,
    edition: &str,
    judge: Option<&RustProfile>,
) -> Result<(Outcome, PathBuf)> {
    let executable = folder.join("program");
    let mut command = match judge {
        Some(rust) => {
            let mut command = rust.compile_command(Path::new(rustc::FILE), &executable);
            resolve::scrub(&mut command);
            command
        }
        None => {
            let mut command = resolve::rustc();
            command.args(["--edition", edition, "-O", rustc::FILE, "-o"]).arg(&executable);
            command
        }
    };
    command.arg("--error-format=json");
    Ok((rustc::run(text, folder, command)?, executable))
}

/// Allows the lints that stopped a compilation: cargo caps them for crates from elsewhere.
fn allow_more(assembled: &mut Assembled, outcome: &Outcome) -> bool {
    let before = assembled.allowed.len();
    for error in outcome.errors() {
        let code = error.code();
        let is_lint = !code.is_empty()
            && code.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit());
        if is_lint && !assembled.allowed.iter().any(|known| known == code) {
            assembled.allowed.push(code.to_owned());
        }
    }
    assembled.allowed.sort();
    assembled.allowed.len() > before
}

/// Asks of a bundle in an older edition than one of its crates whether anything means something else.
fn check_older(graph: &Graph, edition: &str, folder: &Path) -> Result<()> {
    let to: Edition = edition.parse()?;
    for unit in &graph.units {
        let from: Edition = unit.edition.parse()?;
        if from > to {
            let flags = ["--edition", edition].map(str::to_owned);
            let found = edition::down::check(&folder.join(rustc::FILE), &flags)?;
            if let Some(difference) = found.first() {
                bail!(
                    "edition {from} cannot be written as {to}, line {}: {}",
                    difference.line,
                    difference.message
                );
            }
            break;
        }
    }
    Ok(())
}

/// Puts a text in its place at once, so that no half of it is ever there.
///
/// # Errors
/// The folder cannot be written.
pub fn write(text: &str, path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}
