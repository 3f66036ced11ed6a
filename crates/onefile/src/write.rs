//! Writes files and folders so that a failure or an interruption leaves the previous result.
//!
//! A result is written beside its target and then renamed. What no earlier run wrote is not replaced
//! unless the user forces it, and folders with manifests, repositories or tracked files never are.

use anyhow::{Context as _, Result, bail, ensure};
use std::{
    env,
    ffi::OsStr,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write as _},
    path::{Component, Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// The file that marks a folder as written by this tool.
pub const MARKER: &str = ".written-by-xtask";
/// The first line of the marker file.
const MARKER_LINE: &str = "Written by cargo xtask and replaced by its next run. Format 1.";

/// The permission to replace files and folders that no earlier run wrote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Overwrite {
    /// Replaces only what is certainly a result.
    #[default]
    Results,
    /// Replaces what the user named with `--force`.
    Forced,
}

impl Overwrite {
    /// Returns the permission that a `--force` flag gives.
    pub fn forced_if(force: bool) -> Overwrite {
        if force { Overwrite::Forced } else { Overwrite::Results }
    }
}

/// Replaces a file with a text. Devices and pipes are written to, and links are followed.
///
/// # Errors
/// If [`check_file`] refuses the path, or it cannot be written. The previous file is kept then.
pub fn file(text: &str, path: &Path, overwrite: Overwrite) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        let mut stream = OpenOptions::new().write(true).open(path).with_context(cannot)?;
        return stream.write_all(text.as_bytes()).with_context(cannot);
    }
    if fs::read(path).is_ok_and(|known| known == text.as_bytes()) {
        return Ok(());
    }
    check_file(path, overwrite)?;
    stream(path, |file| Ok(file.write_all(text.as_bytes())?))
}

/// Replaces a file with what `write` puts into a new one, without looking at what is replaced.
///
/// # Errors
/// If `write` fails or the file cannot be written. The previous file is kept then.
pub fn stream(path: &Path, write: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let is_link = fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink());
    let target = if is_link { path.canonicalize().with_context(cannot)? } else { path.to_owned() };
    let folder = parent(&target);
    fs::create_dir_all(folder).with_context(cannot)?;
    // The message names the target and not the temporary file.
    let unnamed = |error: io::Error| anyhow::Error::new(io::Error::from(error.kind()));
    let mut file = tempfile::Builder::new().tempfile_in(folder).map_err(unnamed).with_context(cannot)?;
    write(file.as_file_mut()).with_context(cannot)?;
    let earlier = fs::metadata(&target).ok().map(|data| data.permissions());
    if let Some(permissions) = earlier {
        ensure!(!permissions.readonly(), "{}: the file is read-only", cannot());
        file.as_file().set_permissions(permissions).with_context(cannot)?;
    } else {
        make_readable(file.as_file()).with_context(cannot)?;
    }
    file.as_file().sync_data().with_context(cannot)?;
    file.persist(&target).map_err(|error| unnamed(error.error)).with_context(cannot)?;
    Ok(())
}

#[cfg(unix)]
fn make_readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &File) -> io::Result<()> {
    Ok(())
}

/// Checks that a file may be replaced, which is worth doing before the work for it.
///
/// # Errors
/// If it is a folder, or a tracked file and not forced.
pub fn check_file(path: &Path, overwrite: Overwrite) -> Result<()> {
    ensure!(path.file_name().is_some(), "cannot write {}: it names no file", path.display());
    ensure!(!path.is_dir(), "cannot write {}: it is a folder", path.display());
    if overwrite == Overwrite::Forced || !path.exists() {
        return Ok(());
    }
    // The link may be untracked while the file behind it is tracked.
    let target = path.canonicalize().with_context(|| format!("cannot read {}", path.display()))?;
    if is_tracked(path)? || is_tracked(&target)? {
        bail!("refusing to replace {}: git tracks it; pass `--force` to replace it", path.display());
    }
    Ok(())
}

/// Checks that a folder may be replaced, which is worth doing before the work for it.
///
/// # Errors
/// If it is a link or a file; if it holds a manifest, a repository or tracked files, even if forced; or
/// if no earlier run wrote it and it is not forced.
pub fn check_folder(folder: &Path, overwrite: Overwrite) -> Result<()> {
    let shown = folder.display();
    let named = matches!(folder.components().next_back(), Some(Component::Normal(_)));
    ensure!(named, "refusing to replace {shown}: it names no folder of its own");
    let Ok(data) = fs::symlink_metadata(folder) else { return Ok(()) };
    ensure!(!data.is_symlink(), "refusing to replace {shown}: it is a symbolic link");
    ensure!(data.is_dir(), "refusing to replace {shown}: it is not a folder");
    if let Some(found) = find_source(folder)? {
        bail!("refusing to replace {shown}: it holds {}", found.display());
    }
    ensure!(!is_tracked(folder)?, "refusing to replace {shown}: git tracks files in it");
    let is_empty = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    if overwrite == Overwrite::Forced || is_empty || is_marked(folder) {
        return Ok(());
    }
    bail!(
        "refusing to replace {shown}: no earlier run wrote it (it has no `{MARKER}`); \
         pass `--force` to replace it"
    );
}

