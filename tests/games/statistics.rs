//! Means with confidence intervals.

/// Returns the mean of some values and half the width of its 95 % interval, which is 1.96 standard
/// errors. The width is 0 for fewer than two values.
pub fn mean_ci95(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    // Welford's recurrence, which is numerically stable for any number of values.
    let (mut count, mut mean, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        count += 1.0;
        let delta = value - mean;
        mean += delta / count;
        squares += delta * (value - mean);
    }
    if count < 2.0 {
        return (mean, 0.0);
    }
    let error = (squares / (count - 1.0) / count).sqrt();
    (mean, 1.96 * error)
}

#[test]
fn the_interval_is_1_96_standard_errors() {
    let (mean, ci95) = mean_ci95([1.0, 2.0, 3.0, 4.0]);
    // The variance is 5/3, the standard error sqrt(5/12).
    assert!((mean - 2.5).abs() < 1e-12);
    assert!((ci95 - 1.96 * (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
    assert_eq!(mean_ci95([7.0]), (7.0, 0.0));
    assert_eq!(mean_ci95([]), (0.0, 0.0));
}
