//! Whole runs of the program: what it answers, what it refuses and with which words.

use transcript::check;

const TOMEK: &str = env!("CARGO_BIN_EXE_tomek");

#[test]
fn boards_in_every_layout() {
    check(
        TOMEK,
        &[
            (
                b"6\nXXXT\n....\nOO..\n....\n\nXOXT\nXXOO\nOXOX\nXXOO\n\nXOX.\nOX..\n....\n....\n\n\
                  OOXX\nOXXX\nOX.T\nO..O\n\nXXXO\n..O.\n.O..\nT...\n\nOXXX\nXO..\n..O.\n...O\n\n",
                "Case #1: X won\nCase #2: Draw\nCase #3: Game has not completed\n\
                 Case #4: O won\nCase #5: O won\nCase #6: O won\n",
            ),
            // T first in its line, and in two lines of which the second wins.
            (b"1\nTXXX\nO...\nO...\n.O..\n", "Case #1: X won\n"),
            (b"1\nTOXX\nX...\nXO..\nX.O.\n", "Case #1: X won\n"),
            (b"1\nXO..\nX.O.\nT..O\nXO..\n", "Case #1: X won\n"),
            // A full board with a line is won; one that can only end in a draw is not a draw yet.
            (b"1\nXXXX\nOOXO\nOXOO\nXOOX\n", "Case #1: X won\n"),
            (b"1\nXOXT\nXXOO\nOXOX\nXXO.\n", "Case #1: Game has not completed\n"),
            // Boards that no game leads to, by the same rules: two winners; two and three T in a line.
            (b"1\nOOOO\nXXXX\n....\n....\n", "Case #1: X won\n"),
            (
                b"2\nXXTT\n....\n....\n....\n\nTTTT\n....\n....\n....\n",
                "Case #1: Game has not completed\nCase #2: Game has not completed\n",
            ),
            (b"1\nXXXT\nT...\n....\n....\n", "Case #1: X won\n"),
            (b"0", ""),
            // No blank lines, too many, trailing blanks, CRLF, one line, no final line end, Ctrl-Z.
            (b"2\nXXXX\n....\n....\n....\nOOOO\n....\n....\n....\n", "Case #1: X won\nCase #2: O won\n"),
            (
                b"2\n\n\nXXXX\n....\n\n....\n....\n\n\n\nOOOO\n....\n....\n....\n\n\n",
                "Case #1: X won\nCase #2: O won\n",
            ),
            (
                b"2 \nXXXX \n....\t\n....\n.... \n \n OOOO\n....\n....\n....",
                "Case #1: X won\nCase #2: O won\n",
            ),
            (
                b"2\r\nXXXX\r\n....\r\n....\r\n....\r\n\r\nOOOO\r\n....\r\n....\r\n....\r\n\r\n",
                "Case #1: X won\nCase #2: O won\n",
            ),
            (b"2 XXXX .... .... .... OOOO .... .... ....\x1A", "Case #1: X won\nCase #2: O won\n"),
        ],
    );
}

#[test]
fn faults_are_told_with_their_place_and_all_boards_before_are_answered() {
    check(
        TOMEK,
        &[
            (b"", "error: <stdin>:1:1: expected a number from 0 to 18446744073709551615, found end of input\nexit 2\n"),
            (
                b"2\nXXXX\n....\n....\n....\n\nXOXO\n.o..\n....\n....\n",
                "Case #1: X won\nerror: <stdin>:8:2: expected a square (X, O, T or .), found 'o'\nexit 2\n",
            ),
            (
                b"2\nXXXX\n....\n....\n....\n\nXOXO\n",
                "Case #1: X won\nerror: <stdin>:8:1: expected a square (X, O, T or .), found end of input\nexit 2\n",
            ),
            (b"1\nXXX\n....\n....\n....\n", "error: <stdin>:2:4: expected a square (X, O, T or .), found end of line\nexit 2\n"),
            (b"1\nXXX.T\n", "error: <stdin>:2:5: expected white space, found 'T'\nexit 2\n"),
            (b"1\nXXX0\n", "error: <stdin>:2:4: expected a square (X, O, T or .), found 0\nexit 2\n"),
        ],
    );
}

#[test]
fn data_behind_the_last_board_is_ignored_aloud() {
    check(
        TOMEK,
        &[(
            b"1\nXXXX\n....\n....\n....\n\n....\n",
            "Case #1: X won\nwarning: <stdin>:7:1: data after the last test case is ignored\n",
        )],
    );
}
