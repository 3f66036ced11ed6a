//! The bundles of our solvers and examples beside cargo's builds of them, on generated cases.
//!
//! Takes minutes, so it is run by hand and in CI: `cargo test -p xtask --test bundled_solvers -- --ignored`. The variable
//! `SEED` gives other cases.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use oracles::{Problem, problems};
use pretty_assertions::assert_eq;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use support::{compile, finish, lay_out};
use tempfile::TempDir;

/// Cases of each problem.
const CASES: usize = 1000;

#[test]
#[ignore = "builds everything in release, and takes a minute"]
fn bundles_answer_to_the_byte_what_the_build_answers() {
    let root = root();
    let build = target("build");
    for problem in problems() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--release", "--bin", problem.name()]).current_dir(&root);
        must(cargo.env("CARGO_TARGET_DIR", &build));
        let built = build.join("release").join(problem.name());
        let folder = TempDir::new().unwrap();
        let plain = folder.path().join("plain.rs");
        bundle(problem, &plain, &["--output"], &root);
        let short = folder.path().join("short.rs");
        bundle(problem, &short, &["--minify", "--output"], &root);
        let flags = ["--edition", "2021", "-O"];
        let bundles = [&plain, &short].map(|source| compile(source, &flags).unwrap());
        let seed = env::var("SEED").map_or(1, |seed| seed.parse().unwrap());
        println!("{}: {CASES} cases of seed {seed}", problem.name());
        for case in 0..CASES {
            let input = input(problem, case, seed);
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
    let root = root();
    let build = target("build");
    let manifest = root.join("crates/cgt-core/Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--release", "--examples", "--manifest-path"]).arg(&manifest);
    must(cargo.env("CARGO_TARGET_DIR", &build));
    let mut sources: Vec<PathBuf> = fs::read_dir(root.join("crates/cgt-core/examples"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    sources.sort();
    let mut answered = 0;
    for source in &sources {
        let name = source.file_stem().unwrap().to_str().unwrap();
        let folder = TempDir::new().unwrap();
        let bundle = folder.path().join("bundle.rs");
        let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
        tool.args(["bundle", "--example", name, "--manifest-path"]).arg(&manifest);
        must(tool.arg("--output").arg(&bundle));
        let bundle = compile(&bundle, &["--edition", "2021", "-O"]).unwrap();
        let built = build.join("release/examples").join(name);
        for case in 0..40 {
            let input = numbers(name, case);
            let [(code, answers, _), (expected_code, expected, _)] =
                [&bundle, &built].map(|program| run(program, &input));
            // A panic ends the build's process at once, and is status 101 of the bundle's.
            let [success, expected_success] = [code, expected_code].map(|code| code == Some(0));
            assert_eq!((success, &answers), (expected_success, &expected), "{name}, case {case}");
            answered += usize::from(!answers.is_empty());
        }
    }
    println!("{} examples, {answered} inputs answered", sources.len());
    assert!(answered > 5 * sources.len(), "{answered} inputs were answered");
}

/// What a number stands for differs from example to example; whatever one makes of it, its bundle has to do as well.
fn numbers(example: &str, case: u64) -> String {
    let number = |at: u64| (case * 1000 + at).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    if example == "tree_hackenbush" {
        let edges = (2..=50).map(|node| format!("{node} {}\n", 1 + number(node) % (node - 1)));
        return format!("1\n50\n{}", edges.collect::<String>());
    }
    let words: Vec<String> = (0..200).map(|at| (number(at) % (2 + case / 4)).to_string()).collect();
    format!("3\n{}\n", words.join(if case.is_multiple_of(2) { " " } else { "\n" }))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn target(purpose: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundled-solvers").join(purpose)
}

fn bundle(problem: &dyn Problem, output: &Path, flags: &[&str], folder: &Path) {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
    must(tool.args(["bundle", problem.name()]).args(flags).arg(output).current_dir(folder));
}

fn must(command: &mut Command) {
    let output = finish(command, "");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Some cases of one kind and size; every eighth input is cut off somewhere, so that errors are compared as well.
fn input(problem: &dyn Problem, case: usize, seed: u64) -> String {
    let kinds = problem.kinds();
    let kind = &kinds[case % kinds.len()];
    let size = 4_usize.pow(u32::try_from(case / kinds.len() % 6).unwrap()).min(problem.size_max());
    let count = (1 + case % 5).min(problem.cases_max());
    let mut input = problem.input(kind, count, size, seed * 1_000_000 + 10 * case as u64);
    if case % 8 == 7 {
        let cut = case * 7919 % (input.len() + 1);
        input.truncate(cut);
    }
    input
}

/// Everything that can be told apart from outside.
fn run(program: &Path, input: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = finish(&mut Command::new(program), input);
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}
