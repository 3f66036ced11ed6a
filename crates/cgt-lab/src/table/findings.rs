//! What was found, in words.

use super::{Proof, Report, Standing};
use cgt_core::heaps::least_arithmetic_period;
use std::fmt::Write as _;

/// Rows, columns and diagonals that are looked at.
const LINES: usize = 5;

impl Report {
    /// The pattern with its proof, formulas, and what repeats along single lines.
    pub fn findings(&self) -> String {
        let mut text = String::new();
        match &self.proof {
            Some(proof) => text += &proof.told(),
            None => text += "no pattern is proved for all squares\n",
        }
        let side = self.table.width();
        for (formula, standing) in &self.formulas {
            let standing = match standing {
                Standing::Proved => "proved for all squares".to_owned(),
                Standing::Fits => format!("fits {side}x{side} squares, not proved"),
            };
            _ = writeln!(text, "formula: {formula} ({standing})");
        }
        if self.formulas.is_empty() {
            _ = writeln!(text, "no short formula fits {side}x{side} squares");
        }
        if self.proof.is_none() {
            text += &self.lines();
        }
        text
    }

    /// What repeats along the first rows, columns and diagonals, so far as the table goes.
    fn lines(&self) -> String {
        let side = self.table.width();
        let line = |kind: &str, variable: &str, index: usize, values: Vec<u32>| {
            let (from, period, saltus) = least_arithmetic_period(&values)?;
            let repeats = (values.len() - from) / period;
            let more = match saltus {
                0 => String::new(),
                saltus @ ..0 => format!(" - {}", -saltus),
                saltus => format!(" + {saltus}"),
            };
            // Twice, or at the end only, could be chance.
            (repeats > 2 && from <= values.len() / 2).then(|| format!("  {kind} {index}: g({variable} + {period}) = g({variable}){more} from {variable} = {from} on\n"))
        };
        let rows = (0..LINES).filter_map(|y| line("row", "x", y, self.table.row(y).to_vec()));
        let columns = (0..LINES).filter_map(|x| line("column", "y", x, self.table.column(x).collect()));
        let right = (0..LINES).filter_map(|d| {
            line("diagonal right of the corner by", "step", d, self.table.diagonal(d, 0).collect())
        });
        let below = (1..LINES).filter_map(|d| {
            line("diagonal below the corner by", "step", d, self.table.diagonal(0, d).collect())
        });
        let symmetric = (0..side).all(|y| (0..y).all(|x| self.table.value(x, y) == self.table.value(y, x)));
        let told: String = if symmetric {
            rows.chain(right).collect()
        } else {
            rows.chain(columns).chain(right).chain(below).collect()
        };
        let mirrored = if symmetric { "the board is its own mirror image; " } else { "" };
        if told.is_empty() {
            return format!("{mirrored}none of the first {LINES} lines repeats in {side} squares\n");
        }
        format!("{mirrored}so far as {side} squares show, not proved:\n{told}")
    }
}

impl Proof {
    fn told(&self) -> String {
        let certificate = &self.certificate;
        let (m0, p) = (certificate.preperiod(), certificate.period());
        let (d0, q) = certificate.along_arms();
        let value = |x: usize, y: usize| certificate.value(x as u64, y as u64).0;
        let mut text = format!(
            "pattern, proved for all squares: let m = min(x, y) and d = |x - y|. In m values repeat with period {p} from {m0} on,\n\
             in d with period {q} from {d0} on:\n"
        );
        let mirrored = (0..m0 + p).all(|m| (0..d0 + q).all(|d| value(m, m + d) == value(m + d, m)));
        let sides: &[(&str, bool)] =
            if mirrored { &[("", true)] } else { &[(", x ≤ y", true), (", x ≥ y", false)] };
        for (side, upright) in sides {
            for m in 0..m0 + p {
                let again = if m < m0 { String::new() } else { format!(", {}, …", m + p) };
                let values = |from: usize, until: usize| -> Vec<String> {
                    let squares = (from..until).map(|d| if *upright { (m, m + d) } else { (m + d, m) });
                    squares.map(|(x, y)| value(x, y).to_string()).collect()
                };
                let before = values(0, d0).into_iter().map(|value| value + " ").collect::<String>();
                _ = writeln!(text, "  m = {m}{again}{side}: {before}({})", values(d0, d0 + q).join(" "));
            }
        }
        _ = writeln!(
            text,
            "proof: by induction, as each value is the mex of those that a move leads to; checked on the {} squares that this takes",
            self.squares_checked
        );
        text
    }
}
