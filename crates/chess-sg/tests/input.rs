//! Whole runs of the program: what it answers, what it refuses and with which words.

use transcript::check;

const CHESS_SG: &str = env!("CARGO_BIN_EXE_chess-sg");

#[test]
fn games_in_every_layout() {
    check(
        CHESS_SG,
        &[
            (b"3\n1 2 P\n6 1 B\n4 4 P\n", "koosaga\n"),
            (b"3\n5 0 K\n0 4 B\n9 1 K\n", "koosaga\n"),
            (b"3\n0 4 K\n0 5 K\n3 2 K\n", "cubelover\n"),
            (b"1\n3 2 P\n", "koosaga\n"),
            (b"1\n3 3 P\n", "cubelover\n"),
            (b"3\n7 4 P\n3 7 P\n1 0 P\n", "cubelover\n"),
            // The knight beside the diagonal, and the palace's diagonal step at x = 1.
            (b"1\n0 1 N\n", "cubelover\n"),
            (b"1\n1 2 N\n", "koosaga\n"),
            (b"1\n0 2 N\n", "cubelover\n"),
            (b"1\n1 1 P\n", "koosaga\n"),
            // Nobody can move; two alike cancel; the largest coordinates.
            (b"0\n", "cubelover\n"),
            (b"2\n7 9 R\n7 9 R\n", "cubelover\n"),
            (b"2\n4294967295 0 P 4294967292 0 P\n", "koosaga\n"),
            (b"2\n4294967295 4294967295 P 0 0 R\n", "cubelover\n"),
            // Everything on one line, CRLF, blank lines, no final line end, Ctrl-Z, leading zeros.
            (b"3 1 2 P 6 1 B 4 4 P", "koosaga\n"),
            (b"2\r\n\r\n7\t9 R\r\n 7 9 \r\n\r\n R\r\n", "cubelover\n"),
            (b"2\n007 9 R\n7 000000000000000000000000009 R\n\x1A\n", "cubelover\n"),
        ],
    );
}

#[test]
fn faults_are_told_with_their_place() {
    check(
        CHESS_SG,
        &[
            (b"", "error: <stdin>:1:1: expected a number from 0 to 18446744073709551615, found end of input\nexit 2\n"),
            (b"2\n1 2 P\n", "error: <stdin>:3:1: expected a number from 0 to 4294967295, found end of input\nexit 2\n"),
            (b"1\n1 2", "error: <stdin>:2:4: expected a piece (R, B, K, N or P), found end of input\nexit 2\n"),
            (b"1\n1 2 Q\n", "error: <stdin>:2:5: expected a piece (R, B, K, N or P), found 'Q'\nexit 2\n"),
            (b"1\n1 2 p\n", "error: <stdin>:2:5: expected a piece (R, B, K, N or P), found 'p'\nexit 2\n"),
            (b"1\n1 2 PP\n", "error: <stdin>:2:6: expected white space, found 'P'\nexit 2\n"),
            (b"1\n1 2P\n", "error: <stdin>:2:4: expected white space, found 'P'\nexit 2\n"),
            (b"1\n1 P\n", "error: <stdin>:2:3: expected a number from 0 to 4294967295, found 'P'\nexit 2\n"),
            (b"1\n-1 2 P\n", "error: <stdin>:2:1: expected a number from 0 to 4294967295, found '-'\nexit 2\n"),
            (
                b"1\n1 4294967296 P\n",
                "error: <stdin>:2:3: expected a number from 0 to 4294967295, found 4294967296\nexit 2\n",
            ),
            (
                b"1\n18446744073709551617 2 P\n",
                "error: <stdin>:2:1: expected a number from 0 to 4294967295, found 18446744073709551617\nexit 2\n",
            ),
        ],
    );
}

#[test]
fn data_behind_the_last_piece_is_ignored_aloud() {
    check(
        CHESS_SG,
        &[(
            b"1\n1 2 P\n6 1 B\n",
            "cubelover\nwarning: <stdin>:3:1: data after the last test case is ignored\n",
        )],
    );
}
