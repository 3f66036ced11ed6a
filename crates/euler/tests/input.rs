//! Whole runs of the program: what it answers, what it refuses and with which words.

use transcript::check;

const EULER: &str = env!("CARGO_BIN_EXE_euler");

#[test]
fn boards_in_every_layout() {
    check(
        EULER,
        &[
            // The board that tells nine mistakes about the rules apart.
            (b"1\n\nXXX.\nXXX.\nX...\n....\n", "LOSING\n"),
            (b"1\n\nXXXX\nXXXX\nXXXX\nXXX.\n", "LOSING\n"),
            (b"1\n\n....\n....\n....\n....\n", "LOSING\n"),
            // A run of two in the middle is no single move, two singles are two: the first player takes one of three.
            (b"1\n\nXXXX\nX..X\nXXXX\nXXXX\n", "WINNING\n"),
            // Nothing left to cover: the other one has covered the last square.
            (b"1\n\nXXXX\nXXXX\nXXXX\nXXXX\n", "WINNING\n"),
            (b"0\n", ""),
            // Without blank lines, with several, with trailing blanks, with tabs, with CRLF, on one line.
            (b"2\nXXXX\nXXXX\nXXXX\nXXX.\nXXXX\nXXXX\nXXXX\nXX..\n", "LOSING\nWINNING\n"),
            (b"2\n\n\n\nXXXX\nXXXX\n\nXXXX\nXXX.\n\n\n\nXXXX\nXXXX\nXXXX\nXX..\n", "LOSING\nWINNING\n"),
            (b"2 \n \nXXXX \nXXXX \nXXXX\t\nXXX. \n \n XXXX\nXXXX\nXXXX\n\tXX.. \n \n", "LOSING\nWINNING\n"),
            (
                b"2\r\n\r\nXXXX\r\nXXXX\r\nXXXX\r\nXXX.\r\n\r\nXXXX\r\nXXXX\r\nXXXX\r\nXX..\r\n",
                "LOSING\nWINNING\n",
            ),
            (b"2 XXXX XXXX XXXX XXX. XXXX XXXX XXXX XX..", "LOSING\nWINNING\n"),
            (b"2\n\nXXXX\nXXXX\nXXXX\nXXX.\n\nXXXX\nXXXX\nXXXX\nXX..", "LOSING\nWINNING\n"),
            (b"1\n\nXXXX\nXXXX\nXXXX\nXXX.\n\x1A", "LOSING\n"),
            (b"1\n\nXXXX\nXXXX\nXXXX\nXXX.\x1A", "LOSING\n"),
        ],
    );
}

#[test]
fn faults_are_told_with_their_place_and_all_boards_before_are_answered() {
    check(
        EULER,
        &[
            (b"", "error: <stdin>:1:1: expected a number from 0 to 18446744073709551615, found end of input\nexit 2\n"),
            (b"\n\n", "error: <stdin>:3:1: expected a number from 0 to 18446744073709551615, found end of input\nexit 2\n"),
            (b"boards\n", "error: <stdin>:1:1: expected a number from 0 to 18446744073709551615, found 'b'\nexit 2\n"),
            (b"-1\n", "error: <stdin>:1:1: expected a number from 0 to 18446744073709551615, found '-'\nexit 2\n"),
            (b"1.\n", "error: <stdin>:1:2: expected white space, found '.'\nexit 2\n"),
            (
                b" 18446744073709551616\n",
                "error: <stdin>:1:2: expected a number from 0 to 18446744073709551615, found 18446744073709551616\nexit 2\n",
            ),
            (
                b"2\n\nXXXX\nXXXX\nXXXX\nXXX.\n\nXXXX\nXXXX\n",
                "LOSING\nerror: <stdin>:10:1: expected a square (X or .), found end of input\nexit 2\n",
            ),
            (
                b"2\n\nXXXX\nXXXX\nXXXX\nXXX.\n\nXXXX\nXXX\nXXXX\nXXXX\n",
                "LOSING\nerror: <stdin>:9:4: expected a square (X or .), found end of line\nexit 2\n",
            ),
            (b"1\nXX X\n", "error: <stdin>:2:3: expected a square (X or .), found ' '\nexit 2\n"),
            (b"1\nXXXXX\n", "error: <stdin>:2:5: expected white space, found 'X'\nexit 2\n"),
            (b"1\nXXXX\nXxXX\n", "error: <stdin>:3:2: expected a square (X or .), found 'x'\nexit 2\n"),
            (b"1\r\nXXXX\r\nXX\r\n", "error: <stdin>:3:3: expected a square (X or .), found end of line\nexit 2\n"),
            (b"1\nXX", "error: <stdin>:2:3: expected a square (X or .), found end of input\nexit 2\n"),
            (b"1\nXX\x1A", "error: <stdin>:2:3: expected a square (X or .), found end of input\nexit 2\n"),
            (b"1\nXX\x1AX", "error: <stdin>:2:3: expected a square (X or .), found byte 0x1A\nexit 2\n"),
            (b"1\nXX\0X", "error: <stdin>:2:3: expected a square (X or .), found byte 0x00\nexit 2\n"),
            (b"1\nXX\xC3\xA9X", "error: <stdin>:2:3: expected a square (X or .), found '\u{e9}'\nexit 2\n"),
        ],
    );
}

#[test]
fn data_behind_the_last_board_is_ignored_aloud() {
    check(
        EULER,
        &[
            (
                b"1\n\nXXXX\nXXXX\nXXXX\nXXX.\n\nXXXX\n",
                "LOSING\nwarning: <stdin>:8:1: data after the last test case is ignored\n",
            ),
            (b"0 ?", "warning: <stdin>:1:3: data after the last test case is ignored\n"),
        ],
    );
}
