//! The solver against the oracle, on every board there is.

use cgt_core::{Bitboard, Outcome, PlacementGame, Play};
use euler::{parse::Board, solve, Covered};
use nom::Parser;
use oracles::euler::{board, pins, winning};
use pretty_assertions::assert_eq;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

fn is_winning(position: u16) -> bool {
    thread_local!(static OUTCOMES: cgt_core::Outcomes = solve::outcomes());
    OUTCOMES.with(|outcomes| solve::outcome(outcomes, Covered::from_bits_truncated(position.into())).is_n())
}

#[test]
fn all_65536_boards_agree_with_a_search_of_the_game_tree() {
    let (pins, mut seen) = (pins(), HashMap::new());
    for position in 0..=u16::MAX {
        let expected = winning(board(position), &pins, &mut seen);
        assert_eq!(is_winning(position), expected, "position {position:#06x}");
    }
}

#[test]
fn the_known_figures_come_out() {
    // LOSING boards by their number of free squares.
    let mut losing = [0; 17];
    for position in (0..=u16::MAX).filter(|&position| !is_winning(position)) {
        losing[position.count_zeros() as usize] += 1;
    }
    let known = [0, 16, 0, 352, 76, 912, 2624, 896, 4308, 288, 3484, 56, 685, 0, 104, 0, 1];
    assert_eq!(losing, known);
    assert_eq!(losing.iter().sum::<u32>(), 13_802);

    let bitmap: Vec<u8> = (0..8192_u16)
        .map(|byte| (0..8).map(|bit| u8::from(is_winning(8 * byte + bit)) << bit).sum())
        .collect();
    let digest: String = Sha256::digest(bitmap).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, "6768889ca973d3d151c94d17e2dee5170416f0b66df02bebcbac5dc1473aa5e8");
}

#[test]
fn other_readings_of_the_rules_give_other_figures() {
    let losing = |moves: Vec<Covered>, play| {
        let outcomes = PlacementGame::on_board(moves).expect("16 squares").p_positions(play);
        (1..=0xFFFF).filter(|&free| outcomes.outcome(free) == Outcome::P).count()
    };
    let any_run = Bitboard::<4, 4>::FULL.singles().chain(Bitboard::runs(2..=3)).collect();
    assert_eq!(losing(solve::moves().collect(), Play::Misere), 13_802);
    assert_eq!(losing(any_run, Play::Misere), 9_872);
    assert_eq!(losing(solve::moves().collect(), Play::Normal), 16_383);
    assert_eq!(solve::moves().count(), 48);
}

#[test]
fn the_fast_path_and_the_grammar_read_the_same() {
    for position in 0..=u16::MAX {
        let square = |&covered: &bool| if covered { 'X' } else { '.' };
        let rows = board(position).map(|row| row.iter().map(square).collect::<String>());
        let read = |text: String| Board.parse_complete(text.as_bytes()).map(|(_, covered)| covered).ok();
        let (plain, other) = (read(format!("\n{}\n", rows.join("\n"))), read(rows.join(" ")));
        assert_eq!([plain, other], [Covered::new(position.into()); 2], "position {position:#06x}");
    }
}
