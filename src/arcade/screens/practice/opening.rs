//! How the screen of a round is put together, in jobs: reading puzzles takes longer than a frame.

use super::round::{RoundScreen, Task};
use crate::{
    app::practice,
    arcade::ScreenFactory,
    database::{DailyDate, Store},
    games::GameView,
    practice::{
        exercise::{Exercise, Source},
        round::Round,
    },
};
use fourcade_engine::play::random;

/// A round of a theme, or of all of them, that suits what a person has practised.
pub fn round<G: GameView>(store: &Store, theme: Option<&str>) -> Result<ScreenFactory, String> {
    let history = practice::history(store).map_err(|error| error.to_string())?;
    let round = practice::round::<G>(&history, theme, random::fresh_seed())?;
    opened(round, Task::Round { before: history.rating })
}

/// The puzzle of a day.
pub fn daily<G: GameView>(date: DailyDate) -> Result<ScreenFactory, String> {
    let puzzle = practice::puzzle_of_the_day::<G>(date)?;
    let exercise = puzzle.map(|puzzle| Exercise::Puzzle(Box::new(puzzle), Source::Collection));
    opened(Round::of(exercise.into_iter().collect()), Task::Daily(date))
}

fn opened<G: GameView>(round: Round<G>, task: Task) -> Result<ScreenFactory, String> {
    let Some(first) = round.exercises().first().cloned() else {
        return Err("You have no mistakes to practise: review a game of yours first.".to_owned());
    };
    Ok(Box::new(move |context| Box::new(RoundScreen::new(round, first, task, context.notation()))))
}
