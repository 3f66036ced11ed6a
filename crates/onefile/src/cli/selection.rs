//! The programs that the command line selects.

use crate::{
    cargo::{self, Program, Target},
    cli::{UsageError, arguments::Selection},
};
use anyhow::{Context as _, Result, bail};
use cargo_metadata::{Metadata, Package, TargetKind};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// A program with the folder of its package.
#[derive(Debug)]
pub(super) struct Selected {
    pub(super) program: Program,
    pub(super) package_folder: PathBuf,
}

/// Returns the selected programs: those that are named, or the package's only or default binary.
///
/// # Errors
/// If there is no manifest, or the names select no program or more than one; a [`UsageError`] where
/// another command line would work.
pub(super) fn programs(selection: &Selection) -> Result<Vec<Selected>> {
    let manifest = match &selection.manifest_path {
        Some(manifest) => manifest.clone(),
        None => find_manifest(&env::current_dir().context("there is no current folder")?)?,
    };
    let metadata = cargo::metadata(&manifest)?;
    if let Some(wanted) = &selection.package
        && !metadata.packages.iter().any(|package| *package.name == **wanted)
    {
        let known: Vec<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
        bail!(UsageError(format!("no package `{wanted}` in the workspace; known: {}", known.join(", "))));
    }
    let bins = selection.bin.iter().cloned().map(Target::Bin);
    let mut targets: Vec<Target> =
        bins.chain(selection.example.iter().cloned().map(Target::Example)).collect();
    if targets.is_empty() {
        targets.push(default_target(selection, &metadata, &manifest)?);
    }
    let mut selected = Vec::new();
    for target in targets {
        let program = Program {
            manifest: manifest.clone(),
            package: selection.package.clone(),
            target,
            features: selection.features.clone(),
        };
        let package = cargo::find_package(&metadata.packages, &program)
            .map_err(|error| UsageError(format!("{error:#}")))?;
        let folder = package.manifest_path.parent().context("the manifest has no folder")?;
        selected.push(Selected { program, package_folder: folder.as_std_path().to_owned() });
    }
    Ok(selected)
}

/// Returns the manifest of the innermost folder around `folder` that has one, as cargo does.
fn find_manifest(folder: &Path) -> Result<PathBuf> {
    let manifests = folder.ancestors().map(|ancestor| ancestor.join("Cargo.toml"));
    let found = manifests.into_iter().find(|manifest| manifest.is_file());
    found.with_context(|| {
        UsageError(
            "no `Cargo.toml` in the current folder or above it; run in a package or pass \
             `--manifest-path`"
                .to_owned(),
        )
    })
}

/// Returns the only binary of the package, or its `default-run`.
fn default_target(selection: &Selection, metadata: &Metadata, manifest: &Path) -> Result<Target> {
    let packages = candidates(selection, metadata, manifest);
    let names: Vec<&str> = packages.iter().flat_map(|package| targets(package, &TargetKind::Bin)).collect();
    let defaults: Vec<&str> = packages.iter().filter_map(|package| package.default_run.as_deref()).collect();
    match (&names[..], &defaults[..]) {
        ([name], _) | (_, [name]) => Ok(Target::Bin((*name).to_owned())),
        ([], _) => {
            let examples: Vec<&str> =
                packages.iter().flat_map(|package| targets(package, &TargetKind::Example)).collect();
            let hint = match &examples[..] {
                [] => String::new(),
                _ => format!("; name an example with `--example`: {}", examples.join(", ")),
            };
            bail!(UsageError(format!("there is no binary to bundle{hint}")))
        }
        _ => bail!(UsageError(format!(
            "there are several binaries; name those to bundle with `--bin`: {}",
            names.join(", ")
        ))),
    }
}

/// Returns the packages whose binaries are bundled by default.
fn candidates<'a>(selection: &Selection, metadata: &'a Metadata, manifest: &Path) -> Vec<&'a Package> {
    let all = metadata.packages.iter();
    if let Some(wanted) = &selection.package {
        return all.filter(|package| *package.name == **wanted).collect();
    }
    let manifest = fs::canonicalize(manifest).unwrap_or_else(|_| manifest.to_owned());
    let own: Vec<&Package> = all
        .filter(|package| {
            fs::canonicalize(package.manifest_path.as_std_path()).is_ok_and(|path| path == manifest)
        })
        .collect();
    if own.is_empty() { metadata.workspace_default_packages() } else { own }
}

fn targets<'a>(package: &'a Package, kind: &'a TargetKind) -> impl Iterator<Item = &'a str> {
    let targets = package.targets.iter().filter(move |target| target.kind.contains(kind));
    targets.map(|target| target.name.as_str())
}
