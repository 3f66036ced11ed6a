//! Every example against a small sample, and against its rules played out one move at a time.

#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/berzerk.rs"]
mod berzerk;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/chess_with_draws.rs"]
mod chess_with_draws;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/chessmen_on_a_row.rs"]
mod chessmen_on_a_row;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/coins_in_a_row.rs"]
mod coins_in_a_row;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/fibonacci_moves.rs"]
mod fibonacci_moves;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/fibonacci_nim.rs"]
mod fibonacci_nim;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/misere_nim.rs"]
mod misere_nim;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/nim.rs"]
mod nim;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/number_game.rs"]
mod number_game;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/paper_strip.rs"]
mod paper_strip;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/polygon.rs"]
mod polygon;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/staircase_nim.rs"]
mod staircase_nim;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/subtraction_sets.rs"]
mod subtraction_sets;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/switch_lights.rs"]
mod switch_lights;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/take_or_split.rs"]
mod take_or_split;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/tree_hackenbush.rs"]
mod tree_hackenbush;
#[allow(dead_code)] // `main` reads standard input; here the text is given.
#[path = "../examples/wythoff.rs"]
mod wythoff;

use std::collections::BTreeMap;

use pretty_assertions::assert_eq;

/// Whether the first player wins, by recursion over all moves. Shares nothing with the library.
fn first_wins<P: Clone + Ord>(position: &P, misere: bool, moves: &dyn Fn(&P) -> Vec<P>) -> bool {
    fn wins<P: Clone + Ord>(
        position: &P,
        misere: bool,
        moves: &dyn Fn(&P) -> Vec<P>,
        memo: &mut BTreeMap<P, bool>,
    ) -> bool {
        if let Some(&known) = memo.get(position) {
            return known;
        }
        let options = moves(position);
        let won = match options.is_empty() {
            true => misere,
            false => options.iter().any(|option| !wins(option, misere, moves, memo)),
        };
        memo.insert(position.clone(), won);
        won
    }
    wins(position, misere, moves, &mut BTreeMap::new())
}

/// Heaps, one of which a move replaces by others.
fn heap_moves(options: impl Fn(usize) -> Vec<Vec<usize>>) -> impl Fn(&Vec<usize>) -> Vec<Vec<usize>> {
    move |heaps| {
        let mut positions = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            for option in options(heap) {
                let mut position = heaps.clone();
                position.swap_remove(index);
                position.extend(option);
                position.sort_unstable();
                positions.push(position);
            }
        }
        positions
    }
}

/// All lists of `count` numbers from `least` to `most`, in increasing order.
fn lists(count: usize, least: usize, most: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![vec![]], |lists, _| {
        let longer = |list: &Vec<usize>| {
            let from = list.last().copied().unwrap_or(least);
            (from..=most).map(|next| [&list[..], &[next]].concat()).collect::<Vec<_>>()
        };
        lists.iter().flat_map(longer).collect()
    })
}

fn text(numbers: &[usize]) -> String {
    numbers.iter().map(|number| format!("{number} ")).collect()
}

/// An example that reads heaps with their number, over all small positions.
fn check_heaps(
    answer: fn(&str) -> String,
    cases_first: bool,
    words: [&str; 2],
    misere: bool,
    options: impl Fn(usize) -> Vec<Vec<usize>>,
) {
    let moves = heap_moves(options);
    for heaps in (1..=3).flat_map(|count| lists(count, 1, 7)) {
        let input = format!("{} {} {}", if cases_first { "1" } else { "" }, heaps.len(), text(&heaps));
        let word = words[usize::from(first_wins(&heaps, misere, &moves))];
        assert_eq!(answer(&input), format!("{word}\n"), "{heaps:?}");
    }
}

#[test]
fn heaps() {
    let take = |heap: usize| (0..heap).map(|rest| vec![rest]).collect::<Vec<_>>();
    let boj = ["cubelover", "koosaga"];
    check_heaps(nim::answer, false, boj, false, take);
    check_heaps(misere_nim::answer, true, ["Brother", "John"], true, take);
    check_heaps(take_or_split::answer, false, boj, false, |heap| {
        take(heap).into_iter().chain((1..=heap / 2).map(|part| vec![part, heap - part])).collect()
    });
    check_heaps(fibonacci_moves::answer, false, boj, false, |heap| {
        [1, 2, 3, 5].into_iter().filter_map(|taken| heap.checked_sub(taken)).map(|rest| vec![rest]).collect()
    });
}

#[test]
fn fibonacci_moves_of_the_greatest_heap() {
    assert_eq!(fibonacci_moves::answer("2 3000000 3000000"), "cubelover\n");
}

#[test]
fn subtraction() {
    let input = "2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n";
    assert_eq!(subtraction_sets::answer(input), "LWW\nWWL\n");
}

