use crate::{c::*, emit::header::Credit};
use judges;
use pretty_assertions::assert_eq;

#[test]
fn a_header_tells_what_the_file_is_made_of() {
    let credit = |name: &str, notices: &[&str]| Credit {
        name: name.to_owned(),
        version: "1.2.3".to_owned(),
        license: "MIT".to_owned(),
        notices: notices.iter().map(|&notice| notice.to_owned()).collect(),
    };
    let wasm = Wasm {
        bytes: Vec::new(),
        source: "game 0.1.0, src/main.rs".to_owned(),
        crates: vec![credit("ours", &[]), credit("theirs", &["Copyright © 2020 They"])],
        target_folder: "target".into(),
    };
    let about = About {
        problem: vec!["A Game".to_owned(), "https://judge.example/1".to_owned()],
        command: "cargo xtask bundle game --judge uva".to_owned(),
        fixtures: Some(3),
    };
    let judges = judges::load().unwrap();
    let judge = judges.iter().find(|judge| judge.key == "uva").unwrap();
    let compiler = Compiler { judge: Some((judge, judge.c(None, &judges).unwrap())) };
    assert_eq!(
        header(&about, &wasm, "rustc 1.95.0 (of a day)", compiler),
        "\
Bundled into one file: cargo xtask bundle game --judge uva
A Game
https://judge.example/1
Passes all 3 cases of its fixtures.
Holds the parts that it uses of:
  ours 1.2.3, MIT
  theirs 1.2.3, MIT
    Copyright (c) 2020 They
  Rust's standard library, MIT OR Apache-2.0
  wasi-libc, MIT OR Apache-2.0 WITH LLVM-exception
    Copyright (c) 2005-2020 Rich Felker, et al.
Translated from game 0.1.0, src/main.rs, as built for wasm32-wasip1 by rustc 1.95.0 (of a day).
To be sent to UVa as ANSI C 5.3.0."
    );
}

#[test]
fn a_function_belongs_to_the_crate_of_its_first_path() {
    let functions = [
        ("euler::run", 30),
        ("<euler::Board as judge_io::Leaf>::read", 12),
        ("<&mut [core::fmt::Argument] as alloc::string::ToString>::to_string", 7),
        ("<[T] as core::fmt::Debug>::fmt", 1),
        ("<[T]>::reverse", 2),
        ("dlmalloc", 40),
    ];
    let functions = functions.map(|(path, bytes)| (path.to_owned(), bytes));
    let shares: Vec<(String, usize)> =
        by_crate(&functions).into_iter().map(|share| (share.name, share.bytes)).collect();
    let expected = [("euler", 42), ("wasi-libc", 40), ("core", 10)];
    assert_eq!(shares, expected.map(|(name, bytes)| (name.to_owned(), bytes)));
}
