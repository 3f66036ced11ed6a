//! Whether memory grows with the number of test cases: the same ones over and over again must cost no more than once.

use super::{
    plan::{Form, Plan},
    trial::Trials,
};
use anyhow::Result;
use oracles::Problem;

/// Bytes by which figures of the same program may differ.
const NOISE: u64 = 1 << 20;
/// How long the long input is.
const REPEATED: usize = 8 << 20;
/// Cases of each kind that are repeated.
const CASES: usize = 16;

/// Memory that grew.
#[derive(Clone, Debug)]
pub struct Growth {
    pub kind: &'static str,
    /// The cases that were given over and over again, as one input.
    pub input: String,
    /// How many cases are in the short input and in the long one, and the peak of memory in bytes for each.
    pub cases: [usize; 2],
    pub memory: [u64; 2],
}

/// Looks at each kind of case in turn. An input holds no more cases than the statement allows.
///
/// # Errors
/// If a run could not be made.
pub fn look(problem: &'static dyn Problem, trials: &Trials, plan: &Plan) -> Result<Option<Growth>> {
    for (place, kind) in problem.kinds().iter().enumerate() {
        let cases: Vec<String> =
            (0..CASES as u64).map(|seed| kind.case(8 + place, plan.seed ^ seed).text).collect();
        let Some(mut growth) = grows(problem, trials, kind.name, &cases)? else { continue };
        // One case that does it alone tells more than all of them.
        for case in &cases {
            if let Some(alone) = grows(problem, trials, kind.name, std::slice::from_ref(case))? {
                growth = alone;
                break;
            }
        }
        return Ok(Some(growth));
    }
    Ok(None)
}

fn grows(
    problem: &'static dyn Problem,
    trials: &Trials,
    kind: &'static str,
    cases: &[String],
) -> Result<Option<Growth>> {
    let length: usize = cases.iter().map(String::len).sum();
    let times = (REPEATED / length).min(problem.cases_max() / cases.len()).max(1);
    let input = problem.join(cases);
    let repeated: Vec<String> = cases.iter().cycle().take(times * cases.len()).cloned().collect();
    let memory = [trials.memory(&input)?, trials.memory(&Form::Plain.input(problem, &repeated))?];
    let grown = memory[1] > memory[0] + NOISE;
    Ok(grown.then_some(Growth { kind, input, cases: [cases.len(), repeated.len()], memory }))
}
