//! What is told over the first screen: how to begin, and what is wrong with the settings.

use super::dialog::Question;

/// What somebody who is new should know.
const WELCOME: &str = "Arrows move, Enter chooses, Esc goes back.\n? lists the keys, wherever you are.\nEvery game is kept: \
                       leave, and go on later.";

/// So many complaints about the settings are told at once.
const TOLD: usize = 2;
/// Each has this many letters at most.
const COMPLAINT: usize = 160;

/// Tells somebody who is new how to begin.
pub fn welcome() -> Question {
    Question::message("Welcome", WELCOME)
}

/// Tells what is wrong with the settings, if anything is.
pub fn complaints(all: &[String]) -> Option<Question> {
    let (told, left_out) = all.split_at(all.len().min(TOLD));
    let mut words = told.iter().map(|words| shorten(words)).collect::<Vec<_>>().join("\n");
    if !left_out.is_empty() {
        words = format!("{words}\nAnd {} more.", left_out.len());
    }
    (!words.is_empty()).then(|| Question::message("Something is wrong with the settings", words))
}

/// A long complaint, cut.
fn shorten(words: &str) -> String {
    if words.chars().count() <= COMPLAINT {
        return words.to_owned();
    }
    let start: String = words.chars().take(COMPLAINT).collect();
    format!("{start}...")
}
