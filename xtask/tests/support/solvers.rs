//! Our solvers and examples as cargo builds them, and inputs to compare their bundles on.

use crate::support::finish;
use oracles::Problem;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// The manifest of the package with the examples.
pub(crate) const EXAMPLES: &str = "crates/cgt-core/Cargo.toml";

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

pub(crate) fn target(purpose: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundled-solvers").join(purpose)
}

/// What makes other cases: the variable `SEED`.
pub(crate) fn seed() -> u64 {
    env::var("SEED").map_or(1, |seed| seed.parse().unwrap())
}

pub(crate) fn must(command: &mut Command) {
    let output = finish(command, "");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The solver of a problem.
pub(crate) fn built(problem: &dyn Problem) -> PathBuf {
    let build = target("build");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--release", "--bin", problem.name()]).current_dir(root());
    must(cargo.env("CARGO_TARGET_DIR", &build));
    build.join("release").join(problem.name())
}

/// The examples, by name.
pub(crate) fn built_examples() -> Vec<(String, PathBuf)> {
    let (build, manifest) = (target("build"), root().join(EXAMPLES));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--release", "--examples", "--manifest-path"]).arg(&manifest);
    must(cargo.env("CARGO_TARGET_DIR", &build));
    let mut sources: Vec<PathBuf> = fs::read_dir(manifest.with_file_name("examples"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    sources.sort();
    let names = sources.iter().map(|source| source.file_stem().unwrap().to_str().unwrap().to_owned());
    names.map(|name| (name.clone(), build.join("release/examples").join(name))).collect()
}

/// Some cases of one kind and size; every eighth input is cut off somewhere, so that errors are compared as well.
pub(crate) fn input(problem: &dyn Problem, case: usize, count: usize, seed: u64) -> String {
    let kinds = problem.kinds();
    let kind = &kinds[case % kinds.len()];
    let size = 4_usize.pow(u32::try_from(case / kinds.len() % 6).unwrap()).min(problem.size_max());
    let count = count.min(problem.cases_max());
    let mut input = problem.input(kind, count, size, seed * 1_000_000 + 10 * case as u64);
    if case % 8 == 7 {
        let cut = case * 7919 % (input.len() + 1);
        input.truncate(cut);
    }
    input
}

/// Everything that can be told apart from outside.
pub(crate) fn run(program: &Path, input: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = finish(&mut Command::new(program), input);
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Compares an example's bundle with its build; gives how many inputs were answered.
pub(crate) fn compare_on_numbers(example: &str, bundle: &Path, built: &Path) -> usize {
    let mut answered = 0;
    for case in 0..40 {
        let input = numbers(example, case);
        let [(code, answers, _), (expected_code, expected, _)] =
            [bundle, built].map(|program| run(program, &input));
        // A panic ends the build's process at once, and is status 101 of the bundle's.
        let [success, expected_success] = [code, expected_code].map(|code| code == Some(0));
        assert_eq!((success, &answers), (expected_success, &expected), "{example}, case {case}");
        answered += usize::from(!answers.is_empty());
    }
    answered
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
