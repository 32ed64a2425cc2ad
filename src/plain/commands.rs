//! Words that can be typed, and shortened to what is unambiguous.

use super::{Console, Error};
use crate::games::{ArcadeGame, spoken::Listener};

/// Finds one of these commands, a question of the game, or `help`.
pub fn find_for<G: ArcadeGame>(
    typed: &str,
    commands: &[(&'static str, &'static str)],
) -> Result<Option<&'static str>, String> {
    let questions = G::QUESTIONS.iter().map(|question| question.word);
    find(typed, commands.iter().map(|(word, _)| *word).chain(questions).chain(["help"]))
}

/// Answers a question of the game.
pub fn answer<G: ArcadeGame>(
    console: &mut Console,
    listener: &Listener<G>,
    word: &str,
    argument: &str,
) -> Result<(), Error> {
    let question = G::QUESTIONS.iter().find(|question| question.word == word);
    match question.map(|question| (question.answer)(listener, argument)) {
        Some(Ok(answer)) => console.say_all(&answer),
        Some(Err(why)) => console.say(&why),
        None => Ok(()),
    }
}

/// Says what can be typed: moves, the questions of the game, and these commands.
pub fn help<G: ArcadeGame>(commands: &[(&str, &str)]) -> Vec<String> {
    let first = format!("Type {}. Words can be shortened.", G::HOW_TO_TYPE);
    let questions = G::QUESTIONS.iter().map(|question| {
        let name = format!("{} {}", question.word, question.argument);
        format!("{}: {}.", name.trim(), question.help)
    });
    let commands = commands.iter().map(|(word, meaning)| format!("{word}: {meaning}."));
    [first].into_iter().chain(questions).chain(commands).collect()
}

/// Finds the word that was typed or shortened. `None` if no word begins like this; the error names
/// those that do, if there are several.
pub fn find<'w>(
    typed: &str,
    words: impl IntoIterator<Item = &'w str>,
) -> Result<Option<&'w str>, String> {
    let typed = typed.to_lowercase();
    let mut found: Vec<&str> = Vec::new();
    for word in words {
        if word == typed {
            return Ok(Some(word));
        }
        if word.starts_with(&typed) {
            found.push(word);
        }
    }
    match found.as_slice() {
        [] => Ok(None),
        [word] => Ok(Some(word)),
        words => Err(format!("{typed} can be {}.", words.join(" or "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_can_be_shortened_to_what_is_unambiguous() {
        let words = ["row", "repeat", "rest", "hint", "his"];
        assert_eq!(find("HINT", words), Ok(Some("hint")));
        assert_eq!(find("ro", words), Ok(Some("row")));
        assert_eq!(find("re", words), Err("re can be repeat or rest.".to_owned()));
        assert_eq!(find("go", words), Ok(None));
        // A word is not ambiguous because another one begins with it.
        assert_eq!(find("hi", ["hi", "hint"]), Ok(Some("hi")));
    }
}
