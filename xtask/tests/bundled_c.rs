//! Bundles in C beside cargo's builds of the programs, under several compilers.
//!
//! Takes minutes and wants `wasm32-wasip1` and gcc, so it is run by hand and in CI:
//! `cargo test -p xtask --test bundled_c -- --ignored --nocapture`. The variable `SEED` gives other cases, and `CASES` another
//! number of them. Compilers that are
//! not there are left out, and that is told.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[path = "support/solvers.rs"]
mod solvers;
mod support;

use oracles::problems;
use pretty_assertions::assert_eq;
use solvers::{EXAMPLES, built, built_examples, input, must, root, run, seed};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};
use support::finish;
use tempfile::TempDir;
use xtask::workspace::Workspace;

/// Test cases of each problem: the variable `CASES`.
fn cases() -> usize {
    env::var("CASES").map_or(10_000, |cases| cases.parse().unwrap())
}

const C99: &str = "-x c -std=c99 -pedantic -Wall -Werror";
const CXX98: &str = "-x c++ -std=c++98 -pedantic -Wall -Werror";
const CXX11: &str = "-x c++ -std=c++11 -pedantic -Wall -Werror";
const SANITIZED: &str = "-fsanitize=address,undefined -fno-sanitize-recover=all -g -O1";

/// Compilers with their flags, and which of the inputs each gets: every one, or every fifth (of eight kinds in a row).
const COMPILERS: [(&str, &str, &str, usize); 15] = [
    ("gcc", C99, "-O2", 1),
    ("clang", C99, "-O2", 1),
    ("g++", CXX98, "-O2", 1),
    ("gcc", C99, "-O2 -m32", 1),
    ("gcc", C99, SANITIZED, 5),
    ("clang", C99, SANITIZED, 5),
    ("gcc", C99, "-O0", 5),
    ("clang", C99, "-O0", 5),
    ("gcc", C99, "-O0 -m32", 5),
    ("g++", CXX98, "-O0", 5),
    ("g++", CXX11, "-O0", 5),
    ("g++", CXX11, "-O2", 5),
    ("g++", CXX98, "-O2 -m32", 5),
    ("clang++", CXX98, "-O2", 5),
    ("gcc", "-ansi", "-O2 -DONLINE_JUDGE", 5),
];

#[test]
#[ignore = "builds everything in release, and takes many minutes"]
fn c_answers_to_the_byte_what_the_build_answers() {
    let workspace = Workspace::find().unwrap();
    let seed = seed();
    for problem in problems() {
        let name = problem.name();
        let built = built(problem);
        let folder = TempDir::new().unwrap();
        let source = folder.path().join("bundle.c");
        bundle(&["bundle", name], &source);
        // Panics know places in sources, which nobody asks for in C.
        let text = fs::read_to_string(&source).unwrap();
        assert!(
            !text.contains("/rustc/") && !text.contains(&*root().to_string_lossy()),
            "{name} tells of paths"
        );
        let programs = compiled(&source);
        let compare = |program: &Path, compiler: &str, input: &str, expected, what: &str| {
            assert_eq!(run(program, input), expected, "{name}, {what}, by {compiler}");
        };
        let package = workspace.package(name).unwrap();
        for case in &package.cases {
            let input = fs::read_to_string(&case.files().unwrap().input).unwrap();
            let expected = run(&built, &input);
            for (compiler, program, _) in &programs {
                compare(program, compiler, &input, expected.clone(), &case.name);
            }
        }
        let (wanted, mut cases, mut inputs) = (cases(), 0, 0);
        while cases < wanted {
            let count = 1 + inputs % 19;
            let input = mangled(input(problem, inputs, count, seed), inputs);
            let expected = run(&built, &input);
            for (compiler, program, every) in &programs {
                if inputs.is_multiple_of(*every) {
                    let what = format!("input {inputs} of seed {seed}");
                    compare(program, compiler, &input, expected.clone(), &what);
                }
            }
            cases += count;
            inputs += 1;
        }
        println!("{name}: {} fixtures, {cases} cases in {inputs} inputs of seed {seed}", package.cases.len());
    }
}

#[test]
#[ignore = "builds everything in release, and takes minutes"]
fn examples_in_c_answer_what_their_build_answers() {
    let examples = built_examples();
    let mut answered = 0;
    for (name, built) in &examples {
        let folder = TempDir::new().unwrap();
        let source = folder.path().join("bundle.c");
        let manifest = root().join(EXAMPLES);
        bundle(&["bundle", "--example", name, "--manifest-path", &manifest.to_string_lossy()], &source);
        let program = compile("gcc", C99, "-O2", &source);
        answered += solvers::compare_on_numbers(name, &program, built);
    }
    println!("{} examples, {answered} inputs answered", examples.len());
    assert!(answered > 5 * examples.len(), "{answered} inputs were answered");
}

fn bundle(arguments: &[&str], output: &Path) {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
    must(tool.args(arguments).args(["--lang", "c", "--output"]).arg(output).current_dir(root()));
}

/// The program by each compiler that is here.
fn compiled(source: &Path) -> Vec<(String, PathBuf, usize)> {
    let folder = TempDir::new().unwrap();
    let probe = folder.path().join("probe.c");
    fs::write(&probe, "#include <stdio.h>\nint main(void) { return puts(\"here\") < 0; }\n").unwrap();
    let mut programs = Vec::new();
    for (compiler, language, flags, every) in COMPILERS {
        let called = format!("{compiler} {language} {flags}");
        let mut call = call(compiler, language, flags, &probe, &folder.path().join("probe"));
        // A compiler may be there without the libraries for all that it can do.
        if call.output().is_ok_and(|output| output.status.success()) {
            programs.push((called, compile(compiler, language, flags, source), every));
        } else {
            println!("left out, for it is not here: {called}");
        }
    }
    programs
}

fn compile(compiler: &str, language: &str, flags: &str, source: &Path) -> PathBuf {
    let program = source.with_file_name(format!("{compiler} {language} {flags}").replace(['/', ' '], "_"));
    let mut call = call(compiler, language, flags, source, &program);
    let output = finish(&mut call, "");
    assert!(output.status.success(), "{call:?}: {}", String::from_utf8_lossy(&output.stderr));
    program
}

fn call(compiler: &str, language: &str, flags: &str, source: &Path, program: &Path) -> Command {
    let mut command = Command::new(compiler);
    command.args(language.split(' ')).args(flags.split(' ')).arg(source).arg("-o").arg(program).arg("-lm");
    command
}

/// Every eighth input with something else in a place of it, so that every kind of error is compared.
fn mangled(mut input: String, case: usize) -> String {
    if case % 8 == 3 && input.is_ascii() {
        let other = ["x", "-1", "é", "99999999999999999999", " ", "\0", "\n\n", "Q"][case / 8 % 8];
        let at = case * 7919 % (input.len() + 1);
        input.replace_range(at..(at + case / 64 % 2).min(input.len()), other);
    }
    input
}
