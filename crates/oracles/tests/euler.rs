//! The oracle for euler against figures that were found by other programs.

use oracles::euler::{board, pins, winning, Pin};
use pretty_assertions::assert_eq;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How many of the positions with an open square are lost for the player to move, by the number of open squares.
fn losing_by_open_squares(pins: &[Pin]) -> BTreeMap<u32, usize> {
    let mut seen = HashMap::new();
    let mut losing = BTreeMap::new();
    for position in 0..u16::MAX {
        if !winning(board(position), pins, &mut seen) {
            *losing.entry(position.count_zeros()).or_default() += 1;
        }
    }
    losing
}

#[test]
fn positions_lost_by_open_squares() {
    let expected = [
        (1, 16),
        (3, 352),
        (4, 76),
        (5, 912),
        (6, 2624),
        (7, 896),
        (8, 4308),
        (9, 288),
        (10, 3484),
        (11, 56),
        (12, 685),
        (14, 104),
        (16, 1),
    ];
    let found = losing_by_open_squares(&pins());
    assert_eq!(found, BTreeMap::from(expected));
    assert_eq!(found.values().sum::<usize>(), 13_802);
}

#[test]
fn positions_lost_if_pins_may_start_inside() {
    let inside = (0..4).flat_map(|line| [vec![(line, 1), (line, 2)], vec![(1, line), (2, line)]]);
    let any_run: Vec<Pin> = pins().into_iter().chain(inside).collect();
    assert_eq!(losing_by_open_squares(&any_run).values().sum::<usize>(), 9872);
}

#[test]
fn bitmap_of_winning_positions() {
    let (pins, mut seen) = (pins(), HashMap::new());
    let mut bitmap = vec![0_u8; 8192];
    for position in 0..=u16::MAX {
        if winning(board(position), &pins, &mut seen) {
            bitmap[usize::from(position >> 3)] |= 1 << (position & 7);
        }
    }
    let hash: String = Sha256::digest(&bitmap).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, "6768889ca973d3d151c94d17e2dee5170416f0b66df02bebcbac5dc1473aa5e8");
}

#[test]
fn pins_are_forty_eight_sets_of_squares() {
    let sets: BTreeSet<BTreeSet<(usize, usize)>> = pins().into_iter().map(BTreeSet::from_iter).collect();
    let by_length = |length| sets.iter().filter(|set| set.len() == length).count();
    assert_eq!([1, 2, 3, 4].map(by_length), [16, 16, 16, 0]);
}
