//! The command as people type it, in a small workspace of its own.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use std::{fs, path::Path};
use tempfile::TempDir;

/// A workspace whose solver is the plain program, with a Python program that answers `Draw` to everything, and a
/// bundle that answers as the solver does but sleeps first.
fn workspace() -> TempDir {
    let folder = TempDir::new().unwrap();
    let plain = include_str!("../bench/tomek/plain.rs");
    let draw = "for case in range(int(input())):\n    print(f'Case #{case + 1}: Draw')\n";
    let slow = plain
        .replace("fn main() {", "fn main() {\n    std::thread::sleep(std::time::Duration::from_millis(50));");
    for (path, text) in [
        ("Cargo.toml", "[workspace]\nmembers = ['tomek']\nresolver = '2'\n"),
        ("tomek/Cargo.toml", "[package]\nname = 'tomek'\nedition = '2021'\n"),
        ("tomek/src/main.rs", plain),
        ("fixtures/README.md", ""),
        (
            "fixtures/tomek/problem.yaml",
            "name: {en: Tomek}\nlimits: {time_limit: 1, memory: 64, output: 1}\n",
        ),
        ("fixtures/tomek/data/sample/1.in", "1\nXXXX\nOO..\nO...\n....\n"),
        ("fixtures/tomek/data/sample/1.ans", "Case #1: X won\n"),
        ("xtask/bench/tomek/plain.py", draw),
        ("target/bundle/tomek.rs", &slow),
        (
            "page.md",
            "# Speed\n\n<!-- figures: made by `cargo xtask bench`, do not edit -->\n<!-- end of figures -->\n",
        ),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn run(folder: &Path, args: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.current_dir(folder).arg("bench").args(args.split_whitespace());
    command.env_remove("CARGO_TARGET_DIR").env_remove("RUST_BACKTRACE");
    let output = command.output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let told: Vec<_> = errors.lines().filter(|line| line.starts_with("error")).collect();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), told.join("\n"))
}

#[test]
fn wrong_answers_are_told_and_not_timed() {
    let workspace = workspace();
    let folder = workspace.path();
    let (status, output, errors) =
        run(folder, "--size 0.0001 --runs 2 --save saved.json --page page.md --format json");
    assert_eq!(output, fs::read_to_string(folder.join("saved.json")).unwrap(), "{errors}");
    let report: serde_json::Value = serde_json::from_str(&output).unwrap();
    let table = |row: &serde_json::Value| -> Vec<String> {
        let measured = row["measured"].as_array().unwrap().iter();
        let line = |program: &serde_json::Value| {
            let timed = if program["wall_seconds"].is_null() { "not timed" } else { "timed" };
            let answers = &program["answers"];
            let answers =
                answers.as_str().unwrap_or_else(|| if answers.is_object() { "different" } else { "?" });
            format!("{}: {timed}, {}, {answers}", program["program"].as_str().unwrap(), program["runs"])
        };
        measured.map(line).collect()
    };
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(
        table(&rows[0]),
        [
            "wc -l: timed, 2, none",
            "cat: timed, 2, none",
            "solver: timed, 2, same",
            "bundle, level 2: timed, 2, same",
            "bundle, level 3: timed, 2, same",
            "Python: not timed, 0, different",
        ],
        "{output}"
    );
    assert_eq!(table(&rows[1]), ["true: timed, 20, none", "solver: timed, 20, same"], "{output}");
    assert_eq!((rows.len(), rows[0]["input"].as_str().unwrap()), (2, "1,000 random reachable boards"));
    let median = |place: usize| rows[0]["measured"][place]["wall_seconds"]["median"].as_f64().unwrap();
    assert!(median(3) > 0.05, "{output}");
    assert_eq!(status, 1);
    assert!(
        errors.starts_with("error: wrong answers: tomek (1,000 random reachable boards), Python: line "),
        "{errors}"
    );
    let page = fs::read_to_string(folder.join("page.md")).unwrap();
    assert!(page.contains("| bundle, level 2 |") && page.ends_with("<!-- end of figures -->\n"), "{page}");

    fs::remove_file(folder.join("target/bundle/tomek.rs")).unwrap();
    let (status, output, errors) = run(folder, "--size 0.0001 --runs 1 --no-plain --compare saved.json");
    assert_eq!((status, errors.as_str()), (0, ""), "{output}");
    assert!(output.contains("no bundle to measure: `cargo xtask bundle tomek` makes it\n"), "{output}");
    let changes = output.split("then → now").nth(1).unwrap();
    assert!(
        changes.contains("wc -l") && changes.contains("solver") && !changes.contains("bundle"),
        "{changes}"
    );
}

#[test]
fn requests_that_make_no_sense() {
    let workspace = workspace();
    let status = |args| run(workspace.path(), args).0;
    assert_eq!(status("nim"), 2);
    assert_eq!(status("--runs 0"), 2);
    assert_eq!(status("--size 0"), 2);
    let (status, _, errors) = run(workspace.path(), "--compare page.md");
    assert_eq!(
        (status, errors.lines().next().unwrap().contains("page.md is no saved run")),
        (1, true),
        "{errors}"
    );
}
