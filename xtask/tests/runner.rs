//! The limits work and the figures are true: each test tells one small program to misbehave in one way.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use pretty_assertions::assert_eq;
use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use xtask::runner::{Job, Limits, Outcome, Runner, Verdict};

const XTASK: &str = env!("CARGO_BIN_EXE_xtask");
const MIB: u64 = 1 << 20;
const LIMITS: Limits = Limits { time: Duration::from_secs(5), memory: 256 * MIB, output: MIB };

/// Built once. The folder lives as long as the test process does; it is in cargo's folder for such things.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("misbehave");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/misbehave.rs");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built =
        Command::new(rustc).args(["--edition=2021", "-O", "-o"]).arg(&program).arg(source).status().unwrap();
    assert!(built.success(), "rustc: {built}");
    program
});

/// A folder with the order as a file `in`.
fn ordered(order: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), format!("{order}\n")).unwrap();
    folder
}

fn run(order: &str, limits: Limits) -> (Outcome, String) {
    let folder = ordered(order);
    let (stdin, stdout) = (folder.path().join("in"), folder.path().join("out"));
    let job = Job { program: &PROGRAM, arguments: &[], stdin: &stdin, stdout: &stdout, limits };
    let outcome = Runner::with_launcher(XTASK).run(&job).unwrap();
    (outcome, fs::read_to_string(stdout).unwrap())
}

/// The verdict, or `ok` where the output decides, and how the run ended.
fn check(order: &str, limits: Limits, expected: &str) -> (Outcome, String) {
    let (outcome, output) = run(order, limits);
    let verdict = outcome.fault().map_or("ok", |verdict| verdict.letters());
    assert_eq!(format!("{verdict}: {}", outcome.end), expected, "{order}: {outcome:?}");
    (outcome, output)
}

fn seconds(time: f64) -> Limits {
    Limits { time: Duration::from_secs_f64(time), ..LIMITS }
}

fn is_alive(process: &str) -> bool {
    // A zombie has no memory map any more.
    fs::read_to_string(format!("/proc/{}/status", process.trim()))
        .is_ok_and(|status| status.contains("VmRSS"))
}

#[test]
fn a_good_run() {
    let (outcome, output) = check("echo WINNING LOSING", LIMITS, "ok: exit status 0");
    assert_eq!(output, "WINNING LOSING\n");
    assert_eq!((outcome.output, outcome.stderr.as_str()), (15, ""));
}

#[test]
fn arguments_and_the_core_are_as_ordered() {
    let folder = ordered("");
    let (stdin, stdout) = (folder.path().join("in"), folder.path().join("out"));
    let arguments = ["Cpus_allowed_list".to_owned(), "/proc/self/status".to_owned()];
    let grep = Path::new("/bin/grep");
    let job = Job { program: grep, arguments: &arguments, stdin: &stdin, stdout: &stdout, limits: LIMITS };
    // The first core that this process may use.
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
    let core = allowed.trim().split([',', '-']).next().unwrap();

    let outcome = Runner::with_launcher(XTASK).pinned_to(core.parse().unwrap()).run(&job).unwrap();
    assert_eq!(outcome.fault(), None, "{outcome:?}");
    assert_eq!(fs::read_to_string(stdout).unwrap(), format!("Cpus_allowed_list:\t{core}\n"));
}

#[test]
fn a_sleeper_is_out_of_time_though_it_takes_no_processor_time() {
    let (outcome, _) = check("sleep 600000", seconds(0.1), "TLE: killed at the time limit");
    assert!(
        outcome.wall >= Duration::from_millis(1200) && outcome.wall < Duration::from_millis(2500),
        "{outcome:?}"
    );
    assert!(outcome.cpu < Duration::from_millis(100), "{outcome:?}");
}

#[test]
fn a_short_sleep_is_no_offence() {
    let (outcome, _) = check("sleep 300", seconds(0.1), "ok: exit status 0");
    assert!(outcome.wall >= Duration::from_millis(300), "{outcome:?}");
}

#[test]
fn a_busy_loop_is_out_of_time_and_its_time_is_told() {
    let (outcome, _) = run("spin", seconds(0.3));
    assert_eq!(outcome.fault().map(Verdict::letters), Some("TLE"), "{outcome:?}");
    assert!(outcome.cpu > Duration::from_millis(300), "{outcome:?}");
}

#[test]
fn deafness_to_sigterm_does_not_help() {
    let (outcome, process) = check("ignore-sigterm", seconds(0.05), "TLE: killed at the time limit");
    assert!(outcome.wall < Duration::from_millis(2500), "{outcome:?}");
    assert!(!is_alive(&process), "{process} lives");
}

#[test]
fn memory_figures_are_those_of_the_program() {
    // Held by this process, from which a figure taken carelessly would begin.
    let ballast = std::hint::black_box(vec![1_u8; 300 << 20]);
    for mebibytes in [0, 8, 64, 200] {
        let (outcome, told) = check(&format!("allocate {mebibytes}"), LIMITS, "ok: exit status 0");
        let told = told.trim().parse::<u64>().unwrap() * 1024;
        assert!(told >= mebibytes * MIB, "{told}");
        assert!(
            outcome.memory.abs_diff(told) * 10 <= told,
            "{mebibytes} MiB: measured {} KiB, the program says {} KiB",
            outcome.memory / 1024,
            told / 1024
        );
    }
    drop(ballast);
}

#[test]
fn memory_above_the_limit() {
    let limits = Limits { memory: 32 * MIB, ..LIMITS };
    check("allocate 24", limits, "ok: exit status 0");
    let (outcome, _) = run("allocate 40", limits);
    assert_eq!(outcome.fault().map(Verdict::letters), Some("MLE"), "{outcome:?}");
}

