//! What the comment at the top of a bundle tells, in plain lines.

use crate::escape;
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
    lines.iter().map(|line| comment_line(line)).collect()
}

/// Returns a line that cannot leave a comment, in Rust or in C.
fn comment_line(line: &str) -> String {
    let mut line = escape::line(line).replace("*/", "* /").replace("/*", "/ *").replace("??/", "? ?/");
    if line.ends_with('\\') {
        // A C compiler would take the next line as part of this one.
        line.push('.');
    }
    line
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

#[cfg(test)]
mod tests {
    use super::{About, Credit, lines};
    use pretty_assertions::assert_eq;

    #[test]
    fn no_line_leaves_its_comment() {
        let about = About { problem: vec!["Evil\nfn main() {}".to_owned()], ..About::default() };
        let credit = Credit {
            name: "krate".to_owned(),
            version: "1.0.0".to_owned(),
            license: "MIT\r\nuse evil;".to_owned(),
            notices: vec!["Copyright */ \u{202e} me ??/".to_owned(), "Copyright 2 \\".to_owned()],
        };
        let found = lines(&about, &[credit]);
        assert_eq!(found[1], "Evil\\nfn main() {}");
        assert_eq!(found[3], "  krate 1.0.0, MIT\\r\\nuse evil;");
        assert_eq!(found[4], "    Copyright * / \\u{202e} me ? ?/");
        assert_eq!(found[5], "    Copyright 2 \\.");
    }

    #[test]
    fn notices_are_read_from_licence_files_alone() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["LICENSE-MIT", "licence", "COPYING", "COPYRIGHT.txt", "README.md", "main.rs"] {
            let text = format!("x\n Copyright (c) {name}\nCopyright (c) [name]\n");
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let names = ["COPYING", "COPYRIGHT.txt", "LICENSE-MIT", "licence"];
        let expected: Vec<String> = names.iter().map(|name| format!("Copyright (c) {name}")).collect();
        assert_eq!(super::notices(folder.path()), expected);
    }
}
