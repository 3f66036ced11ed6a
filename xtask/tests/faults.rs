//! Whatever happens to its input or output, a solver ends soon, with the right exit status, in little memory, and with
//! complete answers to what came before.
//!
//! `cargo test --package xtask --test faults -- --ignored --nocapture` runs all faults on release builds and prints the
//! table of docs/faults.md.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use pretty_assertions::assert_eq;
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs::{self, File},
    io::{Read as _, Write},
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};
use xtask::runner::{End, Job, Limits, Outcome, Runner};

const PROBLEMS: [&str; 4] = ["chess-sg", "dag-sg", "euler", "tomek"];
const MIB: u64 = 1 << 20;
const LIMITS: Limits = Limits { time: Duration::from_secs(10), memory: 64 * MIB, output: 64 * MIB };
/// What a solver may hold, whatever it is given here.
const MEMORY: u64 = 4 * MIB;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The solvers of a profile, by their names.
fn solvers(profile: &str) -> BTreeMap<&'static str, PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(["build", "--quiet", "--profile", profile]);
    cargo.args(PROBLEMS.iter().flat_map(|problem| ["--package", problem]));
    assert!(cargo.status().unwrap().success());
    let target = Path::new(env!("CARGO_BIN_EXE_xtask")).parent().unwrap().parent().unwrap();
    let folder = target.join(if profile == "dev" { "debug" } else { profile });
    PROBLEMS.map(|problem| (problem, folder.join(problem))).into()
}

/// Where the input comes from.
enum Input<'a> {
    Closed,
    Folder,
    /// Written by somebody in pieces of so many bytes, each so many times.
    Pieces(Vec<(&'a [u8], usize)>, Option<usize>),
}

/// Where the output goes to.
#[derive(Clone, Copy)]
enum Output {
    File,
    Full,
    /// Somebody who stops reading after so many bytes.
    Reader(usize),
}

fn named_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// What a solver made of a fault.
struct Run {
    outcome: Outcome,
    output: String,
}

fn run(solver: &Path, input: &Input<'_>, output: Output) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let [stdin, stdout] = ["in", "out"].map(|name| folder.path().join(name));
    let stdout = if matches!(output, Output::Full) { PathBuf::from("/dev/full") } else { stdout };
    let close = ["-c".to_owned(), "exec \"$0\" <&-".to_owned(), solver.display().to_string()];
    let outcome = thread::scope(|scope| {
        let mut job = Job { program: solver, arguments: &[], stdin: &stdin, stdout: &stdout, limits: LIMITS };
        match input {
            Input::Closed => {
                (job.program, job.arguments, job.stdin) =
                    (Path::new("/bin/sh"), &close, Path::new("/dev/null"));
            }
            Input::Folder => job.stdin = folder.path(),
            Input::Pieces(pieces, size) => {
                named_pipe(&stdin);
                scope.spawn(move || {
                    let mut pipe = File::options().write(true).open(job.stdin).unwrap();
                    for (piece, times) in pieces {
                        for _ in 0..*times {
                            let mut parts = piece.chunks(size.unwrap_or(piece.len()).max(1));
                            // Whoever knows that the input is wrong need not read on.
                            if parts.any(|part| pipe.write_all(part).is_err()) {
                                return;
                            }
                        }
                    }
                });
            }
        }
        if let Output::Reader(bytes) = output {
            named_pipe(&stdout);
            scope.spawn(move || {
                let mut pipe = File::open(job.stdout).unwrap();
                pipe.read_exact(&mut vec![0; bytes]).unwrap();
            });
        }
        Runner::with_launcher(env!("CARGO_BIN_EXE_xtask")).run(&job).unwrap()
    });
    let output =
        if matches!(output, Output::File) { fs::read_to_string(&stdout).unwrap() } else { String::new() };
    Run { outcome, output }
}

/// A fault's name, and how each solver, by the order of [`PROBLEMS`], has to end.
struct Fault {
    name: &'static str,
    exit: [i32; 4],
    /// Whether the sample is answered; `None` if nobody reads the answers.
    answers: Option<bool>,
    input: fn(sample: &[u8]) -> Input<'_>,
    output: Output,
}

fn pieces<'a>(pieces: &[(&'a [u8], usize)]) -> Input<'a> {
    Input::Pieces(pieces.to_vec(), None)
}

