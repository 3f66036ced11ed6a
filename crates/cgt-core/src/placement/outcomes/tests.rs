use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::placement::Run;
use crate::Bitboard;

/// The slow twin: every move of every position, one at a time.
fn solve_slowly(game: &PlacementGame, play: Play) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for uncovered in 0..1_u64 << game.squares() {
        let fits = game.moves().iter().filter(|&mask| mask & !uncovered == 0);
        let options: Vec<Outcome> = fits.map(|mask| outcomes[(uncovered ^ mask) as usize]).collect();
        outcomes.push(if options.is_empty() { play.terminal() } else { Outcome::of_options(options) });
    }
    outcomes
}

fn check(game: &PlacementGame) {
    for play in [Play::Normal, Play::Misere] {
        let expected = solve_slowly(game, play);
        let threads = std::num::NonZeroUsize::new(3).expect("not zero");
        let found = game.p_positions_with(play, Run { threads, ..Run::default() });
        assert_eq!(found.squares(), game.squares());
        let differs = (0..expected.len()).find(|&set| found.outcome(set as u64) != expected[set]);
        assert_eq!(differs.map(|set| format!("{set:#b}")), None, "{play:?} {game:?}");
        let is_set = |set: usize| found.words()[set >> 6] >> (set & 63) & 1 == 1;
        assert!((0..expected.len()).all(|set| is_set(set) == expected[set].is_p()), "{play:?} {game:?}");
        assert_eq!(found.count_p(), expected.iter().filter(|outcome| outcome.is_p()).count() as u64);
    }
}

fn euler<const R: usize, const C: usize>() -> PlacementGame {
    let moves = Bitboard::<R, C>::FULL.singles().chain(Bitboard::border_runs(2..=3));
    PlacementGame::on_board(moves).expect("a small board")
}

#[test]
fn small_boards_of_euler_equal_the_slow_twin() {
    check(&euler::<1, 1>());
    check(&euler::<1, 5>());
    check(&euler::<2, 3>());
    check(&euler::<7, 1>());
    check(&euler::<3, 4>());
    check(&euler::<4, 4>());
}

#[test]
fn euler_has_the_known_numbers_of_p_positions() {
    fn p_positions<const R: usize, const C: usize>() -> [u64; 2] {
        [Play::Misere, Play::Normal].map(|play| euler::<R, C>().p_positions(play).count_p())
    }
    assert_eq!(p_positions::<1, 1>(), [1, 1]);
    assert_eq!(p_positions::<2, 2>(), [5, 4]);
    assert_eq!(p_positions::<3, 3>(), [89, 88]);
    assert_eq!(p_positions::<4, 4>(), [13_802, 16_384]);
}

#[test]
fn euler_has_the_known_p_positions_by_uncovered_squares() {
    let outcomes = euler::<4, 4>().p_positions(Play::Misere);
    let mut by_count = [0; 17];
    for uncovered in (0..1 << 16).filter(|&set| outcomes.outcome(set).is_p()) {
        by_count[uncovered.count_ones() as usize] += 1;
    }
    assert_eq!(by_count, [0, 16, 0, 352, 76, 912, 2624, 896, 4308, 288, 3484, 56, 685, 0, 104, 0, 1]);
    // A board that tells the likely misreadings of the rules apart.
    let covered: Bitboard<4, 4> = "XXX.\nXXX.\nX...\n....".parse().expect("a board");
    assert_eq!(outcomes.outcome((!covered).bits() as u64), Outcome::P);
}

#[test]
fn blocks_and_threads_change_nothing_and_progress_reaches_the_end() {
    // Twenty squares are four blocks; moves reach from the first row to the last.
    let game = PlacementGame::on_board(Bitboard::<4, 5>::runs(1..=4)).expect("a small board");
    let one = game.p_positions(Play::Misere);
    let most = std::sync::atomic::AtomicU64::new(0);
    let progress = |done| {
        most.fetch_max(done, std::sync::atomic::Ordering::Relaxed);
    };
    let run = Run { threads: std::num::NonZeroUsize::new(2).expect("not zero"), progress: &progress };
    assert_eq!(game.p_positions_with(Play::Misere, run), one);
    assert_eq!(most.into_inner(), 1 << 20);
    let slow = solve_slowly(&game, Play::Misere);
    assert!((0..1 << 20).all(|set| one.outcome(set) == slow[set as usize]));
}

#[test]
#[ignore = "2^25 positions: quick in a release build only"]
fn euler_on_five_by_five_has_the_known_numbers_of_p_positions() {
    assert_eq!(euler::<5, 5>().p_positions(Play::Misere).count_p(), 7_934_752);
    assert_eq!(euler::<5, 5>().p_positions(Play::Normal).count_p(), 8_388_608);
}

#[test]
fn any_run_euler_is_another_game() {
    let any_run = PlacementGame::on_board(Bitboard::<4, 4>::runs(1..=3)).expect("a small board");
    assert_eq!(any_run.p_positions(Play::Misere).count_p(), 9872);
}

#[test]
fn no_squares_and_no_moves() {
    check(&PlacementGame::new(0, []).expect("a game"));
    check(&PlacementGame::new(3, []).expect("a game"));
    check(&PlacementGame::new(8, []).expect("a game"));
    assert_eq!(PlacementGame::new(0, []).expect("a game").p_positions(Play::Normal).words(), [1]);
}

#[test]
fn as_many_moves_as_squares_are_not_all_single_squares() {
    check(&PlacementGame::new(3, [0b011, 0b110, 0b111]).expect("a game"));
}

#[test]
fn a_run_is_shown_by_its_threads() {
    assert_eq!(format!("{:?}", Run::default()), "Run { threads: 1, .. }");
}

#[test]
fn memory_is_known_before_the_work_begins() {
    // 2^36 bits, and less than a hundredth for the blocks; 4 planes and 2 binary ones on 5×5.
    let outcomes = euler::<6, 6>().outcomes_memory();
    assert!((1 << 33..(1 << 33) + (1 << 26)).contains(&outcomes), "{outcomes}");
    assert_eq!(euler::<5, 5>().grundy_memory(4), 6 << 22);
    assert_eq!(euler::<5, 5>().grundy_memory(24), (32 + 5) << 22);
}

#[test]
fn faults_are_named() {
    let fault = |squares, mask| PlacementGame::new(squares, [1, mask]).expect_err("a fault").to_string();
    assert_eq!(fault(41, 1), "expected at most 40 squares, found 41");
    assert_eq!(fault(3, 0), "expected a move on some of 3 squares, found mask 0b0");
    assert_eq!(fault(3, 0b1010), "expected a move on some of 3 squares, found mask 0b1010");
    let error = PlacementGame::on_board(Bitboard::<8, 8>::FULL.singles()).expect_err("a fault");
    assert_eq!(error.to_string(), "expected at most 40 squares, found 64");
}

proptest! {
    #[test]
    fn random_games_equal_the_slow_twin(
        squares in 1_u32..13,
        masks in prop::collection::vec(any::<u64>(), 0..12),
        singles: bool,
    ) {
        let full = (1 << squares) - 1;
        let all_singles = (0..squares).filter(|_| singles).map(|square| 1 << square);
        let masks = masks.chunks(2).map(|pair| pair.iter().fold(full, |mask, bits| mask & bits));
        let game = PlacementGame::new(squares, masks.filter(|&mask| mask != 0).chain(all_singles));
        check(&game.expect("masks on the board"));
    }
}
