//! What holds for all inputs, on random ones; a failure is made small and printed.

use nom::Parser;
use oracles::white_space::Layout;
use proptest::{collection::vec, prelude::*};
use std::io::Read;
use tomek::parse;
use transcript::cut_everywhere;

/// Answers, and the error or warning behind them.
fn told(input: &mut dyn Read) -> String {
    let mut output = Vec::new();
    let end = match tomek::run(input, &mut output) {
        Ok(None) => String::new(),
        Ok(Some(warning)) => format!("warning: {warning}"),
        Err(error) => format!("error: {error}"),
    };
    String::from_utf8(output).expect("answers are text") + &end
}

fn answers(input: &str) -> Vec<String> {
    told(&mut input.as_bytes()).lines().map(str::to_owned).collect()
}

/// An answer without the number of its board.
fn status(answer: String) -> String {
    answer.split_once(": ").expect("a label and a status").1.to_owned()
}

/// Squares row by row, as letters.
type Board = [char; 16];

fn board() -> impl Strategy<Value = Board> {
    proptest::array::uniform16(proptest::sample::select(vec!['X', 'O', 'T', '.']))
}

fn rows(board: &Board) -> String {
    board.chunks(4).map(|row| row.iter().collect::<String>() + "\n").collect()
}

fn input(boards: &[Board]) -> String {
    let boards: Vec<String> = boards.iter().map(rows).collect();
    format!("{}\n\n{}", boards.len(), boards.join("\n"))
}

/// The eight symmetries of the square: square number i of the image is square number `map[i]` of the board.
fn symmetries() -> Vec<[usize; 16]> {
    let turn = |map: [usize; 16]| std::array::from_fn(|i| map[4 * (3 - i % 4) + i / 4]);
    let mirror = |map: [usize; 16]| std::array::from_fn(|i| map[4 * (i / 4) + 3 - i % 4]);
    let mut maps = vec![std::array::from_fn(|i| i)];
    for _ in 0..3 {
        maps.push(turn(maps[maps.len() - 1]));
    }
    maps.extend(maps.clone().into_iter().map(mirror));
    maps
}

#[test]
fn there_are_eight_symmetries() {
    let mut maps = symmetries();
    maps.sort_unstable();
    maps.dedup();
    assert_eq!(maps.len(), 8);
}

proptest! {
    #[test]
    fn a_board_is_read_as_it_is_written(board in board()) {
        let text = rows(&board);
        let (rest, read) = parse::Board.parse_complete(text.as_bytes()).expect("a board");
        prop_assert!(rest.is_empty());
        for (square, letter) in board.into_iter().enumerate() {
            let holds = [read.x, read.o, read.t].map(|set| set.bits() >> square & 1 == 1);
            prop_assert_eq!(holds, ['X', 'O', 'T'].map(|other| other == letter), "square {}", square);
        }
    }

    #[test]
    fn symmetries_change_no_answer(board in board()) {
        let images: Vec<Board> = symmetries().iter().map(|map| map.map(|square| board[square])).collect();
        let found: Vec<String> = answers(&input(&images)).into_iter().map(status).collect();
        prop_assert!(found.iter().all(|answer| *answer == found[0]), "{:?}", found);
    }

    #[test]
    fn permuted_boards_have_permuted_answers(boards in vec(board(), 1..30), seed: u64) {
        let answers = |boards: &[Board]| -> Vec<String> { answers(&input(boards)).into_iter().map(status).collect() };
        let mut order: Vec<usize> = (0..boards.len()).collect();
        order.sort_by_key(|&i| (i as u64 + 1).wrapping_mul(seed | 1));
        let (plain, shuffled): (Vec<Board>, Vec<Board>) = (boards.clone(), order.iter().map(|&i| boards[i]).collect());
        let expected: Vec<String> = order.iter().map(|&i| answers(&plain)[i].clone()).collect();
        prop_assert_eq!(answers(&shuffled), expected);
    }

    #[test]
    fn white_space_changes_no_answer(boards in vec(board(), 0..20), seed: u64) {
        let input = input(&boards);
        let expected = answers(&input);
        for layout in Layout::ALL.into_iter().chain([Layout::Random(seed)]) {
            prop_assert_eq!(answers(&layout.apply(&input)), &*expected, "{:?}", layout);
        }
    }

    #[test]
    fn nothing_depends_on_where_reads_end(boards in vec(board(), 1..4), wrong in 0..1000_usize, byte: u8) {
        let mut input = input(&boards).into_bytes();
        cut_everywhere(&input, told);
        // Something wrong in some place, most often.
        if let Some(place) = input.get_mut(wrong % 100) {
            *place = byte;
        }
        cut_everywhere(&input, told);
    }
}