#[test]
fn staircase() {
    // A chessman moves left to any square before the next one.
    let moves = |places: &Vec<usize>| {
        let mut positions = Vec::new();
        for index in 0..places.len() {
            let from = if index == 0 { 1 } else { places[index - 1] + 1 };
            for to in from..places[index] {
                let mut position = places.clone();
                position[index] = to;
                positions.push(position);
            }
        }
        positions
    };
    for places in (1..=4).flat_map(|count| lists(count, 1, 8)) {
        if places.windows(2).all(|pair| pair[0] < pair[1]) {
            let winner = if first_wins(&places, false, &moves) { "Georgia" } else { "Bob" };
            let input = format!("1 {} {}", places.len(), text(&places));
            assert_eq!(staircase_nim::answer(&input), format!("{winner} will win\n"), "{places:?}");
        }
    }
}

#[test]
fn dawson() {
    let moves = heap_moves(|heap| (2..=heap).map(|end| vec![end - 2, heap - end]).collect());
    let mut wins = 0;
    for corners in 1..=16 {
        let won = first_wins(&vec![corners], false, &moves);
        wins += u32::from(won);
        assert_eq!(polygon::answer(&corners.to_string()), if won { "1\n" } else { "2\n" }, "{corners}");
        assert_eq!(paper_strip::answer(&corners.to_string()), format!("{wins}\n"));
    }
    assert_eq!(paper_strip::answer(""), "852938\n");
}

#[test]
fn fibonacci() {
    // Stones left, and the most that may be taken.
    let moves = |&(left, most): &(usize, usize)| -> Vec<(usize, usize)> {
        (1..=most.min(left)).map(|taken| (left - taken, 2 * taken)).collect()
    };
    for stones in 2..60 {
        let word = if first_wins(&(stones, stones - 1), false, &moves) { "First" } else { "Second" };
        assert_eq!(fibonacci_nim::answer(&format!("{stones}\n0\n")), format!("{word} win\n"), "{stones}");
    }
}

#[test]
fn wythoff_pairs() {
    let moves = |&(a, b): &(usize, usize)| -> Vec<(usize, usize)> {
        let one = (0..a).map(|less| (less, b)).chain((0..b).map(|less| (a, less)));
        one.chain((1..=a.min(b)).map(|both| (a - both, b - both))).collect()
    };
    for a in 0..25 {
        for b in 0..25 {
            let expected = if first_wins(&(a, b), false, &moves) { "1\n" } else { "0\n" };
            assert_eq!(wythoff::answer(&format!("{a} {b}")), expected, "{a} {b}");
        }
    }
    assert_eq!(wythoff::answer("2 1\n8 4\n4 7\n"), "0\n1\n0\n");
}

#[test]
fn hackenbush() {
    /// Edges from parent to child that are still joined to the root after one is cut.
    fn cut(edges: &[(usize, usize)], gone: usize) -> Vec<(usize, usize)> {
        let mut joined = vec![1];
        let mut left = Vec::new();
        // Parents have smaller numbers than their children.
        for (index, &(parent, child)) in edges.iter().enumerate() {
            if index != gone && joined.contains(&parent) {
                joined.push(child);
                left.push((parent, child));
            }
        }
        left
    }
    let moves = |edges: &Vec<(usize, usize)>| (0..edges.len()).map(|gone| cut(edges, gone)).collect();
    for shape in (0..720_usize).step_by(7) {
        // The digits of the shape in growing bases are the parents of nodes 2 to 7.
        let mut digits = shape;
        let edges: Vec<(usize, usize)> = (2..8)
            .map(|child| {
                let parent = digits % (child - 1) + 1;
                digits /= child - 1;
                (parent, child)
            })
            .collect();
        let list: String = edges.iter().map(|(parent, child)| format!("{child} {parent}\n")).collect();
        let winner = if first_wins(&edges, false, &moves) { "Alice" } else { "Bob" };
        assert_eq!(tree_hackenbush::answer(&format!("1\n7\n{list}")), format!("{winner}\n"), "{edges:?}");
    }
}

#[test]
fn coins() {
    // Heads as a mask; a move turns its last coin off and up to two before it.
    let moves = |&heads: &u32| -> Vec<u32> {
        let mut positions = Vec::new();
        for last in (0..9).filter(|&coin| heads >> coin & 1 == 1) {
            let off = heads ^ 1 << last;
            positions.push(off);
            for a in 0..last {
                positions.push(off ^ 1 << a);
                positions.extend((0..a).map(|b| off ^ 1 << a ^ 1 << b));
            }
        }
        positions
    };
    for heads in 0_u32..1 << 9 {
        let places: Vec<usize> = (0..9).filter(|&coin| heads >> coin & 1 == 1).collect();
        let expected = if first_wins(&heads, false, &moves) { "No\n" } else { "Yes\n" };
        let input = format!("{} {}", places.len(), text(&places));
        assert_eq!(coins_in_a_row::answer(&input), expected, "{places:?}");
    }
    assert_eq!(coins_in_a_row::answer("0\n4 0 1 1 0\n"), "Yes\nNo\n");
}

