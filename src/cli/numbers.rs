//! Parsers for numbers in options.

use std::{ops::RangeInclusive, str::FromStr, time::Duration};

use indicatif::HumanCount;

/// Returns a parser for whole numbers in a range.
pub fn number<N>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: Copy + Into<u64> + FromStr + PartialOrd + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match ((*range.start()).into(), (*range.end()).into()) {
            (0, u64::MAX) => "expected a whole number".to_owned(),
            (min, u64::MAX) => format!("expected a whole number, at least {min}"),
            (min, max) => format!("expected a whole number from {min} to {}", HumanCount(max)),
        })
    }
}

/// Returns a parser for decimal numbers in a range. The error names their unit.
pub fn decimal(
    range: RangeInclusive<f64>,
    unit: &'static str,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (min, max) = (range.start(), range.end());
        number.ok_or_else(|| format!("expected {unit} from {min} to {max}"))
    }
}

pub fn seconds(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<Duration, String> + Clone + Send + Sync + 'static {
    let seconds = decimal(range, "seconds");
    move |text| seconds(text).map(Duration::from_secs_f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_say_their_range_in_words() {
        assert_eq!(number(1..=1024_u16)("1024"), Ok(1024));
        for wrong in ["0", "1025", "-1", "abc", "1.5", "99999999999999999999"] {
            assert_eq!(
                number(1..=1024_u16)(wrong).unwrap_err(),
                "expected a whole number from 1 to 1,024"
            );
        }
        assert_eq!(number(1..=u64::MAX)("0").unwrap_err(), "expected a whole number, at least 1");
        assert_eq!(number(0..=u64::MAX)("x").unwrap_err(), "expected a whole number");
    }
}
