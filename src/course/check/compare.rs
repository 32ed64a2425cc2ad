//! Comparing what a program printed with what it should have printed.

use super::script::Script;
use crate::text::shorten;

/// The maximum number of characters that are kept of a line that a program printed.
const MAX_LINE_CHARS: usize = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    Same,
    /// Apart from blanks and ends of lines the texts are the same.
    BlanksDiffer(Difference),
    Differ(Difference),
}

/// The first place where two texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The bytes before it in what was expected, and in what came.
    pub at: [usize; 2],
    /// The line that was expected, and the one that came. Empty at the end of a text.
    pub expected: String,
    pub came: String,
    /// What was typed before it.
    pub typed: Vec<String>,
}

pub fn compare(script: &Script, came: &str) -> Comparison {
    let expected = script.output();
    if expected == came {
        return Comparison::Same;
    }
    let [left, right] = [words(expected), words(came)];
    let same = left.iter().zip(&right).take_while(|(left, right)| left.0 == right.0).count();
    let at =
        |words: &[(&str, usize)], text: &str| words.get(same).map_or(text.len(), |word| word.1);
    if same < left.len() || same < right.len() {
        let at = [at(&left, expected), at(&right, came)];
        // Where the line of the difference begins in what came.
        let (start, _) = script.line_around(at[0]);
        let first = left.iter().position(|word| word.1 >= start).unwrap_or(same).min(same);
        let came_start = right.get(first).map_or(at[1], |word| word.1).min(at[1]);
        return Comparison::Differ(Difference::new(script, came, at, came_start));
    }
    let same = expected.bytes().zip(came.bytes()).take_while(|(left, right)| left == right).count();
    let same = (0..=same).rev().find(|&at| expected.is_char_boundary(at)).unwrap_or(0);
    let start = script.line_around(same).0;
    Comparison::BlanksDiffer(Difference::new(script, came, [same, same], start))
}

impl Difference {
    fn new(script: &Script, came: &str, at: [usize; 2], came_start: usize) -> Self {
        let (start, end) = script.line_around(at[0]);
        let line = came.get(came_start..).unwrap_or_default();
        // A prompt on the same line is not what was printed for it.
        let line = line.split('\n').find(|line| !line.is_empty()).unwrap_or_default();
        Self {
            at,
            expected: script.output()[start..end].to_owned(),
            came: shorten(line, MAX_LINE_CHARS).into_owned(),
            typed: script.typed_before(at[0]),
        }
    }
}

/// Splits a text at blanks, and where letters or digits meet other characters, so that blanks
/// there don't matter. Each part has its place.
pub fn words(text: &str) -> Vec<(&str, usize)> {
    let mut words: Vec<(&str, usize)> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let length = match first {
            _ if first.is_whitespace() => {
                rest = &rest[first.len_utf8()..];
                continue;
            }
            _ if first.is_alphanumeric() => {
                rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len())
            }
            _ => first.len_utf8(),
        };
        words.push((&rest[..length], at));
        rest = &rest[length..];
    }
    words
}

/// Returns where a text begins in another one if blanks don't matter, and where it ends.
pub fn find_words(text: &str, wanted: &str) -> Option<(usize, usize)> {
    let (all, wanted) = (words(text), words(wanted));
    let same = |window: &[(&str, usize)]| {
        window.iter().zip(&wanted).all(|(left, right)| left.0 == right.0)
    };
    let first = all.windows(wanted.len().max(1)).position(same)?;
    let last = all.get(first + wanted.len().max(1) - 1)?;
    Some((all[first].1, last.1 + last.0.len()))
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::*;

    fn compare_texts(expected: &str, came: &str) -> Comparison {
        compare(&Script::parse(expected).unwrap(), came)
    }

    proptest! {
        #[test]
        fn any_text_can_be_compared(
            expected in vec(select(PARTS.to_vec()), 0..20),
            came in vec(select(PARTS.to_vec()), 0..20),
            other in any::<String>(),
        ) {
            let (expected, came) = (expected.concat(), came.concat());
            if let Ok(script) = Script::parse(&expected) {
                compare(&script, &came);
                compare(&script, &other);
                find_words(&came, &expected);
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
        for came in ["A>|.O|", "A>\n\n|.O|\n", " A > | . O |"] {
            let compared = compare_texts("A> {1}\n|.O|\n", came);
            assert!(matches!(compared, Comparison::BlanksDiffer(_)), "{came:?}: {compared:?}");
        }
        for (expected, came) in [("at 1 7", "at 17"), ("at 17", "at 1 7"), ("a", "b"), ("a", "")] {
            assert!(matches!(compare_texts(expected, came), Comparison::Differ(_)), "{came}");
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
        assert_eq!((difference.expected.as_str(), difference.came.as_str()), ("|OO|", "|OX|"));
        assert_eq!(difference.typed, ["1", "2"]);
        let Comparison::Differ(missing) = compare_texts(script, "A> |.O|\n") else {
            panic!("they differ")
        };
        assert_eq!((missing.expected.as_str(), missing.came.as_str()), ("A> ", ""));
        assert_eq!(missing.typed, ["1"]);
    }
}
