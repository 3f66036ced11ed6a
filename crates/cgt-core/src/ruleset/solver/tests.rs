use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::mex;
use crate::ruleset::{DenseMemo, Sum};

/// The slow twin: plain recursion over an acyclic graph in which an option is a list of nodes.
struct Twin<'a>(&'a [Vec<Vec<usize>>]);

impl Twin<'_> {
    fn grundy(&self, node: usize) -> u64 {
        mex(self.0[node].iter().map(|sum| sum.iter().fold(0, |value, &part| value ^ self.grundy(part))))
    }

    /// Of a sum of nodes.
    fn outcome(&self, nodes: &[usize], play: Play) -> Outcome {
        let mut options = Vec::new();
        for (index, &node) in nodes.iter().enumerate() {
            for sum in &self.0[node] {
                let others =
                    nodes.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, &node)| node);
                options.push(self.outcome(&others.chain(sum.iter().copied()).collect::<Vec<_>>(), play));
            }
        }
        if options.is_empty() {
            play.terminal()
        } else {
            Outcome::of_options(options)
        }
    }
}

fn list(options_of_node: &[Vec<usize>], options: &mut Options<usize>) {
    for sum in options_of_node {
        match sum[..] {
            [whole] => options.push(whole),
            _ => options.push_sum(sum.iter().copied()),
        }
    }
}

fn check(game: &[Vec<Vec<usize>>]) {
    let twin = Twin(game);
    let rules = || from_fn(|&node: &usize, options| list(&game[node], options));
    let mut hashed = Solver::<_>::new(rules());
    let mut dense = Solver::<_, DenseMemo>::new(rules());
    let mut ordered = Solver::<_, BTreeMap<usize, u32>>::new(rules());
    let mut sums = Solver::<_>::new(Sum(rules()));
    let splits = game.iter().flatten().any(|sum| sum.len() != 1);
    for node in (0..game.len()).rev() {
        let value = Nimber(twin.grundy(node));
        assert_eq!(hashed.grundy(&node), value);
        assert_eq!(dense.grundy(&node), value);
        assert_eq!(ordered.grundy(&node), value);
        for play in [Play::Normal, Play::Misere] {
            let outcome = twin.outcome(&[node], play);
            assert_eq!(sums.outcome(&vec![node], play), outcome, "{play:?} sum of {node} in {game:?}");
            if splits && play == Play::Misere {
                continue;
            }
            assert_eq!(dense.outcome(&node, play), outcome, "{play:?} {node} in {game:?}");
            let winning: Vec<_> =
                game[node].iter().filter(|sum| twin.outcome(sum, play).is_p()).cloned().collect();
            assert_eq!(dense.winning_options(&node, play), winning);
            assert_eq!(outcome.is_n() && !game[node].is_empty(), !winning.is_empty());
        }
    }
}

