//! Coin-turning games: a move turns a coin from heads to tails, and may turn others before it.
//!
//! Coins lie in a row. A move turns some coins, of which the last goes from heads to tails. A position is the sum
//! of its heads, each as if it lay alone, so that the values of single heads settle everything (Lenstra; Winning
//! Ways, chapter 14). In the *product* of two games coins lie in a grid, and a move turns all squares (x, y) for
//! x of a move of the first game and y of one of the second; its last square goes from heads to tails.
//!
//! **Tartan theorem** (Lenstra; Winning Ways, chapter 14): a head at (x, y) of the product has value
//! g₁(x) ⊗ g₂(y), the nim product of the values in the two games.

use crate::ruleset::DenseMemo;
use crate::{Nimber, Options, Solver};

/// The values of single heads at 0 to `count - 1`, given for each head the sets of coins before it that may be
/// turned along with it.
///
/// ```
/// use cgt_core::{coins, Nimber};
///
/// // Mock Turtles: up to three coins. The values are the odious numbers, those with an odd number of bits.
/// let values = coins::values(8, |&last, turned| {
///     turned.push_sum([]);
///     for a in 0..last {
///         turned.push(a);
///         (0..a).for_each(|b| turned.push_sum([a, b]));
///     }
/// });
/// assert_eq!(values, [1, 2, 4, 7, 8, 11, 13, 14].map(Nimber));
/// ```
pub fn values(count: usize, moves: impl Fn(&usize, &mut Options<usize>)) -> Vec<Nimber> {
    let mut solver = Solver::<_, DenseMemo>::new(crate::ruleset::from_fn(moves));
    (0..count).map(|head| solver.grundy(&head)).collect()
}

/// The value of a position of the product of two games, given the values of single heads in each and the
/// squares of the heads. O(heads).
///
/// # Panics
///
/// If a head has no value in the lists.
///
/// ```
/// use cgt_core::{coins, Nimber};
///
/// // Ruler: any number of neighbours. Value: the greatest power of two that divides the place, from 1.
/// let ruler = coins::values(8, |&last, turned| (0..=last).for_each(|first| turned.push_sum(first..last)));
/// assert_eq!(ruler, [1, 2, 1, 4, 1, 2, 1, 8].map(Nimber));
/// // Rugs: a rectangle of coins. 4 ⊗ 4 = 6.
/// assert_eq!(coins::tartan(&ruler, &ruler, [(3, 3)]), Nimber(6));
/// ```
#[must_use]
pub fn tartan(
    first: &[Nimber],
    second: &[Nimber],
    heads: impl IntoIterator<Item = (usize, usize)>,
) -> Nimber {
    heads.into_iter().map(|(x, y)| first[x] * second[y]).sum()
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    /// For each head, the sets of coins before it that may be turned with it.
    type Moves = fn(usize) -> Vec<Vec<usize>>;

    fn ruler(last: usize) -> Vec<Vec<usize>> {
        (0..=last).map(|first| (first..last).collect()).collect()
    }

    fn turtles(last: usize) -> Vec<Vec<usize>> {
        std::iter::once(vec![]).chain((0..last).map(|other| vec![other])).collect()
    }

    fn twins(last: usize) -> Vec<Vec<usize>> {
        (0..last).map(|other| vec![other]).collect()
    }

    fn values_of(moves: Moves, count: usize) -> Vec<Nimber> {
        values(count, |&last, turned| moves(last).into_iter().for_each(|set| turned.push_sum(set)))
    }

    /// The slow twin: who wins a whole row, as a game on sets of heads, against the sum of single heads.
    fn check_rows(moves: Moves) {
        let single = values_of(moves, 7);
        let mut rows = Solver::from_fn(|&heads: &u32, options| {
            for last in (0..7).filter(|&coin| heads >> coin & 1 == 1) {
                for turned in moves(last) {
                    options.push(turned.iter().fold(heads ^ 1 << last, |heads, coin| heads ^ 1 << coin));
                }
            }
        });
        for heads in 0..1 << 7 {
            let sum: Nimber = (0..7).filter(|&coin| heads >> coin & 1 == 1).map(|coin| single[coin]).sum();
            assert_eq!(rows.grundy(&heads), sum, "heads {heads:#b}");
        }
    }

    /// The product game played out on a grid, against the theorem.
    fn check_product(first: Moves, second: Moves) {
        let side = 5;
        let (g1, g2) = (values_of(first, side), values_of(second, side));
        let product = values(side * side, |&head, turned| {
            let (x, y) = (head / side, head % side);
            for a in first(x) {
                for b in second(y) {
                    let (a, b) = (a.iter().copied().chain([x]), b.iter().copied().chain([y]));
                    let squares = a.flat_map(|a| b.clone().map(move |b| a * side + b));
                    turned.push_sum(squares.filter(|&square| square != head));
                }
            }
        });
        for (head, &value) in product.iter().enumerate() {
            let (x, y) = (head / side, head % side);
            assert_eq!(value, tartan(&g1, &g2, [(x, y)]), "head at {x}, {y}");
        }
    }

    #[test]
    fn rows_are_sums_of_heads() {
        check_rows(ruler);
        check_rows(turtles);
        check_rows(twins);
    }

    #[test]
    fn products_follow_the_tartan_theorem() {
        check_product(ruler, ruler);
        check_product(turtles, turtles);
        check_product(twins, twins);
        check_product(ruler, turtles);
        check_product(twins, ruler);
    }
}
