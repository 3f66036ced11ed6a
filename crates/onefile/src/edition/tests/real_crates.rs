//! Upgrades of real crates.

use super::apply;
use crate::edition::{Advice, Edition, advise};
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Upgrades crates of the registry and compiles them: `cargo test -p onefile real_crates --
/// --ignored --nocapture`. Crates that cargo has not unpacked are left out.
#[test]
#[ignore = "needs crates of the registry"]
fn real_crates_compile_in_2024() {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).unwrap();
    let registry = fs::read_dir(home.join("registry/src")).unwrap().next().unwrap().unwrap().path();
    let folder = tempfile::tempdir().unwrap();
    let mut converted = 0;
    for (name, features) in [
        ("memchr-2.8.3", "alloc std"),
        ("nom-8.0.0", "alloc std"),
        ("smallvec-1.16.6", "union"),
        ("arrayvec-0.7.8", "std"),
        ("fixedbitset-0.5.9", "std"),
        ("either-1.19.0", "std use_std"),
        ("num-traits-0.2.19", "std"),
        ("rustc-hash-2.1.3", "std"),
        ("anyhow-1.0.105", "std"),
    ] {
        let source = registry.join(name);
        if !source.exists() {
            continue;
        }
        let manifest = fs::read_to_string(source.join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let from = manifest["package"].get("edition").map_or("2015", |edition| edition.as_str().unwrap());
        let crate_name = name.rsplit_once('-').unwrap().0.replace('-', "_");
        let mut flags = vec![
            "--crate-type=lib".to_owned(),
            format!("--crate-name={crate_name}"),
            format!("-Ldependency={}", folder.path().display()),
        ];
        flags.extend(
            features.split(' ').flat_map(|feature| ["--cfg".to_owned(), format!("feature=\"{feature}\"")]),
        );
        if crate_name == "nom" {
            flags.push(format!("--extern=memchr={}/libmemchr.rmeta", folder.path().display()));
        }
        let with =
            |edition: &str| [&flags[..], &[format!("--edition={edition}"), "src/lib.rs".to_owned()]].concat();
        let advice = advise(&with(from), &source, &BTreeMap::new(), Edition::E2024).unwrap();
        let copy = folder.path().join(name);
        copy_converted(&source, &copy, &advice);
        let output = Command::new("rustc")
            .args(with("2024"))
            .args(["--cap-lints=allow", "--emit=metadata", "--out-dir"])
            .arg(folder.path())
            .current_dir(&copy)
            .output()
            .unwrap();
        let (changes, drops) =
            (advice.changes.values().map(Vec::len).sum::<usize>(), advice.drop_order.len());
        println!("{name}: {from}, {changes} changes, {drops} places of drops, refused {:?}", advice.refusals);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        converted += 1;
    }
    assert!(converted > 0, "no crate is there");
}

fn copy_converted(from: &Path, to: &Path, advice: &Advice) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_converted(&path, &target, advice);
        } else if let Ok(text) = fs::read_to_string(&path) {
            fs::write(target, apply(&text, &advice.changes_in(&path, &text))).unwrap();
        }
    }
}
