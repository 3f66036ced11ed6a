//! Planted bugs: programs with one known mistake each have to be found out, and their inputs to come out small.
//!
//! The programs are the rejected submissions of the packages in `fixtures/`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "support/programs.rs"]
mod programs;

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use programs::compiled;
use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{Read, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use xtask::{
    fixtures::{Package, Store},
    runner::{Runner, Verdict},
    stress::{Found, Report, Stress, Until, stress},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Ten seconds of stress, or until the program is found out.
fn stressed(problem: &str, source: &Path, until: Until) -> Report {
    let store = Store { folder: PathBuf::new(), version: 0 };
    let report = stress(
        &Stress {
            problem: oracles::problem(problem).unwrap(),
            program: compiled(source),
            limits: Package::load(&root().join("fixtures").join(problem), &store).unwrap().limits,
            runner: Runner::with_launcher(env!("CARGO_BIN_EXE_xtask")),
            seed: 4,
            until,
            jobs: NonZeroUsize::new(2).unwrap(),
            shrink_time: Duration::from_secs(10),
        },
        |_| {},
    );
    let report = report.unwrap();
    eprint!("{}", xtask::stress::found(&report));
    report
}

/// A planted bug, and how small its input has to come out.
struct Bug {
    /// The path of its program below `fixtures/`.
    program: &'static str,
    verdict: Verdict,
    /// The most words of the input, and the most free squares of its boards.
    words: usize,
    free: usize,
}

const fn wrong(program: &'static str, words: usize, free: usize) -> Bug {
    Bug { program, verdict: Verdict::WrongAnswer, words, free }
}

/// Found in the ordinary tests: something of everything.
const SOME: [Bug; 4] = [
    wrong("euler/submissions/wrong_answer/any_run.rs", 5, 9),
    wrong("tomek/submissions/wrong_answer/t_first.rs", 5, 16),
    wrong("chess-sg/submissions/wrong_answer/palace_near_edge.rs", 4, 0),
    wrong("dag-sg/submissions/wrong_answer/shared_marks.rs", 9, 0),
];

const OTHERS: [Bug; 23] = [
    Bug {
        program: "dag-sg/submissions/time_limit_exceeded/hangs_at_the_end.rs",
        verdict: Verdict::TimeLimit,
        words: 40,
        free: 0,
    },
    Bug {
        program: "dag-sg/submissions/run_time_error/recursion.rs",
        verdict: Verdict::RuntimeError,
        words: 4000,
        free: 0,
    },
    wrong("euler/submissions/wrong_answer/columns_only.rs", 5, 9),
    wrong("euler/submissions/wrong_answer/exact_blank_line.rs", 9, 9),
    wrong("euler/submissions/wrong_answer/length_four.rs", 5, 9),
    wrong("euler/submissions/wrong_answer/no_length_three.rs", 5, 9),
    wrong("euler/submissions/wrong_answer/no_straight_down.rs", 5, 9),
    wrong("euler/submissions/wrong_answer/normal_play.rs", 5, 9),
    wrong("euler/submissions/wrong_answer/rows_only.rs", 5, 9),
    wrong("euler/submissions/wrong_answer/two_sides.rs", 5, 9),
    wrong("tomek/submissions/wrong_answer/draw_to_come.rs", 5, 16),
    wrong("tomek/submissions/wrong_answer/exact_blank_line.rs", 9, 32),
    wrong("tomek/submissions/wrong_answer/full_before_won.rs", 5, 16),
    wrong("tomek/submissions/wrong_answer/no_anti_diagonal.rs", 5, 16),
    wrong("tomek/submissions/wrong_answer/stops_at_first_t.rs", 5, 16),
    wrong("tomek/submissions/wrong_answer/wording.rs", 5, 16),
    wrong("chess-sg/submissions/wrong_answer/four_move_knight.rs", 4, 0),
    wrong("chess-sg/submissions/wrong_answer/knight_next_to_diagonal.rs", 7, 0),
    wrong("chess-sg/submissions/wrong_answer/knight_too_far.rs", 4, 0),
    wrong("dag-sg/submissions/wrong_answer/next_free_value.rs", 9, 0),
    wrong("dag-sg/submissions/wrong_answer/repeated_once.rs", 9, 0),
    // The program is right for fewer arcs than these, so an input cannot be small.
    Bug {
        program: "dag-sg/submissions/run_time_error/fixed_edge_array.rs",
        verdict: Verdict::RuntimeError,
        words: 100_000,
        free: 0,
    },
    // Slow enough to be found out by small inputs too.
    Bug {
        program: "dag-sg/submissions/time_limit_exceeded/no_memory.rs",
        verdict: Verdict::TimeLimit,
        words: 100_000,
        free: 0,
    },
];

fn is_found(bug: &Bug) {
    let problem = bug.program.split('/').next().unwrap();
    let source = root().join("fixtures").join(bug.program);
    let report = stressed(problem, &source, Until::Time(Duration::from_secs(10)));
    let Some(Found::Failing { shrunk, .. }) = &report.found else {
        panic!("{} passed as right: {:?}", bug.program, report.tally)
    };
    let input = &shrunk.input;
    assert_eq!(shrunk.failure.verdict, bug.verdict, "{}", bug.program);
    let (words, free) = (input.split_whitespace().count(), input.matches('.').count());
    assert!(words <= bug.words && free <= bug.free, "{}: {words} words, {free} free:\n{input}", bug.program);
}

#[test]
fn some_planted_bugs_are_found_and_shrunk() {
    SOME.iter().for_each(is_found);
}

#[test]
#[ignore = "compiles a program a bug; .ci/run calls it"]
fn all_other_planted_bugs_are_found_and_shrunk() {
    OTHERS.iter().for_each(is_found);
}

#[test]
fn every_rejected_submission_is_a_planted_bug() {
    let mut found = BTreeSet::new();
    for problem in oracles::problems() {
        let submissions = format!("{}/submissions", problem.name());
        for verdict in ["wrong_answer", "run_time_error", "time_limit_exceeded"] {
            let folder = root().join("fixtures").join(&submissions).join(verdict);
            for file in fs::read_dir(folder).into_iter().flatten() {
                let name = file.unwrap().file_name().into_string().unwrap();
                found.insert(format!("{submissions}/{verdict}/{name}"));
            }
        }
    }
    // Right answers, and slow on large inputs alone.
    for slow in ["euler", "tomek", "chess-sg"] {
        found.retain(|name| !name.starts_with(&format!("{slow}/submissions/time_limit_exceeded/")));
    }
    let known = SOME.iter().chain(&OTHERS).map(|bug| bug.program.to_owned()).collect();
    assert_eq!(found, known);
}

#[test]
fn memory_that_grows_with_the_number_of_test_cases_is_found() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/leaks.rs");
    let report = stressed("euler", &source, Until::Cases(1000));
    let Some(Found::Leak(growth)) = &report.found else { panic!("{report:?}") };
    assert_eq!(growth.input.split_whitespace().count(), 5, "a single board:\n{}", growth.input);
    assert!(growth.memory[1] > growth.memory[0] + (20 << 20), "{growth:?}");
}

/// A workspace with a wrong `euler`, as somebody has it who is about to find out.
fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("Cargo.toml", "[workspace]\nmembers = ['euler']\nresolver = '2'\n");
    write("euler/Cargo.toml", "[package]\nname = 'euler'\nedition = '2021'\n");
    let wrong = root().join("fixtures/euler/submissions/wrong_answer/normal_play.rs");
    write("euler/src/main.rs", &fs::read_to_string(wrong).unwrap());
    write("fixtures/euler/problem.yaml", "name: Euler\nlimits: {time_limit: 3, memory: 64}\n");
    write("fixtures/euler/data/sample/1.in", "1\n\nXXXX\nXXXX\nXXXX\nXXX.\n");
    write("fixtures/euler/data/sample/1.ans", "LOSING\n");
    folder
}

