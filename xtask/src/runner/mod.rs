//! Runs one program on one input file under limits, and says how it ended, how long it took and how much
//! memory it held.
//!
//! The work is done by a launcher process, one a run: this very executable, started again (see [`launcher`]).
//! A process of its own is what makes the figures honest. The peak memory that the system keeps for a child
//! begins with what its *parent* held when it was started, and the figures for children are summed over all
//! of them; the launcher is small and has one child. It is also what makes the limits hold: they are set in
//! the launcher, inherited by the program, and end with it.
//!
//! ```text
//! xtask ── Runner::run ──▶ launcher ── limits ──▶ program ─▶ its own children
//!              ▲   │           │ ▲                   in a process group of their own, killed as one
//!              │   └─ stdin: closes when xtask dies, and then the launcher kills the program
//!              └──── stdout: one line of JSON with the facts
//! ```
//!
//! Needs Linux (`/proc`, child subreapers).

pub mod launcher;

use anyhow::{Context, Result, bail};
use nix::sys::signal::Signal;
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    fs::File,
    hash::{BuildHasher, RandomState},
    io::{Read, Seek, SeekFrom, Write},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Bytes of standard error that an [`Outcome`] keeps, counted from the end.
const STDERR_KEPT: u64 = 4096;

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Processor time. Wall time is bounded too, more widely: see [`Limits::wall`].
    pub time: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
    /// Standard output and standard error in bytes, both together.
    pub output: u64,
}

impl Limits {
    /// The wall time after which a run is stopped: twice the processor time and a second more. Time in which
    /// the program waits for a processor does not count, so a busy machine does not change a verdict.
    pub fn wall(&self) -> Duration {
        self.time.saturating_mul(2).saturating_add(Duration::from_secs(1))
    }

    /// The wall time after which a run is stopped on however busy a machine.
    fn longest_wall(&self) -> Duration {
        self.wall().saturating_mul(30)
    }
}

/// One program to run on one input.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The executable. Its environment is empty, and it runs in an empty folder of its own.
    pub program: &'a Path,
    /// What it is called with; a solver gets nothing.
    pub arguments: &'a [String],
    /// The file it reads as standard input.
    pub stdin: &'a Path,
    /// The file to which its standard output goes; made anew.
    pub stdout: &'a Path,
    pub limits: Limits,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program returned this exit status.
    Exited(i32),
    /// The number of the signal that ended it.
    Signalled(i32),
    /// It was killed since its time was over.
    OutOfTime,
    /// It was killed since it held more memory than it may.
    OutOfMemory,
    /// The process that watched it ended before it did, which only the program or the system can cause.
    Unwatched,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            End::Exited(status) => write!(f, "exit status {status}"),
            End::Signalled(number) => match Signal::try_from(number) {
                Ok(signal) => write!(f, "ended by {signal}"),
                Err(_) => write!(f, "ended by signal {number}"),
            },
            End::OutOfTime => f.write_str("killed at the time limit"),
            End::OutOfMemory => f.write_str("killed at the memory limit"),
            End::Unwatched => f.write_str("its launcher was killed"),
        }
    }
}

/// What is known about a run that has ended. The output itself is in the file that the [`Job`] named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub end: End,
    pub wall: Duration,
    /// Processor time, user and system, of the program and of the children that it waited for or left behind.
    pub cpu: Duration,
    /// Peak resident memory in bytes of the program; of its largest process, if it started others.
    pub memory: u64,
    /// Bytes of standard output.
    pub output: u64,
    /// The last 4 KiB of standard error, made valid UTF-8.
    pub stderr: String,
    /// Bytes of standard error.
    stderr_bytes: u64,
    limits: Limits,
}

impl Outcome {
    /// Why the run failed whatever it printed, or `None` if it ended well within its limits, so that its
    /// output decides.
    pub fn fault(&self) -> Option<Verdict> {
        let failed = self.end != End::Exited(0);
        let signalled = |signal: Signal| self.end == End::Signalled(signal as i32);
        if self.output.saturating_add(self.stderr_bytes) > self.limits.output || signalled(Signal::SIGXFSZ) {
            Some(Verdict::OutputLimit)
        } else if self.memory > self.limits.memory
            || self.end == End::OutOfMemory
            || (failed && self.refused_memory())
        {
            Some(Verdict::MemoryLimit)
        } else if self.cpu > self.limits.time || self.end == End::OutOfTime || signalled(Signal::SIGXCPU) {
            Some(Verdict::TimeLimit)
        } else if failed {
            Some(Verdict::RuntimeError)
        } else {
            None
        }
    }

    /// Whether an allocation failed: memory asked for and not yet touched does not show in the peak. The words
    /// are those of Rust's standard library.
    fn refused_memory(&self) -> bool {
        self.stderr.lines().any(|line| line.starts_with("memory allocation of ") && line.ends_with(" failed"))
    }
}

