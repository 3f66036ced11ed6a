//! Winning moves in a sum of games, by the values of its components.

use cgt_core::Nimber;

/// The values of a sum's components, and what an answer to a change of one of them is.
#[derive(Clone, Debug)]
pub struct Sum {
    values: Vec<Nimber>,
    total: Nimber,
    /// By bit, the first two components that have it.
    holders: [[Option<usize>; 2]; 64],
}

impl Sum {
    pub fn new(values: Vec<Nimber>) -> Self {
        let mut holders = [[None; 2]; 64];
        for (component, value) in values.iter().enumerate() {
            for (bit, [first, second]) in holders.iter_mut().enumerate() {
                if value.0 >> bit & 1 == 1 {
                    if first.is_none() {
                        *first = Some(component);
                    } else if second.is_none() {
                        *second = Some(component);
                    }
                }
            }
        }
        Self { total: values.iter().sum(), values, holders }
    }

    pub fn values(&self) -> &[Nimber] {
        &self.values
    }

    pub const fn total(&self) -> Nimber {
        self.total
    }

    /// Once a component has got a value: the component in which a move surely wins, and the value to which. It is one of those
    /// that have the sum's highest bit, since only there the wanted value is smaller, and some option has every smaller value.
    ///
    /// `None` if the sum is then 0, so that every move loses (Bouton 1901). O(1).
    pub fn answer(&self, changed: usize, to: Nimber) -> Option<(usize, Nimber)> {
        let sum = self.total + self.values[changed] + to;
        let bit = sum.0.checked_ilog2()?;
        if to.0 >> bit & 1 == 1 {
            return Some((changed, to + sum));
        }
        let others = self.holders[bit as usize].into_iter().flatten();
        let component = others.into_iter().find(|&other| other != changed);
        let component = component.expect("an odd number of components has a bit of their sum");
        Some((component, self.values[component] + sum))
    }
}

/// `*1 + *4 = *5` if there are several values but not too many to read.
impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 20;
        if (2..=SHOWN).contains(&self.values.len()) {
            let values: Vec<String> = self.values.iter().map(ToString::to_string).collect();
            write!(f, "{} = ", values.join(" + "))?;
        }
        write!(f, "{}", self.total)
    }
}