#[test]
fn lights() {
    // Lamps of 3 by 4 as a mask, coordinates from 1; a move turns the corners of a rectangle of which the greatest
    // is on. Lamps below 1 are not there.
    let moves = |&lamps: &u32| -> Vec<u32> {
        let lamp = |x: u32, y: u32| if x == 0 || y == 0 { 0 } else { 1_u32 << ((x - 1) * 4 + y - 1) };
        let mut positions = Vec::new();
        for (x, y) in (1..=3).flat_map(|x| (1..=4).map(move |y| (x, y))) {
            for (a, b) in (0..x).flat_map(|a| (0..y).map(move |b| (a, b))) {
                if lamps & lamp(x, y) != 0 {
                    positions.push(lamps ^ lamp(x, y) ^ lamp(a, y) ^ lamp(x, b) ^ lamp(a, b));
                }
            }
        }
        positions
    };
    for lamps in (0_u32..1 << 12).step_by(41) {
        let on: Vec<u32> = (0..12).filter(|&lamp| lamps >> lamp & 1 == 1).collect();
        let places: String = on.iter().map(|lamp| format!("{} {}\n", lamp / 4 + 1, lamp % 4 + 1)).collect();
        let won = first_wins(&lamps, false, &moves);
        let expected = if won { "Have a try, lxhgww.\n" } else { "Don't waste your time.\n" };
        assert_eq!(switch_lights::answer(&format!("1\n{}\n{places}", on.len())), expected, "{lamps:#b}");
    }
}

#[test]
fn chessmen() {
    assert_eq!(chessmen_on_a_row::answer("2\n1\n2 19 20\n2\n1 19\n1 18\n"), "NO\nYES\n");
    // The last eight squares of a row, square 20 being bit 0.
    let moves = |&row: &u32| -> Vec<u32> {
        let from = (0..8).filter(|&from| row >> from & 1 == 1);
        from.filter_map(|from| {
            let to = (0..from).rev().find(|&to| row >> to & 1 == 0)?;
            Some(row - (1 << from) + (1 << to))
        })
        .collect()
    };
    for row in 0_u32..1 << 8 {
        let places: Vec<usize> =
            (0..8).filter(|&place| row >> place & 1 == 1).map(|place| 20 - place).collect();
        let expected = if first_wins(&row, false, &moves) { "YES\n" } else { "NO\n" };
        let input = format!("1\n1\n{} {}\n", places.len(), text(&places));
        assert_eq!(chessmen_on_a_row::answer(&input), expected, "{places:?}");
    }
}

#[test]
fn numbers() {
    let sample = "2 2 5\n2 2 3\n5 2 3 4 5 6\n0\n";
    assert_eq!(
        number_game::answer(sample),
        "Test Case #1\nThe winning moves are: 2\n\n\
         Test Case #2\nThere's no winning move.\n\n\
         Test Case #3\nThe winning moves are: 4 5 6\n\n"
    );
}

#[test]
fn chess_pieces() {
    // Coordinates from the goal. The king, rook and queen always arrive.
    type Steps = fn(usize, usize) -> Vec<(usize, usize)>;
    let pieces: [Steps; 4] = [
        |_, _| vec![(1, 0), (0, 1), (1, 1)],
        |x, y| (1..=x).map(|k| (k, 0)).chain((1..=y).map(|k| (0, k))).collect(),
        |_, _| vec![(1, 2), (2, 1)],
        |x, y| (1..=x.max(y)).flat_map(|k| [(k, 0), (0, k), (k, k)]).collect(),
    ];
    // Minimax with 1 a win, 0 a draw, -1 a loss of the player to move.
    fn value(x: usize, y: usize, steps: Steps, memo: &mut BTreeMap<(usize, usize), i32>) -> i32 {
        if let Some(&known) = memo.get(&(x, y)) {
            return known;
        }
        let options = steps(x, y).into_iter().filter(|&(dx, dy)| dx <= x && dy <= y);
        let options: Vec<i32> = options.map(|(dx, dy)| -value(x - dx, y - dy, steps, memo)).collect();
        let value = options.into_iter().max().unwrap_or(if (x, y) == (0, 0) { -1 } else { 0 });
        memo.insert((x, y), value);
        value
    }
    for (kind, &steps) in pieces.iter().enumerate() {
        let mut memo = BTreeMap::new();
        let mut input = "169".to_owned();
        let mut expected = String::new();
        for (x, y) in (0..13).flat_map(|x| (0..13).map(move |y| (x, y))) {
            input += &format!("\n{} {} {}", kind + 1, x + 1, y + 1);
            expected += ["G\n", "D\n", "B\n"][(value(x, y, steps, &mut memo) + 1) as usize];
        }
        assert_eq!(chess_with_draws::answer(&input), expected, "piece {}", kind + 1);
    }
}

#[test]
fn circle_of_planets() {
    assert_eq!(berzerk::answer("5\n2 3 2\n3 1 2 3\n"), "Lose Win Win Loop\nLoop Win Win Win\n");
    assert_eq!(
        berzerk::answer("8\n4 6 2 3 4\n2 3 6\n"),
        "Win Win Win Win Win Win Win\nLose Win Lose Lose Win Lose Lose\n"
    );
}
