//! `cgt play` from the outside and its games from within: whoever can win and plays by hints wins, whatever the other does.

use assert_cmd::Command;
use cgt_lab::play::{self, Game, chess_sg::ChessSg, euler::Euler};
use chess_sg::{Kind, Piece};
use euler::Covered;
use pretty_assertions::assert_eq;

fn run(words: &[&str], input: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cgt"))
        .arg("play")
        .args(words)
        .write_stdin(input)
        .output()
        .expect("cgt runs");
    (
        output.status.code(),
        (String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr)).into_owned(),
    )
}

#[test]
fn end_of_input_and_nonsense_are_no_trouble() {
    for input in [
        "",
        "\n",
        "quit\n",
        "QUIT",
        "help\nhint\n",
        "\u{fffd}\n",
        "a1-a4\nb2-b3\ne5\na1 a2\nb2-b2-b2\n99999999999\n",
    ] {
        for game in ["euler", "chess-sg"] {
            let (status, told) = run(&[game], input);
            assert_eq!(status, Some(0), "{game} {input:?}: {told}");
            assert!(told.ends_with("good bye\n"), "{game} {input:?}: {told}");
        }
    }
    let output = Command::new(env!("CARGO_BIN_EXE_cgt"))
        .args(["play", "euler"])
        .write_stdin(&b"\xff\xfe\n"[..])
        .output()
        .expect("cgt runs");
    assert!(output.status.success());
}

#[test]
fn wrong_moves_are_explained_and_asked_again() {
    let (_, told) = run(&["euler"], "a1-a4\nb2-b3\ne5\na1\na1\n");
    for words in [
        "no pin covers just a1-a4",
        "no pin covers just b2-b3",
        "\"e5\" is no move",
        "I move b1-d1",
        "a1 is covered already",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let (_, told) = run(&["chess-sg"], "1 2\n9 0 0\n1 3 6\n1 4 7\n2 4 4\n");
    for words in [
        "\"1 2\" is no move",
        "there is no piece 9",
        "a rook at 4 7 cannot move to 3 6",
        "cannot move to 4 7",
        "I move piece",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn files_give_the_position() {
    let folder = format!("{}/../../fixtures", env!("CARGO_MANIFEST_DIR"));
    let (status, told) = run(&["euler", &format!("{folder}/euler/data/sample/1.in")], "");
    assert_eq!(status, Some(0));
    assert!(told.contains("1 XXX.\n2 XXX.\n3 .XXX\n4 .XXX\n"), "{told}");
    let (status, told) = run(&["chess-sg", "--second", &format!("{folder}/chess-sg/data/sample/1.in")], "");
    assert!(status == Some(0) && told.contains("I move piece"), "{told}");
    let (status, told) = run(&["euler", "no such file"], "");
    assert!(status == Some(1) && told.starts_with("error: cannot open no such file"), "{told}");
}

/// Plays `game` to its end: the user by `choose`, the program by itself. Returns the last line.
fn play_out<G: Game>(game: G, user_moves: bool, script: &str) -> String {
    let mut out = Vec::new();
    play::play(game, user_moves, script.as_bytes(), &mut out).expect("memory takes everything");
    String::from_utf8(out).expect("text").lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_program_wins_what_it_can() {
    let all: Vec<String> = (0..4)
        .flat_map(|row| (0..4).map(move |column| format!("{}{}\n", ["a", "b", "c", "d"][column], row + 1)))
        .collect();
    // The empty board is lost for whoever moves first, and a user who tries one square after another does.
    for rotation in 0..16 {
        let mut order = all.clone();
        order.rotate_left(rotation);
        let script = order.concat().repeat(16);
        assert_eq!(play_out(Euler::new(Covered::EMPTY), true, &script), "I cannot move: I win", "{rotation}");
    }
    // A sum that is won for the program, which moves first; the user walks every piece down in steps of one.
    let pieces = vec![
        Piece { kind: Kind::Rook, x: 3, y: 5 },
        Piece { kind: Kind::Palace, x: 4, y: 4 },
        Piece { kind: Kind::Bishop, x: 6, y: 3 },
    ];
    assert!(ChessSg::new(pieces.clone()).is_won());
    let moves = |piece: usize| (0..8).flat_map(move |x| (0..8).map(move |y| format!("{piece} {x} {y}\n")));
    let script: String = (1..=3).flat_map(moves).collect::<String>().repeat(20);
    assert_eq!(play_out(ChessSg::new(pieces), false, &script), "you cannot move: I win");
}

/// Follows hints from a won position against the program.
#[test]
fn hints_win() {
    let mut game = Euler::new("XXXX\n...X\nXX.X\nXX.X".parse().expect("a board"));
    let mut user = true;
    let mut moves = 0;
    while let Some(best) = game.best() {
        assert_eq!(game.is_won(), user);
        let typed = game.name(&best);
        assert_eq!(game.read(&typed), Ok(best));
        game.make(&best);
        user = !user;
        moves += 1;
    }
    // Whoever is to move on the full board has won.
    assert!(user && moves > 1);
}
