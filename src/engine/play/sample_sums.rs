//! The mean of a sample and its confidence interval, from exact sums.

/// The count of some whole numbers, their sum and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SampleSums {
    count: usize,
    sum: i128,
    squares: i128,
}

impl SampleSums {
    pub fn of(values: impl IntoIterator<Item = i64>) -> Self {
        let mut sums = Self::default();
        for value in values.into_iter().map(i128::from) {
            sums.count += 1;
            sums.sum += value;
            sums.squares += value * value;
        }
        sums
    }

    pub const fn count(&self) -> usize {
        self.count
    }

    /// The mean and half the width of its 95% interval, both in multiples of `unit`. That half is
    /// 1.96 standard errors, or 0 for fewer than two numbers.
    pub fn mean_ci95(&self, unit: f64) -> (f64, f64) {
        let count = self.count as i128;
        if count == 0 {
            return (0.0, 0.0);
        }
        let mean = to_f64(self.sum) / to_f64(count) / unit;
        if count == 1 {
            return (mean, 0.0);
        }
        // The products are exact integers, so their difference suffers no cancellation.
        let deviations =
            count.saturating_mul(self.squares).saturating_sub(self.sum.saturating_mul(self.sum));
        let variance = to_f64(deviations.max(0)) / to_f64(count) / to_f64(count - 1);
        (mean, 1.96 * (variance / to_f64(count)).sqrt() / unit)
    }
}

#[allow(clippy::cast_precision_loss)] // the only rounding of the sums
pub(super) fn to_f64(number: i128) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_1_96_standard_errors() {
        let (mean, ci95) = SampleSums::of([1, 2, 3, 4]).mean_ci95(1.0);
        // The variance is 5/3, the standard error sqrt(5/12).
        assert!((mean - 2.5).abs() < 1e-12);
        assert!((ci95 - 1.96 * (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        let (half, narrower) = SampleSums::of([1, 2, 3, 4]).mean_ci95(2.0);
        assert!((half - 1.25).abs() < 1e-12 && (narrower - ci95 / 2.0).abs() < 1e-12);
        assert_eq!(SampleSums::of([7]).mean_ci95(1.0), (7.0, 0.0));
        assert_eq!(SampleSums::of([]).mean_ci95(1.0), (0.0, 0.0));
    }
}
