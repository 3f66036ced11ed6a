//! Crates that the judge gives are left out of the bundle.

use crate::{
    cargo::{self, Program, record},
    graph::{Graph, Unit, build_folder, provided_crate::ProvidedCrate},
};
use anyhow::{Context as _, Result};
use judges::RustProfile;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

/// Takes out of the graph what the judge gives, and what only that needs.
///
/// A crate is given if the judge asks the same registry for a version that ours satisfies, with all the features that are
/// in use. It is inlined all the same if something that it builds on is: then its types would not be those of the
/// judge's crate.
///
/// # Errors
/// A manifest in the registry's cache cannot be read.
pub fn remove_provided(graph: &mut Graph, rust: &RustProfile) -> Result<()> {
    let mut given = BTreeSet::new();
    for (index, unit) in graph.units.iter().enumerate().skip(1) {
        if is_provided(unit, rust).with_context(|| format!("cannot read the manifest of `{}`", unit.name))? {
            given.insert(index);
        }
    }
    let inlined = loop {
        let inlined = reached(graph, 0, &given);
        let rests_on = |&krate: &usize| !reached(graph, krate, &BTreeSet::new()).is_disjoint(&inlined);
        let Some(mixed) = given.iter().copied().find(rests_on) else { break inlined };
        given.remove(&mixed);
    };

    remove_provided_macros(graph, rust, &inlined)?;
    let artifacts = artifacts(graph);
    for &index in &given {
        let unit = &graph.units[index];
        // What only another given crate needs is the judge's own affair.
        if !inlined.iter().any(|&user| graph.units[user].externs.values().any(|&krate| krate == index)) {
            continue;
        }
        graph.given.push(ProvidedCrate {
            package: unit.variable("CARGO_PKG_NAME").to_owned(),
            package_id: unit.package_id.clone(),
            name: unit.name.clone(),
            version: unit.version().parse()?,
            artifact: artifacts.get(&index).cloned().context("cargo did not say where a crate is")?,
        });
    }
    let places: BTreeMap<usize, usize> = inlined.iter().enumerate().map(|(now, &was)| (was, now)).collect();
    let all = std::mem::take(&mut graph.units);
    let names: Vec<String> = all.iter().map(|unit| unit.name.clone()).collect();
    for (_, mut unit) in all.into_iter().enumerate().filter(|(index, _)| places.contains_key(index)) {
        for (name, krate) in std::mem::take(&mut unit.externs) {
            match places.get(&krate) {
                Some(&place) => drop(unit.externs.insert(name, place)),
                None => drop(unit.given.insert(name, names[krate].clone())),
            }
        }
        graph.units.push(unit);
    }
    Ok(())
}

/// Builds the provided crates in full: what `cargo check` leaves has no code for the functions to be inlined.
///
/// # Errors
/// If the program does not build.
pub fn build(program: &Program, graph: &mut Graph, compiler: Option<&str>) -> Result<()> {
    if graph.given.is_empty() {
        return Ok(());
    }
    let metadata = cargo::metadata(&program.manifest)?;
    let package = cargo::find_package(&metadata.packages, program)?;
    let mut command = cargo::command(program, &metadata, package, "build")?;
    match compiler {
        Some(version) => command.env(record::VERSION, version),
        None => command.env_remove(record::VERSION),
    };
    let built = cargo::run(&mut command, program, &build_folder(&graph.target_folder, compiler))?;
    for provided in &mut graph.given {
        let artifacts = built.artifacts.values().filter(|artifact| {
            artifact.package_id.repr == provided.package_id
                && artifact.target.name.replace('-', "_") == provided.name
        });
        let mut files = artifacts.flat_map(|artifact| &artifact.filenames);
        if let Some(file) = files.find(|file| file.extension() == Some("rlib")) {
            provided.artifact = file.clone().into_std_path_buf();
        }
    }
    Ok(())
}

