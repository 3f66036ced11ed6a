use super::{arguments, arguments::Cli, clipboard, samples};
use clap::{CommandFactory as _, Parser as _};
use pretty_assertions::assert_eq;
use std::{ffi::OsString, fs, path::PathBuf};

#[test]
fn the_definition_of_the_command_line_is_valid() {
    Cli::command().debug_assert();
}

#[test]
fn the_word_of_cargo_is_removed() {
    let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
    assert_eq!(arguments(words("cargo-onefile onefile --copy")), words("cargo-onefile --copy"));
    assert_eq!(arguments(words("cargo-onefile judges")), words("cargo-onefile judges"));
}

#[test]
fn minify_takes_a_scope_only_after_an_equals_sign() {
    let parse = |words: &str| Cli::try_parse_from(words.split(' ')).unwrap().bundle.target.minify;
    assert_eq!(parse("x --minify"), Some(crate::emit::MinifyScope::All));
    assert_eq!(parse("x --minify=libraries --bin a"), Some(crate::emit::MinifyScope::Libraries));
    assert_eq!(parse("x --bin a"), None);
    let judges = Cli::try_parse_from(["x", "judges", "--format", "json"]).unwrap();
    assert!(matches!(judges.command, Some(arguments::Command::Judges(_))));
    assert!(Cli::try_parse_from(["x", "--minify", "judges"]).is_err());
}

#[test]
fn the_clipboard_gets_base64() {
    assert_eq!(clipboard::escape_sequence("ab"), "\x1b]52;c;YWI=\x07");
    assert_eq!(clipboard::escape_sequence("abcd"), "\x1b]52;c;YWJjZA==\x07");
    assert_eq!(clipboard::escape_sequence("a\u{ff}\u{fe}"), "\x1b]52;c;YcO/w74=\x07");
}

#[test]
fn samples_are_found_in_folders_and_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        "tests/a/1.in",
        "tests/a/1.out",
        "tests/a/2.in",
        "tests/b/1.in",
        "tests/unit.rs",
        "samples/x.in",
        "samples/x.ans",
        "atcoder/in/1.txt",
        "atcoder/out/1.txt",
        "q.txt",
        "r.txt",
    ];
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    let found = |paths: &[&str], name: &str| {
        let paths: Vec<PathBuf> = paths.iter().map(|path| folder.path().join(path)).collect();
        let shown = |path: &PathBuf| path.strip_prefix(folder.path()).unwrap().display().to_string();
        let samples = samples::find(&paths, folder.path(), name).map_err(|error| error.to_string())?;
        let pair = |sample: samples::Sample| {
            format!("{} {}", shown(&sample.input), sample.answer.as_ref().map_or("-".to_owned(), shown))
        };
        Ok::<_, String>(samples.into_iter().map(pair).collect::<Vec<_>>().join("; "))
    };
    assert_eq!(found(&[], "a").unwrap(), "tests/a/1.in tests/a/1.out; tests/a/2.in -");
    let all = "tests/a/1.in tests/a/1.out; tests/a/2.in -; tests/b/1.in -; samples/x.in samples/x.ans";
    assert_eq!(found(&[], "c").unwrap(), all);
    assert_eq!(found(&["atcoder"], "c").unwrap(), "atcoder/in/1.txt atcoder/out/1.txt");
    assert_eq!(found(&["q.txt", "r.txt"], "c").unwrap(), "q.txt r.txt");
    assert_eq!(found(&["samples/x.ans", "samples/x.in"], "c").unwrap(), "samples/x.in samples/x.ans");
    assert_eq!(found(&["tests/b/1.in", "r.txt"], "c").unwrap(), "tests/b/1.in r.txt");
    assert!(found(&["q.txt"], "c").unwrap_err().starts_with("no answer for"));
    assert!(found(&["none"], "c").unwrap_err().starts_with("no file or folder"));
}
