//! Berzerk (Codeforces 787C): planets 1 to n on a circle, a monster on one of them; each of two players moves it on
//! by a number of their own list. Who brings it to planet 1 wins. Input: n, and two lists with their lengths. Output: for
//! each player to begin and each planet from 2 on, Win, Lose or Loop.

use cgt_core::loopy::{solve, Verdict};
use cgt_core::{Graph, Outcome, Play};

pub(crate) fn answer(input: &str) -> String {
    let mut numbers = input.split_ascii_whitespace().map(|number| number.parse::<u32>().expect("a number"));
    let mut next = || numbers.next().expect("another number");
    let planets = next();
    let mut graph = Graph::new();
    for player in 0..2 {
        let list: Vec<u32> = (0..next()).map(|_| next()).collect();
        graph.finish_node(); // On planet 1 the play is over, and whoever would move has lost.
        for planet in 1..planets {
            list.iter().for_each(|by| graph.push_option((1 - player) * planets + (planet + by) % planets));
            graph.finish_node();
        }
    }
    let verdicts = solve(&graph, Play::Normal).expect("planets of the circle");
    let word = |node| match verdicts.of(node) {
        Verdict::Decided { outcome: Outcome::N, .. } => "Win",
        Verdict::Decided { outcome: Outcome::P, .. } => "Lose",
        Verdict::Draw => "Loop",
    };
    let line = |player: u32| {
        (1..planets).map(|planet| word(player * planets + planet)).collect::<Vec<_>>().join(" ")
    };
    format!("{}\n{}\n", line(0), line(1))
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
