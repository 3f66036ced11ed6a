//! Cleans up on Ctrl-C: ends the child processes and removes the temporary folders of this process.

use anyhow::{Context as _, Result};
use std::{
    fs,
    path::{Path, PathBuf},
    process,
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};
use tempfile::TempDir;

/// The exit status after an interruption: 128 and the number of SIGINT, as shells report it.
const INTERRUPTED: i32 = 130;

/// What an interruption has to clean up.
struct Registry {
    children: Vec<u32>,
    folders: Vec<PathBuf>,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { children: Vec::new(), folders: Vec::new() });

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes SIGINT, SIGTERM and SIGHUP (Ctrl-C on Windows) clean up and end this process with status 130.
///
/// # Errors
/// If the handler cannot be installed, as when there is one already.
pub fn install_handler() -> Result<()> {
    let handler = || {
        // Held until the end, so that nothing is started or made while everything is removed.
        let registry = registry();
        registry.children.iter().for_each(|&child| end_group(child));
        for folder in &registry.folders {
            // A child that was writing a moment ago may have left a file after the first pass.
            for _ in 0..10 {
                if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
                    break;
                }
            }
        }
        process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(handler).context("cannot handle interruptions")
}

/// Ends a child process and all that it has started.
#[cfg(unix)]
pub(crate) fn end_group(child: u32) {
    use nix::{
        sys::signal::{Signal, killpg},
        unistd::Pid,
    };
    let Ok(group) = i32::try_from(child).map(Pid::from_raw) else { return };
    // A linker that is asked to end removes its temporary files; one that is killed leaves them.
    let _ = killpg(group, Signal::SIGTERM);
    for _ in 0..50 {
        if killpg(group, None).is_err() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let _ = killpg(group, Signal::SIGKILL);
}

/// Does nothing: on other systems a console's Ctrl-C reaches the children, too.
#[cfg(not(unix))]
pub(crate) fn end_group(_child: u32) {}

/// Remembers a child process while it runs.
#[derive(Debug)]
pub(crate) struct RunningChild(u32);

impl RunningChild {
    /// Starts the child by `spawn`, which returns its process id, and registers it at the same moment.
    pub(crate) fn start<T>(spawn: impl FnOnce() -> Result<(T, u32)>) -> Result<(T, RunningChild)> {
        let mut registry = registry();
        let (child, id) = spawn()?;
        registry.children.push(id);
        Ok((child, RunningChild(id)))
    }
}

impl Drop for RunningChild {
    fn drop(&mut self) {
        registry().children.retain(|&child| child != self.0);
    }
}

/// A temporary folder that is removed when it is dropped or the process is interrupted.
#[derive(Debug)]
pub struct ScratchFolder {
    folder: TempDir,
}

impl ScratchFolder {
    /// Makes an empty folder in the system's folder for temporary files.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> Result<ScratchFolder> {
        let mut registry = registry();
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        registry.folders.push(folder.path().to_owned());
        Ok(ScratchFolder { folder })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let path = self.folder.path().to_owned();
        registry().folders.retain(|folder| *folder != path);
    }
}
