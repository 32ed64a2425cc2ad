//! How the screen of a round is put together, in jobs: reading puzzles takes longer than a frame.

use super::positions::{PositionsScreen, Task};
use crate::{
    arcade::ScreenFactory,
    database::{DailyDate, Database},
    games::ArcadeGame,
    practice::{
        daily::daily_puzzle,
        exercise::{Exercise, Source},
        history::History,
        round::Round,
    },
};
use fourcade_engine::play::random;
use std::collections::BTreeMap;

/// A round for what a person has practised, or for somebody new without a database.
pub fn round<G: ArcadeGame>(database: Option<&mut Database>) -> Result<ScreenFactory, String> {
    let history = match database {
        Some(database) => History::load(database).map_err(|error| error.to_string())?,
        None => History::new(&[], BTreeMap::new(), &[], &[]),
    };
    let collection = G::collection().map_err(|error| error.to_string())?;
    let now = jiff::Timestamp::now().as_millisecond();
    let rng = &mut random::rng(random::fresh_seed(), &[]);
    let round = Round::<G>::new(&collection, &history, None, now, rng);
    // Drills are no positions.
    let puzzles = round.exercises().iter();
    let puzzles = puzzles.filter(|exercise| matches!(exercise, Exercise::Puzzle(..))).cloned();
    opened(puzzles.collect(), Task::Round { before: history.rating })
}

/// The puzzle of a day.
pub fn daily<G: ArcadeGame>(date: DailyDate) -> Result<ScreenFactory, String> {
    let collection = G::collection().map_err(|error| error.to_string())?;
    let puzzle = daily_puzzle(&collection, date.date()).into_iter();
    let puzzle =
        puzzle.map(|puzzle| Exercise::Puzzle(Box::new(puzzle.clone()), Source::Collection));
    opened(puzzle.collect(), Task::Daily(date))
}

fn opened<G: ArcadeGame>(exercises: Vec<Exercise<G>>, task: Task) -> Result<ScreenFactory, String> {
    let round = Round::of(exercises);
    let Some(Exercise::Puzzle(first, _)) = round.exercises().first() else {
        return Err("there is nothing to practise".to_owned());
    };
    let first = first.clone();
    Ok(Box::new(move |_| Box::new(PositionsScreen::new(round, *first, task))))
}
