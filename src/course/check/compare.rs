//! Compares the output of a program with the expected output.

use std::iter;

use super::script::Script;
use crate::text::shortened_with_count;

pub(super) const MAX_LINE_CHARS: usize = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Same,
    BlanksDiffer(Difference),
    Differ(Difference),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Byte offset of the difference in the expected output.
    pub expected_at: usize,
    /// The expected line; empty at the end of the text.
    pub expected: String,
    /// The actual line; empty at the end of the text.
    pub actual: String,
    /// The lines typed before.
    pub typed: Vec<String>,
}

impl Difference {
    fn new(script: &Script, actual: &str, expected_at: usize, actual_start: usize) -> Self {
        let (start, end) = script.line_around(expected_at);
        let line = actual.get(actual_start..).unwrap_or_default();
        // Skips the line break after a prompt.
        let line = line.split('\n').find(|line| !line.is_empty()).unwrap_or_default();
        Self {
            expected_at,
            expected: script.output()[start..end].to_owned(),
            actual: shortened_with_count(line, MAX_LINE_CHARS).into_owned(),
            typed: script.typed_before(expected_at),
        }
    }
}

pub(crate) fn compare(script: &Script, actual: &str) -> Comparison {
    let expected = script.output();
    if expected == actual {
        return Comparison::Same;
    }
    let pairs = words(expected).zip(words(actual));
    let same_words = pairs.take_while(|(left, right)| left == right).count();
    let offset = |text: &str, number| words_with_offsets(text).nth(number).map(|(_, at)| at);
    let [next_expected, next_actual] = [expected, actual].map(|text| offset(text, same_words));
    if next_expected.is_some() || next_actual.is_some() {
        let expected_at = next_expected.unwrap_or(expected.len());
        let actual_at = next_actual.unwrap_or(actual.len());
        // The actual line starts with the word that starts the expected one.
        let (expected_start, _) = script.line_around(expected_at);
        let words_before =
            words_with_offsets(expected).take_while(|(_, at)| *at < expected_start).count();
        let first_word = offset(actual, words_before.min(same_words));
        let actual_start = first_word.map_or(actual_at, |start| start.min(actual_at));
        return Comparison::Differ(Difference::new(script, actual, expected_at, actual_start));
    }
    let same_bytes =
        expected.bytes().zip(actual.bytes()).take_while(|(left, right)| left == right).count();
    let at = (0..=same_bytes).rev().find(|&at| expected.is_char_boundary(at)).unwrap_or(0);
    let (start, _) = script.line_around(at);
    Comparison::BlanksDiffer(Difference::new(script, actual, at, start))
}

/// Splits a text into words of letters and digits, and single other characters. Two texts with the
/// same words differ only in blanks.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    words_with_offsets(text).map(|(word, _)| word)
}

/// Returns the [`words`] of a text, each with its byte offset.
fn words_with_offsets(text: &str) -> impl Iterator<Item = (&str, usize)> + Clone {
    let mut rest = text;
    iter::from_fn(move || {
        rest = rest.trim_start();
        let length = match rest.chars().next()? {
            first if first.is_alphanumeric() => {
                rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len())
            }
            first => first.len_utf8(),
        };
        let at = text.len() - rest.len();
        let (word, after) = rest.split_at(length);
        rest = after;
        Some((word, at))
    })
}

/// Finds a text in another one, ignoring blanks, and returns the byte offsets of its start and end.
pub(crate) fn find_words(text: &str, wanted: &str) -> Option<(usize, usize)> {
    let wanted: Vec<&str> = words(wanted).collect();
    let mut all = words_with_offsets(text);
    loop {
        let mut window = all.clone();
        let (word, start) = all.next()?;
        if wanted.is_empty() {
            return Some((start, start + word.len()));
        }
        let end = wanted.iter().try_fold(start, |_, wanted| {
            let (word, at) = window.next()?;
            (word == *wanted).then_some(at + word.len())
        });
        if let Some(end) = end {
            return Some((start, end));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::*;
    use crate::scale::scaled;

    fn compare_texts(expected: &str, actual: &str) -> Comparison {
        compare(&Script::parse(expected).unwrap(), actual)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

        #[test]
        fn any_text_can_be_compared(
            expected in vec(select(PARTS.to_vec()), 0..20),
            actual in vec(select(PARTS.to_vec()), 0..20),
            other in any::<String>(),
        ) {
            let (expected, actual) = (expected.concat(), actual.concat());
            if let Ok(script) = Script::parse(&expected) {
                compare(&script, &actual);
                compare(&script, &other);
                find_words(&actual, &expected);
            }
        }
    }

    /// Texts whose beginnings are alike as bytes, but not as characters.
    const PARTS: [&str; 14] = [
        "a",
        "1",
        " ",
        "\n",
        "é",
        "è",
        "e\u{301}",
        "３",
        "２",
        "\u{a0}",
        "\u{3000}",
        "👩\u{200d}🚀",
        "{1}\n",
        "|",
    ];

    #[test]
    fn blanks_matter_only_between_letters_and_digits() {
        assert_eq!(compare_texts("A> {1}\n|.O|\n", "A> |.O|\n"), Comparison::Same);
        for actual in ["A>|.O|", "A>\n\n|.O|\n", " A > | . O |"] {
            let compared = compare_texts("A> {1}\n|.O|\n", actual);
            assert!(matches!(compared, Comparison::BlanksDiffer(_)), "{actual:?}: {compared:?}");
        }
        for (expected, actual) in [("at 1 7", "at 17"), ("at 17", "at 1 7"), ("a", "b"), ("a", "")]
        {
            assert!(matches!(compare_texts(expected, actual), Comparison::Differ(_)), "{actual}");
        }
        assert_eq!(find_words("a\n\n*** End ***", "* * *End"), Some((3, 10)));
        assert_eq!(find_words("1 23", "12 3"), None);
    }

    #[test]
    fn the_first_line_that_differs_is_told_with_what_was_typed() {
        let script = "A> {1}\n|.O|\nA> {2}\n|OO|\nend\n";
        let Comparison::Differ(difference) = compare_texts(script, "A> |.O|\nA> |OX|\nend\n")
        else {
            panic!("they differ")
        };
        assert_eq!((difference.expected.as_str(), difference.actual.as_str()), ("|OO|", "|OX|"));
        assert_eq!(difference.typed, ["1", "2"]);
        let Comparison::Differ(missing) = compare_texts(script, "A> |.O|\n") else {
            panic!("they differ")
        };
        assert_eq!((missing.expected.as_str(), missing.actual.as_str()), ("A> ", ""));
        assert_eq!(missing.typed, ["1"]);
    }
}
