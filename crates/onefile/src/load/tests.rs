use crate::load::*;
use crate::syntax::edition::Edition;
use pretty_assertions::assert_eq;
use std::{collections::BTreeMap, fs};

/// Loads a library of these files, without any feature.
fn load_files(files: &[(&str, &str)]) -> Result<String> {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, content) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
    }
    let variables =
        [("CARGO_MANIFEST_DIR", folder.path().to_str().expect("text")), ("CARGO_PKG_VERSION", "1.2.3")];
    let unit = Unit {
        name: "a".to_owned(),
        package_id: String::new(),
        source: crate::graph::Source::Path,
        root: folder.path().join("src/lib.rs"),
        root_as_given: "src/lib.rs".to_owned(),
        edition: Edition::E2021,
        cfgs: Vec::new(),
        externs: BTreeMap::new(),
        given: BTreeMap::new(),
        macro_externs: BTreeMap::new(),
        variables: variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        environment: variables
            .map(|(name, value)| (name.to_owned(), Some(value.to_owned())))
            .into_iter()
            .chain([("UNSET".to_owned(), None)])
            .collect(),
        call: crate::cargo::record::Call::default(),
    };
    let facts = Facts::new(["unix", "feature=\"yes\""].map(str::to_owned).iter());
    let convert = |_: &Path, text: &Text| Ok(text.clone());
    load(&unit, &facts, &convert, &mut Sources::default()).map(Text::into_string)
}

#[test]
fn modules_in_every_layout_stand_inline() {
    let loaded = load_files(&[
        (
            "src/lib.rs",
            "mod flat;\npub mod nested;\n#[path = \"other.rs\"]\nmod given;\nmod inline {\n    mod deep;\n}\n",
        ),
        ("src/flat.rs", "mod below;\n"),
        ("src/flat/below.rs", "fn below() {}"),
        ("src/nested/mod.rs", "mod beside;\n"),
        ("src/nested/beside.rs", "fn beside() {}\r\n"),
        ("src/other.rs", "\u{feff}fn other() {}\n"),
        ("src/inline/deep.rs", "fn deep() {}\n"),
    ]);
    assert_eq!(
        loaded.expect("loads"),
        "mod flat {\nmod below {\nfn below() {}\n}\n}\npub mod nested {\nmod beside {\nfn beside() {}\n}\n}\n\
         \nmod given {\nfn other() {}\n}\nmod inline {\n    mod deep {\nfn deep() {}\n}\n}\n"
    );
}

#[test]
fn variables_files_and_predicates_are_evaluated() {
    let loaded = load_files(&[
        (
            "src/lib.rs",
            "#[cfg(feature = \"no\")]\nmod gone;\n#[cfg(feature = \"yes\")]\nfn kept() {}\n\
             const V: &str = env!(\"CARGO_PKG_VERSION\");\nconst T: &str = include_str!(\"t.txt\");\n\
             const B: bool = cfg!(windows);\ninclude!(\"i.rs\");\n",
        ),
        ("src/t.txt", "a \"quoted\"\nline"),
        ("src/i.rs", "fn included() {}\n"),
    ]);
    assert_eq!(
        loaded.expect("loads").lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>(),
        [
            "fn kept() {}",
            "const V: &str = \"1.2.3\";",
            "const T: &str = r#\"a \"quoted\"",
            "line\"#;",
            "const B: bool = false;",
            "fn included() {}",
        ]
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let error = load_files(&[("src/lib.rs", "mod missing;\n")]).expect_err("no file");
    assert!(format!("{error:#}").contains("src/lib.rs: no file for `mod missing;`"), "{error:#}");
    let error = load_files(&[("src/lib.rs", "mod bad;\n"), ("src/bad.rs", "fn (\n")]).expect_err("not Rust");
    assert!(format!("{error:#}").contains("src/bad.rs"), "{error:#}");
}
