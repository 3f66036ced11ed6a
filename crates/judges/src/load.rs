//! Parses and validates the embedded profiles.

use crate::{CProfile, Carried, Compile, Fact, Judge, Platform, RustProfile, SourceLimit, State};
use anyhow::{Result, bail, ensure};
use serde::Deserialize;
use std::{collections::BTreeMap, ops::Range};
use toml::Spanned;

/// The file as written; [`Judge`] is what it means.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    url: String,
    state: Spanned<Fact<State>>,
    languages: Spanned<Fact<Vec<String>>>,
    platform: Spanned<Fact<Platform>>,
    source_limit: Spanned<Fact<SourceLimit>>,
    rust: Option<Spanned<RustProfile>>,
    c: Option<Spanned<CProfile>>,
    #[serde(default)]
    problems: BTreeMap<String, Vec<Carried>>,
}

/// The profiles, embedded so that the program needs no file of this crate at run time.
const PROFILES: [(&str, &str); 10] = [
    ("atcoder", include_str!("../profiles/atcoder.toml")),
    ("boj", include_str!("../profiles/boj.toml")),
    ("codeforces", include_str!("../profiles/codeforces.toml")),
    ("dmoj", include_str!("../profiles/dmoj.toml")),
    ("hdu", include_str!("../profiles/hdu.toml")),
    ("kattis", include_str!("../profiles/kattis.toml")),
    ("library-checker", include_str!("../profiles/library-checker.toml")),
    ("lqdoj", include_str!("../profiles/lqdoj.toml")),
    ("poj", include_str!("../profiles/poj.toml")),
    ("uva", include_str!("../profiles/uva.toml")),
];

/// Returns all judges, sorted by key.
///
/// # Errors
/// If a profile is invalid; the message names the file and the line.
pub fn load() -> Result<Vec<Judge>> {
    PROFILES.iter().map(|(key, text)| parse(key, text)).collect()
}

/// Reads one judge from the text of `profiles/<key>.toml`.
pub(crate) fn parse(key: &str, text: &str) -> Result<Judge> {
    let at = |span: Range<usize>| {
        let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
        format!("profiles/{key}.toml:{line}")
    };
    let file: File = toml::from_str(text).map_err(|error| {
        let place = at(error.span().unwrap_or_default());
        anyhow::anyhow!("{place}: {}", error.message())
    })?;

    ensure!(!file.name.get_ref().is_empty(), "{}: the name is empty", at(file.name.span()));
    let fact = |what: &str, span: Range<usize>, source: &str, as_of: &str| {
        ensure!(!source.is_empty(), "{}: {what} names no source", at(span));
        ensure!(is_month(as_of), "{}: expected {what}'s `as_of` as YYYY-MM, found `{as_of}`", at(span));
        Ok(())
    };
    macro_rules! check_fact {
        ($what:literal, $spanned:expr) => {{
            let inner = $spanned.get_ref();
            fact($what, $spanned.span(), &inner.source, &inner.as_of)?;
        }};
    }
    check_fact!("state", file.state);
    check_fact!("languages", file.languages);
    check_fact!("platform", file.platform);
    check_fact!("source_limit", file.source_limit);
    ensure!(
        file.source_limit.get_ref().value.size > 0,
        "{}: a source limit of 0 takes no program",
        at(file.source_limit.span())
    );
    let says = |wanted: &str| file.languages.get_ref().value.iter().any(|language| language == wanted);
    let says_rust = says("Rust");
    match &file.rust {
        Some(_) if !says_rust => bail!("{}: `rust` is given, but not listed here", at(file.languages.span())),
        None if says_rust => {
            bail!("{}: Rust is listed, but there is no `rust` table", at(file.languages.span()))
        }
        _ => {}
    }
    match &file.c {
        Some(_) if !says("C") && !says("C++") => {
            bail!("{}: `c` is given, but neither C nor C++ is listed here", at(file.languages.span()))
        }
        None if !says_rust => {
            bail!("{}: with no `rust` table and no `c` table, nothing can be sent", at(file.languages.span()))
        }
        _ => {}
    }
    let compile = |span: Range<usize>, compile: &Compile| {
        fact("compile", span.clone(), &compile.source, &compile.as_of)?;
        for needed in ["{source}", "{binary}"] {
            ensure!(
                compile.words().iter().any(|word| word == needed),
                "{}: the compile command has no word `{needed}`; give the same for one file as `here`",
                at(span)
            );
        }
        Ok(())
    };
    if let Some(c) = &file.c {
        let span = c.span();
        let c = c.get_ref();
        fact("choice", span.clone(), &c.choice.source, &c.choice.as_of)?;
        compile(span, &c.compile)?;
    }
    if let Some(rust) = &file.rust {
        let span = rust.span();
        let rust = rust.get_ref();
        fact("editions", span.clone(), &rust.editions.source, &rust.editions.as_of)?;
        ensure!(!rust.editions.value.is_empty(), "{}: no edition is given", at(span));
        for edition in &rust.editions.value {
            ensure!(
                ["2015", "2018", "2021", "2024"].contains(&edition.as_str()),
                "{}: expected an edition, found `{edition}`",
                at(span)
            );
        }
        if let Some(version) = &rust.version {
            fact("version", span.clone(), &version.source, &version.as_of)?;
        }
        if let Some(minimum) = &rust.version_is_minimum {
            fact("version_is_minimum", span.clone(), &minimum.source, &minimum.as_of)?;
        }
        if let Some(seconds) = &rust.compile_seconds {
            fact("compile_seconds", span.clone(), &seconds.source, &seconds.as_of)?;
        }
        if let Some(crates) = &rust.crates {
            fact("crates", span.clone(), &crates.source, &crates.as_of)?;
        }
        compile(span.clone(), &rust.compile)?;
        ensure!(
            rust.compile.words().iter().any(|word| word.contains("{edition}")),
            "{}: the compile command does not name `{{edition}}`",
            at(span)
        );
    }
    Ok(Judge {
        key: key.to_owned(),
        name: file.name.into_inner(),
        url: file.url,
        state: file.state.into_inner(),
        languages: file.languages.into_inner(),
        platform: file.platform.into_inner(),
        source_limit: file.source_limit.into_inner(),
        rust: file.rust.map(Spanned::into_inner),
        c: file.c.map(Spanned::into_inner),
        problems: file.problems,
    })
}

/// `2026-11`.
fn is_month(text: &str) -> bool {
    let digits = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('-') {
        Some((year, month)) => digits(year, 4) && digits(month, 2) && ("01"..="12").contains(&month),
        None => false,
    }
}
