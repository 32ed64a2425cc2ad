//! How the screen of a round is put together, in jobs: reading puzzles takes longer than a frame.

use super::round::{RoundScreen, Task};
use crate::{
    arcade::ScreenFactory,
    database::{DailyDate, Store},
    games::GameView,
    practice::{
        daily::daily_puzzle,
        exercise::{Exercise, Source},
        history::History,
        round::Round,
    },
};
use fourcade_engine::play::random;

/// A round of a theme, or of all of them, that suits what a person has practised.
pub fn round<G: GameView>(store: &Store, theme: Option<&str>) -> Result<ScreenFactory, String> {
    let history = History::stored(store).map_err(|error| error.to_string())?;
    let collection = G::collection().map_err(|error| error.to_string())?;
    let now = jiff::Timestamp::now().as_millisecond();
    let rng = &mut random::rng(random::fresh_seed(), &[]);
    let round = Round::<G>::new(&collection, &history, theme, now, rng);
    opened(round, Task::Round { before: history.rating })
}

/// The puzzle of a day.
pub fn daily<G: GameView>(date: DailyDate) -> Result<ScreenFactory, String> {
    let collection = G::collection().map_err(|error| error.to_string())?;
    let puzzle = daily_puzzle(&collection, date.date()).cloned();
    let exercise = puzzle.map(|puzzle| Exercise::Puzzle(Box::new(puzzle), Source::Collection));
    opened(Round::of(exercise.into_iter().collect()), Task::Daily(date))
}

fn opened<G: GameView>(round: Round<G>, task: Task) -> Result<ScreenFactory, String> {
    let Some(first) = round.exercises().first().cloned() else {
        return Err("You have no mistakes to practise: review a game of yours first.".to_owned());
    };
    Ok(Box::new(move |_| Box::new(RoundScreen::new(round, first, task))))
}
