//! `cgt graph`.

use super::input::Source;
use crate::{Refused, cli, cmd::print, graph::Valued};
use anyhow::{Context, Result};
use cgt_core::{Graph, GrundySolver};
use dag_sg::{parse, solve};
use judge_io::{Error, judge};
use std::io;

pub fn run(args: &cli::Graph) -> Result<()> {
    let source = Source::open(args.file.as_deref())?;
    let (mut graph, mut solver) = (Graph::new(), GrundySolver::new());
    let mut cases = 0;
    let mut picture = None;
    let read = judge(source.input, io::sink(), |input, _| -> Result<(), Error> {
        let mut places = Vec::new();
        while let Some(nodes) = parse::nodes(input)? {
            cases += 1;
            parse::graph(input, nodes, &mut graph, &mut places)?;
            if cases == args.case {
                let valued =
                    Valued { graph: &graph, values: solve::grundy_values(&mut solver, &graph, &places)? };
                picture = Some(match (args.dot, args.svg) {
                    (true, _) => valued.dot(),
                    (_, true) => valued.svg(),
                    _ => valued.text(),
                });
                // What follows is not asked for.
                return Ok(());
            }
            while let Some(count) = parse::chesses(input)? {
                parse::positions(input, count, nodes, |_| {})?;
            }
        }
        Ok(())
    });
    if let Err(error) = read {
        return super::input::in_file(error, &source.name);
    }
    let missing = || Refused(format!("{} has {cases} graphs, and no number {}", source.name, args.case));
    print(&picture.with_context(missing)?)?;
    Ok(())
}
