//! The process between `xtask` and a program that it runs: sets the limits, watches, kills and measures.
//!
//! It has to stay small, since its own memory is the least that can be measured of the program. So it is
//! entered before the command line is parsed, and it starts the program by `fork`, where the child begins
//! with the pages that the launcher has *written*, and not with all that it has mapped.

use super::{End, Limits};
use anyhow::{Context, Result};
use nix::{
    errno::Errno,
    sched::{CpuSet, sched_getaffinity, sched_setaffinity},
    sys::{
        resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit},
        signal::{Signal, kill, killpg},
        wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid},
    },
    unistd::{Pid, getgid},
};
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io::{self, Read, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::PathBuf,
    process::{Command, ExitCode, ExitStatus},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// The first argument that makes `xtask` a launcher. The order is the first line of standard input, in JSON.
pub const ARGUMENT: &str = "__launch";

/// Names the calling process.
const SELF: Pid = Pid::from_raw(0);

/// How often the memory of the running program is looked at.
const WATCH: Duration = Duration::from_millis(10);

/// Address space beyond the memory limit: stacks, libraries, and memory that is reserved and never touched.
/// A bound on the harm a program can do between two looks at its memory.
const ADDRESS_SPACE_MARGIN: u64 = 256 << 20;

/// What the launcher is to run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) stdin: PathBuf,
    pub(super) stdout: PathBuf,
    pub(super) limits: Limits,
    /// The working directory of the program.
    pub(super) folder: PathBuf,
    /// The start of the line with the report, which the program cannot know.
    pub(super) nonce: String,
    /// The only processor core that the program may use.
    pub(super) core: Option<usize>,
}

/// What it answers on its standard output.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    Ran(Facts),
    Failed(String),
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Facts {
    pub(super) end: End,
    pub(super) wall: Duration,
    pub(super) cpu: Duration,
    pub(super) memory: u64,
}

