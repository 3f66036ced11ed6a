//! Runs compilers with a time limit; an interruption ends them.

use crate::interrupt::{self, RunningChild};
use anyhow::{Context as _, Result, bail};
use process_control::{ChildExt as _, Control as _};
use std::{
    process::{Child, Command, Stdio},
    time::Duration,
};

/// The longest time for one run of a compiler. Real programs take seconds, so this only ends what would run for ever.
const LIMIT: Duration = Duration::from_secs(120);

/// What a finished compiler has written.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) success: bool,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// Starts a child in a process group of its own, so that an interruption can end all that it starts.
pub(crate) fn spawn(command: &mut Command) -> Result<(Child, RunningChild)> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let name = command.get_program().to_string_lossy().into_owned();
    RunningChild::start(|| {
        let child = command.spawn().with_context(|| format!("cannot run {name}"))?;
        let id = child.id();
        Ok((child, id))
    })
}

/// Runs a command to its end and returns what it writes.
///
/// # Errors
/// If it cannot be run, or takes longer than two minutes.
pub(crate) fn output(command: &mut Command) -> Result<Finished> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let name = command.get_program().to_string_lossy().into_owned();
    let (child, _running) = spawn(command)?;
    let id = child.id();
    let finished = child
        .controlled_with_output()
        .time_limit(LIMIT)
        .terminate_for_timeout()
        .wait()
        .with_context(|| format!("cannot wait for {name}"))?;
    let Some(finished) = finished else {
        interrupt::end_group(id);
        bail!("{name} was ended after {} s", LIMIT.as_secs());
    };
    Ok(Finished { success: finished.status.success(), stdout: finished.stdout, stderr: finished.stderr })
}