fn is_marked(folder: &Path) -> bool {
    let marker = folder.join(MARKER);
    fs::symlink_metadata(&marker).is_ok_and(|data| data.is_file())
        && fs::read_to_string(&marker).is_ok_and(|text| text.lines().next() == Some(MARKER_LINE))
}

/// Returns a path below `folder` that shows that people work there.
fn find_source(folder: &Path) -> Result<Option<PathBuf>> {
    let context = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(context)? {
        let entry = entry.with_context(context)?;
        let name = entry.file_name();
        if [".git", ".hg", ".jj", "Cargo.toml"].iter().any(|known| name.eq_ignore_ascii_case(known)) {
            return Ok(Some(entry.path()));
        }
        if entry.file_type().with_context(context)?.is_dir()
            && let Some(found) = find_source(&entry.path())?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Returns `true` if git tracks a file, or a file in a folder.
///
/// # Errors
/// If the path is in a repository and git gives no answer.
fn is_tracked(path: &Path) -> Result<bool> {
    let folder = parent(path);
    let absolute = folder.canonicalize().with_context(|| format!("cannot read {}", folder.display()))?;
    if !absolute.ancestors().any(|ancestor| ancestor.join(".git").exists()) {
        return Ok(false);
    }
    let mut git = Command::new("git");
    git.arg("--literal-pathspecs").arg("-C").arg(&absolute).args(["ls-files", "-z", "--"]);
    git.arg(path.file_name().unwrap_or(OsStr::new("."))).stdin(Stdio::null());
    for (name, _) in env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"GIT_")) {
        git.env_remove(name);
    }
    let context = || format!("cannot find out whether git tracks {}", path.display());
    let output = git.output().with_context(context)?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        bail!("{}: {}", context(), error.trim().escape_debug());
    }
    Ok(!output.stdout.is_empty())
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A folder in the making, beside the one that it will replace. It is removed unless it is finished.
#[derive(Debug)]
pub struct NewFolder {
    target: PathBuf,
    overwrite: Overwrite,
    /// Holds the new folder, and later the previous one, for which the file system is certainly the same.
    beside: TempDir,
}

impl NewFolder {
    /// Creates an empty folder for the contents of `target`.
    ///
    /// # Errors
    /// If [`check_folder`] refuses the target, or nothing can be written beside it.
    pub fn new(target: &Path, overwrite: Overwrite) -> Result<NewFolder> {
        check_folder(target, overwrite)?;
        let cannot = || format!("cannot write {}", target.display());
        fs::create_dir_all(parent(target)).with_context(cannot)?;
        let beside = tempfile::Builder::new().prefix(".new-").tempdir_in(parent(target));
        let beside = beside.map_err(|error| io::Error::from(error.kind())).with_context(cannot)?;
        let folder = NewFolder { target: target.to_owned(), overwrite, beside };
        fs::create_dir(folder.path()).with_context(cannot)?;
        fs::write(folder.path().join(MARKER), format!("{MARKER_LINE}\n")).with_context(cannot)?;
        Ok(folder)
    }

    /// The folder to fill.
    pub fn path(&self) -> PathBuf {
        self.beside.path().join(self.target.file_name().unwrap_or_default())
    }

    /// Puts the folder in place of the target.
    ///
    /// # Errors
    /// If the target has become one that must not be replaced, or cannot be renamed. It is kept then.
    pub fn finish(self) -> Result<()> {
        check_folder(&self.target, self.overwrite)?;
        let cannot = || format!("cannot write {}", self.target.display());
        let previous = self.beside.path().join("previous");
        let exists = fs::symlink_metadata(&self.target).is_ok();
        if exists {
            fs::rename(&self.target, &previous).with_context(cannot)?;
        }
        if let Err(error) = fs::rename(self.path(), &self.target) {
            if exists && fs::rename(&previous, &self.target).is_err() {
                let kept = self.beside.keep();
                bail!("{}: {error}; the previous folder is in {}", cannot(), kept.display());
            }
            return Err(error).with_context(cannot);
        }
        Ok(())
    }
}

/// The lock of an output folder. It is released when the value is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Locks an output folder, which is created. Waits, with a message, while another process has the lock.
///
/// # Errors
/// If the folder or its lock file cannot be written.
pub fn lock(folder: &Path) -> Result<Lock> {
    let cannot = || format!("cannot lock {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    let path = folder.join(".lock");
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).open(&path).with_context(cannot)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            eprintln!("waiting for another run that uses {}", folder.display());
            file.lock().with_context(cannot)?;
        }
        Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
    }
    Ok(Lock { _file: file })
}

#[cfg(test)]
mod tests;
