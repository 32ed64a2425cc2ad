//! How many games of this kind a person has finished: those who are new to a game are told what to
//! do.

use crate::{
    arcade::{job::Job, message::Waker},
    database::{GameFilter, GameStatus, PersonCount, Store},
};

/// The goals are shown until this many games have been finished.
const GAMES_WITH_GOALS: u32 = 3;

/// How many games of this kind a person has finished.
#[derive(Debug, Default)]
pub struct Experience {
    /// The number of games; `None` until it is known.
    finished: Option<u32>,
    lookup: Option<Job<Option<u32>>>,
}

impl Experience {
    /// Starts to look up the games of the game with this key. The job wakes the table.
    pub fn look_up(game: &str, store: &Store, waker: &Waker) -> Self {
        if !store.is_available() {
            return Self::default();
        }
        let filter = GameFilter {
            game: Some(game.to_owned()),
            status: Some(GameStatus::Finished),
            persons: Some(PersonCount::AtLeastOne),
            ..GameFilter::default()
        };
        let store = store.clone();
        let lookup = Job::start(waker, move |_, _| store.count(&filter).ok());
        Self { finished: None, lookup: Some(lookup) }
    }

    /// Takes the result of the lookup. Returns whether there was one.
    pub fn collect(&mut self) -> bool {
        let Some(result) = self.lookup.as_ref().and_then(Job::take) else { return false };
        self.lookup = None;
        self.finished = result.ok().flatten();
        self.finished.is_some()
    }

    /// Whether nobody has finished a game before.
    pub fn is_first_game(&self) -> bool {
        self.finished == Some(0)
    }

    /// Whether a person is so new to the game that the goals of the moment are shown.
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
            let experience = Experience { finished, lookup: None };
            assert_eq!(
                (experience.is_first_game(), experience.needs_goals()),
                (is_first_game, needs_goals)
            );
        }
        assert!(!Experience { finished: Some(3), lookup: None }.needs_goals());
    }

    #[test]
    fn nobody_is_new_to_a_game_whose_games_are_not_kept() {
        let (waker, _messages) = Waker::channel();
        let mut unknown = Experience::look_up("go", &Store::disabled(), &waker);
        assert!(!unknown.collect() && !unknown.needs_goals() && !unknown.is_first_game());
    }
}
