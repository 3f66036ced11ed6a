//! The oracle for tomek on boards written out with their answers.

use oracles::problem;
use pretty_assertions::assert_eq;

fn check(board: &str, expected: &str) {
    let input = format!("1\n{}\n", board.replace(" / ", "\n"));
    assert_eq!(
        problem("tomek").expect("the problem").answer(&input),
        Ok(format!("Case #1: {expected}\n")),
        "{board}"
    );
}

#[test]
fn four_in_a_line() {
    check("XXXX / .... / .... / OOO.", "X won");
    check("O... / O... / O... / OXXX", "O won");
    check("X..O / .XO. / .OX. / O..X", "X won");
    check("X..O / .XO. / .O.. / O..X", "O won");
}

#[test]
fn three_and_the_t() {
    check("T..X / .... / .... / ....", "Game has not completed");
    check("TOOO / .... / .... / ....", "O won");
    check("X..T / .XX. / .X.. / X...", "X won");
    check("TTXX / .... / .... / ....", "Game has not completed");
    check("OXTX / .... / .... / ....", "Game has not completed");
}

#[test]
fn full_boards() {
    check("XXOO / OOXX / XXOO / OOXX", "Draw");
    check("XXOO / OOXX / XOXO / OXTX", "Draw");
    check("XXXX / OOXX / XOXO / OXOO", "X won");
}

#[test]
fn x_is_asked_before_o() {
    check("OOOO / XXXX / .... / ....", "X won");
}
