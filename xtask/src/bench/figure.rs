//! Figures as measured, one number per round, with confidence intervals of their medians. No crate: those for statistics have the binomial distribution,
//! but not the interval of a median. Bootstrapping needs random numbers, so two computations over the same figures would differ.

use serde_json::Value;

/// The probability that the median is outside the interval, at each end.
const OUTSIDE_SHARE: f64 = 0.025;

/// A figure: one number per round, in the order of the rounds, or a single number, such as a count of bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure(Vec<f64>);

impl Figure {
    /// Makes a figure of one number per round; `None` without rounds.
    pub(crate) fn from_rounds(rounds: Vec<f64>) -> Option<Self> {
        (!rounds.is_empty()).then_some(Self(rounds))
    }

    /// Reads a figure from the output of a script: a number, or a list of numbers.
    pub(crate) fn read(value: Option<&Value>) -> Option<Self> {
        match value? {
            Value::Array(numbers) => {
                Self::from_rounds(numbers.iter().map(Value::as_f64).collect::<Option<_>>()?)
            }
            number => Some(Self(vec![number.as_f64()?])),
        }
    }

    /// Returns the median.
    pub(crate) fn median(&self) -> f64 {
        let sorted_numbers = self.sort_numbers();
        sorted_numbers.get(sorted_numbers.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// Returns the 95 % confidence interval of the median: two of the numbers themselves, without assumptions about their distribution (order
    /// statistics of a binomial distribution). With few rounds, it is the least and the largest
    /// number.
    pub(crate) fn interval(&self) -> [f64; 2] {
        let sorted_numbers = self.sort_numbers();
        let skipped_count = count_skipped(sorted_numbers.len());
        let number_at = |index: usize| sorted_numbers.get(index).copied().unwrap_or(f64::NAN);
        [number_at(skipped_count), number_at(sorted_numbers.len().saturating_sub(1 + skipped_count))]
    }

    /// Returns whether there is more than one round.
    pub(crate) fn has_rounds(&self) -> bool {
        self.0.len() > 1
    }

    /// Returns `numerator` divided by this figure, round by round; the ratio of the medians if the numbers of rounds
    /// differ.
    pub(crate) fn divide_into(&self, numerator: &Self) -> Self {
        if self.0.len() == numerator.0.len() {
            Self(
                self.0
                    .iter()
                    .zip(&numerator.0)
                    .map(|(own_value, other_value)| other_value / own_value)
                    .collect(),
            )
        } else {
            Self(vec![numerator.median() / self.median()])
        }
    }

    /// Returns the figure in another unit.
    pub(crate) fn scale(self, factor: f64) -> Self {
        Self(self.0.into_iter().map(|number| number * factor).collect())
    }

    fn sort_numbers(&self) -> Vec<f64> {
        let mut numbers = self.0.clone();
        numbers.sort_by(f64::total_cmp);
        numbers
    }
}

impl From<f64> for Figure {
    fn from(number: f64) -> Self {
        Self(vec![number])
    }
}

/// Returns how many of the smallest, and how many of the largest, of `count` numbers are outside the interval of the median.
fn count_skipped(count: usize) -> usize {
    let mut probability = 0.5_f64.powi(i32::try_from(count).unwrap_or(i32::MAX));
    let mut sum = 0.0;
    for index in 0..count {
        sum += probability;
        if sum > OUTSIDE_SHARE {
            return index.saturating_sub(1).min(count.saturating_sub(1) / 2);
        }
        probability *= (count - index) as f64 / (index + 1) as f64;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_interval_is_that_of_the_tables() {
        // Conover, Practical Nonparametric Statistics: the ranks for the 95 % interval of the median.
        for (count, rank) in [(5, 1), (6, 1), (9, 2), (15, 4), (20, 6), (25, 8), (40, 14)] {
            assert_eq!(count_skipped(count) + 1, rank, "{count}");
        }
        let figure = Figure::from_rounds((1..=9).map(f64::from).rev().collect()).unwrap();
        assert_eq!((figure.median(), figure.interval()), (5.0, [2.0, 8.0]));
    }

    #[test]
    fn a_number_alone_is_its_own_interval() {
        let single_figure = Figure::read(Some(&json!(7))).unwrap();
        assert_eq!(
            (single_figure.median(), single_figure.interval(), single_figure.has_rounds()),
            (7.0, [7.0, 7.0], false)
        );
        assert_eq!(Figure::read(Some(&json!([]))), None);
        assert_eq!(Figure::read(Some(&json!([1, "x"]))), None);
        assert_eq!(Figure::read(None), None);
    }

    #[test]
    fn rounds_are_compared_in_pairs() {
        let [slow_rounds, fast_rounds] =
            [vec![1.0, 10.0, 1.0], vec![2.0, 20.0, 2.0]].map(|numbers| Figure::from_rounds(numbers).unwrap());
        assert_eq!(slow_rounds.divide_into(&fast_rounds).interval(), [2.0, 2.0]);
        assert_eq!(slow_rounds.divide_into(&Figure::from(3.0)).median(), 3.0);
    }
}
