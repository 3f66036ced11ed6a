//! Chesses on a graph: by the values of the positions on which they stand.

use super::{COLUMNS, Verdict, indented, marked, side_by_side, sum::Sum};
use cgt_core::{Graph, GrundySolver, Nimber};
use dag_sg::{parse, solve};
use judge_io::{Error, Warning, judge};
use std::{
    fmt::Write as _,
    io::{self, Read, Write},
};

/// A move of one of several chesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which chess, from 0.
    pub chess: usize,
    pub from: u32,
    pub to: u32,
}

/// A move and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    pub made: Move,
    pub verdict: Verdict<Move>,
}

/// Everything that the player to move can do with chesses on these positions, by chess and target. `values` are those of
/// the graph's positions, `sum` holds those of the chesses.
pub fn explain(graph: &Graph, values: &[u32], sum: &Sum, chesses: &[u32]) -> Vec<Explained> {
    let value = |position: u32| Nimber(values[position as usize].into());
    let mut explained = Vec::new();
    for (chess, &from) in chesses.iter().enumerate() {
        for to in options(graph, from) {
            let verdict = sum.answer(chess, value(to)).map_or(Verdict::Wins, |(answering, wanted)| {
                let from = if answering == chess { to } else { chesses[answering] };
                let to = graph.options(from).iter().copied().find(|&option| value(option) == wanted);
                let to = to.expect("a position that has a value leads to every smaller one");
                Verdict::Answered(Move { chess: answering, from, to })
            });
            explained.push(Explained { made: Move { chess, from, to }, verdict });
        }
    }
    explained
}

/// The values of chesses on these positions.
pub fn sum_of(values: &[u32], chesses: &[u32]) -> Sum {
    Sum::new(chesses.iter().map(|&position| Nimber(values[position as usize].into())).collect())
}

/// The options of a position, each once.
pub fn options(graph: &Graph, position: u32) -> Vec<u32> {
    let mut options = graph.options(position).to_vec();
    options.sort_unstable();
    options.dedup();
    options
}

/// Explains all queries of `input`.
///
/// # Errors
///
/// Where the input is malformed, a graph has a cycle, or reading or writing fails; everything before that is explained.
pub fn write(input: impl Read, out: &mut impl Write) -> Result<Option<Warning>, Error> {
    judge(input, io::sink(), |input, _| {
        let (mut graph, mut places, mut solver) = (Graph::new(), Vec::new(), GrundySolver::new());
        let mut case = 0_u64;
        while let Some(nodes) = parse::nodes(input)? {
            case += 1;
            parse::graph(input, nodes, &mut graph, &mut places)?;
            let values = solve::grundy_values(&mut solver, &graph, &places)?;
            let mut query = 0_u64;
            while let Some(count) = parse::chesses(input)? {
                query += 1;
                let mut chesses = Vec::new();
                parse::positions(input, count, nodes, |position| chesses.push(position))?;
                let told = tell(&graph, values, &chesses);
                write!(out, "graph {case}, query {query}: {told}").map_err(Error::Write)?;
            }
        }
        Ok(())
    })
}

fn tell(graph: &Graph, values: &[u32], chesses: &[u32]) -> String {
    let sum = sum_of(values, chesses);
    let moves = explain(graph, values, &sum, chesses);
    let winning: Vec<&Move> = moves
        .iter()
        .filter(|explained| explained.verdict == Verdict::Wins)
        .map(|explained| &explained.made)
        .collect();
    let mut text = match (winning.len(), moves.len()) {
        (0, 0) => format!("LOSE: {sum}; no chess can move\n"),
        (0, all) => format!("LOSE: {sum}; each of {all} moves has an answer\n"),
        (few, all) => format!("WIN: {sum}; {few} of {all} moves win{}\n", if few == 1 { "s" } else { "" }),
    };
    for made in &winning {
        let Move { chess, from, to } = made;
        let [before, after] = [*from, *to].map(|position| Nimber(values[position as usize].into()));
        _ = writeln!(
            text,
            "  {} chess {} from {from} to {to}: from {before} to {after}",
            marked("win:"),
            chess + 1
        );
    }
    if winning.is_empty() {
        let answers = moves.iter().filter_map(|explained| match &explained.verdict {
            Verdict::Answered(answer) => {
                let told = |made: &Move| format!("{}: {} to {}", made.chess + 1, made.from, made.to);
                Some(vec![format!("{} → {}", told(&explained.made), told(answer))])
            }
            _ => None,
        });
        text += &indented(&side_by_side(&answers.collect::<Vec<_>>(), COLUMNS - 2));
    }
    text.push('\n');
    text
}