static BLANKS: [u8; 1 << 16] = [b' '; 1 << 16];
static LETTERS: [u8; 100_000] = [b'X'; 100_000];
static NINES: [u8; 1_000_000] = [b'9'; 1_000_000];
static ZEROS: [u8; 1_000_000] = [b'0'; 1_000_000];

const QUICK: [Fault; 8] = [
    Fault {
        name: "standard input closed",
        // No test case at all is an input of dag-sg alone.
        exit: [2, 0, 2, 2],
        answers: Some(false),
        input: |_| Input::Closed,
        output: Output::File,
    },
    Fault {
        name: "standard input is a folder",
        exit: [1; 4],
        answers: Some(false),
        input: |_| Input::Folder,
        output: Output::File,
    },
    Fault {
        name: "standard output closed at once",
        exit: [0; 4],
        answers: None,
        input: |sample| pieces(&[(sample, 1)]),
        output: Output::Reader(0),
    },
    Fault {
        name: "standard output full",
        exit: [1; 4],
        answers: None,
        input: |sample| pieces(&[(sample, 1)]),
        output: Output::Full,
    },
    Fault {
        name: "one byte at a time",
        exit: [0; 4],
        answers: Some(true),
        input: |sample| Input::Pieces(vec![(sample, 1)], Some(1)),
        output: Output::File,
    },
    Fault {
        name: "a number of 10^6 digits",
        exit: [2; 4],
        answers: Some(false),
        input: |_| pieces(&[(&NINES, 1), (b"\n", 1)]),
        output: Output::File,
    },
    Fault {
        name: "10^6 zeros before the first number",
        exit: [0; 4],
        answers: Some(true),
        input: |sample| pieces(&[(&ZEROS, 1), (sample, 1)]),
        output: Output::File,
    },
    Fault {
        name: "NUL bytes",
        exit: [2; 4],
        answers: Some(false),
        input: |_| pieces(&[(&[0; 1000], 1000)]),
        output: Output::File,
    },
];

const SLOW: [Fault; 4] = [
    Fault {
        name: "1 GiB of blanks alone",
        exit: [2, 0, 2, 2],
        answers: Some(false),
        input: |_| pieces(&[(&BLANKS, 1 << 14)]),
        output: Output::File,
    },
    Fault {
        name: "1 GiB of blanks before the sample",
        exit: [0; 4],
        answers: Some(true),
        input: |sample| pieces(&[(&BLANKS, 1 << 14), (sample, 1)]),
        output: Output::File,
    },
    Fault {
        name: "a line of 100 MB",
        exit: [2; 4],
        answers: Some(false),
        input: |_| pieces(&[(b"1\n", 1), (&LETTERS, 1000), (b"\n", 1)]),
        output: Output::File,
    },
    Fault {
        name: "100 MB in a line of blanks and letters",
        exit: [2; 4],
        answers: Some(false),
        input: |_| pieces(&[(b"1 ", 1), (&BLANKS, 1526), (&LETTERS, 1)]),
        output: Output::File,
    },
];

fn sample(problem: &str) -> (Vec<u8>, String) {
    let file = |ending| fs::read(root().join(format!("fixtures/{problem}/data/sample/1.{ending}"))).unwrap();
    (file("in"), String::from_utf8(file("ans")).unwrap())
}