/// The verdict on a case, in the two or three letters that judges use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Verdict {
    #[serde(rename = "AC")]
    Accepted,
    #[serde(rename = "WA")]
    WrongAnswer,
    #[serde(rename = "TLE")]
    TimeLimit,
    #[serde(rename = "MLE")]
    MemoryLimit,
    #[serde(rename = "OLE")]
    OutputLimit,
    #[serde(rename = "RE")]
    RuntimeError,
}

impl Verdict {
    /// Every verdict, in the order of summaries.
    pub const ALL: [Verdict; 6] = [
        Verdict::Accepted,
        Verdict::WrongAnswer,
        Verdict::TimeLimit,
        Verdict::MemoryLimit,
        Verdict::OutputLimit,
        Verdict::RuntimeError,
    ];

    /// The letters: `AC`, `WA`, `TLE`, `MLE`, `OLE` or `RE`.
    pub fn letters(self) -> &'static str {
        match self {
            Verdict::Accepted => "AC",
            Verdict::WrongAnswer => "WA",
            Verdict::TimeLimit => "TLE",
            Verdict::MemoryLimit => "MLE",
            Verdict::OutputLimit => "OLE",
            Verdict::RuntimeError => "RE",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

/// Starts launchers. Cheap to make, and one serves any number of threads.
#[derive(Clone, Debug)]
pub struct Runner {
    launcher: PathBuf,
    core: Option<usize>,
}

impl Runner {
    /// A runner whose launchers are this executable, started again; for use in `xtask` itself.
    pub fn new() -> Self {
        // The link, not the path behind it, which may have been replaced by a newer build meanwhile.
        Self::with_launcher("/proc/self/exe")
    }

    /// A runner whose launchers are the `xtask` executable at this path; for tests, which are not `xtask`.
    pub fn with_launcher(xtask: impl Into<PathBuf>) -> Self {
        Self { launcher: xtask.into(), core: None }
    }

    /// The same runner, but programs run on this processor core alone, and the launcher on others if there are any.
    pub fn pinned_to(self, core: usize) -> Self {
        Self { core: Some(core), ..self }
    }

    /// Runs a program to its end, or until a limit ends it. Nothing that it started is left behind.
    ///
    /// # Errors
    ///
    /// If the run could not be made: the program or its input cannot be opened, the output file not be made.
    /// What the program does is never an error here but an [`Outcome`].
    pub fn run(&self, job: &Job<'_>) -> Result<Outcome> {
        let scratch = tempfile::tempdir().context("cannot make a folder to run in")?;
        let nonce = format!("{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1));
        let absolute = |path: &Path| std::path::absolute(path);
        let order = launcher::Order {
            program: absolute(job.program)?,
            arguments: job.arguments.to_owned(),
            stdin: job.stdin.to_owned(),
            stdout: job.stdout.to_owned(),
            limits: job.limits,
            folder: scratch.path().to_owned(),
            nonce: nonce.clone(),
            core: self.core,
        };
        let mut stderr = tempfile::tempfile().context("cannot make a file for standard error")?;
        let start = Instant::now();
        let mut child = Command::new(&self.launcher)
            .arg(launcher::ARGUMENT)
            .env_clear()
            // Out of reach of a Ctrl-C in the terminal: the launcher has to outlive it to kill the program.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr.try_clone()?)
            .spawn()
            .context("cannot start the launcher")?;
        let mut lifeline = child.stdin.take();
        let mut line = serde_json::to_vec(&order).context("cannot write the launcher's order")?;
        line.push(b'\n');
        if let Some(stdin) = &mut lifeline {
            // A launcher that is gone already is noticed below.
            let _ = stdin.write_all(&line);
        }
        let answer = child.wait_with_output().context("cannot wait for the launcher")?;
        drop(lifeline);

        let complaint = tail(&mut stderr, STDERR_KEPT).context("cannot read standard error")?;
        let facts = match report(&answer.stdout, &nonce) {
            Some(launcher::Report::Ran(facts)) => facts,
            Some(launcher::Report::Failed(error)) => bail!(error),
            None => {
                launcher::Facts { end: End::Unwatched, wall: start.elapsed(), cpu: Duration::ZERO, memory: 0 }
            }
        };
        // A program may have removed the file that its output went to.
        let output = job.stdout.metadata().map_or(0, |data| data.len());
        let stderr_bytes = stderr.metadata().context("cannot read standard error")?.len();
        let launcher::Facts { end, wall, cpu, memory } = facts;
        Ok(Outcome { end, wall, cpu, memory, output, stderr: complaint, stderr_bytes, limits: job.limits })
    }
}

impl Default for Runner {
    fn default() -> Self {
        Self::new()
    }
}

/// Finds the launcher's report, whatever else was written to its output.
fn report(output: &[u8], nonce: &str) -> Option<launcher::Report> {
    let mut lines = output.split(|&byte| byte == b'\n');
    let line = lines.find_map(|line| line.strip_prefix(nonce.as_bytes())?.strip_prefix(b" "))?;
    serde_json::from_slice(line).ok()
}

/// The last bytes of a file as text.
fn tail(file: &mut File, bytes: u64) -> std::io::Result<String> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(bytes)))?;
    let mut text = Vec::new();
    file.take(bytes).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
