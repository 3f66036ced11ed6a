//! What is told of a sample: quartiles, since a busy machine spoils means.

use serde::{Deserialize, Serialize};

/// Five numbers that describe a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub least: f64,
    pub lower_quartile: f64,
    pub median: f64,
    pub upper_quartile: f64,
    pub greatest: f64,
}

impl Summary {
    /// Describes a sample; between two of its values, quartiles are interpolated linearly.
    ///
    /// # Panics
    ///
    /// If the sample is empty.
    pub fn of(sample: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = sample.into_iter().collect();
        assert!(!sorted.is_empty(), "nothing was measured");
        sorted.sort_by(f64::total_cmp);
        let quantile = |part: f64| {
            let place = part * (sorted.len() - 1) as f64;
            let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Self {
            least: quantile(0.0),
            lower_quartile: quantile(0.25),
            median: quantile(0.5),
            upper_quartile: quantile(0.75),
            greatest: quantile(1.0),
        }
    }

    /// Whether the middle halves of two samples have nothing in common, so that their medians differ by more than chance
    /// is likely to make them.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        self.lower_quartile > other.upper_quartile || other.lower_quartile > self.upper_quartile
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn check(sample: &[f64], expected: [f64; 5]) {
        let Summary { least, lower_quartile, median, upper_quartile, greatest } =
            Summary::of(sample.iter().copied());
        assert_eq!([least, lower_quartile, median, upper_quartile, greatest], expected, "{sample:?}");
    }

    #[test]
    fn five_numbers() {
        check(&[7.0], [7.0; 5]);
        check(&[3.0, 1.0], [1.0, 1.5, 2.0, 2.5, 3.0]);
        check(&[5.0, 1.0, 4.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0, 5.0]);
        check(&[0.0, 0.0, 0.0, 8.0], [0.0, 0.0, 0.0, 2.0, 8.0]);
    }

    #[test]
    fn samples_are_apart_if_their_middle_halves_are() {
        let summary = |from: i32, to: i32| Summary::of((from..=to).map(f64::from));
        assert!(summary(0, 4).is_apart_from(&summary(4, 8)));
        assert!(summary(4, 8).is_apart_from(&summary(0, 4)));
        assert!(!summary(0, 4).is_apart_from(&summary(2, 6)));
        assert!(!summary(0, 9).is_apart_from(&summary(4, 5)));
    }
}
