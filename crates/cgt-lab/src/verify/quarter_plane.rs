//! The pattern of a piece on the quarter plane that moves a bounded distance.

use super::{Refuted, least_missing};

/// The value of every square of the quarter plane, for a piece that makes steps (dx, dy) towards the corner.
///
/// Let m = min(x, y) and d = |x - y|. The square has the value `upright[m][d]` if x < y, else `level[m][d]`, where m is first made
/// smaller than `frames.0 + frames.1` by taking `frames.1` away, and d smaller than `along.0 + along.1` by taking `along.1` away.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    pub steps: &'a [(u32, u32)],
    /// From which m on values repeat, and with which period.
    pub frames: (usize, usize),
    /// From which d on values repeat, and with which period.
    pub along: (usize, usize),
    pub upright: Vec<Vec<u32>>,
    pub level: Vec<Vec<u32>>,
}

/// Checks the claim for all squares, and returns how many squares were looked at.
///
/// If the value of each square with m < m₀ + k + p and d < d₀ + k + q is the mex of its options' values, where no step is longer than k
/// in either direction, that of all squares is. For of a square with larger m, the options all have m ≥ m₀, so that p frames nearer to
/// the corner the square and its options have the same values; and of a square with larger d, the options lie on the same
/// side of the diagonal and have d ≥ d₀, so that q squares nearer to the diagonal they have the same values.
pub fn check(claim: &Claim<'_>) -> Result<usize, Refuted> {
    let ((m0, p), (d0, q)) = (claim.frames, claim.along);
    let arms = || claim.upright.iter().zip(&claim.level);
    if p == 0 || q == 0 || claim.upright.len() != m0 + p || claim.level.len() != m0 + p {
        return Err(Refuted::Shape("a period is at least 1, and all of its values have to be there"));
    }
    if arms().any(|(up, level)| up.len() != d0 + q || level.len() != d0 + q || up[0] != level[0]) {
        return Err(Refuted::Shape(
            "both arms of a frame begin at the same square and have all of their values",
        ));
    }
    if claim.steps.contains(&(0, 0)) {
        return Err(Refuted::Shape("a step comes nearer to the corner"));
    }
    let fold = |place: usize, from: usize, period: usize| {
        if place < from { place } else { from + (place - from) % period }
    };
    let claimed = |x: usize, y: usize| {
        let arms = if x < y { &claim.upright } else { &claim.level };
        arms[fold(x.min(y), m0, p)][fold(x.abs_diff(y), d0, q)]
    };
    let longest = claim.steps.iter().map(|&(dx, dy)| dx.max(dy) as usize).max().unwrap_or(0);
    let mut looked_at = 0;
    for m in 0..m0 + longest + p {
        for d in 0..d0 + longest + q {
            for (x, y) in [(m, m + d), (m + d, m)] {
                let options = claim.steps.iter().filter_map(|&(dx, dy)| {
                    Some(claimed(x.checked_sub(dx as usize)?, y.checked_sub(dy as usize)?))
                });
                let found = least_missing(&options.collect());
                if claimed(x, y) != found {
                    let position = format!("square {x}, {y}");
                    return Err(Refuted::Value { position, claimed: claimed(x, y), found });
                }
                looked_at += 1;
            }
        }
    }
    Ok(looked_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    const KING: [(u32, u32); 3] = [(1, 0), (0, 1), (1, 1)];
    const KNIGHT: [(u32, u32); 2] = [(1, 2), (2, 1)];

    fn knight() -> Claim<'static> {
        let values = vec![vec![0, 0, 0], vec![0, 1, 1], vec![1, 1, 2]];
        Claim { steps: &KNIGHT, frames: (0, 3), along: (2, 1), upright: values.clone(), level: values }
    }

    #[test]
    fn the_patterns_of_king_and_knight_hold() {
        let values = vec![vec![0, 1], vec![2, 3]];
        let king =
            Claim { steps: &KING, frames: (0, 2), along: (0, 2), upright: values.clone(), level: values };
        assert_eq!(check(&king), Ok(2 * 3 * 3));
        assert_eq!(check(&knight()), Ok(2 * 5 * 5));
    }

    #[test]
    fn every_changed_value_is_refuted() {
        for m in 0..3 {
            for d in 0..3 {
                for change in 1..4 {
                    let mut claim = knight();
                    claim.upright[m][d] ^= change;
                    assert!(check(&claim).is_err(), "upright {m} {d}");
                    claim.level[m][d] ^= change;
                    assert!(matches!(check(&claim), Err(Refuted::Value { .. })), "both {m} {d}");
                }
            }
        }
    }

    #[test]
    fn the_pattern_of_another_piece_or_of_wrong_shape_is_refuted() {
        assert!(matches!(check(&Claim { steps: &KING, ..knight() }), Err(Refuted::Value { .. })));
        assert!(matches!(check(&Claim { frames: (3, 0), ..knight() }), Err(Refuted::Shape(_))));
        assert!(matches!(check(&Claim { along: (1, 1), ..knight() }), Err(Refuted::Shape(_))));
        assert!(matches!(check(&Claim { steps: &[(0, 0)], ..knight() }), Err(Refuted::Shape(_))));
    }
}