/// Rows of the table, without the bars around them.
fn endure(solvers: &BTreeMap<&'static str, PathBuf>, faults: &[Fault]) -> Vec<String> {
    let mut rows = Vec::new();
    for fault in faults {
        for (&problem, exit) in PROBLEMS.iter().zip(fault.exit) {
            let (sample, answers) = sample(problem);
            let Run { outcome, output } = run(&solvers[problem], &(fault.input)(&sample), fault.output);
            let about = format!("{problem}, {}: {outcome:?}", fault.name);
            assert_eq!(outcome.end, End::Exited(exit), "{about}");
            assert!(outcome.memory <= MEMORY, "{about}");
            assert_eq!(outcome.stderr.is_empty(), exit == 0, "{about}");
            assert!(exit == 0 || outcome.stderr.starts_with("error: <std"), "{about}");
            let kept = match fault.answers {
                None => "nobody reads them",
                Some(kept) => {
                    assert_eq!(output, if kept { answers.as_str() } else { "" }, "{about}");
                    if kept { "all" } else { "none are due" }
                }
            };
            rows.push(format!("{} | {problem} | {exit} | {kept} | {}", fault.name, mib(outcome.memory)));
        }
    }
    rows
}

fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / MIB as f64)
}

/// Cuts the sample at every byte: answers are those of all test cases before the cut, and no half of one.
fn cut(solvers: &BTreeMap<&'static str, PathBuf>) -> Vec<String> {
    let mut rows = Vec::new();
    for problem in PROBLEMS {
        let (sample, answers) = sample(problem);
        let (mut memory, mut before, mut exits) = (0, 0, BTreeMap::new());
        for end in 0..=sample.len() {
            let Run { outcome, output } =
                run(&solvers[problem], &pieces(&[(&sample[..end], 1)]), Output::File);
            let End::Exited(exit) = outcome.end else { panic!("{problem} cut at {end}: {outcome:?}") };
            assert!(exit == 0 || exit == 2, "{problem} cut at {end}: {outcome:?}");
            // A number may be cut to a shorter one, so the last answer may be another.
            let complete = output.is_empty() || output.ends_with('\n');
            let lines = output.lines().count();
            let same =
                output.lines().zip(answers.lines()).take_while(|(found, right)| found == right).count();
            assert!(complete && same + 1 >= lines && lines + 1 >= before, "{problem} cut at {end}: {output}");
            (memory, before) = (outcome.memory.max(memory), lines);
            *exits.entry(exit).or_insert(0) += 1;
        }
        assert_eq!(before, answers.lines().count(), "{problem}, the whole sample");
        assert!(memory <= MEMORY, "{problem}: {memory}");
        let exits: Vec<String> =
            exits.iter().map(|(exit, times)| format!("{exit} ({times} times)")).collect();
        rows.push(format!(
            "cut at each of {} bytes | {problem} | {} | all before the cut | {}",
            sample.len() + 1,
            exits.join(", "),
            mib(memory)
        ));
    }
    rows
}

#[test]
fn solvers_survive_what_is_quickly_tried() {
    endure(&solvers("dev"), &QUICK);
}

#[test]
#[ignore = "pushes gigabytes through pipes; .ci/run calls it"]
fn solvers_survive_everything_in_docs_faults() {
    let solvers = solvers("release");
    let rows = [endure(&solvers, &QUICK), endure(&solvers, &SLOW), cut(&solvers)].concat();
    let mut table =
        "| fault | solver | exit status | answers kept | peak memory |\n|---|---|--:|---|--:|\n".to_owned();
    for row in &rows {
        let _ = writeln!(table, "| {row} |");
    }
    println!("{table}");
    // All but the memory has to be as the page says.
    let page = fs::read_to_string(root().join("docs/faults.md")).unwrap();
    let without_memory = |line: &str| line.rsplit_once(" | ").map(|(front, _)| front.to_owned());
    let told: Vec<String> =
        page.lines().filter_map(|line| without_memory(line.strip_prefix("| ")?)).collect();
    let found: Vec<String> =
        table.lines().filter_map(|line| without_memory(line.strip_prefix("| ")?)).collect();
    assert_eq!(told, found);
}
