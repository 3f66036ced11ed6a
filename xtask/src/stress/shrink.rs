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

/// Shrinks the input of a batch that fails with `first`, for as long as `time` says.
///
/// # Errors
/// If a run could not be made.
pub fn shrink(
    problem: &'static dyn Problem,
    trials: &Trials,
    batch: Batch,
    first: Failure,
    time: Duration,
) -> Result<Shrunk> {
    let Batch { cases, input, mut form, .. } = batch;
    let verdict = first.verdict;
    let until = Instant::now() + time;
    let mut search = Search { trials, verdict, until, best: (input, first), runs: 0, complete: true };
    // If the plain layout fails as well, the layout is not to blame.
    if form != Form::Plain && search.accepts(Form::Plain.input(problem, &cases))? {
        form = Form::Plain;
    }
    let input = |cases: &[String]| form.input(problem, cases);
    let mut cases = search.fewer(cases, input)?;
    // A case may have been several things that the problem takes one by one, too.
    let parts = problem.split(&problem.join(&cases)).unwrap_or_default();
    if parts.len() > cases.len() && search.accepts(input(&parts))? {
        cases = parts;
    }
    loop {
        cases = search.fewer(cases, input)?;
        let count = cases.len();
        cases = search.smaller(cases, |case| problem.shrink(case), input)?;
        // What has become small may not be needed any more.
        cases = search.fewer(cases, input)?;
        if cases.len() == count {
            break;
        }
    }
    if form != Form::Plain {
        search.plainer()?;
    }
    let Search { best: (input, failure), runs, complete, .. } = search;
    Ok(Shrunk { input, failure, runs, complete })
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
        self.fewer_at_once(cases, input)
    }

    /// Leaves out all cases but one, or two of a few: where one answer is about all of them, it may take two to change it.
    fn fewer_at_once(
        &mut self,
        mut cases: Vec<String>,
        input: impl Fn(&[String]) -> String,
    ) -> Result<Vec<String>> {
        const FEW: usize = 24;
        'again: while (3..=FEW).contains(&cases.len()) {
            let alone = cases.iter().map(|case| vec![case.clone()]);
            let pairs = (0..cases.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
            let rests = pairs.map(|pair| {
                let kept = cases.iter().enumerate().filter(|(place, _)| !pair.contains(place));
                kept.map(|(_, case)| case.clone()).collect()
            });
            for rest in alone.chain(rests).collect::<Vec<Vec<String>>>() {
                if self.accepts(input(&rest))? {
                    cases = rest;
                    continue 'again;
                }
            }
            break;
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
