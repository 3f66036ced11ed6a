//! What the comment at the top of a bundle tells, in plain lines.

use std::{collections::BTreeMap, fs, path::Path};

/// What a header tells beside the crates.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// The problem's name and where it is from, line by line.
    pub problem: Vec<String>,
    /// The command that makes the bundle.
    pub command: String,
    /// Cases that the bundle passes.
    pub fixtures: Option<usize>,
}

/// A crate that a bundle has parts of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Credit {
    pub name: String,
    pub version: String,
    pub license: String,
    /// Who has the copyright, as a licence may want it told.
    pub notices: Vec<String>,
}

impl Credit {
    /// Reads it from the variables that cargo gave rustc; a package from elsewhere wants its notices told.
    pub fn of(variables: &BTreeMap<String, String>, from_elsewhere: bool) -> Credit {
        let variable = |name: &str| variables.get(name).cloned().unwrap_or_default();
        Credit {
            name: variable("CARGO_PKG_NAME"),
            version: variable("CARGO_PKG_VERSION"),
            license: variable("CARGO_PKG_LICENSE"),
            notices: match variables.get("CARGO_MANIFEST_DIR") {
                Some(folder) if from_elsewhere => notices(Path::new(folder)),
                _ => Vec::new(),
            },
        }
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let license = if self.license.is_empty() { String::new() } else { format!(", {}", self.license) };
        let first = format!("  {} {}{license}", self.name, self.version);
        [first].into_iter().chain(self.notices.iter().map(|notice| format!("    {notice}")))
    }
}

/// The problem, the proof and the crates.
pub fn lines(about: &About, credits: &[Credit]) -> Vec<String> {
    let mut lines = vec![format!("Bundled into one file: {}", about.command)];
    lines.extend(about.problem.iter().cloned());
    lines.extend(about.fixtures.map(|count| format!("Passes all {count} cases of its fixtures.")));
    if !credits.is_empty() {
        lines.push("Holds the parts that it uses of:".to_owned());
    }
    lines.extend(credits.iter().flat_map(Credit::lines));
    lines
}

/// The copyright lines of a package's licence files.
fn notices(package: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(package) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT"].iter().any(|start| name.starts_with(start))
    });
    paths.sort();
    let mut found: Vec<String> = Vec::new();
    for path in paths {
        let Ok(text) = fs::read_to_string(path) else { continue };
        for line in text.lines().map(str::trim) {
            let names_owner = line.starts_with("Copyright (c) ")
                || line.starts_with("Copyright ©")
                || line.starts_with("Copyright 2");
            let template = line.contains('[') || line.contains('{');
            if names_owner && !template && !found.iter().any(|known| known == line) {
                found.push(line.to_owned());
            }
        }
    }
    found
}
