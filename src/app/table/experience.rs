//! How much of a game the person has played: finished games, and stars won.

use crate::{database::Store, job::Job};
use fourcade_engine::play::Level;

const GAMES_WITH_GOALS: u32 = 3;

/// The number of finished games, and the numbers of the levels with stars.
type Known = (u32, Vec<u8>);

#[derive(Debug, Default)]
pub struct Experience {
    /// `None` until it is known.
    finished: Option<u32>,
    /// `None` until they are known.
    stars: Option<Vec<u8>>,
    lookup: Option<Job<Option<Known>>>,
}

impl Experience {
    pub fn look_up(game: &str, store: &Store) -> Self {
        if !store.is_available() {
            return Self::default();
        }
        let game = game.to_owned();
        let lookup = store.ask(move |database| {
            database.count_finished(&game).ok().zip(database.stars(&game).ok())
        });
        Self { lookup: Some(lookup), ..Self::default() }
    }

    /// Returns whether the experience has just become known.
    pub fn poll(&mut self) -> bool {
        let Some(result) = self.lookup.as_ref().and_then(Job::take_output) else { return false };
        self.lookup = None;
        (self.finished, self.stars) = result.ok().flatten().unzip();
        self.finished.is_some()
    }

    /// The number of finished games, once it is known.
    pub fn finished(&self) -> Option<u32> {
        self.finished
    }

    pub fn is_first_game(&self) -> bool {
        self.finished == Some(0)
    }

    /// Whether the star of this level is known not to be won.
    pub fn lacks_star(&self, level: Level) -> bool {
        self.stars.as_ref().is_some_and(|stars| !stars.contains(&(level as u8)))
    }

    /// Whether the goals of the moment are shown, because the person is new to the game.
    pub fn needs_goals(&self) -> bool {
        self.finished.is_some_and(|finished| finished < GAMES_WITH_GOALS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_for_the_first_three_games() {
        for (finished, is_first_game, needs_goals) in
            [(None, false, false), (Some(0), true, true), (Some(2), false, true)]
        {
            let experience = Experience { finished, ..Experience::default() };
            assert_eq!(
                (experience.is_first_game(), experience.needs_goals()),
                (is_first_game, needs_goals)
            );
        }
        let experience = Experience { finished: Some(3), ..Experience::default() };
        assert!(!experience.needs_goals());
    }

    #[test]
    fn without_a_database_no_goals_are_shown() {
        let mut unknown = Experience::look_up("go", &Store::disabled());
        assert!(!unknown.poll() && !unknown.needs_goals() && !unknown.is_first_game());
    }
}
