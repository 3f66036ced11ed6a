//! The bundles of our solvers and examples beside cargo's builds of them, on generated cases.
//!
//! Takes minutes, so it is run by hand and in CI: `cargo test -p xtask --test bundled_solvers -- --ignored`. The variable
//! `SEED` gives other cases.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[path = "support/solvers.rs"]
mod solvers;
mod support;

use oracles::{Problem, problems};
use pretty_assertions::assert_eq;
use solvers::{EXAMPLES, built, built_examples, input, must, root, run, seed, target};
use std::{fs, path::Path, process::Command};
use support::{compile, lay_out};
use tempfile::TempDir;

/// Cases of each problem.
const CASES: usize = 1000;

#[test]
#[ignore = "builds everything in release, and takes a minute"]
fn bundles_answer_to_the_byte_what_the_build_answers() {
    let root = root();
    for problem in problems() {
        let built = built(problem);
        let folder = TempDir::new().unwrap();
        let plain = folder.path().join("plain.rs");
        bundle(problem, &plain, &["--output"], &root);
        let short = folder.path().join("short.rs");
        bundle(problem, &short, &["--minify", "--output"], &root);
        let flags = ["--edition", "2021", "-O"];
        let bundles = [&plain, &short].map(|source| compile(source, &flags).unwrap());
        let seed = seed();
        println!("{}: {CASES} cases of seed {seed}", problem.name());
        for case in 0..CASES {
            let input = input(problem, case, 1 + case % 5, seed);
            let expected = run(&built, &input);
            for bundle in &bundles {
                assert_eq!(run(bundle, &input), expected, "{}, case {case}, seed {seed}", problem.name());
            }
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_bundle_is_the_same_from_anywhere_and_bundling_it_changes_nothing() {
    let root = root();
    for (index, &problem) in problems().iter().enumerate() {
        // Every other one in the other form: all forms of all of them take many minutes.
        let plain = index.is_multiple_of(2);
        let flags = if plain { &["--output"][..] } else { &["--edition", "2024", "--minify", "--output"] };
        let place = TempDir::new().unwrap();
        let first = place.path().join("first.rs");
        bundle(problem, &first, flags, &root);
        let second = place.path().join("second.rs");
        bundle(problem, &second, flags, &root.join("crates/oracles/src"));
        let text = fs::read_to_string(&first).unwrap();
        assert_eq!(fs::read_to_string(&second).unwrap(), text, "{} {flags:?}", problem.name());
        let folder = place.path().to_string_lossy().into_owned();
        assert!(!text.contains(&folder) && !text.contains(&*root.to_string_lossy()), "{}", problem.name());

        let edition = if flags.contains(&"2024") { "2024" } else { "2021" };
        let manifest = format!("[package]\nname = \"again\"\nedition = \"{edition}\"\n[workspace]\n");
        let package = place.path().join("again");
        lay_out(
            &package,
            &[
                ("Cargo.toml".to_owned(), manifest.into_bytes()),
                ("src/main.rs".to_owned(), text.clone().into_bytes()),
            ],
        );
        let again = place.path().join("again.rs");
        let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
        tool.args(["bundle", "--bin", "again", "--manifest-path"]).arg(package.join("Cargo.toml"));
        must(tool.args(flags).arg(&again).env("CARGO_TARGET_DIR", target("again")));
        let found = fs::read_to_string(&again).unwrap();
        let at = text.bytes().zip(found.bytes()).take_while(|(a, b)| a == b).count();
        assert!(found == text, "{} {flags:?}: another text from byte {at} on", problem.name());
    }
}

#[test]
#[ignore = "builds everything in release, and takes a minute"]
fn examples_answer_what_their_build_answers() {
    let examples = built_examples();
    let mut answered = 0;
    for (name, built) in &examples {
        let folder = TempDir::new().unwrap();
        let bundle = folder.path().join("bundle.rs");
        let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
        tool.args(["bundle", "--example", name, "--manifest-path"]).arg(root().join(EXAMPLES));
        must(tool.arg("--output").arg(&bundle));
        let bundle = compile(&bundle, &["--edition", "2021", "-O"]).unwrap();
        answered += solvers::compare_on_numbers(name, &bundle, built);
    }
    println!("{} examples, {answered} inputs answered", examples.len());
    assert!(answered > 5 * examples.len(), "{answered} inputs were answered");
}

fn bundle(problem: &dyn Problem, output: &Path, flags: &[&str], folder: &Path) {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
    must(tool.args(["bundle", problem.name()]).args(flags).arg(output).current_dir(folder));
}
