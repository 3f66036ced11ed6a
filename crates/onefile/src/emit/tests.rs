use crate::syntax::edition::Edition;
use crate::{cargo::record::Call, emit::*, graph::Unit, graph::provided_crate::ProvidedCrate};
use pretty_assertions::assert_eq;
use std::collections::BTreeMap;

fn unit(name: &str, variables: &[(&str, &str)]) -> Unit {
    Unit {
        name: name.to_owned(),
        package_id: String::new(),
        source: Source::Path,
        root: "src/lib.rs".into(),
        root_as_given: "src/lib.rs".to_owned(),
        edition: Edition::E2021,
        cfgs: Vec::new(),
        externs: BTreeMap::new(),
        given: BTreeMap::new(),
        macro_externs: BTreeMap::new(),
        variables: variables.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
        environment: BTreeMap::new(),
        call: Call::default(),
    }
}

const SHAKEN: &str = "// The program.\nfn main() {}\n\n#[warn(dead_code)]\nmod crates {\npub mod used {\n\
                      pub mod inner {\npub fn f() {}\n}\n}\n}\n";

#[test]
fn a_header_tells_what_the_file_is_made_of() {
    let package =
        [("CARGO_PKG_NAME", "used-crate"), ("CARGO_PKG_VERSION", "1.2.3"), ("CARGO_PKG_LICENSE", "MIT")];
    let graph = Graph {
        units: vec![
            unit("program", &[]),
            unit("used", &package),
            unit("gone", &[("CARGO_PKG_NAME", "gone")]),
        ],
        macro_crates: Vec::new(),
        given: Vec::<ProvidedCrate>::new(),
        target_cfgs: Vec::new(),
        judge_cfgs: None,
        target_folder: "target".into(),
        workspace_root: ".".into(),
    };
    let about = About {
        problem: vec!["A Game".to_owned(), "https://judge.example/1".to_owned()],
        command: "cargo xtask bundle program".to_owned(),
        fixtures: Some(3),
    };
    let shares = shares(SHAKEN, "crates").expect("lexes");
    let kept: Vec<SizeEntry> = shares.iter().map(|(share, _)| share.clone()).collect();
    assert_eq!(
        header_comment(&about, &graph, &["used".to_owned(), "gone".to_owned()], &kept, &[]),
        "// Bundled into one file: cargo xtask bundle program\n// A Game\n// https://judge.example/1\n\
         // Passes all 3 cases of its fixtures.\n// Holds the parts that it uses of:\n\
         //   used-crate 1.2.3, MIT\n\n"
    );
    let inner = SizeEntry { name: "inner".to_owned(), bytes: 31 };
    assert_eq!(shares, [(SizeEntry { name: "used".to_owned(), bytes: 48 }, vec![inner])]);
}

#[test]
fn the_file_ends_with_what_the_libraries_keep() {
    let finished = finish(&SHAKEN.into(), "// Header.\n\n", "crates", &["some_lint".to_owned()]);
    assert_eq!(
        finished.expect("lexes").as_str(),
        format!("// Header.\n\n{}", SHAKEN.replace("#[warn(dead_code)]", "#[allow(warnings, some_lint)]"))
    );
    let empty = finish(&"fn main() {}\n\nmod crates {\n}\n".into(), "", "crates", &[]);
    assert_eq!(empty.expect("lexes").as_str(), "fn main() {}\n");
}

#[test]
fn a_bundle_is_known_by_its_header() {
    assert_eq!(
        own_header("// Bundled into one file: x\n// A.\n\nfn main() {}\n"),
        Some("// Bundled into one file: x\n// A.\n\n")
    );
    assert_eq!(own_header("// A program.\n\nfn main() {}\n"), None);
}
