use super::*;
use pretty_assertions::assert_eq;

/// Compares, and shows the message and the excerpt.
fn check(answer: &[u8], output: &[u8], expected: &str) {
    let shown = first_difference(answer, output).map_or("same".to_owned(), |difference| {
        let lines: String = difference.excerpt.lines().map(|line| format!("\n{}", line.trim_end())).collect();
        format!("{difference}{lines}")
    });
    assert_eq!(shown, expected.trim_start_matches('\n'));
}

#[test]
fn a_newline_at_the_end_may_be_missing() {
    check(b"", b"", "same");
    check(b"WIN\nLOSE\n", b"WIN\nLOSE\n", "same");
    check(b"WIN\nLOSE\n", b"WIN\nLOSE", "same");
    check(b"WIN\nLOSE", b"WIN\nLOSE\n", "same");
    check(b"\n", b"\n", "same");
}

#[test]
fn a_word_that_differs() {
    check(
        b"WIN\nWIN\nWIN\nLOSE\nWIN\nLOSE\nWIN\n",
        b"WIN\nWIN\nWIN\nLOST\nWIN\nWIN\nWIN\n",
        "
line 4, column 4: expected `LOSE`, found `LOST`
  2 | WIN
  3 | WIN
- 4 | LOSE
+ 4 | LOST
    |    ^
  5 | WIN
- 6 | LOSE
+ 6 | WIN",
    );
}

#[test]
fn an_output_that_ends_early() {
    check(
        b"WIN\nLOSE\nWIN\nWIN\n",
        b"WIN\n",
        "
line 2, column 1: expected `LOSE`, found the end of the output
  1 | WIN
- 2 | LOSE
+ 2 | (end of the output)",
    );
    check(
        b"WIN\n",
        b"",
        "
line 1, column 1: expected `WIN`, found the end of the output
- 1 | WIN
+ 1 | (end of the output)",
    );
}

#[test]
fn an_output_that_goes_on() {
    check(
        b"WIN\n",
        b"WIN\n\n",
        "
line 2, column 1: expected the end, found ``
  1 | WIN
- 2 | (end of the answer)
+ 2 |",
    );
    check(
        b"",
        b"\n",
        "
line 1, column 1: expected the end, found ``
- 1 | (end of the answer)
+ 1 |",
    );
}

#[test]
fn a_line_that_is_longer() {
    check(
        b"Case #1: X won\n",
        b"Case #1: X won!\n",
        "
line 1, column 15: expected `Case #1: X won`, found `Case #1: X won!`
- 1 | Case #1: X won
+ 1 | Case #1: X won!
    |               ^",
    );
}

#[test]
fn invisible_characters_are_shown() {
    check(
        b"a b\n",
        b"a b \n",
        "
line 1, column 4: expected `a b`, found `a b·`
- 1 | a b
+ 1 | a b·
    |    ^",
    );
    check(
        b" a  b\tc\n",
        b" a  b\tc\r\n",
        r"
line 1, column 8: expected `·a··b\tc`, found `·a··b\tc\r`
- 1 | ·a··b\tc
+ 1 | ·a··b\tc\r
    |         ^",
    );
    check(
        "a\u{a0}b\u{feff} \"don't\" \\ é\n".as_bytes(),
        b"a \xff\xfe\0\x1b[31m",
        r#"
line 1, column 2: expected `a\u{a0}b\u{feff} "don't" \\ é`, found `a \xff\xfe\0\u{1b}[31m`
- 1 | a\u{a0}b\u{feff} "don't" \\ é
+ 1 | a \xff\xfe\0\u{1b}[31m
    |  ^"#,
    );
}

#[test]
fn long_lines_are_cut_around_the_difference() {
    let answer = "0123456789".repeat(1000);
    let mut output = answer.clone();
    output.replace_range(5003..5004, "X");
    check(
        answer.as_bytes(),
        output.as_bytes(),
        "
line 1, column 5004: expected `…345678901234567890123456789012345678901234567890123456789012345678901234…`, \
         found `…3456789012345678901234567890123456789012X4567890123456789012345678901234…`
- 1 | …345678901234567890123456789012345678901234567890123456789012345678901234…
+ 1 | …3456789012345678901234567890123456789012X4567890123456789012345678901234…
    |                                          ^",
    );
}

#[test]
fn line_numbers_are_aligned() {
    let answer: String = (1..20).map(|i| format!("{i}\n")).collect();
    check(
        answer.as_bytes(),
        answer.replace("9\n10", "9\n0").as_bytes(),
        "
line 10, column 1: expected `10`, found `0`
   8 | 8
   9 | 9
- 10 | 10
+ 10 | 0
     | ^
  11 | 11
  12 | 12",
    );
}
