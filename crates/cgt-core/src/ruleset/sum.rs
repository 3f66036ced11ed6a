//! Whole sums as positions.

use super::{options_of, Options, Ruleset};

/// The ruleset in which a position is a disjunctive sum of positions of another: a sorted list.
///
/// For misère play, where the outcome of a sum does not follow from its components. Components without options
/// are left out.
///
/// ```
/// use cgt_core::ruleset::{from_fn, Solver, Sum};
/// use cgt_core::{Outcome, Play};
///
/// let nim = from_fn(|&heap: &u32, options| options.extend(0..heap));
/// let mut sums = Solver::<_>::new(Sum(nim));
/// assert_eq!(sums.outcome(&vec![1, 1, 1], Play::Misere), Outcome::P);
/// assert_eq!(sums.outcome(&vec![2, 2], Play::Misere), Outcome::P);
/// assert_eq!(sums.outcome(&vec![1, 2], Play::Misere), Outcome::N);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sum<R>(pub R);

impl<R: Ruleset> Ruleset for Sum<R>
where
    R::Position: Ord,
{
    type Position = Vec<R::Position>;

    fn options(&self, sum: &Self::Position, options: &mut Options<Self::Position>) {
        for (index, component) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == *component {
                continue;
            }
            for replacement in options_of(&self.0, component) {
                let mut option = sum.clone();
                option.swap_remove(index);
                option.extend(replacement);
                options.push(option);
            }
        }
    }

    fn canonicalize(&self, sum: &mut Self::Position) {
        sum.iter_mut().for_each(|component| self.0.canonicalize(component));
        sum.retain(|component| !options_of(&self.0, component).is_empty());
        sum.sort_unstable();
    }
}
