//! Every winning move that is listed wins, every one that is not loses to the answer given: replayed on slow solutions that
//! know nothing of the solvers.

use assert_cmd::Command;
use cgt_core::{Graph, GrundySolver};
use cgt_lab::explain::{Verdict, chess_sg, dag_sg, euler, tomek};
use pretty_assertions::assert_eq;
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
};

fn xorshift(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn fixtures(problem: &str) -> Vec<PathBuf> {
    let mut folders =
        vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(problem).join("data")];
    let mut inputs = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "in") {
                inputs.push(path);
            }
        }
    }
    assert!(inputs.len() > 5, "{problem}");
    inputs
}

/// What is explained, headline by headline, agrees with the stored answers of all fixtures.
#[test]
fn headlines_agree_with_the_answers() {
    for (problem, begins) in
        [("euler", "board "), ("tomek", "board "), ("chess-sg", ""), ("dag-sg", "graph ")]
    {
        for input in fixtures(problem) {
            let output = Command::new(env!("CARGO_BIN_EXE_cgt"))
                .args(["explain", problem])
                .arg(&input)
                .output()
                .expect("cgt runs");
            assert!(output.status.success(), "{}: {output:?}", input.display());
            let told = String::from_utf8(output.stdout).expect("text");
            let heads: Vec<&str> = match begins {
                "" => told.lines().take(1).collect(),
                begins => told.lines().filter(|line| line.starts_with(begins)).collect(),
            };
            let answers = fs::read_to_string(input.with_extension("ans")).expect("an answer");
            assert_eq!(heads.len(), answers.lines().count(), "{}", input.display());
            for (head, answer) in heads.iter().zip(answers.lines()) {
                let same = match answer.split_once(": ").map_or(answer, |(_, status)| status) {
                    "X won" => head.contains("X has won"),
                    "O won" => head.contains("O has won"),
                    "Draw" => head.contains("a draw"),
                    "Game has not completed" => head.contains("not completed"),
                    "koosaga" => head.starts_with("koosaga wins"),
                    "cubelover" => head.starts_with("cubelover wins"),
                    word => head.contains(&format!(": {word}: ")) || head.contains(&format!(": {word}")),
                };
                assert!(same, "{}: {head} for {answer}", input.display());
            }
        }
    }
}

type Squares = BTreeSet<(usize, usize)>;

#[test]
fn euler_all_boards() {
    let pins: BTreeSet<Squares> =
        oracles::euler::pins().into_iter().map(|pin| pin.into_iter().collect()).collect();
    let (list, mut seen) = (oracles::euler::pins(), HashMap::new());
    let mut wins = |covered: u16| oracles::euler::winning(oracles::euler::board(covered), &list, &mut seen);
    let bits = |pin: &Squares| pin.iter().fold(0, |bits, (row, column)| bits | 1_u16 << (4 * row + column));
    let outcomes = ::euler::solve::outcomes();
    for covered in 0..=u16::MAX {
        let possible: BTreeSet<u16> = pins.iter().map(bits).filter(|pin| pin & covered == 0).collect();
        let explained = euler::explain(&outcomes, ::euler::Covered::from_bits_truncated(covered.into()));
        let moves: BTreeSet<u16> = explained.iter().map(|explained| explained.pin.bits() as u16).collect();
        assert_eq!((&moves, explained.len()), (&possible, possible.len()), "{covered:#06x}");
        for euler::Explained { pin, verdict } in explained {
            let after = covered | pin.bits() as u16;
            match verdict {
                Verdict::Wins => assert!(!wins(after), "{covered:#06x} {pin:?}"),
                Verdict::LosesAtOnce => assert_eq!(after, u16::MAX, "{covered:#06x} {pin:?}"),
                Verdict::Answered(answer) => {
                    let answer = answer.bits() as u16;
                    assert!(wins(after) && pins.iter().any(|pin| bits(pin) == answer) && answer & after == 0);
                    assert!(!wins(after | answer), "{covered:#06x} {pin:?}");
                }
            }
        }
    }
}

/// The prospect of the player to move, by playing everything out: 1, 0 or -1.
fn played_out(board: &mut oracles::tomek::Board) -> i32 {
    match oracles::tomek::status(board) {
        "Draw" => return 0,
        "Game has not completed" => {}
        _ => return -1,
    }
    let count = |letter: char| board.iter().flatten().filter(|&&square| square == letter).count();
    let own = if count('X') == count('O') { 'X' } else { 'O' };
    let mut best = -1;
    for (row, column) in (0..16).map(|square| (square / 4, square % 4)) {
        if board[row][column] == '.' {
            board[row][column] = own;
            best = best.max(-played_out(board));
            board[row][column] = '.';
        }
    }
    best
}