#[test]
fn endless_allocation_is_stopped_soon() {
    let limits = Limits { memory: 64 * MIB, ..LIMITS };
    let (outcome, _) = run("devour", limits);
    assert_eq!(outcome.fault().map(Verdict::letters), Some("MLE"), "{outcome:?}");
    assert!(outcome.memory < 330 * MIB && outcome.wall < Duration::from_secs(2), "{outcome:?}");
}

#[test]
fn refused_memory_counts_as_memory_above_the_limit() {
    check("reserve 100000", LIMITS, "MLE: ended by SIGABRT");
}

#[test]
fn endless_output_is_stopped_at_the_limit() {
    let (outcome, _) = check("print-for-ever", LIMITS, "OLE: ended by SIGXFSZ");
    assert_eq!(outcome.output, MIB + 1);
    check("complain-for-ever", LIMITS, "OLE: ended by SIGXFSZ");
}

#[test]
fn output_of_just_the_limit_is_allowed() {
    check(&format!("print {MIB}"), LIMITS, "ok: exit status 0");
    check(&format!("print {}", MIB + 1), LIMITS, "OLE: exit status 0");
}

#[test]
fn children_left_behind_are_killed() {
    for order in ["leave-child sleep 600000", "leave-runaway sleep 600000"] {
        let (outcome, child) = check(order, LIMITS, "ok: exit status 0");
        assert!(outcome.wall < Duration::from_secs(2), "{outcome:?}");
        assert!(!is_alive(&child), "{order}: {child} lives");
    }
}

#[test]
fn an_orphan_that_spins_is_killed_and_its_time_counts() {
    let (outcome, orphan) = check("leave-grandchild 300 spin", LIMITS, "ok: exit status 0");
    assert!(outcome.cpu > Duration::from_millis(30) && outcome.wall < Duration::from_secs(2), "{outcome:?}");
    assert!(!is_alive(&orphan), "{orphan} lives");

    let (outcome, orphan) =
        check("leave-grandchild 600000 spin", seconds(0.3), "TLE: killed at the time limit");
    assert!(outcome.cpu > Duration::from_millis(100) && outcome.wall < Duration::from_secs(4), "{outcome:?}");
    assert!(!is_alive(&orphan), "{orphan} lives");
}

#[test]
fn a_program_that_kills_its_launcher_gets_a_verdict() {
    check("kill-parent", LIMITS, "RE: its launcher was killed");
}

#[test]
fn a_program_runs_in_an_empty_folder_without_environment_and_descriptors() {
    let (_, output) = check("surroundings", LIMITS, "ok: exit status 0");
    // The fourth descriptor is that of the list itself.
    assert_eq!(output, "0 files, 0 variables, descriptors 0 1 2 3, core limit 0\n");
}

#[test]
fn both_streams_together_have_the_limit() {
    let half = MIB / 2;
    check(&format!("print-both {half}"), LIMITS, "ok: exit status 0");
    check(&format!("print-both {}", half + 1), LIMITS, "OLE: exit status 0");
}

#[test]
fn failures_are_told_with_their_message() {
    let (outcome, _) = check("exit 3", LIMITS, "RE: exit status 3");
    assert_eq!(outcome.stderr, "error: as told\n");
    check("abort", LIMITS, "RE: ended by SIGABRT");
    check("stray", LIMITS, "RE: ended by SIGSEGV");
    let (outcome, _) = check("panic", LIMITS, "RE: exit status 101");
    assert!(outcome.stderr.contains("as told"), "{outcome:?}");
}

#[test]
fn what_cannot_be_run_is_an_error() {
    let folder = ordered("echo");
    let path = |name| folder.path().join(name);
    let runner = Runner::with_launcher(XTASK);
    let error = |program: &Path, stdin: &Path, stdout: &Path| {
        let told = runner.run(&Job { program, arguments: &[], stdin, stdout, limits: LIMITS }).unwrap_err();
        format!("{told:#}").replace(&folder.path().display().to_string(), "…")
    };
    assert_eq!(
        [
            error(&path("absent"), &path("in"), &path("out")),
            error(&PROGRAM, &path("no-input"), &path("out")),
            error(&PROGRAM, &path("in"), &path("no-folder/out")),
        ],
        [
            "cannot start …/absent: No such file or directory (os error 2)",
            "cannot open …/no-input: No such file or directory (os error 2)",
            "cannot write …/no-folder/out: No such file or directory (os error 2)",
        ]
    );
}

#[test]
fn the_program_dies_with_the_one_who_asked() {
    let folder = ordered("ignore-sigterm");
    let output = folder.path().join("out");
    let order = serde_json::json!({
        "program": *PROGRAM,
        "stdin": folder.path().join("in"),
        "stdout": output,
        "arguments": [],
        "limits": seconds(100.0),
        "folder": folder.path(),
        "nonce": "nonce",
        "core": null,
    });
    let mut launcher = Command::new(XTASK)
        .arg(xtask::runner::launcher::ARGUMENT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(launcher.stdin.as_mut().unwrap(), "{order}").unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    let number = || fs::read_to_string(&output).unwrap_or_default();
    while !number().ends_with('\n') && Instant::now() < until {
        thread::sleep(Duration::from_millis(5));
    }
    let program = number();
    assert!(is_alive(&program), "{program:?}");

    drop(launcher.stdin.take());
    let mut report = String::new();
    launcher.stdout.take().unwrap().read_to_string(&mut report).unwrap();
    assert!(launcher.wait().unwrap().success());
    assert!(report.contains("OutOfTime") && !is_alive(&program), "{report}");
}