/// Takes the judge's procedural macros out of the crates that are inlined.
fn remove_provided_macros(graph: &mut Graph, rust: &RustProfile, inlined: &BTreeSet<usize>) -> Result<()> {
    for index in 0..graph.macro_crates.len() {
        let unit = &graph.macro_crates[index].unit;
        let context = || format!("cannot read the manifest of `{}`", unit.name);
        if !is_provided(unit, rust).with_context(context)? {
            continue;
        }
        let provided = ProvidedCrate {
            package: unit.variable("CARGO_PKG_NAME").to_owned(),
            package_id: unit.package_id.clone(),
            name: unit.name.clone(),
            version: unit.version().parse()?,
            artifact: graph.macro_crates[index].library.clone(),
        };
        let mut is_used = false;
        for &user in inlined {
            let user = &mut graph.units[user];
            let used = user.macro_externs.iter().filter(|(_, to)| **to == index);
            let names: Vec<String> = used.map(|(name, _)| name.clone()).collect();
            for name in names {
                user.macro_externs.remove(&name);
                user.given.insert(name, provided.name.clone());
                is_used = true;
            }
        }
        if is_used {
            graph.given.push(provided);
        }
    }
    Ok(())
}

fn is_provided(unit: &Unit, rust: &RustProfile) -> Result<bool> {
    let public = unit.package_id.starts_with("registry+https://github.com/rust-lang/crates.io-index");
    let package = unit.variable("CARGO_PKG_NAME");
    let (true, Ok(version)) = (public, unit.version().parse()) else { return Ok(false) };
    if !rust.provides(package, &version) {
        return Ok(false);
    }
    let manifest: toml::Table =
        toml::from_str(&fs::read_to_string(unit.package_folder().join("Cargo.toml"))?)?;
    let there = features(&manifest, rust.features_of(package));
    let feature = |cfg: &String| {
        let value = cfg.strip_prefix("feature")?.trim_start().strip_prefix('=')?;
        Some(value.trim().trim_matches('"').to_owned())
    };
    Ok(unit.cfgs.iter().filter_map(feature).all(|feature| there.contains(&feature)))
}

/// All features that are on where the default ones and these are.
fn features(manifest: &toml::Table, wanted: &[String]) -> BTreeSet<String> {
    let table = manifest.get("features").and_then(toml::Value::as_table);
    let mut queue: Vec<&str> = wanted.iter().map(String::as_str).collect();
    queue.push("default");
    let mut on = BTreeSet::new();
    while let Some(feature) = queue.pop() {
        // `dep:name` is no feature; `name/feature` turns an optional crate on, whose feature has its name.
        let Some(name) =
            feature.split('/').next().filter(|name| !name.starts_with("dep:") && !name.ends_with('?'))
        else {
            continue;
        };
        if on.insert(name.to_owned()) {
            let more = table.and_then(|table| table.get(name)?.as_array()).into_iter().flatten();
            queue.extend(more.filter_map(toml::Value::as_str));
        }
    }
    on
}

/// A crate and all below it, without those to leave out.
fn reached(graph: &Graph, from: usize, without: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::from([from]);
    let mut queue = vec![from];
    while let Some(krate) = queue.pop() {
        for &next in graph.units[krate].externs.values() {
            if !without.contains(&next) && seen.insert(next) {
                queue.push(next);
            }
        }
    }
    seen
}

/// The file of each library, as its users' calls of rustc name it.
fn artifacts(graph: &Graph) -> BTreeMap<usize, PathBuf> {
    let mut found = BTreeMap::new();
    for unit in &graph.units {
        for value in unit.call.values("--extern") {
            let Some((names, path)) = value.split_once('=') else { continue };
            let name = names.rsplit(':').next().unwrap_or(names);
            if let Some(&krate) = unit.externs.get(name) {
                found.insert(krate, unit.call.folder.join(path));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn features_bring_others() {
        let manifest: toml::Table = toml::from_str(
            "[features]\ndefault = ['std']\nstd = ['alloc', 'core_thing/std', 'weak?/std', 'dep:libc']\nalloc = []\nserde = ['serde1']\n",
        )
        .unwrap();
        let on = |wanted: &[&str]| {
            let wanted: Vec<String> = wanted.iter().map(|&name| name.to_owned()).collect();
            features(&manifest, &wanted).into_iter().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(on(&[]), "alloc core_thing default std");
        assert_eq!(on(&["serde"]), "alloc core_thing default serde serde1 std");
    }
}
