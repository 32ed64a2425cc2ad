//! Capitals, and suggestions for words that were typed.

pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

/// Says what can be chosen instead of a word that was typed: `did you mean mono? The themes are: mono,
/// dark, light`. The list begins with what is most like the word.
pub fn suggestion(typed: &str, noun: &str, names: &[impl AsRef<str>]) -> String {
    let stem = |text: &str| text.split([':', '[']).next().unwrap_or_default().to_lowercase();
    let likeness = |name: &str| strsim::jaro_winkler(&stem(typed), &stem(name));
    let mut names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    names.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
    let list = format!("he {noun} are: {}", names.join(", "));
    match names.first().filter(|name| likeness(name) > SIMILAR) {
        Some(name) => format!("did you mean {name}? T{list}"),
        None => format!("t{list}"),
    }
}

/// The likeness, up to 1, from which a word is taken for a misspelt one.
const SIMILAR: f64 = 0.75;

#[cfg(test)]
mod tests {
    use super::*;

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