#[test]
fn the_command_shows_both_answers_keeps_the_input_and_repeats_itself() {
    let folder = workspace();
    let call = |args: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.current_dir(folder.path().join("euler")).env_remove("CARGO_TARGET_DIR");
        let output = command.arg("stress").args(args.split_whitespace()).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (status, shown, errors) = call("--cases 100000 --seed 5 --jobs 1");
    assert_eq!(status, Some(1), "{shown}{errors}");
    for expected in [
        "euler: WA, line 1, column 1: expected `",
        "  input:\n    1\n    \n",
        "  right answer:\n    ",
        "  output:\n",
    ] {
        assert!(shown.contains(expected), "no {expected:?} in {shown}");
    }
    assert!(shown.ends_with("  again: cargo xtask stress euler --seed 5\n"), "{shown}");
    let kept = fs::read_to_string(folder.path().join("target/stress/euler.in")).unwrap();
    assert_eq!(kept.split_whitespace().count(), 5);

    let again = call("euler --seed 5 --save --jobs 1 --format json");
    let report: serde_json::Value = serde_json::from_str(&again.1).unwrap();
    assert_eq!((again.0, report[0]["found"]["input"].as_str()), (Some(1), Some(kept.as_str())), "{again:?}");
    let file = report[0]["found"]["file"].as_str().unwrap();
    assert!(file.contains("fixtures/euler/data/secret/stress-"), "{file}");
    assert_eq!(fs::read_to_string(file).unwrap(), kept);
    assert!(Path::new(file).with_extension("ans").is_file());

    assert_eq!(call("nim").0, Some(2));
    assert_eq!(call("--seconds 0").0, Some(2));
    assert_eq!(call("--seconds 1 --cases 1").0, Some(2));
}

