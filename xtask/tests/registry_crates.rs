//! Programs that use crates of the registry, as contests do: built by cargo, bundled, compiled by plain rustc, compared.
//!
//! One program a file in `registry/`, its dependencies between `---` lines at the top. Needs the registry, so it is
//! run by hand: `cargo test -p xtask --test registry_crates -- --ignored --nocapture` prints the table; the variable
//! `REGISTRY_CRATES` picks those whose name contains its value, `REGISTRY_GROUP=2/5` every fifth from the second on. A
//! program that does not work yet says why in `registry/known.txt`, a name and the reason a line; the test fails where
//! that list is wrong either way.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};
use support::{compile_and_run, finish, lay_out};

const INPUT: &str = "1 2 3\n";

#[test]
#[ignore = "needs the registry and takes minutes"]
fn programs_with_registry_crates_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/registry");
    let known = fs::read_to_string(folder.join("known.txt")).unwrap();
    let wanted = env::var("REGISTRY_CRATES").unwrap_or_default();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    paths.sort();
    let (group, groups) = group();
    let paths: Vec<PathBuf> = paths.into_iter().skip(group - 1).step_by(groups).collect();
    let mut surprises = Vec::new();
    let mut working = 0;
    println!("program          bytes  minified  verdict");
    for path in &paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if !name.contains(&wanted) {
            continue;
        }
        let reason = known.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        let found = verdict(&name, &fs::read_to_string(path).unwrap());
        let row = match &found {
            Ok((bytes, minified)) => format!("{bytes:8}  {minified:8}  same"),
            Err(why) => format!("{:>8}  {:>8}  {}", "-", "-", why.lines().next().unwrap_or_default()),
        };
        println!("{name:14}{row}");
        working += usize::from(found.is_ok());
        match (found, reason) {
            (Ok(_), Some(reason)) => surprises.push(format!("{name} works, though known.txt says: {reason}")),
            (Err(why), None) => surprises.push(format!("{name}: {why}")),
            _ => {}
        }
    }
    println!("{working} work");
    assert!(surprises.is_empty(), "{}", surprises.join("\n\n"));
}

/// The group of programs to run, counted from 1, and the number of groups.
fn group() -> (usize, usize) {
    let Ok(wanted) = env::var("REGISTRY_GROUP") else { return (1, 1) };
    let parts = wanted.split_once('/').and_then(|(group, of)| Some((group.parse().ok()?, of.parse().ok()?)));
    parts
        .filter(|&(group, of)| (1..=of).contains(&group))
        .unwrap_or_else(|| panic!("`REGISTRY_GROUP={wanted}` is no group, as 1/4 is"))
}

/// The size of the bundle and of the minified one, or what went wrong.
fn verdict(name: &str, program: &str) -> Result<(usize, usize), String> {
    let target_folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("registry-crates");
    let folder = target_folder.join("programs").join(name);
    let mut parts = program.splitn(3, "---\n");
    let (_, dependencies, body) = (parts.next(), parts.next().unwrap(), parts.next().unwrap());
    let manifest = format!(
        "[package]\nname = \"program\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n\n{dependencies}"
    );
    lay_out(
        &folder,
        &[
            ("Cargo.toml".to_owned(), manifest.into_bytes()),
            ("src/main.rs".to_owned(), body.as_bytes().to_vec()),
        ],
    );
    let manifest = folder.join("Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--release", "--manifest-path"]).arg(&manifest);
    let expected = finish(cargo.env("CARGO_TARGET_DIR", &target_folder), INPUT);
    if !expected.status.success() {
        return Err(format!("the program does not run: {}", String::from_utf8_lossy(&expected.stderr)));
    }

    let bundle = target_folder.join(format!("{name}.rs"));
    let _ = fs::remove_file(&bundle);
    let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
    tool.args(["bundle", "--bin", "program", "--manifest-path"]).arg(&manifest).arg("--output").arg(&bundle);
    let output = finish(tool.env("CARGO_TARGET_DIR", &target_folder), "");
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = fs::read_to_string(&bundle).map_err(|error| error.to_string())?;
    let short = support::minify(&text, "2021", &folder)?;
    let minified = target_folder.join(format!("{name}.min.rs"));
    fs::write(&minified, &short).unwrap();
    for source in [&bundle, &minified] {
        let found = compile_and_run(source, &["--edition", "2021", "-O"], INPUT)?;
        if found.stdout != expected.stdout || found.status.code() != expected.status.code() {
            return Err(format!("{} does something else than the program", source.display()));
        }
    }
    Ok((text.len(), short.len()))
}
