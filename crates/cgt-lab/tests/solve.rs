//! `cgt solve` from the outside.

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use serde_json::Value;

fn cgt(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cgt"));
    command.args(["solve", "euler"]).args(words.split(' '));
    command
}

fn json(words: &str) -> Value {
    let output = cgt(words).args(["--format", "json"]).output().expect("cgt runs");
    assert!(output.status.success(), "{words}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The figure of the problem that everybody can check: of the 65,536 boards 13,802 are lost.
#[test]
fn four_by_four_is_the_judges_board() {
    let report = json("--rows 4 --cols 4");
    assert_eq!((&report["p_positions"], &report["outcome"]), (&Value::from(13_802), &Value::from("P")));
    assert_eq!(report, {
        let mut two = json("--rows 4 --cols 4 --threads 2");
        for key in ["threads", "seconds", "peak_memory_bytes"] {
            two[key] = report[key].clone();
        }
        two
    });
}

/// With border misère pins and the shorter side at least 3, the empty board is a P-position if and only if its area is even:
/// conjectured, and true here.
#[test]
fn small_boards_keep_to_the_conjecture() {
    for (rows, cols) in [(3, 3), (3, 4), (3, 5), (4, 3), (3, 6), (4, 5), (3, 7)] {
        let report = json(&format!("--rows {rows} --cols {cols}"));
        let expected = if rows * cols % 2 == 0 { "P" } else { "N" };
        assert_eq!(report["outcome"], expected, "{rows}x{cols}");
    }
}

#[test]
fn grundy_values_and_outcomes_agree() {
    for pins in ["any", "border"] {
        let values = json(&format!("--rows 4 --cols 4 --play normal --pins {pins} --grundy"));
        let outcomes = json(&format!("--rows 4 --cols 4 --play normal --pins {pins}"));
        assert_eq!(values["values"][0], outcomes["p_positions"]);
        assert_eq!(values["outcome"], outcomes["outcome"]);
        let all: u64 = values["values"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum();
        assert_eq!(all, 65_536);
    }
    let border = json("--rows 4 --cols 5 --play normal --grundy");
    assert_eq!((&border["grundy"], border["values"].as_array().map(Vec::len)), (&Value::from(0), Some(4)));
}

#[test]
fn what_cannot_fit_is_refused_or_told_by_the_closed_form() {
    let refused = |words: &str, status: i32, complaint: &str| {
        let output = cgt(words).output().expect("cgt runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{words}: {told}");
        assert!(told.contains(complaint), "{words}: {told}");
    };
    refused(
        "--rows 10 --cols 10",
        1,
        "2^100 positions of 10x10 does not fit any machine; at most 40 squares do; with --play normal",
    );
    refused("--rows 3 --cols 20", 1, "at most 40 squares do\n");
    refused("--rows 4 --cols 4 --grundy", 2, "--play normal");
    refused("--rows 0 --cols 4", 2, "0 is not in 1..=1000");
    refused("--rows 4 --cols 4 --threads 0", 2, "--threads");
    let known = json("--rows 10 --cols 10 --play normal");
    assert_eq!((&known["grundy"], &known["outcome"]), (&Value::from(0), &Value::from("P")));
    let known = json("--rows 999 --cols 999 --play normal");
    assert_eq!((&known["grundy"], &known["closed_form"]), (&Value::from(1), &Value::from(true)));
}

#[test]
fn a_table_that_would_not_fit_is_not_begun() {
    // Whatever this machine is, 2^40 Grundy values are too many; outcomes may be fine for some.
    let output = cgt("--rows 5 --cols 8 --pins any --play normal --grundy").output().expect("cgt runs");
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.starts_with("error: 5x8 needs 8.75 TiB of memory, and "), "{told}");
}
