//! Programs that tests run: compiled from one file each, and kept for the next time.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The executable of a program in one file, compiled by plain rustc unless it is newer than its source.
pub(crate) fn compiled(source: &Path) -> PathBuf {
    let name = source.components().rev().take(4).map(|part| part.as_os_str().to_string_lossy());
    let name: String = name.collect::<Vec<_>>().join("-").replace('.', "-");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let changed = |path: &Path| path.metadata().and_then(|metadata| metadata.modified());
    if !changed(&program).is_ok_and(|built| changed(source).unwrap() < built) {
        // Tests may want the same program at the same time: each builds its own, and the last one stays.
        let own = program.with_extension(format!("{:?}", std::thread::current().id()));
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        let built = command.args(["--edition=2021", "-O", "-o"]).arg(&own).arg(source).status().unwrap();
        assert!(built.success(), "{}: {built}", source.display());
        fs::rename(own, &program).unwrap();
    }
    program
}
