//! From an input that fails to a small one that fails in the same way: fewer test cases, then smaller ones by the
//! problem's own rules, then plainer text.

use super::{
    plan::{Batch, Form},
    trial::{Failure, Trials},
};
use crate::runner::Verdict;
use anyhow::Result;
use oracles::Problem;
use std::time::{Duration, Instant};

/// An input that fails, as small as it could be made.
#[derive(Debug)]
pub struct Shrunk {
    pub input: String,
    pub failure: Failure,
    /// Runs that it took.
    pub runs: usize,
    /// Whether nothing smaller was left to try when the time was over.
    pub complete: bool,
}

/// The processor time of a run while an input is shrunk that takes too much of it.
const QUICK: Duration = Duration::from_millis(200);

/// Shrinks the input of a batch that fails with `first`, for as long as `time` says.
///
/// # Errors
/// If a run could not be made.
pub fn shrink(
    problem: &'static dyn Problem,
    trials: &Trials,
    batch: &Batch,
    first: Failure,
    time: Duration,
) -> Result<Shrunk> {
    let until = Instant::now() + time;
    let quick = trials.with_time(QUICK);
    let search = |trials| Search {
        trials,
        verdict: first.verdict,
        until,
        best: (batch.input.clone(), first.clone()),
        runs: 0,
        complete: true,
    };
    let mut runs = 0;
    if first.verdict == Verdict::TimeLimit {
        // Most who are stuck are stuck for ever, so there is no need to wait each time. The last word has the full limit.
        let mut shrunk = search(&quick).run(problem, batch)?;
        runs = shrunk.runs + 1;
        if let Some(failure) = trials.fails(&shrunk.input)?.filter(|failure| failure.verdict == first.verdict)
        {
            shrunk.failure = failure;
            return Ok(Shrunk { runs, ..shrunk });
        }
    }
    let shrunk = search(trials).run(problem, batch)?;
    Ok(Shrunk { runs: runs + shrunk.runs, ..shrunk })
}

struct Search<'t> {
    trials: &'t Trials,
    verdict: Verdict,
    until: Instant,
    best: (String, Failure),
    runs: usize,
    complete: bool,
}

impl Search<'_> {
    fn run(mut self, problem: &'static dyn Problem, batch: &Batch) -> Result<Shrunk> {
        let mut form = batch.form;
        // If the plain layout fails as well, the layout is not to blame.
        if form != Form::Plain && self.accepts(Form::Plain.input(problem, &batch.cases))? {
            form = Form::Plain;
        }
        let input = |cases: &[String]| form.input(problem, cases);
        let mut cases = batch.cases.clone();
        loop {
            cases = self.fewer(cases, input)?;
            let count = cases.len();
            // Cases with one answer in common are best looked at as one.
            let merged = vec![cases.concat()];
            if problem.join(&merged) == problem.join(&cases) {
                cases = merged;
            }
            cases = self.smaller(cases, |case| problem.shrink(case), input)?;
            // What has become small may not be needed any more.
            cases = self.fewer(cases, input)?;
            if cases.len() == count || cases.len() == 1 {
                break;
            }
        }
        if form != Form::Plain {
            self.plainer()?;
        }
        let Search { best: (input, failure), runs, complete, .. } = self;
        Ok(Shrunk { input, failure, runs, complete })
    }

    /// Whether an input fails in the same way; if so, it is the best one known.
    fn accepts(&mut self, input: String) -> Result<bool> {
        if Instant::now() >= self.until {
            self.complete = false;
            return Ok(false);
        }
        self.runs += 1;
        match self.trials.fails(&input)? {
            Some(failure) if failure.verdict == self.verdict => {
                self.best = (input, failure);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Leaves out cases, many at a time first, as long as the rest still fails.
    fn fewer(&mut self, mut cases: Vec<String>, input: impl Fn(&[String]) -> String) -> Result<Vec<String>> {
        let mut length = cases.len() / 2;
        while length > 0 {
            let before = cases.len();
            let mut start = 0;
            while start < cases.len() && self.complete {
                let cut = start..(start + length).min(cases.len());
                let rest = [&cases[..cut.start], &cases[cut.end..]].concat();
                if !rest.is_empty() && self.accepts(input(&rest))? {
                    cases = rest;
                } else {
                    start = cut.end;
                }
            }
            // Single cases until none can go.
            length = if length == 1 && cases.len() < before { 1 } else { length.min(cases.len()) / 2 };
        }
        Ok(cases)
    }

    /// Makes each case smaller by the problem's rules, until none gets any smaller.
    fn smaller(
        &mut self,
        mut cases: Vec<String>,
        candidates: impl Fn(&str) -> Box<dyn Iterator<Item = String>>,
        input: impl Fn(&[String]) -> String,
    ) -> Result<Vec<String>> {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for place in 0..cases.len() {
                let mut rest = candidates(&cases[place]);
                while let Some(smaller) = rest.next().filter(|_| self.complete) {
                    let mut others = cases.clone();
                    others[place] = smaller;
                    if self.accepts(input(&others))? {
                        rest = candidates(&others[place]);
                        cases = others;
                        changed = true;
                    }
                }
            }
        }
        Ok(cases)
    }

    /// Takes bytes away from the white space, as long as the rest still fails and words stay apart.
    fn plainer(&mut self) -> Result<()> {
        let mut pieces = gaps(&self.best.0);
        for place in (0..pieces.len()).step_by(2) {
            let inner = place > 0 && place + 1 < pieces.len();
            let mut at = 0;
            while at < pieces[place].len() && pieces[place].len() > usize::from(inner) && self.complete {
                let mut others = pieces.clone();
                others[place].remove(at);
                if self.accepts(others.concat())? {
                    pieces = others;
                } else {
                    at += 1;
                }
            }
        }
        Ok(())
    }
}

/// White space and words in turn, white space first and last, perhaps empty. A Ctrl-Z counts as white space.
fn gaps(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for character in text.chars() {
        let is_blank = character.is_whitespace() || character == '\u{1a}';
        if is_blank != (pieces.len() % 2 == 1) {
            pieces.push(String::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(character);
        }
    }
    if pieces.len().is_multiple_of(2) {
        pieces.push(String::new());
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::gaps;

    #[test]
    fn white_space_and_words_take_turns() {
        assert_eq!(gaps(""), [""]);
        assert_eq!(gaps("1\r\n"), ["", "1", "\r\n"]);
        assert_eq!(gaps("\n1  X."), ["\n", "1", "  ", "X.", ""]);
        assert_eq!(gaps("1 \u{1a}"), ["", "1", " \u{1a}"]);
    }
}
