//! The Grundy values of a piece on the quarter plane, what repeats in them, and what is proved of them.

mod findings;
mod formula;
pub mod picture;

pub use formula::Formula;

use crate::verify;
use anyhow::{Context, Result};
use cgt_core::quarter_plane::{Certificate, Piece, Table};

/// A piece's board and what was found in it.
#[derive(Debug)]
pub struct Report {
    /// The piece as it was asked for.
    name: String,
    /// What is shown.
    size: usize,
    /// At least that.
    table: Table,
    proof: Option<Proof>,
    formulas: Vec<(Formula, Standing)>,
}

/// How sure a formula is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It agrees with the proved pattern on all squares.
    Proved,
    /// It fits the squares of the table.
    Fits,
}

/// A pattern that holds on all squares.
#[derive(Debug)]
struct Proof {
    certificate: Certificate,
    /// How many squares the independent check looked at.
    squares_checked: usize,
}

/// What is searched for patterns at least, whatever is shown.
const SEARCHED: usize = 100;

impl Report {
    /// # Errors
    ///
    /// If the independent check refutes a certificate, which would be a defect in the finder.
    pub fn new(name: String, piece: &Piece, size: usize) -> Result<Self> {
        let side = size.max(SEARCHED);
        let table = piece.table(side, side);
        let proof = piece.certificate(side).map(|certificate| Proof::of(piece, certificate)).transpose()?;
        let formulas = Formula::fitting(side, |x, y| table.value(x, y)).into_iter();
        let formulas = formulas.map(|formula| (formula, standing(formula, proof.as_ref()))).collect();
        Ok(Self { name, size, table, proof, formulas })
    }

    /// The values that are shown, row by row from y = 0.
    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.size).map(|y| &self.table.row(y)[..self.size])
    }

    fn greatest(&self) -> u32 {
        self.rows().flatten().copied().max().unwrap_or(0)
    }
}

impl Proof {
    fn of(piece: &Piece, certificate: Certificate) -> Result<Self> {
        let (frames, along) = ((certificate.preperiod(), certificate.period()), certificate.along_arms());
        let value = |x: usize, y: usize| certificate.value(x as u64, y as u64).0 as u32;
        let arm = |square: fn(usize, usize) -> (usize, usize)| {
            let values = |m| (0..along.0 + along.1).map(|d| square(m, d)).map(|(x, y)| value(x, y)).collect();
            (0..frames.0 + frames.1).map(values).collect()
        };
        let (upright, level) = (arm(|m, d| (m, m + d)), arm(|m, d| (m + d, m)));
        let claim = verify::quarter_plane::Claim { steps: piece.steps(), frames, along, upright, level };
        let squares_checked = verify::quarter_plane::check(&claim).context("the pattern found is wrong")?;
        Ok(Self { certificate, squares_checked })
    }
}

/// Whether a formula agrees with a proved pattern everywhere: both repeat, so that one common period decides.
fn standing(formula: Formula, proof: Option<&Proof>) -> Standing {
    let (Some(proof), Some(period)) = (proof, formula.period()) else { return Standing::Fits };
    let certificate = &proof.certificate;
    let (d0, q) = certificate.along_arms();
    let frames = certificate.preperiod() + certificate.period() * period;
    let along = d0.max(period) + q * period;
    let agrees = |x: usize, y: usize| {
        let (x, y) = (x as u64, y as u64);
        certificate.value(x, y).0 == formula.of(x, y)
    };
    let everywhere = (0..frames).all(|m| (0..along).all(|d| agrees(m, m + d) && agrees(m + d, m)));
    if everywhere { Standing::Proved } else { Standing::Fits }
}
