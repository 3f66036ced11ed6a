//! A Chess Game on a directed acyclic graph: recursion from a position to its out-positions, each value kept.
//!
//! Pieces stand on the positions of a graph without cycles; a move takes one of them along an arc, and who cannot
//! move loses. A query names the positions of the pieces; the player to move wins if the nim-sum (exclusive or) of
//! their values is not 0, where the value of a position is the least number that is no value of an out-position.
//!
//! The *size* of a case is the number of its positions; the statement allows 1000, chains may be longer.

use crate::{shrink, text::Words, Case, Kind, Problem, Role};
use rand::{seq::SliceRandom, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{collections::HashSet, thread};

/// The out-positions of each position.
pub type Graph = Vec<Vec<usize>>;

/// The values of all positions of a graph without cycles.
///
/// Runs on a thread of its own whose stack is large enough for a chain through all positions.
///
/// # Errors
/// If the graph has a cycle, or an arc leads out of it.
pub fn values(graph: &Graph) -> Result<Vec<usize>, String> {
    on_large_stack(graph.len(), || values_here(graph))
}

fn values_here(graph: &Graph) -> Result<Vec<usize>, String> {
    let mut known = vec![State::Unseen; graph.len()];
    (0..graph.len()).map(|position| value(graph, position, &mut known)).collect()
}

/// Runs something on a thread of its own, with a stack for so many calls of [`value`] inside each other.
fn on_large_stack<T: Send>(
    calls: usize,
    run: impl FnOnce() -> Result<T, String> + Send,
) -> Result<T, String> {
    const STACK_PER_CALL: usize = 1024;
    let stack = (calls + 64) * STACK_PER_CALL;
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(stack).spawn_scoped(scope, run);
        thread.map_err(|error| error.to_string())?.join().map_err(|_| "the recursion failed".to_owned())?
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unseen,
    Entered,
    Known(usize),
}

fn value(graph: &Graph, position: usize, known: &mut Vec<State>) -> Result<usize, String> {
    match known.get(position) {
        None => return Err(format!("there is no position {position}")),
        Some(State::Known(value)) => return Ok(*value),
        Some(State::Entered) => return Err(format!("position {position} lies on a cycle")),
        Some(State::Unseen) => known[position] = State::Entered,
    }
    let mut options = HashSet::new();
    for &out in &graph[position] {
        options.insert(value(graph, out, known)?);
    }
    let mut least = 0;
    while options.contains(&least) {
        least += 1;
    }
    known[position] = State::Known(least);
    Ok(least)
}

/// The problem for the tools.
#[derive(Debug)]
pub struct DagSg;

impl Problem for DagSg {
    fn name(&self) -> &'static str {
        "dag-sg"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn size_max(&self) -> usize {
        1_000_000
    }

    fn cases_max(&self) -> usize {
        usize::MAX
    }

    fn join(&self, cases: &[String]) -> String {
        cases.join("\n")
    }

    /// Without the 0 behind the last query, and with a 0 for the number of positions of one more game.
    fn other_forms(&self, input: &str) -> Vec<String> {
        let without =
            input.strip_suffix("\n0\n").map_or_else(|| input.to_owned(), |text| format!("{text}\n"));
        vec![without, format!("{input}0\n")]
    }

    fn split(&self, input: &str) -> Result<Vec<String>, String> {
        Ok(parse(input)?.iter().map(render).collect())
    }

    fn answer(&self, input: &str) -> Result<String, String> {
        let games = parse(input)?;
        let largest = games.iter().map(|game| game.graph.len()).max().unwrap_or(0);
        on_large_stack(largest, || games.iter().map(answers).collect())
    }

    fn shrink(&self, case: &str) -> Box<dyn Iterator<Item = String>> {
        match parse(case).as_deref() {
            Ok([game]) => Box::new(smaller(game.clone()).map(|game| render(&game))),
            _ => Box::new(std::iter::empty()),
        }
    }
}

/// A graph and the queries about it.
#[derive(Clone, Debug)]
struct Game {
    graph: Graph,
    queries: Vec<Vec<usize>>,
}

/// The answers to a game's queries.
fn answers(Game { graph, queries }: &Game) -> Result<String, String> {
    let values = values_here(graph)?;
    let mut output = String::new();
    for query in queries {
        let mut sum = 0;
        for &position in query {
            sum ^= values.get(position).ok_or_else(|| format!("there is no position {position}"))?;
        }
        output += if sum == 0 { "LOSE\n" } else { "WIN\n" };
    }
    Ok(output)
}

/// Fewer queries, fewer positions, fewer pieces, fewer arcs.
fn smaller(game: Game) -> impl Iterator<Item = Game> {
    let (a, b, c, d) = (game.clone(), game.clone(), game.clone(), game);
    let fewer_queries = shrink::cuts(a.queries.len())
        .map(move |cut| Game { graph: a.graph.clone(), queries: shrink::without(&a.queries, &cut) });
    let fewer_positions = shrink::cuts(b.graph.len()).map(move |cut| {
        // What comes after the cut moves up; whatever speaks of a position that is gone goes, too.
        let kept = |position: usize| match position {
            p if p < cut.start => Some(p),
            p if p < cut.end => None,
            p => Some(p - cut.len()),
        };
        let keep = |list: &Vec<usize>| list.iter().copied().filter_map(kept).collect::<Vec<usize>>();
        let graph = shrink::without(&b.graph, &cut).iter().map(keep).collect();
        let queries = b.queries.iter().map(keep).filter(|query| !query.is_empty()).collect();
        Game { graph, queries }
    });
    let fewer_pieces = (0..c.queries.len()).flat_map(move |i| {
        let game = c.clone();
        shrink::fewer(&game.queries[i]).into_iter().map(move |query| {
            let mut game = game.clone();
            game.queries[i] = query;
            game
        })
    });
    let arcs: Vec<(usize, usize)> =
        (0..d.graph.len()).flat_map(|from| (0..d.graph[from].len()).map(move |i| (from, i))).collect();
    let all = (!arcs.is_empty()).then_some(0..arcs.len());
    let fewer_arcs = all.into_iter().chain(shrink::cuts(arcs.len())).map(move |cut| {
        let mut game = d.clone();
        for &(from, i) in arcs[cut].iter().rev() {
            game.graph[from].remove(i);
        }
        game
    });
    fewer_queries.chain(fewer_positions).chain(fewer_pieces).chain(fewer_arcs)
}

/// Reads games to the end of the input, or to a 0 where the number of positions is expected.
fn parse(input: &str) -> Result<Vec<Game>, String> {
    let mut words = Words::new(input);
    let mut games = Vec::new();
    while let Some(word) = words.next() {
        let positions: usize = crate::text::parse(word, "the number of positions")?;
        if positions == 0 {
            break;
        }
        let list = |count: usize, words: &mut Words<'_>| {
            (0..count).map(|_| words.number("a position")).collect::<Result<Vec<usize>, String>>()
        };
        let mut graph = Vec::new();
        for _ in 0..positions {
            let count = words.number("a number of out-positions")?;
            graph.push(list(count, &mut words)?);
        }
        let mut queries = Vec::new();
        while let Some(word) = words.next() {
            match crate::text::parse(word, "a number of pieces")? {
                0 => break,
                count => queries.push(list(count, &mut words)?),
            }
        }
        games.push(Game { graph, queries });
    }
    Ok(games)
}

