//! What the tests that bundle whole programs share.

#![allow(dead_code, reason = "not every test needs all of it")]

use onefile::emit::{
    minify,
    rename::{Compilation, rename},
};
use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

/// Writes what differs, so that cargo finds the rest as fresh as it left it.
pub(crate) fn lay_out(folder: &Path, files: &[(String, Vec<u8>)]) {
    for (path, bytes) in files {
        let path = folder.join(path);
        if fs::read(&path).is_ok_and(|known| known == *bytes) {
            continue;
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

pub(crate) fn finish(command: &mut Command, input: &str) -> Output {
    // What runs this test must not reach the cargo that it starts.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("CARGO_PKG_") || name == "CARGO_MANIFEST_DIR" || name == "CARGO_MANIFEST_PATH" {
            command.env_remove(name);
        }
    }
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // While somebody reads: both pipes may be full. A program that does not read its input may be gone already.
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        child.wait_with_output().unwrap()
    })
}

/// Compiles one file with plain rustc; gives the executable.
pub(crate) fn compile(source: &Path, flags: &[&str]) -> Result<PathBuf, String> {
    let program = source.with_extension("out");
    let mut rustc = Command::new("rustc");
    // Not every file's name is a name for a crate.
    rustc.args(flags).args(["-Awarnings", "--crate-name=program", "-o"]).arg(&program).arg(source);
    let compiled = finish(&mut rustc, "");
    if !compiled.status.success() {
        return Err(format!("the bundle does not compile: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    Ok(program)
}

/// Compiles one file with plain rustc and runs it.
pub(crate) fn compile_and_run(source: &Path, flags: &[&str], input: &str) -> Result<Output, String> {
    Ok(finish(&mut Command::new(compile(source, flags)?), input))
}

/// Minifies a bundle as `--minify` does; `folder` is for the compiler.
pub(crate) fn minify(text: &str, edition: &str, folder: &Path) -> Result<String, String> {
    let edition = edition.parse().expect("an edition");
    let compilation = Compilation { edition, arguments: &[], targeted: false, folder };
    let renamed = rename(text, compilation).map_err(|error| format!("{error:#}"))?;
    if let Some(note) = &renamed.note {
        eprintln!("note: {}: {note}", folder.display());
    }
    minify::minify(&renamed.text, "").map_err(|error| format!("{error:#}"))
}
