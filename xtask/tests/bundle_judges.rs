//! Bundles for judges that differ from plain rustc: with crates of their own, on another platform.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use pretty_assertions::assert_eq;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use support::{compile_and_run, finish, lay_out};
use tempfile::TempDir;

/// A package `p` with a library `l` beside it.
struct Package {
    folder: TempDir,
}

impl Package {
    /// What the program and what the library depend on, and their texts.
    fn new(dependencies: [&str; 2], main: &str, library: &str) -> Package {
        let package = Package { folder: TempDir::new().unwrap() };
        let manifest = |name: &str, dependencies: &str, more: &str| {
            format!(
                "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\n{dependencies}\n{more}"
            )
        };
        // These very versions are on this machine, for the project itself is built with them.
        let lock = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock")).unwrap();
        lay_out(
            package.folder.path(),
            &[
                (
                    "Cargo.toml".to_owned(),
                    manifest("p", dependencies[0], "l = { path = \"l\" }\n\n[workspace]").into_bytes(),
                ),
                ("Cargo.lock".to_owned(), lock),
                ("src/main.rs".to_owned(), main.as_bytes().to_vec()),
                ("l/Cargo.toml".to_owned(), manifest("l", dependencies[1], "").into_bytes()),
                ("l/src/lib.rs".to_owned(), library.as_bytes().to_vec()),
            ],
        );
        package
    }

    /// The bundle's path, or what the bundler says.
    fn bundle(&self, judge: &str) -> Result<PathBuf, String> {
        let bundle = self.folder.path().join("bundle.rs");
        let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
        tool.args(["bundle", "--bin", "p", "--judge", judge, "--manifest-path"])
            .arg(self.folder.path().join("Cargo.toml"))
            .arg("--output")
            .arg(&bundle);
        let output = finish(&mut tool, "");
        let said = String::from_utf8(output.stderr).unwrap();
        if output.status.success() { Ok(bundle) } else { Err(said.trim_end().to_owned()) }
    }
}

#[test]
fn what_a_judge_gives_is_left_out() {
    let library = "\
#[macro_export]
macro_rules! widest { () => { $crate::real::c_long::MAX } }
pub use libc as real;
pub fn width() -> usize { std::mem::size_of::<libc::c_int>() }
pub fn unused() -> libc::c_char { 1 }
";
    let main = "\
fn zero() -> c::c_int { c::EXIT_SUCCESS }
fn main() { println!(\"{} {} {}\", zero(), l::width(), l::widest!() > 0); }
";
    let dependencies = ["c = { package = \"libc\", version = \"0.2\" }", "libc = \"0.2\""];
    let package = Package::new(dependencies, main, library);
    let text = fs::read_to_string(package.bundle("dmoj").unwrap()).unwrap();
    assert!(text.contains("fn zero() -> ::libc::c_int { ::libc::EXIT_SUCCESS }"), "{text}");
    assert!(text.contains("size_of::<libc::c_int>()"), "{text}");
    assert!(text.contains("// Uses what the judge gives:\n//   libc 0.2."), "{text}");
    assert!(!text.contains("mod libc") && !text.contains("fn unused"), "{text}");
}

#[test]
fn another_platform_gets_only_what_is_the_same_there() {
    let refused =
        |main: &str, library: &str| Package::new(["", ""], main, library).bundle("codeforces").unwrap_err();
    let library = "\
#[cfg(windows)] pub fn slash() -> char { '\\\\' }
#[cfg(not(windows))] pub fn slash() -> char { '/' }
#[cfg(any(unix, windows))] pub fn known() -> u32 { if cfg!(target_pointer_width = \"64\") { 64 } else { 32 } }
#[cfg(target_os = \"linux\")] pub fn unused() { slash(); }
";
    let said = refused("fn main() { println!(\"{}\", l::slash()); }", library);
    assert_eq!(
        said,
        "error: cannot bundle `p`: l: src/lib.rs:1:1: `#[cfg(windows)]` differs between Windows and this machine, \
         where the bundle is verified"
    );
    let said = refused("fn main() { let _ = std::os::unix::process::parent_id(); }", "");
    assert_eq!(
        said,
        "error: cannot bundle `p`: p: src/main.rs:1:26: `std::os::unix` does not exist on Windows"
    );

    let package = Package::new(["", ""], "fn main() { println!(\"{}\", l::known()); }", library);
    let bundle = package.bundle("codeforces").unwrap();
    let text = fs::read_to_string(&bundle).unwrap();
    assert!(!text.contains("windows") && !text.contains("slash"), "{text}");
    assert_eq!(compile_and_run(&bundle, &["--edition", "2024"], "").unwrap().stdout, b"64\n");
}

#[test]
fn items_of_std_newer_than_the_judges_are_refused() {
    let main = "fn main() { println!(\"{}\", 6u32.is_multiple_of(l::three())); }";
    let library = "pub fn three() -> u32 { 3 }\npub fn unused() -> bool { 4u8.is_multiple_of(2) }\n";
    let refusal = Package::new(["", ""], main, library).bundle("kattis").unwrap_err();
    // The judge's own compiler reports it in other words, where it is installed.
    assert!(refusal.contains("src/main.rs:1:33") && refusal.contains("is_multiple_of"), "{refusal}");
    let main = "fn main() { println!(\"{}\", 6u32 % l::three()); }";
    Package::new(["", ""], main, library).bundle("kattis").unwrap();
}
