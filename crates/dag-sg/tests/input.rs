//! Whole runs of the program: what it answers, what it refuses and with which words.

use transcript::check;

const DAG_SG: &str = env!("CARGO_BIN_EXE_dag-sg");

#[test]
fn graphs_in_every_layout() {
    check(
        DAG_SG,
        &[
            (
                b"4\n2 1 2\n0\n1 3\n0\n1 0\n2 0 2\n0\n\n4\n1 1\n1 2\n0\n0\n2 0 1\n2 1 1\n3 0 1 3\n0\n",
                "WIN\nWIN\nWIN\nLOSE\nWIN\n",
            ),
            // Values 0, 1 and 1 shared between calls by mistake; a position twice; options twice; later options.
            (b"3\n0\n1 2\n1 0\n1 1\n0\n", "LOSE\n"),
            (b"2\n1 1\n0\n2 0 0\n0\n", "LOSE\n"),
            (b"2\n3 1 1 1\n0\n1 0\n2 0 1\n0\n", "WIN\nWIN\n"),
            // The end of input instead of the last 0, with and without a line end; queries may be missing.
            (b"1\n0\n1 0", "LOSE\n"),
            (b"1\n0\n1 0\n", "LOSE\n"),
            (b"1\n0\n", ""),
            (b"1\n0\n0\n1\n0\n0\n", ""),
            // No test case at all, and a 0 that ends them.
            (b"", ""),
            (b"\n \r\n", ""),
            (b"\x1A", ""),
            (b"0\n", ""),
            (b"1\n0\n1 0\n0\n0\n", "LOSE\n"),
            // On one line, CRLF, blank lines.
            (b"2 1 1 0 1 0 1 1 0 1 0 1 0 0 0", "WIN\nLOSE\nLOSE\n"),
            (
                b"2\r\n1 1\r\n0\r\n\r\n1 0\r\n1 1\r\n0\r\n\r\n\r\n1\r\n0\r\n1 0\r\n0\r\n\x1A",
                "WIN\nLOSE\nLOSE\n",
            ),
        ],
    );
}

#[test]
fn faults_are_told_with_their_place_and_all_queries_before_are_answered() {
    check(
        DAG_SG,
        &[
            (b"x", "error: <stdin>:1:1: expected a number from 0 to 4294967295, found 'x'\nexit 2\n"),
            (b"4294967296", "error: <stdin>:1:1: expected a number from 0 to 4294967295, found 4294967296\nexit 2\n"),
            (b"4294967295", "error: <stdin>:1:11: expected a number from 0 to 4294967295, found end of input\nexit 2\n"),
            (b"2\n1 2\n", "error: <stdin>:2:3: expected a number from 0 to 1, found 2\nexit 2\n"),
            (b"2\n1 1\n", "error: <stdin>:3:1: expected a number from 0 to 4294967294, found end of input\nexit 2\n"),
            (b"2\n2 1\n0\n", "error: <stdin>:4:1: expected a number from 0 to 4294967293, found end of input\nexit 2\n"),
            (b"1\n0\n1 0\n1 1\n0\n", "LOSE\nerror: <stdin>:4:3: expected a number from 0 to 0, found 1\nexit 2\n"),
            (b"1\n0\n1 0\n2 0\n", "LOSE\nerror: <stdin>:5:1: expected a number from 0 to 0, found end of input\nexit 2\n"),
            (b"1\n1 0\n1 0\n0\n", "error: <stdin>:2:1: expected a graph without cycles, found cycle: 0 -> 0\nexit 2\n"),
            (
                b"1\n0\n1 0\n0\n6\n1 1\n1 3\n0\n\n2 2 5\n1 0\n2 2 3\n1 0\n0\n",
                "LOSE\nerror: <stdin>:12:1: expected a graph without cycles, found cycle: 3 -> 5 -> 3\nexit 2\n",
            ),
        ],
    );
}

#[test]
fn data_behind_a_closing_0_is_ignored_aloud() {
    check(
        DAG_SG,
        &[(
            b"1\n0\n1 0\n0\n0\nbye",
            "LOSE\nwarning: <stdin>:6:1: data after the last test case is ignored\n",
        )],
    );
}
