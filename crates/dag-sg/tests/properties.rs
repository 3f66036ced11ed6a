//! What holds for all inputs, on random ones; a failure is made small and printed.

use cgt_core::Graph;
use dag_sg::parse;
use judge_io::judge;
use oracles::white_space::Layout;
use proptest::{collection::vec, prelude::*};
use std::io::Read;
use transcript::cut_everywhere;

/// Answers, and the error or warning behind them.
fn told(input: &mut dyn Read) -> String {
    let mut output = Vec::new();
    let end = match dag_sg::run(input, &mut output) {
        Ok(None) => String::new(),
        Ok(Some(warning)) => format!("warning: {warning}"),
        Err(error) => format!("error: {error}"),
    };
    String::from_utf8(output).expect("answers are text") + &end
}

fn answers(input: &str) -> Vec<String> {
    told(&mut input.as_bytes()).lines().map(str::to_owned).collect()
}

/// Out-positions of each position, all of them smaller ones, and the positions of each query.
#[derive(Clone, Debug, PartialEq)]
struct Game {
    graph: Vec<Vec<usize>>,
    queries: Vec<Vec<usize>>,
}

fn game() -> impl Strategy<Value = Game> {
    let numbers = |most| vec(any::<prop::sample::Index>(), 0..most);
    (vec(numbers(5), 1..12), vec(vec(any::<prop::sample::Index>(), 1..5), 0..4)).prop_map(
        |(graph, queries)| {
            let nodes = graph.len();
            let outs = |(node, outs): (usize, Vec<prop::sample::Index>)| {
                outs.into_iter().filter(|_| node > 0).map(|out| out.index(node.max(1))).collect()
            };
            let query = |query: Vec<prop::sample::Index>| {
                query.iter().map(|position| position.index(nodes)).collect()
            };
            Game {
                graph: graph.into_iter().enumerate().map(outs).collect(),
                queries: queries.into_iter().map(query).collect(),
            }
        },
    )
}

fn text(game: &Game) -> String {
    let line = |list: &Vec<usize>| {
        let numbers: String = list.iter().map(|number| format!(" {number}")).collect();
        format!("{}{numbers}\n", list.len())
    };
    let lists: String = game.graph.iter().chain(&game.queries).map(line).collect();
    format!("{}\n{lists}0\n", game.graph.len())
}

fn input(games: &[Game]) -> String {
    games.iter().map(text).collect::<Vec<_>>().join("\n")
}

/// The games of an input as the parsers give them.
fn parsed(input: &str) -> Vec<Game> {
    let numbers = |list: &[u32]| list.iter().map(|&number| number as usize).collect::<Vec<_>>();
    let (mut games, mut graph, mut places) = (Vec::new(), Graph::new(), Vec::new());
    let end = judge(input.as_bytes(), std::io::sink(), |input, _| {
        while let Some(nodes) = parse::nodes(input)? {
            parse::graph(input, nodes, &mut graph, &mut places)?;
            assert_eq!((graph.nodes(), places.len()), (nodes as usize, nodes as usize));
            let mut queries = Vec::new();
            while let Some(chesses) = parse::chesses(input)? {
                let mut positions = Vec::new();
                parse::positions(input, chesses, nodes, |position| positions.push(position))?;
                queries.push(numbers(&positions));
            }
            games
                .push(Game { graph: (0..nodes).map(|node| numbers(graph.options(node))).collect(), queries });
        }
        Ok(())
    });
    assert_eq!(end.expect("well formed"), None);
    games
}

proptest! {
    #[test]
    fn games_are_read_as_they_are_written(games in vec(game(), 0..6)) {
        prop_assert_eq!(parsed(&input(&games)), games);
    }

    #[test]
    fn names_of_positions_change_no_answer(game in game(), seed: u64) {
        let mut order: Vec<usize> = (0..game.graph.len()).collect();
        order.sort_by_key(|&i| (i as u64 + 1).wrapping_mul(seed | 1));
        let renamed = |list: &Vec<usize>| list.iter().map(|&position| order[position]).collect::<Vec<usize>>();
        let mut graph = vec![Vec::new(); game.graph.len()];
        for (position, outs) in game.graph.iter().enumerate() {
            graph[order[position]] = renamed(outs);
        }
        let other = Game { graph, queries: game.queries.iter().map(renamed).collect() };
        prop_assert_eq!(answers(&text(&other)), answers(&text(&game)));
    }

    #[test]
    fn permuted_games_have_permuted_answers(mut games in vec(game(), 1..8), by: prop::sample::Index) {
        let each: Vec<Vec<String>> = games.iter().map(|game| answers(&text(game))).collect();
        prop_assert_eq!(answers(&input(&games)), each.concat());
        let by = by.index(games.len());
        games.rotate_left(by);
        prop_assert_eq!(answers(&input(&games)), [&each[by..], &each[..by]].concat().concat());
    }

    #[test]
    fn repeated_arcs_and_pairs_of_chesses_change_no_answer(mut game in game()) {
        let expected = answers(&text(&game));
        for outs in &mut game.graph {
            outs.extend_from_within(..);
        }
        for query in &mut game.queries {
            query.extend([0, 0]);
        }
        prop_assert_eq!(answers(&text(&game)), expected);
    }

    #[test]
    fn white_space_changes_no_answer(games in vec(game(), 0..6), seed: u64) {
        let input = input(&games);
        let expected = answers(&input);
        for layout in Layout::ALL.into_iter().chain([Layout::Random(seed)]) {
            prop_assert_eq!(answers(&layout.apply(&input)), &*expected, "{:?}", layout);
        }
    }

    #[test]
    fn nothing_depends_on_where_reads_end(games in vec(game(), 1..3), wrong in 0..1000_usize, byte: u8) {
        let mut input = input(&games).into_bytes();
        cut_everywhere(&input, told);
        // Something wrong in some place, most often.
        if let Some(place) = input.get_mut(wrong % 100) {
            *place = byte;
        }
        cut_everywhere(&input, told);
    }
}
