//! Messages at the start: a welcome, and the problems with the settings.

use super::dialog::Question;

/// What a new player should know.
const WELCOME: &str = "Arrows move, Enter chooses, Esc goes back.\n\
                       ? lists the keys, wherever you are.\n\
                       Every game is kept: leave, and go on later.";

/// The maximum number of problems that are listed.
const MAX_PROBLEMS: usize = 2;
/// The maximum length of a listed problem, in characters.
const MAX_LENGTH: usize = 160;

/// Welcomes a new player.
pub fn welcome() -> Question {
    Question::message("Welcome", WELCOME)
}

/// Lists the problems with the settings; `None` if there are none.
pub fn setting_problems(problems: &[String]) -> Option<Question> {
    let (listed, rest) = problems.split_at(problems.len().min(MAX_PROBLEMS));
    let mut text = listed.iter().map(|problem| shorten(problem)).collect::<Vec<_>>().join("\n");
    if !rest.is_empty() {
        text = format!("{text}\nAnd {} more.", rest.len());
    }
    (!text.is_empty()).then(|| Question::message("Something is wrong with the settings", text))
}

/// Cuts a problem that is longer than [`MAX_LENGTH`].
fn shorten(problem: &str) -> String {
    if problem.chars().count() <= MAX_LENGTH {
        return problem.to_owned();
    }
    let start: String = problem.chars().take(MAX_LENGTH).collect();
    format!("{start}...")
}
