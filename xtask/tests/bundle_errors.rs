//! What the bundler says when something is wrong, and that odd surroundings are nothing wrong.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use pretty_assertions::assert_eq;
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use support::{compile_and_run, finish, lay_out};
use tempfile::TempDir;

const MANIFEST: &str = "[package]\nname = \"game\"\nedition = \"2021\"\n[workspace]\n";

fn package(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    let files: Vec<_> =
        files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    lay_out(folder.path(), &files);
    folder
}

/// The bundler, called in this folder.
fn bundler(folder: &Path, arguments: &[&str]) -> Command {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
    tool.arg("bundle").args(arguments).current_dir(folder);
    tool
}

fn check(folder: &Path, arguments: &[&str], code: i32, expected: &str) {
    check_call(folder, &mut bundler(folder, arguments), code, expected);
}

fn check_call(folder: &Path, call: &mut Command, code: i32, expected: &str) {
    let Output { status, stderr, .. } = finish(call, "");
    let said = String::from_utf8(stderr).unwrap().replace(&*folder.to_string_lossy(), "…");
    assert_eq!((status.code(), said.trim_end()), (Some(code), expected), "{call:?}");
    assert!(!folder.join("out.rs").exists(), "{call:?}");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let folder = package(&[
        ("good/Cargo.toml", MANIFEST),
        ("good/src/main.rs", "fn main() {}"),
        ("broken/Cargo.toml", "[package"),
        ("wrong/Cargo.toml", MANIFEST),
        ("wrong/src/main.rs", "fn main() { nothing() }"),
        (
            "native/Cargo.toml",
            "[package]\nname = \"game\"\nedition = \"2021\"\n[dependencies]\nsys = { path = \"sys\" }\n[workspace]\n",
        ),
        ("native/src/main.rs", "fn main() { println!(\"{}\", unsafe { sys::cos(0.0) }) }"),
        (
            "native/sys/Cargo.toml",
            "[package]\nname = \"sys\"\nversion = \"0.1.0\"\nedition = \"2021\"\nlinks = \"m\"\n",
        ),
        ("native/sys/build.rs", "fn main() { println!(\"cargo:rustc-link-lib=m\"); }"),
        ("native/sys/src/lib.rs", "extern \"C\" { pub fn cos(x: f64) -> f64; }"),
    ]);
    let place = folder.path();
    let of =
        |name: &'static str, bin: &'static str| ["--manifest-path", name, "--bin", bin, "--output", "out.rs"];
    check(
        place,
        &["--manifest-path", "good/Cargo.toml"],
        2,
        "error: `--manifest-path` requires `--bin` or `--example`",
    );
    check(
        place,
        &["--manifest-path", "good/Cargo.toml", "--bin", "game"],
        2,
        "error: `--manifest-path` requires `--output`",
    );
    check(
        place,
        &of("good/Cargo.toml", "gam"),
        1,
        "error: cannot bundle `gam`: no bin `gam` in good/Cargo.toml; known: game",
    );
    check(
        place,
        &of("none/Cargo.toml", "game"),
        1,
        "error: cannot bundle `game`: cannot read none/Cargo.toml: manifest path `none/Cargo.toml` does not exist",
    );
    let native = "error: cannot bundle `game`: `sys` 0.1.0 (of `game`) links the native library `m`, which a judge does not have";
    check(place, &of("native/Cargo.toml", "game"), 1, native);

    let said = finish(&mut bundler(place, &of("broken/Cargo.toml", "game")), "");
    let said = String::from_utf8(said.stderr).unwrap();
    assert!(said.contains("unclosed table") && said.contains("broken/Cargo.toml:1:9"), "{said}");
    let said = finish(&mut bundler(place, &of("wrong/Cargo.toml", "game")), "");
    let said = String::from_utf8(said.stderr).unwrap();
    assert!(said.contains("`game` does not build") && said.contains("src/main.rs:1:13"), "{said}");

    let nowhere = ["--manifest-path", "good/Cargo.toml", "--bin", "game", "--output", "/proc/out.rs"];
    check(place, &nowhere, 1, "error: cannot write /proc/out.rs: entity not found");
    let folder = ["--manifest-path", "good/Cargo.toml", "--bin", "game", "--output", "good"];
    check(place, &folder, 1, "error: cannot write good: it is a folder");
}

#[test]
fn what_c_cannot_have_is_refused() {
    let folder = package(&[]);
    let refuse = |arguments: &[&str], expected: &str| {
        let arguments =
            [&["--manifest-path", "Cargo.toml", "--bin", "game", "--output", "out.rs"], arguments];
        check(folder.path(), &arguments.concat(), 2, expected);
    };
    refuse(&["--lang", "c", "--minify"], "error: `--minify` is for bundles in Rust, not in C");
    refuse(
        &["--lang", "c", "--judge", "uva", "--rustc", "rustc"],
        "error: `--rustc` is for bundles in Rust, not in C",
    );
    refuse(
        &["--judge", "uva", "--edition", "2021"],
        "error: `--edition` is for bundles in Rust; UVa does not accept Rust, its bundles are in C",
    );
}

#[test]
#[cfg(unix)]
fn what_c_needs_is_told_with_the_command_that_brings_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = package(&[
        ("Cargo.toml", MANIFEST),
        ("src/main.rs", "fn main() {}"),
        ("tools/gcc", "#!/bin/sh\n"),
        ("rustc", "#!/bin/sh\necho /nowhere\n"),
    ]);
    let place = folder.path();
    for tool in ["tools/gcc", "rustc"] {
        fs::set_permissions(place.join(tool), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let arguments = ["--manifest-path", "Cargo.toml", "--bin", "game", "--output", "out.rs", "--lang", "c"];
    let mut call = bundler(place, &arguments);
    call.env("PATH", place.join("nothing"));
    check_call(
        place,
        &mut call,
        1,
        "error: cannot bundle `game`: no C compiler: there is no `gcc` here; `apt-get install gcc` brings it",
    );
    call.env("PATH", place.join("tools")).env("RUSTC", place.join("rustc"));
    check_call(
        place,
        &mut call,
        1,
        "error: cannot bundle `game`: Rust's standard library for wasm32-wasip1 is not here: \
         `rustup target add wasm32-wasip1` brings it",
    );
}

#[test]
fn blanks_in_paths_and_readers_that_leave_are_nothing_wrong() {
    let folder = package(&[
        ("a game/Cargo.toml", MANIFEST),
        ("a game/src/main.rs", "mod other; fn main() { println!(\"{}\", other::f()) }"),
        ("a game/src/other.rs", "pub fn f() -> u32 { 1 }"),
    ]);
    let output = folder.path().join("new folder/out file.rs");
    let arguments =
        ["--manifest-path", "a game/Cargo.toml", "--bin", "game", "--output", "new folder/out file.rs"];
    let mut child = bundler(folder.path(), &arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(compile_and_run(&output, &["--edition", "2021"], "").unwrap().stdout, b"1\n");
    let text = fs::read_to_string(output).unwrap();
    assert!(!text.contains(&*folder.path().to_string_lossy()), "{text}");
}
