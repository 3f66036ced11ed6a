//! `cgt octal` and `cgt subtract` from the outside.

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use serde_json::Value;

fn cgt(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cgt"));
    command.args(words.split(' '));
    command
}

fn json(words: &str) -> Value {
    let output = cgt(words).output().expect("cgt runs");
    assert!(output.status.success(), "{words}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// (preperiod, period) as the tables of Winning Ways (chapter 4, table 7b) give them.
#[test]
fn known_periods_are_found() {
    for (game, upto, preperiod, period) in [
        ("octal 0.77", 200, 71, 12),
        ("octal 0.07", 200, 53, 34),
        ("octal 0.137", 200, 52, 34),
        ("octal 0.156", 8000, 3479, 349),
        ("subtract 1,2,3", 50, 0, 4),
        ("subtract 1,3,4", 50, 0, 7),
        ("subtract 2,5,7", 100, 0, 22),
    ] {
        let report = json(&format!("{game} --format json --upto {upto}"));
        let found = (&report["period"]["preperiod"], &report["period"]["period"]);
        assert_eq!(found, (&Value::from(preperiod), &Value::from(period)), "{game}");
        assert_eq!(report["values"].as_array().map(Vec::len), Some(upto + 1));
    }
}

#[test]
fn what_is_not_proved_is_not_told_as_proved() {
    assert_eq!(json("octal 0.007 --format json")["period"], Value::Null);
    // Twelve heaps fewer than the theorem needs.
    assert_eq!(json("octal 0.77 --upto 166 --format json")["period"], Value::Null);
    assert_ne!(json("octal 0.77 --upto 167 --format json")["period"], Value::Null);
    let growing = json("octal 0.3f --upto 100 --format json");
    assert_eq!((&growing["period"], &growing["looks"]["saltus"]), (&Value::Null, &Value::from(3)));
}

#[test]
fn wrong_games_are_refused_with_a_place() {
    for (words, complaint) in [
        ("octal 0.7g", "character 4: expected a digit from 0 to f, found 'g'"),
        ("octal 3.7", "character 1: expected 0, 4, 8 or c, found '3'"),
        ("subtract 1,0", "expected a number from 1 to 1000000"),
        ("subtract 1,,2", "expected a number from 1 to 1000000"),
        ("octal 0.7 --upto -1", "unexpected argument '-1'"),
    ] {
        let output = cgt(words).output().expect("cgt runs");
        assert_eq!(output.status.code(), Some(2), "{words}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(complaint), "{words}: {told}");
    }
}

#[test]
fn the_smallest_requests_are_answered() {
    for words in
        ["octal 0.", "octal 0. --upto 0", "octal 4. --upto 0", "octal 0.77 --upto 1", "subtract 1000000"]
    {
        cgt(words).assert().success();
    }
}
