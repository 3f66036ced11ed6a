//! A heap game told: its values, and the period with what proves it.

mod text;

use crate::verify;
use anyhow::{Context, Result, ensure};
use cgt_core::heaps::{TakeAndBreak, least_arithmetic_period};
use serde::Serialize;

/// All that `cgt octal` and `cgt subtract` say.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    game: String,
    /// By heap.
    values: Vec<u32>,
    period: Option<Period>,
    /// What the values only look like.
    looks: Option<Growth>,
}

/// Proved: from `preperiod` on, heap n + `period` has the value of heap n.
#[derive(Clone, Debug, Serialize)]
struct Period {
    preperiod: usize,
    period: usize,
    /// The heaps, with their values, that have another value than the period says of heaps of their kind.
    exceptions: Vec<(usize, u32)>,
    most_taken: usize,
    most_heaps: u32,
    /// How many heaps the check of the proof went through.
    heaps_checked: usize,
}

/// Not proved: from `preperiod` on, heap n + `period` has the value of heap n and `saltus` more.
#[derive(Clone, Debug, Serialize)]
struct Growth {
    preperiod: usize,
    period: usize,
    saltus: i64,
}

impl Report {
    /// Finds the values of the heaps from 0 to `upto`, and what repeats in them.
    ///
    /// # Errors
    ///
    /// If the independent check refutes a period, which would be a defect in the finder.
    pub fn new(game: &TakeAndBreak, name: String, upto: usize) -> Result<Self> {
        let values = game.values(upto + 1);
        let certificate = game.period(&values);
        let digits = digits(game)?;
        let period = certificate
            .map(|certificate| -> Result<Period> {
                let (preperiod, period) = (certificate.preperiod(), certificate.period());
                let claim =
                    verify::heaps::Claim { digits: &digits, values: &values[..preperiod + period], period };
                let heaps_checked = verify::heaps::check(claim).context("the period found is wrong")?;
                Ok(Period {
                    preperiod,
                    period,
                    exceptions: certificate.exceptions(),
                    most_taken: digits.len().saturating_sub(1),
                    most_heaps: digits.iter().filter_map(|digit| digit.checked_ilog2()).max().unwrap_or(0),
                    heaps_checked,
                })
            })
            .transpose()?;
        let looks = match period {
            Some(_) => None,
            None => growth(&values),
        };
        Ok(Self { game: name, values, period, looks })
    }
}

/// The digits of a game's code, read off what it prints.
fn digits(game: &TakeAndBreak) -> Result<Vec<u32>> {
    let code = game.to_string();
    let digits: Option<Vec<u32>> = code.chars().filter(|&c| c != '.').map(|c| c.to_digit(16)).collect();
    let digits = digits.with_context(|| format!("{code} is no code"))?;
    ensure!(digits.first().is_some_and(|first| first & 3 == 0), "{code} lets a heap be left as it is");
    Ok(digits)
}

fn growth(values: &[u32]) -> Option<Growth> {
    let (preperiod, period, saltus) = least_arithmetic_period(values)?;
    // Seen three times at least, or it is more likely a chance.
    let seen = (values.len() - preperiod) / period >= 3;
    seen.then_some(Growth { preperiod, period: period.get(), saltus })
}
