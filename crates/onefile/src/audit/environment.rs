//! Refuses variables whose value depends on the folder that cargo is run in.
//!
//! Cargo reads `.cargo/config.toml` in the current folder and above it, not beside the manifest. The bundler runs cargo
//! in the package's folder; where the caller's own cargo would see another `[env]` table, no value is the right one.

use crate::graph::Graph;
use anyhow::{Result, bail};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
};

/// Checks the variables that the crates read.
///
/// # Errors
/// If a configuration file sets one of them and only applies to one of the two folders.
pub fn check(graph: &Graph) -> Result<()> {
    let package = graph.units[0].package_folder();
    let (here, there) = (settings(&env::current_dir()?), settings(package));
    for unit in &graph.units {
        for name in unit.environment.keys() {
            let (file, other) = match (here.get(name), there.get(name)) {
                (None, None) => continue,
                (Some(one), Some(two)) if one == two => continue,
                (Some(file), _) => (file, package.to_owned()),
                (None, Some(file)) => (file, env::current_dir()?),
            };
            bail!(
                "{}: `{name}` is read, and {} sets it, which cargo does not read in {}; \
                 run the bundler in the package's folder",
                unit.name,
                file.display(),
                other.display()
            );
        }
    }
    Ok(())
}

/// Returns the names in the `[env]` tables that cargo reads in a folder, each with the nearest file that sets it.
fn settings(folder: &Path) -> BTreeMap<String, PathBuf> {
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let mut found = BTreeMap::new();
    for ancestor in folder.ancestors() {
        let files = ["config", "config.toml"].map(|name| ancestor.join(".cargo").join(name));
        if let Some(file) = files.into_iter().find(|file| file.is_file()) {
            for name in names(&fs::read_to_string(&file).unwrap_or_default()) {
                found.entry(name).or_insert_with(|| file.clone());
            }
        }
    }
    found
}

/// Returns the names in the `[env]` table of a configuration.
fn names(config: &str) -> BTreeSet<String> {
    let table = config.parse::<toml::Table>().unwrap_or_default();
    let env = table.get("env").and_then(toml::Value::as_table);
    env.into_iter().flat_map(|env| env.keys().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_nearest_file_that_sets_a_variable() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(folder.path()).expect("exists");
        for (path, text) in [
            (".cargo/config.toml", "[env]\nA = \"1\"\nB = { value = \"2\", force = true }\n"),
            ("inner/.cargo/config.toml", "[env]\nB = \"3\"\n[build]\njobs = 1\n"),
        ] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        let found = settings(&root.join("inner"));
        let expected = [("A", ".cargo/config.toml"), ("B", "inner/.cargo/config.toml")];
        let expected = expected.map(|(name, path)| (name.to_owned(), root.join(path)));
        assert_eq!(found, BTreeMap::from(expected));
    }
}