fn render(game: &Game) -> String {
    let line = |list: &Vec<usize>| {
        let numbers: String = list.iter().map(|number| format!(" {number}")).collect();
        format!("{}{numbers}\n", list.len())
    };
    let lists: String = game.graph.iter().chain(&game.queries).map(line).collect();
    format!("{}\n{lists}0\n", game.graph.len())
}

static KINDS: &[Kind] = &[
    Kind { name: "sparse", role: Role::Typical, about: "about two arcs a position", make: sparse },
    Kind { name: "dense", role: Role::Typical, about: "every second arc of a complete graph", make: dense },
    Kind {
        name: "lonely",
        role: Role::Edge,
        about: "hardly an arc; queries that name a position twice",
        make: lonely,
    },
    Kind {
        name: "shared-marks",
        role: Role::Adversarial,
        about: "positions whose out-positions have not been valued yet when they are",
        make: shared_marks,
    },
    Kind {
        name: "repeated",
        role: Role::Adversarial,
        about: "out-positions listed several times",
        make: repeated,
    },
    Kind {
        name: "heaps",
        role: Role::Adversarial,
        about: "the heaps of nim in a shuffled complete graph, values known",
        make: heaps,
    },
    Kind {
        name: "chain",
        role: Role::Maximum,
        about: "one path through all positions, in order, reversed or shuffled",
        make: chain,
    },
    Kind {
        name: "complete",
        role: Role::Maximum,
        about: "an arc between every two positions",
        make: complete,
    },
];

type Rng = Xoshiro256PlusPlus;

