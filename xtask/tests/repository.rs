//! What ARCHITECTURE.md and README.md say of the repository, held true.

use assert_cmd::Command;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use pretty_assertions::assert_eq;
use std::{collections::BTreeSet, fs, path::PathBuf};

const SOLVERS: [&str; 4] = ["euler", "tomek", "chess-sg", "dag-sg"];

fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().expect("xtask is a member of the workspace").to_owned()
}

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("the workspace has metadata")
}

#[test]
fn crates_depend_on_what_they_may_depend_on() {
    let solver: &[&str] = &["cgt-core", "judge-io", "nom"];
    let allowed = |package: &str| match package {
        "cgt-core" => Some(&[] as &[&str]),
        "judge-io" => Some(&["nom"] as &[&str]),
        name if SOLVERS.contains(&name) => Some(solver),
        _ => None,
    };
    let metadata = metadata();
    let members: BTreeSet<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let mut seen = 0;
    for package in &metadata.packages {
        let name = package.name.as_str();
        let normal: BTreeSet<&str> = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind == DependencyKind::Normal)
            .map(|dependency| dependency.name.as_str())
            .collect();
        if let Some(allowed) = allowed(name) {
            assert_eq!(normal, allowed.iter().copied().collect(), "dependencies of {name}");
            let rust_version = package.rust_version.as_ref().map(ToString::to_string);
            assert_eq!(rust_version.as_deref(), Some("1.73.0"), "minimum Rust of {name}");
            seen += 1;
        }
        let ours: Vec<&str> = normal.intersection(&members).copied().collect();
        match name {
            "judges" | "oracles" | "transcript" | "wasm-to-c" => {
                assert_eq!(ours, [""; 0], "{name} knows nothing of the rest");
            }
            "xtask" => {
                assert_eq!(ours, ["judges", "onefile", "oracles"], "xtask runs solvers as processes");
            }
            "onefile" => {
                assert_eq!(ours, ["judges", "wasm-to-c"], "the bundler knows no solver");
            }
            "cgt-lab" => {
                let lab = |name: &&str| ["cgt-core", "judge-io"].contains(name) || SOLVERS.contains(name);
                assert!(ours.iter().all(lab), "{name} depends on {ours:?}");
            }
            _ => {}
        }
    }
    assert_eq!(seen, 6);
}

#[test]
fn the_readme_names_commands_that_exist_and_begins_with_the_two_that_matter() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let first: Vec<&str> = readme.lines().filter(|line| line.starts_with("cargo ")).take(2).collect();
    assert_eq!(
        first.iter().map(|line| line.split("  ").next()).collect::<Vec<_>>(),
        [Some("cargo xtask check-samples"), Some("cargo test --workspace")]
    );
    let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
    let commands: BTreeSet<&str> = readme
        .split("cargo xtask ")
        .skip(1)
        .map(|text| text.split(|c| !is_name(c)).next().unwrap_or_default())
        .collect();
    assert!(commands.contains("check-samples"), "found only {commands:?}");
    for command in commands {
        Command::new(env!("CARGO_BIN_EXE_xtask")).args([command, "--help"]).assert().success();
    }
}

#[test]
fn every_solver_has_a_fixture_package_and_every_package_a_solver() {
    let metadata = metadata();
    let solvers: BTreeSet<String> = metadata
        .packages
        .iter()
        .filter(|package| package.targets.iter().any(cargo_metadata::Target::is_bin))
        .map(|package| package.name.to_string())
        .collect();
    let fixtures = fs::read_dir(root().join("fixtures")).expect("there are fixtures");
    for entry in fixtures.map(|entry| entry.expect("a readable folder")).filter(|entry| entry.path().is_dir())
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(solvers.contains(&name), "fixtures/{name} has no solver");
    }
    for solver in SOLVERS {
        assert!(
            root().join("fixtures").join(solver).join("problem.yaml").is_file(),
            "{solver} has no fixtures"
        );
    }
}
