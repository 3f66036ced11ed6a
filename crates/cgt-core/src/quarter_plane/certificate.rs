//! A formula for every square of the board of a piece that moves a bounded distance, with proof.
//!
//! The squares with min(x, y) = m make *frame* m: an upright arm (m, m + j) and a level arm (m + j, m), j ≥ 0. A
//! certificate claims that each arm is periodic in j from some j on, and that frames are periodic in m from some
//! m₀ on.
//!
//! **Why a finite check proves it.** Let no move go further than k in either direction. Let frames repeat with
//! period p from m₀ on, and let all arms repeat with period q from j₀ on. A square in frame m ≥ m₀ + k has
//! options in frames ≥ m₀ only, and the square p frames further on has the same options p frames further on, of
//! equal value by the claim; so if the claimed value is the mex of the options' claimed values for one, it is for
//! the other. Likewise all options of a square with j ≥ j₀ + k have |x - y| ≥ j₀ on the same side of the diagonal,
//! so that q squares further along the arm the same values stand. It is enough, therefore, to compare the claim
//! with the mex on the squares with m < m₀ + k + p and j < j₀ + k + q. By induction on x + y the claim then holds
//! everywhere, since the mex recursion has one solution only. ∎

use super::{back, Piece};
use crate::heaps::least_period;
use crate::{mex, Nimber};

/// One arm of a frame: values by j, of which those from `preperiod` on repeat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Arm {
    values: Vec<u32>,
    preperiod: usize,
}

impl Arm {
    fn period(&self) -> usize {
        self.values.len() - self.preperiod
    }

    fn value(&self, j: u64) -> u32 {
        let preperiod = self.preperiod as u64;
        let index = if j < preperiod { j } else { preperiod + (j - preperiod) % self.period() as u64 };
        self.values[index as usize]
    }
}

/// The squares (m, m + j) and (m + j, m).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Frame {
    upright: Arm,
    level: Arm,
}

/// The Grundy value of every square of the quarter plane for one piece; see [`Piece::certificate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Frames below preperiod + period.
    frames: Vec<Frame>,
    preperiod: usize,
}

impl Certificate {
    /// The least m₀ for which frames from m₀ on repeat: g(x + p, y + p) = g(x, y) where min(x, y) ≥ m₀.
    #[must_use]
    pub const fn preperiod(&self) -> usize {
        self.preperiod
    }

    /// The period p along diagonals.
    #[must_use]
    pub fn period(&self) -> usize {
        self.frames.len() - self.preperiod
    }

    /// How far from the diagonal rows and columns begin to repeat, and their common period.
    #[must_use]
    pub fn along_arms(&self) -> (usize, usize) {
        let arms = || self.frames.iter().flat_map(|frame| [&frame.upright, &frame.level]);
        let preperiod = arms().map(|arm| arm.preperiod).max().unwrap_or(0);
        let period =
            arms().map(Arm::period).fold(1, |all, period| all / greatest_divisor(all, period) * period);
        (preperiod, period)
    }

    /// The value of any square. O(1).
    #[must_use]
    pub fn value(&self, x: u64, y: u64) -> Nimber {
        let (m, preperiod) = (x.min(y), self.preperiod as u64);
        let index = if m < preperiod { m } else { preperiod + (m - preperiod) % self.period() as u64 };
        let frame = &self.frames[index as usize];
        let arm = if x < y { &frame.upright } else { &frame.level };
        Nimber(arm.value(x.abs_diff(y)).into())
    }

    /// Whether this holds for a piece on the whole quarter plane: the finite check of the module's proof.
    /// Trusts nothing that made the certificate. False for pieces with riders.
    ///
    /// O(squares compared · steps).
    #[must_use]
    pub fn verify(&self, piece: &Piece) -> bool {
        let reach = piece.steps().iter().map(|&(dx, dy)| dx.max(dy) as usize).max().unwrap_or(0);
        let (from, period) = self.along_arms();
        let holds = |x: usize, y: usize| {
            let options = piece.steps().iter().filter_map(|&step| back(x, y, step));
            let values = options.map(|(x, y)| self.value(x as u64, y as u64).0);
            Nimber(mex(values)) == self.value(x as u64, y as u64)
        };
        piece.riders().is_empty()
            && (0..self.preperiod + reach + self.period())
                .all(|m| (0..from + reach + period).all(|j| holds(m, m + j) && holds(m + j, m)))
    }
}

