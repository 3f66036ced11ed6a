//! `cargo onefile` as a user calls it, in packages that have nothing to do with this workspace.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use pretty_assertions::assert_eq;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use support::{compile_and_run, finish, lay_out};
use tempfile::TempDir;

/// Returns the path of the command; it is built beside the tests' own programs.
fn tool() -> PathBuf {
    let name = format!("cargo-onefile{}", env::consts::EXE_SUFFIX);
    let built = Path::new(env!("CARGO_BIN_EXE_xtask")).with_file_name(name);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--package", "onefile", "--bin", "cargo-onefile"]);
    let status = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap();
    assert!(status.success() && built.is_file());
    built
}

fn package(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::with_prefix("a package ").unwrap();
    let files: Vec<_> =
        files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    lay_out(folder.path(), &files);
    folder
}

/// Runs the command as cargo does, with its own name as the first argument.
fn onefile(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(tool());
    command.arg("onefile").args(arguments).current_dir(folder).env_remove("CARGO_TARGET_DIR");
    let Output { status, stdout, stderr } = finish(&mut command, "");
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

const MANIFEST: &str = "[package]\nname = \"game\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                        [features]\nloud = []\n[workspace]\n";

#[test]
fn the_only_binary_goes_to_standard_output() {
    let main = "fn main() { println!(\"{}\", if cfg!(feature = \"loud\") { \"LOUD\" } else { \"quiet\" }) }";
    let folder = package(&[("Cargo.toml", MANIFEST), ("src/main.rs", main), ("src/lib.rs", "")]);
    for (arguments, expected) in [(&[][..], "quiet\n"), (&["--features", "loud"], "LOUD\n")] {
        let (code, bundle, report) = onefile(&folder.path().join("src"), arguments);
        assert_eq!(code, Some(0), "{report}");
        let path = folder.path().join("bundle.rs");
        fs::write(&path, bundle).unwrap();
        let run = compile_and_run(&path, &["--edition", "2021"], "").unwrap();
        assert_eq!(String::from_utf8(run.stdout).unwrap(), expected);
        assert!(report.contains("verified by rustc "), "{report}");
    }
}

#[test]
fn several_binaries_are_compared_with_the_cargo_build() {
    let echo = "fn main() { print!(\"{}\", std::io::read_to_string(std::io::stdin()).unwrap()) }";
    let folder = package(&[
        ("Cargo.toml", MANIFEST),
        ("src/bin/a.rs", echo),
        ("src/bin/b.rs", echo),
        ("tests/a/1.in", "1\n"),
        ("tests/a/1.out", "1\n"),
        ("tests/b/1.in", "2\n"),
        ("tests/b/1.ans", "3\n"),
    ]);
    let (code, _, report) = onefile(folder.path(), &[]);
    assert_eq!(code, Some(2), "{report}");
    assert!(report.contains("name those to bundle with `--bin`: a, b"), "{report}");
    let arguments = ["--bin", "a", "--bin", "b", "--output", "out", "--check", "--format", "json"];
    let (code, json, report) = onefile(folder.path(), &arguments);
    assert_eq!(code, Some(0), "{report}");
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["programs"][0]["samples"]["agreed"], 1);
    assert_eq!(report["programs"][0]["samples"]["wrong_answers"].as_array().unwrap().len(), 0);
    assert_eq!(report["programs"][1]["samples"]["wrong_answers"].as_array().unwrap().len(), 1);
    assert!(folder.path().join("out/a.rs").is_file() && folder.path().join("out/b.rs").is_file());
}

#[test]
fn usage_errors_have_a_way_out() {
    let folder = package(&[("Cargo.toml", MANIFEST), ("src/main.rs", "fn main() {}")]);
    for (arguments, expected) in [
        (&["--bin", "none"][..], "known: game"),
        (&["--format", "json"], "`--format json` requires `--output` or `--copy`"),
        (&["--judge", "katis"], "did you mean `kattis`?"),
        (&["--package", "none"], "no package `none` in the workspace; known: game"),
        (&["--check", "none"], "no file or folder none"),
        (&["--check"], "pass files or folders to `--check`"),
    ] {
        let (code, _, report) = onefile(folder.path(), arguments);
        assert!(code == Some(2) && report.contains(expected), "{arguments:?} {code:?}: {report}");
    }
    let empty = TempDir::new().unwrap();
    let (code, _, report) = onefile(empty.path(), &[]);
    assert!(code == Some(2) && report.contains("`--manifest-path`"), "{report}");
    let (code, judges, _) = onefile(empty.path(), &["judges"]);
    assert!(code == Some(0) && judges.contains("codeforces"), "{judges}");
}
