//! An interruption at any moment ends all child processes and leaves no temporary file.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use std::{
    fs,
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// Writes a package with a library, so that all stages have work.
fn write_package(folder: &Path) {
    let manifest = "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
                    [dependencies]\nl = { path = \"l\" }\n";
    let library = "[package]\nname = \"l\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::create_dir_all(folder.join("l/src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/main.rs"), "fn main() { println!(\"{}\", l::f()); }\n").unwrap();
    fs::write(folder.join("l/Cargo.toml"), library).unwrap();
    fs::write(folder.join("l/src/lib.rs"), "pub fn f() -> u8 { 1 }\npub fn g() {}\n").unwrap();
}

/// Returns the processes whose environment names the folder.
fn processes_using(folder: &Path) -> Vec<String> {
    let folder = folder.to_str().unwrap().as_bytes();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment.windows(folder.len()).any(|part| part == folder) {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    found
}

#[test]
fn nothing_is_left_behind() {
    let package = tempfile::tempdir().unwrap();
    write_package(package.path());
    let scratch = tempfile::tempdir().unwrap();
    let mut interrupted = 0;
    for (round, signal) in [Signal::SIGINT, Signal::SIGTERM].into_iter().cycle().take(8).enumerate() {
        let output = package.path().join("out.rs");
        let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-onefile"))
            .args(["--output".as_ref(), output.as_os_str()])
            .current_dir(package.path())
            .env("TMPDIR", scratch.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(60 + 170 * u64::try_from(round).unwrap()));
        let _ = kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal);
        let status = child.wait().unwrap();
        // A signal before the handler is there ends the process as the system does.
        let early = status.signal() == Some(signal as i32);
        assert!(early || matches!(status.code(), Some(0 | 130)), "round {round}: {status}");
        interrupted += usize::from(status.code() == Some(130));
        let left: Vec<_> = fs::read_dir(scratch.path()).unwrap().collect();
        assert!(left.is_empty(), "round {round}: {left:?}");
        let deadline = 100;
        let gone = (0..deadline).any(|_| {
            thread::sleep(Duration::from_millis(20));
            processes_using(scratch.path()).is_empty()
        });
        assert!(gone, "round {round}: still running: {:?}", processes_using(scratch.path()));
    }
    assert!(interrupted > 0, "no run was interrupted");
}