#[test]
fn tomek_late_boards() {
    let mut state = 7;
    let mut seen = [0; 3];
    let mut search = tomek::Search::default();
    for _ in 0..400 {
        let mut squares: Vec<usize> = (0..16).collect();
        (1..16)
            .rev()
            .for_each(|last| squares.swap(last, (xorshift(&mut state) % (last as u64 + 1)) as usize));
        let mut letters = ['.'; 16];
        if xorshift(&mut state).is_multiple_of(2) {
            letters[squares[15]] = 'T';
        }
        let played = 8 + (xorshift(&mut state) % 6) as usize;
        squares[..played]
            .iter()
            .enumerate()
            .for_each(|(turn, &square)| letters[square] = if turn % 2 == 0 { 'X' } else { 'O' });
        let set = |letter: char| {
            let bits = (0..16)
                .filter(|&square| letters[square] == letter)
                .fold(0, |bits, square| bits | 1 << square);
            ::tomek::Squares::from_bits_truncated(bits)
        };
        let mut board: oracles::tomek::Board =
            std::array::from_fn(|row| std::array::from_fn(|column| letters[4 * row + column]));
        if oracles::tomek::status(&board) != "Game has not completed" {
            continue;
        }
        let own = if played.is_multiple_of(2) { ['X', 'O'] } else { ['O', 'X'] };
        let explained = search.explain(::tomek::Board { x: set('X'), o: set('O'), t: set('T') });
        let explained = explained.expect("X and O in turn");
        assert_eq!(explained.len(), letters.iter().filter(|&&letter| letter == '.').count());
        for tomek::Explained { square, prospect, answer } in explained {
            let (row, column) = square.squares().next().expect("a square");
            board[row][column] = own[0];
            let expected = -played_out(&mut board);
            assert_eq!(prospect as i32 - 1, expected, "{board:?}");
            seen[prospect as usize] += 1;
            if let Some((row, column)) = answer.and_then(|answer| answer.squares().next()) {
                assert_eq!(board[row][column], '.');
                board[row][column] = own[1];
                assert_eq!(played_out(&mut board), expected, "{board:?}");
                board[row][column] = '.';
            } else {
                assert_ne!(oracles::tomek::status(&board), "Game has not completed", "{board:?}");
            }
            board[row][column] = '.';
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

const PIECES: [(char, ::chess_sg::Kind); 5] = [
    ('R', ::chess_sg::Kind::Rook),
    ('B', ::chess_sg::Kind::Bishop),
    ('K', ::chess_sg::Kind::King),
    ('N', ::chess_sg::Kind::Knight),
    ('P', ::chess_sg::Kind::Palace),
];

/// Sums of one to three pieces on 7×7 squares, the values by mexes over listed moves.
#[test]
fn chess_sg_small_sums() {
    const SIDE: u64 = 7;
    let tables = PIECES.map(|(letter, _)| oracles::chess_sg::table(letter, SIDE));
    let mut lost = 0;
    let mut state = 11;
    for round in 0..6000_u64 {
        let placed: Vec<(usize, u64, u64)> = (0..1 + round % 3)
            .map(|_| {
                let random = xorshift(&mut state);
                ((random % 5) as usize, random / 5 % SIDE, random / 64 % SIDE)
            })
            .collect();
        let value = |&(kind, x, y): &(usize, u64, u64)| tables[kind][(SIDE * x + y) as usize];
        let sum = placed.iter().map(value).fold(0, |sum, value| sum ^ value);
        let pieces: Vec<::chess_sg::Piece> = placed
            .iter()
            .map(|&(kind, x, y)| ::chess_sg::Piece { kind: PIECES[kind].1, x: x as u32, y: y as u32 })
            .collect();
        let of_pieces = chess_sg::sum_of(&pieces);
        assert_eq!(of_pieces.total().0, sum, "{placed:?}");
        let mut expected = BTreeSet::new();
        for (index, piece) in placed.iter().enumerate() {
            let moves = oracles::chess_sg::moves(PIECES[piece.0].0, piece.1, piece.2);
            let count: u32 = chess_sg::directions(pieces[index]).into_iter().map(|(_, count)| count).sum();
            assert_eq!(count as usize, moves.len(), "{placed:?}");
            for (x, y) in moves {
                let mut after = placed.clone();
                after[index] = (piece.0, x, y);
                let to = (x as u32, y as u32);
                match chess_sg::verdict(&pieces, &of_pieces, index, to) {
                    Verdict::Wins => _ = expected.insert((index, to)),
                    Verdict::Answered(answer) => {
                        let (kind, x, y) = after[answer.piece];
                        let to = (u64::from(answer.to.0), u64::from(answer.to.1));
                        assert!(
                            oracles::chess_sg::moves(PIECES[kind].0, x, y).contains(&to),
                            "{after:?} {answer:?}"
                        );
                        after[answer.piece] = (kind, to.0, to.1);
                        assert_eq!(after.iter().map(value).fold(0, |sum, value| sum ^ value), 0, "{after:?}");
                    }
                    Verdict::LosesAtOnce => panic!("no move ends normal play with a loss"),
                }
                let total =
                    if let Verdict::Wins = chess_sg::verdict(&pieces, &of_pieces, index, to) { 0 } else { 1 };
                let mut replayed = placed.clone();
                replayed[index] = (piece.0, x, y);
                let zero = replayed.iter().map(value).fold(0, |sum, value| sum ^ value) == 0;
                assert_eq!(zero, total == 0, "{placed:?}");
            }
        }
        let listed = chess_sg::winning_moves(&pieces);
        let found: BTreeSet<(usize, (u32, u32))> =
            listed.iter().map(|found| (found.piece, found.to)).collect();
        assert_eq!((&found, listed.len()), (&expected, expected.len()), "{placed:?}");
        lost += u32::from(sum == 0);
    }
    assert!(lost > 300);
}

#[test]
fn dag_sg_random_graphs() {
    let mut state = 3;
    let mut verdicts = [0; 2];
    for _ in 0..300 {
        let nodes = 2 + (xorshift(&mut state) % 12) as usize;
        let arcs: Vec<Vec<usize>> =
            (0..nodes).map(|node| (0..node).filter(|_| xorshift(&mut state) % 5 < 2).collect()).collect();
        let slow = oracles::dag_sg::values(&arcs).expect("no cycle");
        let mut graph = Graph::new();
        for options in &arcs {
            // Each twice, as a judge's input may have it.
            options.iter().chain(options).for_each(|&option| graph.push_option(option as u32));
            graph.finish_node();
        }
        let mut solver = GrundySolver::new();
        let values = solver.solve(&graph).expect("no cycle");
        let count = 1 + xorshift(&mut state) % 4;
        let chesses: Vec<u32> = (0..count).map(|_| (xorshift(&mut state) % nodes as u64) as u32).collect();
        let explained = dag_sg::explain(&graph, values, &dag_sg::sum_of(values, &chesses), &chesses);
        let all: usize = chesses.iter().map(|&position| arcs[position as usize].len()).sum();
        assert_eq!(explained.len(), all);
        let total = |chesses: &[u32]| chesses.iter().fold(0, |sum, &position| sum ^ slow[position as usize]);
        let play = |chesses: &[u32], made: &dag_sg::Move| {
            assert_eq!(chesses[made.chess], made.from);
            assert!(arcs[made.from as usize].contains(&(made.to as usize)));
            let mut after = chesses.to_vec();
            after[made.chess] = made.to;
            after
        };
        let mut made = BTreeSet::new();
        for dag_sg::Explained { made: first, verdict } in &explained {
            made.insert((first.chess, first.to));
            let after = play(&chesses, first);
            match verdict {
                Verdict::Wins => assert_eq!(total(&after), 0),
                Verdict::Answered(answer) => {
                    assert_ne!(total(&after), 0);
                    assert_eq!(total(&play(&after, answer)), 0);
                }
                Verdict::LosesAtOnce => panic!("no move ends normal play with a loss"),
            }
            verdicts[usize::from(*verdict == Verdict::Wins)] += 1;
        }
        assert_eq!(made.len(), all);
    }
    assert!(verdicts.iter().all(|&count| count > 200), "{verdicts:?}");
}

#[test]
fn faults_have_the_name_of_the_file_and_a_place() {
    let run = |input: &'static str| {
        Command::new(env!("CARGO_BIN_EXE_cgt"))
            .args(["explain", "euler"])
            .write_stdin(input)
            .output()
            .expect("cgt runs")
    };
    let output = run("2\nXXXX\nXXXX\nXXXX\nXXX.\n\nXXXX\nXX");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: <stdin>:8:3: expected a square (X or .), found end of input\n"
    );
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("board 1: LOSING"));
    let output = run("0\nX");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "warning: <stdin>:2:1: data after the last test case is ignored\n"
    );
    let output = Command::new(env!("CARGO_BIN_EXE_cgt"))
        .args(["explain", "tomek", "no such file"])
        .output()
        .expect("cgt runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot open no such file: "));
}
