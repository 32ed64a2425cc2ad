//! Typed commands, moves, and questions about a game.

use super::{
    Console, Error,
    words::{find, normalized},
};
use crate::games::{ArcadeGame, Notation, capitalized, spoken::Audience};
use fourcade_engine::play::{ActionError, Seat, Seats};

/// Finds one of these commands, a question of the game, or `help`.
pub fn find_for<G: ArcadeGame>(
    typed: &str,
    commands: &[(&'static str, &'static str)],
) -> Result<Option<&'static str>, String> {
    let questions = G::QUESTIONS.iter().map(|question| question.word);
    find(typed, commands.iter().map(|(word, _)| *word).chain(questions).chain(["help"]))
}

/// Answers a question of the game; empty for any other word.
pub fn answer<G: ArcadeGame>(audience: &Audience<G>, word: &str, argument: &str) -> Vec<String> {
    let question = G::QUESTIONS.iter().find(|question| question.word == word);
    match question.map(|question| (question.answer)(audience, &normalized(argument))) {
        Some(Ok(answer)) => answer,
        Some(Err(error)) => vec![error],
        None => Vec::new(),
    }
}

/// Reads a move that the seat can make now.
pub fn read_move<G: ArcadeGame>(
    typed: &str,
    game: &G,
    seat: Seat,
    notation: Notation,
) -> Result<G::Action, ActionError> {
    let action = G::read(&normalized(typed), &game.observe(Seats::one(seat)), notation)?;
    game.check(seat, action).map(|()| action)
}

pub fn say_refusal(console: &mut Console, error: &ActionError) -> Result<(), Error> {
    let refusal = capitalized(&error.to_string());
    console.say(&format!("{refusal}. moves lists your moves, help everything else."))
}

/// The help: how to type moves, then the game's questions, then these commands.
pub fn help<G: ArcadeGame>(commands: &[(&str, &str)]) -> Vec<String> {
    let first = format!("Type {}. Words can be shortened.", G::HOW_TO_TYPE);
    let questions = G::QUESTIONS.iter().map(|question| {
        let name = format!("{} {}", question.word, question.argument);
        format!("{}: {}.", name.trim(), question.help)
    });
    let commands = commands.iter().map(|(word, meaning)| format!("{word}: {meaning}."));
    [first].into_iter().chain(questions).chain(commands).collect()
}