impl Piece {
    /// A formula for every square, if the table of `size` by `size` squares shows one that holds for all.
    ///
    /// `None` for pieces with riders, and if the table shows no period or one that is refuted. O(size²).
    #[must_use]
    pub fn certificate(&self, size: usize) -> Option<Certificate> {
        if !self.riders().is_empty() {
            return None;
        }
        let table = self.table(size, size);
        // Frames are compared as far as the shortest of the first half.
        let length = size - size / 2;
        let frames: Option<Vec<Frame>> = (0..size / 2)
            .map(|m| {
                let upright = arm((0..length).map(|j| table.value(m, m + j)).collect())?;
                let level = arm((0..length).map(|j| table.value(m + j, m)).collect())?;
                Some(Frame { upright, level })
            })
            .collect();
        let mut frames = frames?;
        let (preperiod, period) = least_period(&frames)?;
        frames.truncate(preperiod + period.get());
        let certificate = Certificate { frames, preperiod };
        certificate.verify(self).then_some(certificate)
    }
}

fn arm(mut values: Vec<u32>) -> Option<Arm> {
    let (preperiod, period) = least_period(&values)?;
    values.truncate(preperiod + period.get());
    Some(Arm { values, preperiod })
}

fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_divisor(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arms as preperiod and values, upright and level.
    type Arms<'a> = [(usize, &'a [u32]); 2];

    fn certificate(preperiod: usize, frames: &[Arms]) -> Certificate {
        let arm = |&(preperiod, values): &(usize, &[u32])| Arm { values: values.to_vec(), preperiod };
        let frame = |[upright, level]: &Arms| Frame { upright: arm(upright), level: arm(level) };
        Certificate { frames: frames.iter().map(frame).collect(), preperiod }
    }

    fn piece(steps: &[(u32, u32)]) -> Piece {
        Piece::new(steps.iter().copied(), [])
    }

    /// Claims that hold on all squares but those that the check looks at last.
    #[test]
    fn a_claim_that_fails_late_is_refused() {
        // One to the left: the column decides.
        let left = piece(&[(1, 0)]);
        let honest = [[(0, &[0][..]), (0, &[0, 1][..])], [(0, &[1]), (0, &[1, 0])]];
        assert!(certificate(0, &honest).verify(&left));
        // Right next to the diagonal, wrong from there on.
        assert!(!certificate(0, &[[(0, &[0]), (0, &[0])], [(0, &[1]), (0, &[1])]]).verify(&left));

        // The king's second frame is not like the first one.
        let king = piece(&[(1, 0), (0, 1), (1, 1)]);
        let frames = [[(0, &[0, 1][..]), (0, &[0, 1][..])], [(0, &[2, 3]), (0, &[2, 3])]];
        assert!(certificate(0, &frames).verify(&king));
        assert!(!certificate(0, &frames[..1]).verify(&king));
    }

    /// A mistake on one border from which everything else follows by the rules.
    #[test]
    fn a_wrong_border_is_refused() {
        // From column 0 on, every row but the first one claims the opposite.
        let border = [(1, &[0, 1][..]), (0, &[0, 1][..])];
        let odd = [(0, &[0][..]), (0, &[0, 1][..])];
        let even = [(0, &[1][..]), (0, &[1, 0][..])];
        assert!(!certificate(1, &[border, odd, even]).verify(&piece(&[(1, 0)])));
        // The same on its side.
        let turned = [border, odd, even].map(|[upright, level]| [level, upright]);
        assert!(!certificate(1, &turned).verify(&piece(&[(0, 1)])));
    }
}
