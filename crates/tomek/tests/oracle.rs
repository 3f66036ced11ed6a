//! The solver against the oracle.

use oracles::tomek::{lines, status, Board};
use pretty_assertions::assert_eq;
use std::fmt::Write;

/// The answer's words for each board, which the solver reads from text: one run for all of them.
fn solved(boards: &[Board]) -> Vec<String> {
    let mut input = format!("{}\n", boards.len());
    for board in boards {
        for row in board {
            writeln!(input, "{}", row.iter().collect::<String>()).expect("a string takes all");
        }
        input.push('\n');
    }
    let mut output = Vec::new();
    tomek::run(input.as_bytes(), &mut output).expect("the input is well formed");
    let output = String::from_utf8(output).expect("answers are text");
    output.lines().map(|line| line.split_once(": ").expect("a label and a status").1.to_owned()).collect()
}

fn check(boards: &[Board]) {
    assert!(!boards.is_empty());
    let solved = solved(boards);
    assert_eq!(solved.len(), boards.len());
    for (board, solved) in boards.iter().zip(solved) {
        assert_eq!(solved, status(board), "{board:?}");
    }
}

/// The board with `own` where its bit is set, a T where `t` says, and `rest` elsewhere.
fn board(own: (u16, char), t: Option<u32>, rest: char) -> Board {
    let square = |at: u32| match t {
        Some(t) if t == at => 'T',
        _ if own.0 >> at & 1 == 1 => own.1,
        _ => rest,
    };
    [0, 4, 8, 12].map(|row| [0, 1, 2, 3].map(|column| square(row + column)))
}

#[test]
fn every_set_of_squares_of_one_player_with_every_place_of_the_t() {
    for rest in ['.', 'O'] {
        for t in (0..16).map(Some).chain([None]) {
            let of_x: Vec<Board> = (0..=u16::MAX).map(|x| board((x, 'X'), t, rest)).collect();
            check(&of_x);
        }
    }
    let of_o: Vec<Board> = (0..=u16::MAX)
        .flat_map(|o| [None, Some(u32::from(o % 16))].map(|t| board((o, 'O'), t, '.')))
        .collect();
    check(&of_o);
}

#[test]
fn every_line_held_in_every_way_on_empty_and_full_boards() {
    // Full boards of which no line is held by one kind, so that what is put on the line decides.
    let full = ["XXOO", "OOXX", "XXOO", "OOXX"].map(|row| {
        let row: Vec<char> = row.chars().collect();
        [row[0], row[1], row[2], row[3]]
    });
    let mut boards = Vec::new();
    for background in [[['.'; 4]; 4], full] {
        for line in lines().iter().copied() {
            // All contents of four squares: four of a kind, three and a T in each place, three and a hole, two Ts …
            for contents in 0..4_usize.pow(4) {
                let mut board = background;
                for (place, (row, column)) in line.into_iter().enumerate() {
                    board[row][column] = ['X', 'O', 'T', '.'][contents >> (2 * place) & 3];
                }
                boards.push(board);
            }
        }
    }
    assert_eq!(boards.len(), 2 * 10 * 256);
    check(&boards);
}

#[test]
fn random_boards_of_every_kind() {
    let problem = oracles::problem("tomek").expect("the oracle knows its problem");
    let seed = 20_130_413;
    let each = 200_000 / problem.kinds().len() + 1;
    for kind in problem.kinds() {
        let input = problem.input(kind, each, 16, seed);
        let mut output = Vec::new();
        tomek::run(input.as_bytes(), &mut output).expect("the input is well formed");
        let expected = problem.answer(&input).expect("the input is well formed");
        let differ = expected.lines().zip(String::from_utf8_lossy(&output).lines()).position(|(a, b)| a != b);
        assert_eq!(differ, None, "kind {}, seed {seed}", kind.name);
        assert_eq!(output.len(), expected.len(), "kind {}, seed {seed}", kind.name);
    }
}

#[test]
fn the_fast_path_and_the_grammar_read_the_same() {
    use nom::Parser;
    let read = |text: &str| tomek::parse::Board.parse_complete(text.as_bytes()).map(|(_, board)| board).ok();
    for at in 0..16 {
        for square in ['X', 'O', 'T', '.'] {
            let mut squares = "XOT.XXOOTT..XO.T".to_owned();
            squares.replace_range(at..=at, &square.to_string());
            let rows = [0, 4, 8, 12].map(|row| &squares[row..row + 4]);
            let (plain, other) = (read(&format!("{}\n", rows.join("\n"))), read(&rows.join("\r\n")));
            assert!(plain.is_some());
            assert_eq!(plain, other, "{squares}");
        }
    }
}
