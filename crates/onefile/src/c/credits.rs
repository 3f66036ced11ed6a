//! Which crates a program holds, as the records of its build tell.

use crate::{
    cargo::record::Call,
    cargo::unused_crates::unused_crates,
    cargo::{Built, key_of, record},
    emit::header::Credit,
};
use anyhow::{Context as _, Result};
use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::Path,
};

/// The libraries that the program with these bytes was linked with, but for those of which the program itself names nothing.
///
/// # Errors
/// A record is missing.
pub fn of(built: &Built, program: &[u8]) -> Result<Vec<Credit>> {
    let root = call_of(built, program)?;
    let unused = unused_crates(&root)?;
    let offered = libraries(&root).filter(|(name, _)| !unused.contains(name));
    let mut queue: Vec<String> = offered.map(|(_, key)| key).collect();
    let (mut seen, mut credits) = (HashSet::new(), BTreeSet::new());
    while let Some(key) = queue.pop() {
        if !seen.insert(key.clone()) {
            continue;
        }
        let call = record::read(&built.records, &key)?;
        queue.extend(libraries(&call).map(|(_, key)| key));
        let package = built.artifacts.get(&key).map_or("", |artifact| artifact.package_id.repr.as_str());
        credits.insert(Credit::of(&call.variables, !package.starts_with("path+")));
    }
    Ok(credits.into_iter().collect())
}

/// The name and the key of each library that a crate is offered. What was built for this machine is none: a procedural macro.
fn libraries(call: &Call) -> impl Iterator<Item = (String, String)> {
    call.values("--extern").filter_map(|value| {
        let (names, path) = value.split_once('=')?;
        let path = Path::new(path);
        let is_library = ["rlib", "rmeta"].iter().any(|kind| path.extension().is_some_and(|e| e == *kind));
        let name = names.rsplit(':').next().unwrap_or(names).to_owned();
        key_of(path).filter(|_| is_library).map(|key| (name, key))
    })
}

/// The call of rustc that made the program. There may be records of earlier builds beside its own.
fn call_of(built: &Built, program: &[u8]) -> Result<Call> {
    for entry in fs::read_dir(&built.records)? {
        let path = entry?.path();
        let Some(key) = path
            .file_stem()
            .and_then(|key| key.to_str())
            .filter(|_| path.extension() == Some("json".as_ref()))
        else {
            continue;
        };
        let call = record::read(&built.records, key)?;
        let is_program = call.values("--crate-type").any(|kind| kind == "bin");
        let made = call.values("--out-dir").next().map(|folder| Path::new(folder).join(key));
        let made = made.filter(|_| is_program).map(|file| file.with_extension("wasm"));
        if made.is_some_and(|file| fs::read(file).is_ok_and(|bytes| bytes == program)) {
            return Ok(call);
        }
    }
    None.context("no record of how the program was compiled")
}
