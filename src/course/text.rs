//! Capitals, counts, shortened texts, and suggestions for misspelt words.

use std::{borrow::Cow, fmt::Display};

/// Turns the first letter of a text into a capital, unless the text begins with a file name such as
/// `pairs.py`.
pub fn capitalized(text: &str) -> String {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    if first_word.trim_end_matches(|mark: char| mark.is_ascii_punctuation()).contains('.') {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

/// Cuts a text off after `max_chars` characters, with three dots.
pub(crate) fn shortened(text: &str, max_chars: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max_chars) {
        None => text.into(),
        Some((end, _)) => format!("{}...", &text[..end]).into(),
    }
}

/// Cuts a text off after `max_chars` characters and says how many were left out.
pub(crate) fn shortened_with_count(text: &str, max_chars: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max_chars) {
        None => text.into(),
        Some((end, _)) => {
            let (kept, left_out) = text.split_at(end);
            format!("{kept}... ({} characters left out)", left_out.chars().count()).into()
        }
    }
}

/// Jaro-Winkler similarity, at most 1, above which a word is taken for a misspelt name.
const SIMILAR: f64 = 0.75;

/// Lists the valid names after a wrong one was typed, the most similar first: `did you mean mono?
/// The themes are: mono, dark, light`.
pub fn suggestion(typed: &str, noun: &str, names: &[impl AsRef<str>]) -> String {
    let stem = |text: &str| text.split([':', '[']).next().unwrap_or_default().to_lowercase();
    let likeness = |name: &str| strsim::jaro_winkler(&stem(typed), &stem(name));
    let mut names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    names.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
    let list = names.join(", ");
    match names.first().filter(|name| likeness(name) > SIMILAR) {
        Some(name) => format!("did you mean {name}? The {noun} are: {list}"),
        None => format!("the {noun} are: {list}"),
    }
}

/// Formats a count with its noun, such as `1 game` or `2 games`.
pub fn counted<N: Copy + Display + From<u8> + PartialEq>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters_and_says_what_is_left_out() {
        assert_eq!(shortened_with_count("aéz", 3), "aéz");
        assert_eq!(shortened_with_count("aéz€", 2), "aé... (2 characters left out)");
        assert_eq!(shortened_with_count("", 0), "");
    }

    #[test]
    fn a_sentence_begins_with_a_capital_but_a_file_name_stays() {
        for (text, sentence) in [
            ("éa wins", "Éa wins"),
            ("it is e.g. 3.5.", "It is e.g. 3.5."),
            ("wait. then go.", "Wait. then go."),
            ("pairs.py wins", "pairs.py wins"),
            ("pairs.py: no such file", "pairs.py: no such file"),
            ("", ""),
        ] {
            assert_eq!(capitalized(text), sentence);
        }
    }

    #[test]
    fn counts_have_a_plural() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "card")), ["0 cards", "1 card", "2 cards"]);
    }

    #[test]
    fn a_suggestion_begins_with_what_is_most_like_the_word() {
        let themes = ["dark", "light", "mono"];
        assert_eq!(
            suggestion("Mono", "themes", &themes),
            "did you mean mono? The themes are: mono, dark, light"
        );
        assert_eq!(suggestion("xyz", "themes", &themes), "the themes are: dark, light, mono");
        assert_eq!(
            suggestion("levle:3", "players", &["human", "level:1..10"]),
            "did you mean level:1..10? The players are: level:1..10, human"
        );
    }
}