#[test]
fn a_chain_of_a_million_moves_fits_a_small_stack() {
    let solve = || {
        let mut chain = Solver::from_fn(|&left: &u32, options| options.extend(left.checked_sub(1)));
        assert_eq!(chain.grundy(&1_000_000), Nimber(0));
        assert_eq!(chain.outcome(&1_000_001, Play::Misere), Outcome::P);
    };
    std::thread::Builder::new()
        .stack_size(1 << 18)
        .spawn(solve)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

#[test]
fn many_options_on_a_long_way_are_listed_again() {
    // 3000 nested positions with up to 3000 options each are more than are kept.
    let mut nim =
        Solver::<_, DenseMemo>::new(from_fn(|&heap: &u32, options| options.extend((0..heap).rev())));
    assert_eq!(nim.grundy(&3000), Nimber(3000));
}

/// A game of heaps that remembers which were looked at.
struct Watched<F> {
    list: F,
    listed: RefCell<Vec<u32>>,
}

impl<F: Fn(u32, &mut Options<u32>)> Ruleset for Watched<F> {
    type Position = u32;

    fn options(&self, &heap: &u32, options: &mut Options<u32>) {
        self.listed.borrow_mut().push(heap);
        (self.list)(heap, options);
    }
}

/// The positions looked at when a question is asked twice.
fn listed<F: Fn(u32, &mut Options<u32>)>(list: F, ask: impl Fn(&mut Solver<&Watched<F>>)) -> Vec<u32> {
    let rules = Watched { list, listed: RefCell::default() };
    let mut solver = Solver::new(&rules);
    ask(&mut solver);
    ask(&mut solver);
    rules.listed.into_inner()
}

#[test]
fn each_position_is_looked_at_once_and_a_winning_move_is_enough() {
    let nim = |heap, options: &mut Options<u32>| options.extend(0..heap);
    assert_eq!(listed(nim, |nim| assert_eq!(nim.grundy(&4), Nimber(4))), [4, 0, 1, 2, 3]);
    assert_eq!(listed(nim, |nim| assert!(nim.outcome(&4, Play::Normal).is_n())), [4, 0]);
    assert_eq!(listed(nim, |nim| assert!(nim.outcome(&4, Play::Misere).is_n())), [4, 0, 1]);
    // That an option is a sum is seen once; from then on who wins is a question of values.
    let pairs = |heap, options: &mut Options<u32>| (0..heap).for_each(|half| options.push_sum([half, half]));
    assert_eq!(listed(pairs, |pairs| assert!(pairs.outcome(&3, Play::Normal).is_n())), [3, 3, 0, 1, 2]);
}

#[test]
fn sums_are_sorted_and_without_what_has_no_moves() {
    let mut sum = vec![3, 0, 2, 0, 1, 2];
    Sum(from_fn(|&heap: &u32, options| options.extend(0..heap))).canonicalize(&mut sum);
    assert_eq!(sum, [1, 2, 2, 3]);
}

#[test]
fn what_has_no_words_of_its_own_is_named() {
    let rules = from_fn(|&(): &(), _| ());
    assert_eq!(format!("{rules:?} {:?}", Solver::<_>::new(rules)), "FromFn Solver { .. }");
}

#[test]
fn mirror_images_are_one_position() {
    /// Two heaps as a pair, of which the order does not matter.
    struct Pair;
    impl Ruleset for Pair {
        type Position = (u8, u8);
        fn options(&self, &(a, b): &(u8, u8), options: &mut Options<(u8, u8)>) {
            options.extend((0..a).map(|less| (less, b)));
            options.extend((0..b).map(|less| (a, less)));
        }
        fn canonicalize(&self, (a, b): &mut (u8, u8)) {
            if a > b {
                std::mem::swap(a, b);
            }
        }
    }
    // By reference, which has to hand both questions on.
    let mut solver = Solver::<_, HashMap<(u8, u8), u32>>::new(&Pair);
    assert_eq!(solver.grundy(&(20, 9)), Nimber(20 ^ 9));
    assert!(solver.values.keys().all(|(a, b)| a <= b));
    assert_eq!(solver.winning_options(&(5, 3), Play::Normal), [[(3, 3)]]);
}

#[test]
#[should_panic(expected = "can return to the same position")]
fn a_loop_is_reported() {
    Solver::from_fn(|&node: &u32, options| options.push(node ^ 1)).grundy(&0);
}

#[test]
#[should_panic(expected = "Sum")]
fn misere_play_of_a_sum_is_refused() {
    Solver::from_fn(|&pins: &u32, options| options.push_sum([pins / 2, pins / 3])).outcome(&1, Play::Misere);
}

#[test]
#[should_panic(expected = "Sum")]
fn misere_play_of_a_sum_of_nothing_is_refused() {
    Solver::from_fn(|&(): &(), options| options.push_sum([])).outcome(&(), Play::Misere);
}

#[test]
fn misere_kayles_has_the_known_p_positions() {
    // Winning Ways, chapter 13: single rows that lose to whoever starts, in misère play.
    let kayles = from_fn(|&pins: &u8, options| {
        for taken in 1..=pins.min(2) {
            (0..=pins - taken).for_each(|left| options.push_sum([left, pins - taken - left]));
        }
    });
    let mut solver = Solver::<_>::new(Sum(kayles));
    let lost: Vec<u8> = (0..16).filter(|&pins| solver.outcome(&vec![pins], Play::Misere).is_p()).collect();
    assert_eq!(lost, [1, 4, 9, 12]);
}

#[test]
fn every_winning_move_of_a_sum_and_no_other() {
    let mut nim = Solver::from_fn(|&heap: &u64, options| options.extend(0..heap));
    for heaps in [[1, 2, 3], [1, 4, 6], [7, 7, 2], [5, 6, 8]] {
        let found: Vec<_> =
            nim.winning_moves_of_sum(&heaps).iter().map(|to| (to.component, to.option[0])).collect();
        let mut expected = Vec::new();
        for component in 0..3 {
            let others = heaps.iter().fold(heaps[component], |sum, heap| sum ^ heap);
            expected.extend((others < heaps[component]).then_some((component, others)));
        }
        assert_eq!(found, expected, "{heaps:?}");
    }
}

prop_compose! {
    /// Each node leads to nodes below it; sums make the twin slow, so they are small.
    fn any_game(parts: usize, nodes: usize)(rows in prop::collection::vec(
        prop::collection::vec(prop::collection::vec(0_usize..100, 1..=parts), 0..4), 1..=nodes))
        -> Vec<Vec<Vec<usize>>> {
        let below = |node: usize, sum: Vec<usize>| sum.into_iter().map(|part| part % node).collect::<Vec<_>>();
        let options = |node, row: Vec<Vec<usize>>| row.into_iter().filter(|_| node > 0).map(|sum| below(node, sum)).collect();
        rows.into_iter().enumerate().map(|(node, row)| options(node, row)).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn random_games_equal_the_slow_twin(game in any_game(1, 8)) {
        check(&game);
    }

    #[test]
    fn random_games_that_split_equal_the_slow_twin(game in any_game(2, 5)) {
        check(&game);
    }
}
