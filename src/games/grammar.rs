//! Lists, sentences and numbers in words.

use super::capitalized;
use fourcade_engine::play::{Seat, Seats};

pub(super) fn list_of(seats: Seats, name: impl Fn(Seat) -> String) -> String {
    join(&seats.iter().map(name).collect::<Vec<_>>())
}

/// Lists names as in `ada`, `ada and bob` or `ada, bob and carl`.
pub fn join(names: &[String]) -> String {
    join_with("and", names)
}

/// [`join`] with another conjunction, such as `or`.
pub fn join_with(word: &str, names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
        None => String::new(),
    }
}

pub fn sentence(phrase: &str) -> String {
    let stop = if phrase.ends_with(['.', '!', '?']) { "" } else { "." };
    capitalized(phrase) + stop
}

/// A number up to ten as a word, such as `two`; 0 is `no`.
pub fn number_word(number: u32) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = usize::try_from(number).ok().and_then(|number| WORDS.get(number));
    word.map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// [`number_word`] with a noun: `two moves`.
pub fn number_words(number: u32, noun: &str) -> String {
    format!("{} {noun}{}", number_word(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_as_in_a_sentence() {
        for (names, expected) in [
            (&[][..], ""),
            (&["ada"], "ada"),
            (&["ada", "bob"], "ada and bob"),
            (&["ada", "bob", "carl"], "ada, bob and carl"),
        ] {
            let names: Vec<_> = names.iter().map(ToString::to_string).collect();
            assert_eq!(join(&names), expected);
        }
    }

    #[test]
    fn phrases_become_sentences() {
        assert_eq!(["", "über", "over!"].map(sentence), [".", "Über.", "Over!"]);
    }
}