/// Acts as a launcher if the command line of this process says so; `None` if it does not.
///
/// For `main` alone, before it does anything else.
pub fn run_if_asked() -> Option<ExitCode> {
    if std::env::args_os().nth(1)? != ARGUMENT {
        return None;
    }
    Some(if obey().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads the order, runs the program and writes the report.
fn obey() -> Result<()> {
    close_inherited();
    // Other processes of this user cannot open its files through `/proc` any more.
    nix::sys::prctl::set_dumpable(false).context("cannot hide the launcher")?;
    let mut line = String::new();
    io::stdin().read_line(&mut line).context("cannot read the order")?;
    let order: Order = serde_json::from_str(&line).context("cannot read the order")?;
    let report = match launch(&order) {
        Ok(facts) => Report::Ran(facts),
        Err(error) => Report::Failed(format!("{error:#}")),
    };
    let report = serde_json::to_string(&report).context("cannot write the report")?;
    io::stdout().write_all(format!("\n{} {report}\n", order.nonce).as_bytes())?;
    Ok(())
}

/// Closes what the caller of `xtask` has left open, such as cargo's job server: the program gets none of it.
fn close_inherited() {
    let entries = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers: Vec<i32> =
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(|&fd| fd > 2).collect();
    for number in numbers {
        // The one that read the list is closed already.
        let _ = nix::unistd::close(number);
    }
}

fn launch(order: &Order) -> Result<Facts> {
    let cannot_open = || format!("cannot open {}", order.stdin.display());
    let stdin = File::open(&order.stdin).with_context(cannot_open)?;
    let stdout =
        File::create(&order.stdout).with_context(|| format!("cannot write {}", order.stdout.display()))?;

    // Whatever the program starts and leaves becomes a child of the launcher, also a daemon in a session of its own.
    nix::sys::prctl::set_child_subreaper(true).context("cannot adopt orphans")?;
    set_limits(&order.limits).context("cannot set limits")?;

    let elsewhere = order.core.map(move_to).transpose().context("cannot choose a processor core")?;

    let start = Instant::now();
    let mut program = Command::new(&order.program)
        .args(&order.arguments)
        .stdin(stdin)
        .stdout(stdout)
        .current_dir(&order.folder)
        .env_clear()
        .process_group(0)
        // Changes nothing but how the program is started: with a group to set, the standard library forks.
        // Otherwise the program would share the launcher's memory until it is replaced, and be charged for it.
        .gid(getgid().as_raw())
        .spawn()
        .with_context(|| format!("cannot start {}", order.program.display()))?;
    let id = Pid::from_raw(program.id().cast_signed());
    if let Some(cores) = elsewhere {
        sched_setaffinity(SELF, &cores).context("cannot leave the program's processor core")?;
    }

    let stopped = watch(id, &order.limits, start)?;
    let wall = start.elapsed();
    let status = program.wait().context("cannot wait for the program")?;
    sweep(id);

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).context("cannot read what the program used")?;
    let cpu = [usage.user_time(), usage.system_time()].map(|time| {
        Duration::new(time.tv_sec().cast_unsigned(), 0)
            + Duration::from_micros(time.tv_usec().cast_unsigned())
    });
    Ok(Facts {
        end: stopped.unwrap_or_else(|| ended(status)),
        wall,
        cpu: cpu[0] + cpu[1],
        memory: usage.max_rss().cast_unsigned() * 1024,
    })
}

/// Sets limits on this process, from which the program inherits them.
fn set_limits(limits: &Limits) -> nix::Result<()> {
    // One byte more than is allowed, so that a file of just the allowed size is no offence.
    let output = limits.output.saturating_add(1);
    let seconds = limits.time.as_secs() + u64::from(limits.time.subsec_nanos() > 0);
    for (resource, soft, hard) in [
        (Resource::RLIMIT_FSIZE, output, output),
        (Resource::RLIMIT_AS, limits.memory.saturating_add(ADDRESS_SPACE_MARGIN), u64::MAX),
        // Whole seconds is all the system offers: a second line behind the wall time and the figure at the end.
        (Resource::RLIMIT_CPU, seconds, seconds + 1),
        (Resource::RLIMIT_CORE, 0, 0),
    ] {
        let (_, hardest) = getrlimit(resource)?;
        setrlimit(resource, soft.min(hardest), hard.min(hardest))?;
    }
    Ok(())
}

/// Moves this process to one core, where what it starts will stay. Gives the cores to which it had better move on:
/// the others that it was allowed, if there are any.
fn move_to(core: usize) -> nix::Result<CpuSet> {
    let allowed = sched_getaffinity(SELF)?;
    let mut only = CpuSet::new();
    only.set(core)?;
    sched_setaffinity(SELF, &only)?;
    let mut others = allowed;
    others.unset(core)?;
    Ok(if others == CpuSet::new() { allowed } else { others })
}

enum Event {
    Ended(nix::Result<()>),
    ParentGone,
}

/// Waits until the program has ended, and kills it if it breaks a limit. Returns the limit then.
fn watch(program: Pid, limits: &Limits, start: Instant) -> Result<Option<End>> {
    let mut deadline = start + limits.wall();
    let (sender, events) = mpsc::channel();
    let at_end = sender.clone();
    thread::spawn(move || {
        // Leaves the program as a zombie, so that its number cannot name another process until we are done.
        let seen = waitid(Id::Pid(program), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT);
        at_end.send(Event::Ended(seen.map(drop)))
    });
    thread::spawn(move || {
        // Nothing is ever sent: this returns when the other end is closed.
        let _ = io::stdin().read(&mut [0]);
        sender.send(Event::ParentGone)
    });

    let mut stopped = None;
    let mut stop = |why| {
        stopped.get_or_insert(why);
        // It may have left its group, or the group may be gone with it: both are no matter.
        let _ = killpg(program, Signal::SIGKILL);
        let _ = kill(program, Signal::SIGKILL);
    };
    loop {
        match events.recv_timeout(WATCH.min(deadline.saturating_duration_since(Instant::now()))) {
            Ok(Event::Ended(seen)) => {
                seen.context("cannot wait for the program")?;
                return Ok(stopped);
            }
            Ok(Event::ParentGone) => stop(End::OutOfTime),
            Err(RecvTimeoutError::Timeout)
                if Instant::now() >= deadline && !extend(&mut deadline, program, limits, start) =>
            {
                stop(End::OutOfTime);
                thread::sleep(Duration::from_millis(1));
            }
            Err(RecvTimeoutError::Timeout) if resident(program) > limits.memory => stop(End::OutOfMemory),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => unreachable!("a thread sends before it ends"),
        }
    }
}

/// Moves the deadline by the time in which the program ran or waited for a processor. Returns `false` if the
/// program has slept or waited for other things for as long as it may.
fn extend(deadline: &mut Instant, program: Pid, limits: &Limits, start: Instant) -> bool {
    let passed = start.elapsed();
    let idle = passed.saturating_sub(busy(program));
    let left = limits.wall().saturating_sub(idle);
    if left.is_zero() || passed >= limits.longest_wall() {
        return false;
    }
    *deadline = Instant::now() + left;
    true
}

/// The longest time that a thread of the process ran or waited for a processor.
fn busy(process: Pid) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let times = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let mut numbers = text.split_whitespace().map(str::parse::<u64>);
        Some(numbers.next()?.ok()?.saturating_add(numbers.next()?.ok()?))
    });
    Duration::from_nanos(times.max().unwrap_or(0))
}

/// Bytes of memory that a process holds now; 0 once it has ended.
fn resident(process: Pid) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let kib =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
    kib.unwrap_or(0) * 1024
}

/// Kills and reaps what the program has left behind.
fn sweep(program: Pid) {
    let _ = killpg(program, Signal::SIGKILL);
    loop {
        // Each death may hand us further orphans, and the list may miss one that moves just now: so look again.
        for orphan in children() {
            let _ = kill(orphan, Signal::SIGKILL);
        }
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::StillAlive) => thread::sleep(Duration::from_millis(1)),
            Ok(_) | Err(Errno::EINTR) => {}
            Err(_) => return,
        }
    }
}

/// The children of this process, whichever of its threads they belong to.
fn children() -> Vec<Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .map(Pid::from_raw)
        .collect()
}

fn ended(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, Some(signal)) => End::Signalled(signal),
        (None, None) => unreachable!("a process that was waited for has exited or was signalled"),
    }
}