fn rng(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

fn below(bound: usize, rng: &mut Rng) -> usize {
    rng.random_range(0..bound as u64) as usize
}

/// One to ten queries of one to ten pieces.
fn queries(positions: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let count = rng.random_range(1..=10_u32);
    (0..count)
        .map(|_| {
            let most = if rng.random() { 2_u32 } else { 10 };
            let pieces = rng.random_range(1..=most);
            (0..pieces).map(|_| below(positions, rng)).collect()
        })
        .collect()
}

/// A graph in which the arcs lead from `order[i]` to some `order[j]` with j < i, as `arcs` says for each i.
fn ordered(order: &[usize], mut arcs: impl FnMut(usize) -> Vec<usize>) -> Graph {
    let mut graph = vec![Vec::new(); order.len()];
    for (i, &position) in order.iter().enumerate() {
        graph[position] = arcs(i).into_iter().map(|j| order[j]).collect();
    }
    graph
}

fn shuffled(positions: usize, rng: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..positions).collect();
    order.shuffle(rng);
    order
}

fn case(graph: Graph, rng: &mut Rng) -> Case {
    let queries = queries(graph.len(), rng);
    Case { text: render(&Game { graph, queries }), known: None }
}

/// Each arc of the complete graph with a chance of `numerator` in `denominator`.
fn chance(size: usize, numerator: u32, denominator: u32, rng: &mut Rng) -> Graph {
    let order = shuffled(size, rng);
    ordered(&order, |i| (0..i).filter(|_| rng.random_ratio(numerator, denominator)).collect())
}

fn sparse(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let order = shuffled(size, &mut rng);
    let graph = ordered(&order, |i| {
        let arcs = if i == 0 { 0 } else { rng.random_range(0..=4_u32) };
        (0..arcs).map(|_| below(i, &mut rng)).collect()
    });
    case(graph, &mut rng)
}

fn dense(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let graph = chance(size, 1, 2, &mut rng);
    case(graph, &mut rng)
}

fn lonely(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let order = shuffled(size, &mut rng);
    let graph = ordered(&order, |i| {
        if rng.random_ratio(i as u32, 8 * size as u32) {
            vec![below(i, &mut rng)]
        } else {
            vec![]
        }
    });
    let mut queries = queries(size, &mut rng);
    for query in &mut queries {
        query.truncate(5);
        if rng.random() {
            query.extend_from_within(..);
        }
    }
    Case { text: render(&Game { graph, queries }), known: None }
}

fn shared_marks(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    // Arcs lead to the next few positions, so that valuing position 0 first goes deep before any value is known.
    let graph = (0..size)
        .map(|position| {
            let next: Vec<usize> = (position + 1..size.min(position + 5)).collect();
            let mut out: Vec<usize> = next.into_iter().filter(|_| rng.random_ratio(2, 3)).collect();
            out.shuffle(&mut rng);
            out
        })
        .collect();
    case(graph, &mut rng)
}

fn repeated(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let mut graph = chance(size, 1, 3, &mut rng);
    for out in &mut graph {
        if !out.is_empty() && rng.random() {
            out.extend_from_within(..);
            out.shuffle(&mut rng);
        }
    }
    case(graph, &mut rng)
}

fn heaps(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let order = shuffled(size, &mut rng);
    let graph = ordered(&order, |i| (0..i).collect());
    let mut heap = vec![0; size];
    for (i, &position) in order.iter().enumerate() {
        heap[position] = i;
    }
    let mut queries = queries(size, &mut rng);
    let mut known = String::new();
    for query in &mut queries {
        query.truncate(9);
        let sum = query.iter().fold(0, |sum, &position| sum ^ heap[position]);
        // Half of the queries get the heap that makes them lost, if there is such a heap.
        let lost = sum < size && rng.random();
        if lost {
            query.push(order[sum]);
        }
        known += if lost || sum == 0 { "LOSE\n" } else { "WIN\n" };
    }
    Case { text: render(&Game { graph, queries }), known: Some(known) }
}

fn chain(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let mut order: Vec<usize> = (0..size).collect();
    match rng.random_range(0..3_u32) {
        0 => {}
        1 => order.reverse(),
        _ => order.shuffle(&mut rng),
    }
    let graph = ordered(&order, |i| i.checked_sub(1).into_iter().collect());
    let mut depth = vec![0; size];
    for (i, &position) in order.iter().enumerate() {
        depth[position] = i;
    }
    // The values along a chain are 0, 1, 0, 1, …
    let queries = queries(size, &mut rng);
    let known = queries.iter().map(|query| {
        let odd = query.iter().filter(|&&position| depth[position] % 2 == 1).count();
        if odd % 2 == 1 {
            "WIN\n"
        } else {
            "LOSE\n"
        }
    });
    let known = Some(known.collect());
    Case { text: render(&Game { graph, queries }), known }
}

fn complete(size: usize, seed: u64) -> Case {
    let mut rng = rng(seed);
    let order = shuffled(size, &mut rng);
    let graph = ordered(&order, |i| (0..i).rev().collect());
    case(graph, &mut rng)
}
