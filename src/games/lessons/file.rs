//! Reads lessons from their files.

use crate::games::ArcadeGame;
use serde::Deserialize;

use super::{Lesson, LessonError, LessonPrompt, LessonScene, LessonTask, Mistake};
use fourcade_engine::play::Seat;

/// The word that accepts every legal move.
const ANY: &str = "any";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    start: SceneTable,
    prompt: Vec<PromptTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SceneTable {
    setup: toml::Value,
    #[serde(default)]
    seat: usize,
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PromptTable {
    scene: Option<SceneTable>,
    text: String,
    accept: Option<Accepted>,
    #[serde(default)]
    wrong: String,
    #[serde(default)]
    mistakes: Vec<MistakeTable>,
    #[serde(default)]
    replies: Vec<String>,
    praise: Option<String>,
}

/// The moves that a prompt accepts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Accepted {
    Word(String),
    Moves(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MistakeTable {
    moves: Vec<String>,
    reason: String,
}

impl<G: ArcadeGame> Lesson<G> {
    /// Reads a lesson. Whether its moves are legal shows when it is played.
    ///
    /// # Errors
    /// Returns an error if the text is not a lesson of this game.
    pub fn parse(text: &str) -> Result<Self, LessonError> {
        let file: LessonFile = toml::from_str(text)?;
        let start = scene(file.start, "the start")?;
        let numbered = file.prompt.into_iter().zip(1..);
        let prompts = numbered
            .map(|(table, number)| prompt(table, &format!("prompt {number}")))
            .collect::<Result<Vec<_>, _>>()?;
        let is_ending = |last: &LessonPrompt<G>| {
            last.task == LessonTask::Read && last.replies.is_empty() && last.praise.is_none()
        };
        if !prompts.last().is_some_and(is_ending) {
            return Err(LessonError::new("the lesson", "its last prompt isn't a text to read"));
        }
        Ok(Self { start, prompts })
    }
}

fn scene<G: ArcadeGame>(table: SceneTable, place: &str) -> Result<LessonScene<G>, LessonError> {
    if table.seat >= G::SEAT_NAMES.len() {
        return Err(LessonError::new(place, format!("there is no seat {}", table.seat)));
    }
    let moves = actions::<G>(&table.moves, place)?;
    Ok(LessonScene { setup: table.setup.try_into()?, seat: Seat::new(table.seat), moves })
}

fn prompt<G: ArcadeGame>(table: PromptTable, place: &str) -> Result<LessonPrompt<G>, LessonError> {
    let task = match &table.accept {
        None => LessonTask::Read,
        Some(Accepted::Word(word)) if word == ANY => LessonTask::Any,
        Some(Accepted::Word(word)) => {
            return Err(LessonError::new(place, format!("{word:?} is not {ANY:?}")));
        }
        Some(Accepted::Moves(moves)) => LessonTask::Choose(actions::<G>(moves, place)?),
    };
    if matches!(task, LessonTask::Choose(_)) && table.wrong.is_empty() {
        return Err(LessonError::new(place, "it doesn't say why other moves are wrong"));
    }
    let mistakes = table.mistakes.into_iter().map(|mistake| {
        Ok(Mistake { moves: actions::<G>(&mistake.moves, place)?, reason: mistake.reason })
    });
    Ok(LessonPrompt {
        scene: table.scene.map(|table| scene(table, place)).transpose()?,
        text: table.text,
        task,
        wrong: table.wrong,
        mistakes: mistakes.collect::<Result<_, LessonError>>()?,
        replies: actions::<G>(&table.replies, place)?,
        praise: table.praise,
    })
}

fn actions<G: ArcadeGame>(texts: &[String], place: &str) -> Result<Vec<G::Action>, LessonError> {
    let parse = |text: &String| {
        let refuse = |reason| LessonError::new(place, format!("{text}: {reason}"));
        text.parse().map_err(refuse)
    };
    texts.iter().map(parse).collect()
}
