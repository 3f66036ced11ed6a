//! A Chess Game: [HDU 1524](https://acm.hdu.edu.cn/showproblem.php?pid=1524), [POJ 2425](http://poj.org/problem?id=2425).
//!
//! Chesses stand on positions of an acyclic graph, several on one if need be. Two players move in turn; a move
//! takes one chess along an arc. Who cannot move loses. Each query puts chesses on positions and asks whether the player to
//! move wins.
//!
//! * Input: test cases up to the end of input or up to a `0` where one would begin. A test case is a graph of N positions, a
//!   line of out-positions for each, then queries up to a `0`.
//! * Output: `WIN` or `LOSE` for each query, on a line of its own.
//! * Cost: linear in the numbers of the input; four bytes of memory an arc, and none for earlier test cases.
//!
//! ```
//! let mut output = Vec::new();
//! dag_sg::run(&b"4\n2 1 2\n0\n1 3\n0\n1 0\n2 0 2\n0\n"[..], &mut output).unwrap();
//! assert_eq!(output, b"WIN\nWIN\n");
//! ```

#![warn(missing_docs)]

pub mod parse;
pub mod solve;

use cgt_core::{Graph, GrundySolver, Nimber, Outcome};
use judge_io::{judge, Error, Text, Warning};
use std::io::{Read, Write};

/// Answers all queries of `input`.
///
/// # Errors
/// Where the input is malformed, a graph has a cycle, or reading or writing fails; all queries before that are answered.
pub fn run(input: impl Read, output: impl Write) -> Result<Option<Warning>, Error> {
    const WIN: Text<5> = Text::new("WIN\n");
    const LOSE: Text<5> = Text::new("LOSE\n");

    judge(input, output, |input, answers| {
        let (mut graph, mut places, mut solver) = (Graph::new(), Vec::new(), GrundySolver::new());
        while let Some(nodes) = parse::nodes(input)? {
            parse::graph(input, nodes, &mut graph, &mut places)?;
            let values = solve::grundy_values(&mut solver, &graph, &places)?;
            while let Some(chesses) = parse::chesses(input)? {
                let mut sum = Nimber::ZERO;
                parse::positions(input, chesses, nodes, |position| {
                    sum += Nimber(u64::from(values[position as usize]));
                })?;
                answers.put(match sum.outcome() {
                    Outcome::N => &WIN,
                    Outcome::P => &LOSE,
                })?;
            }
        }
        Ok(())
    })
}
