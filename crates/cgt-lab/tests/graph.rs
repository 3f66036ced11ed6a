//! `cgt graph` from the outside.

use assert_cmd::Command;
use pretty_assertions::assert_eq;

/// Six positions; all values from 0 to 3, one arc twice.
const GRAPH: &str = "6\n3 1 2 3\n2 2 3\n2 3 3\n0\n1 0\n1 3\n0\n";

fn graph(words: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cgt"))
        .arg("graph")
        .args(words)
        .write_stdin(input)
        .output()
        .expect("cgt runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn text_lists_values_and_winning_moves() {
    let (status, text, _) = graph(&[], GRAPH);
    assert_eq!(status, Some(0));
    assert_eq!(
        text,
        "0: *3; wins by moving to 3 (*0); also leads to 1 (*2), 2 (*1)\n\
         1: *2; wins by moving to 3 (*0); also leads to 2 (*1)\n\
         2: *1; wins by moving to 3 (*0)\n\
         3: *0\n\
         4: *0; leads to 0 (*3)\n\
         5: *1; wins by moving to 3 (*0)\n"
    );
}

#[test]
fn pictures_mark_exactly_the_winning_moves() {
    let (_, dot, _) = graph(&["--dot"], GRAPH);
    let arcs: Vec<&str> = dot.lines().filter(|line| line.contains(" -> ")).collect();
    let winning: Vec<&&str> = arcs.iter().filter(|line| line.contains("penwidth")).collect();
    assert_eq!(arcs.len(), 8);
    assert!(winning.len() == 4 && winning.iter().all(|line| line.contains(" -> 3 ")), "{dot}");
    assert!(dot.contains("0 [label=\"0\\n*3\""), "{dot}");

    let (_, svg, _) = graph(&["--svg"], GRAPH);
    let count = |text: &str| svg.matches(text).count();
    assert_eq!((count("<circle "), count("url(#winning)"), count("url(#other)")), (6, 4, 4));
    assert_eq!(
        (count(">*3</text>"), count(">*2</text>"), count(">*1</text>"), count(">*0</text>")),
        (1, 1, 2, 2)
    );
    assert!(!svg.contains("NaN") && count("http") == 1, "{svg}");
}

#[test]
fn other_cases_can_be_asked_for() {
    let input = format!("2\n1 1\n0\n1 0\n2 0 1\n0\n{GRAPH}");
    assert_eq!(graph(&[], &input).1, "0: *1; wins by moving to 1 (*0)\n1: *0\n");
    assert!(graph(&["--case", "2"], &input).1.starts_with("0: *3"));
    let (status, _, told) = graph(&["--case", "3"], &input);
    assert_eq!((status, told.as_str()), (Some(2), "error: <stdin> has 2 graphs, and no number 3\n"));
}

#[test]
fn cycles_and_faults_have_a_place() {
    let (status, _, told) = graph(&[], "2\n1 1\n1 0\n0\n");
    assert_eq!(status, Some(2));
    assert!(told.starts_with("error: <stdin>:3:1: expected a graph without cycles, found "), "{told}");
    let (status, _, told) = graph(&["--dot"], "2\n1 2\n");
    assert_eq!(
        (status, told.as_str()),
        (Some(2), "error: <stdin>:2:3: expected a number from 0 to 1, found 2\n")
    );
    assert_eq!(graph(&["--dot", "--svg"], GRAPH).0, Some(2));
}