#[test]
fn bundles_are_tried_in_place_of_the_build() {
    let folder = workspace();
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.current_dir(folder.path()).env_remove("CARGO_TARGET_DIR");
    let output = command.args(["stress", "--bundled", "--cases", "100000", "--seed", "5"]).output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{shown}{}", String::from_utf8_lossy(&output.stderr));
    assert!(shown.contains("euler: WA, line 1, column 1: expected `"), "{shown}");
    assert!(shown.ends_with("  again: cargo xtask stress euler --bundled --seed 5\n"), "{shown}");
    // The build that would be tried otherwise has never been made.
    assert!(!folder.path().join("target/release/euler").exists());
}

/// What a terminal shows of `stress` whose question gets this reply.
fn in_a_terminal(folder: &Path, reply: &str) -> String {
    let terminal = nix::pty::openpty(None, None).unwrap();
    let slave = || Stdio::from(terminal.slave.try_clone().unwrap());
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.current_dir(folder).env_remove("CARGO_TARGET_DIR");
    command.args(["stress", "euler", "--cases", "100000", "--seed", "5", "--jobs", "1"]);
    let mut child = command.stdin(slave()).stdout(slave()).stderr(slave()).spawn().unwrap();
    drop((command, terminal.slave));
    let mut master = File::from(terminal.master);
    master.write_all(reply.as_bytes()).unwrap();
    let mut shown = Vec::new();
    // Once nobody has the terminal open, reading from it fails.
    let mut piece = [0; 4096];
    while let Ok(length @ 1..) = master.read(&mut piece) {
        shown.extend_from_slice(&piece[..length]);
    }
    assert_eq!(child.wait().unwrap().code(), Some(1));
    String::from_utf8(shown).unwrap().replace('\r', "")
}

#[test]
fn in_a_terminal_the_command_asks_whether_to_store_what_it_has_shown() {
    let folder = workspace();
    let secret = folder.path().join("fixtures/euler/data/secret");
    for (reply, stored) in [("n\n", false), ("\n", false), ("\u{4}", false), ("y\n", true)] {
        let shown = in_a_terminal(folder.path(), reply);
        let (before, after) = shown.split_once("Store the input as ").unwrap_or_else(|| panic!("{shown}"));
        assert!(before.contains("  right answer:\n"), "{shown}");
        let (asked, after) = after.split_once("? [y/N] ").unwrap();
        let kept = if stored { Path::new(asked) } else { &folder.path().join("target/stress/euler.in") };
        assert!(after.contains(&format!("kept as {}\n", kept.display())), "{shown}");
        assert!(after.contains("  again: cargo xtask stress euler --seed 5\n"), "{shown}");
        assert_eq!(secret.is_dir(), stored, "{reply:?}");
        assert_eq!(Path::new(asked).is_file(), stored, "{reply:?}");
    }
}
