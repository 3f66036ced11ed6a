//! The stored packages and the oracles agree.

use oracles::{problems, Problem};
use pretty_assertions::assert_eq;
use std::{
    fs,
    path::{Path, PathBuf},
};

fn package(problem: &dyn Problem) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(problem.name())
}

fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the package") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            files.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn every_stored_answer_is_the_oracles() {
    for problem in problems() {
        let data = package(problem).join("data");
        let inputs = files_below(&data, "in");
        assert!(!inputs.is_empty(), "{} has no cases", problem.name());
        for path in &inputs {
            let input = fs::read_to_string(path).unwrap();
            let stored = fs::read_to_string(path.with_extension("ans")).unwrap();
            assert_eq!(problem.answer(&input).as_deref(), Ok(stored.as_str()), "{}", path.display());
        }
        assert_eq!(inputs.len(), files_below(&data, "ans").len(), "answers without an input");
    }
}

#[test]
fn every_generated_case_can_be_made() {
    for problem in problems() {
        let list = fs::read_to_string(package(problem).join("generated.toml")).unwrap();
        let list: toml::Table = list.parse().unwrap();
        for case in list["case"].as_array().unwrap() {
            let number = |key: &str| u64::try_from(case[key].as_integer().unwrap()).unwrap();
            let kind = problem.kind(case["kind"].as_str().unwrap()).expect("a kind of the problem");
            let (cases, size) = (number("cases") as usize, number("size") as usize);
            assert!(cases <= problem.cases_max() && size <= problem.size_max(), "{case}");
            // A few of them stand for all: the whole file is made by `cargo xtask check-samples`.
            let input = problem.input(kind, cases.min(2), size, number("seed"));
            assert!(problem.answer(&input).is_ok(), "{case}");
        }
    }
}
