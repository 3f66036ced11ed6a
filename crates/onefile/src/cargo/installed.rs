//! The compilers that rustup has installed.

use cargo_metadata::semver::Version;
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Returns the rustc of a version, if rustup has a toolchain for it.
pub fn rustc_of(version: &Version) -> Option<PathBuf> {
    let home = match env::var_os("RUSTUP_HOME") {
        Some(home) => PathBuf::from(home),
        None => env::home_dir()?.join(".rustup"),
    };
    find(&home.join("toolchains"), version)
}

/// Returns the command that installs a version.
pub fn install_command(version: &Version) -> String {
    format!("rustup toolchain install {version} --profile minimal")
}

/// Looks for a folder such as `1.85.0-x86_64-unknown-linux-gnu`.
fn find(toolchains: &Path, version: &Version) -> Option<PathBuf> {
    let start = format!("{version}-");
    let folders = fs::read_dir(toolchains).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<PathBuf> = folders
        .filter(|folder| folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start)))
        .map(|folder| folder.join("bin").join(format!("rustc{}", env::consts::EXE_SUFFIX)))
        .filter(|rustc| rustc.is_file())
        .collect();
    found.sort();
    found.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toolchain_is_found_by_its_full_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let bin = folder.path().join("1.85.0-x86_64-unknown-linux-gnu/bin");
        fs::create_dir_all(&bin).expect("a folder");
        let rustc = bin.join(format!("rustc{}", env::consts::EXE_SUFFIX));
        fs::write(&rustc, "").expect("a file");
        assert_eq!(find(folder.path(), &Version::new(1, 85, 0)), Some(rustc));
        assert_eq!(find(folder.path(), &Version::new(1, 85, 1)), None);
        assert_eq!(find(folder.path(), &Version::new(1, 8, 0)), None);
    }
}
