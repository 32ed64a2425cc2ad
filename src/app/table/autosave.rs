//! Saves the game to the database while it is played, and looks up the person's experience.

use super::{game::TableGame, series::Series};
use crate::{
    database::{DailyDate, GameHandle, GameIdentity, LoadedGame, SeriesPosition, Store},
    games::ArcadeGame,
    job::Job,
};
use fourcade_engine::play::Level;

pub struct Autosave {
    store: Store,
    handle: GameHandle,
    series_id: i64,
    /// Whether a person or, in a game without people, a computer has moved or resigned here.
    has_played: bool,
    /// Whether other processes save the same game.
    is_shared: bool,
    pub experience: Experience,
}

impl Autosave {
    pub fn disabled() -> Self {
        Self {
            store: Store::disabled(),
            handle: GameHandle::disabled(),
            series_id: rand::random(),
            is_shared: false,
            has_played: false,
            experience: Experience::default(),
        }
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    pub fn look_up_experience(&mut self, game: &str) {
        self.experience = Experience::look_up(game, &self.store);
    }

    /// Saves this and the following games to `store`.
    pub fn set_store<G: ArcadeGame>(
        &mut self,
        store: &Store,
        daily: Option<DailyDate>,
        game: &TableGame<G>,
        series: &Series,
    ) {
        self.store = store.clone();
        self.start_game(daily, game, series);
    }

    /// Prepares to save the game of a shared table to `store`. All processes at the table have the
    /// same `series_id`, so that only one process of the same home saves the game.
    pub fn set_shared(&mut self, store: &Store, series_id: i64) {
        self.store = store.clone();
        (self.series_id, self.is_shared) = (series_id, true);
    }

    /// Saves the game of a shared table, which is over: only then are the names of its people final.
    pub fn save_shared<G: ArcadeGame>(&mut self, game: &TableGame<G>, series: &Series) {
        if !self.has_played {
            self.start_game(None, game, series);
            self.has_played = true;
        }
    }

    pub fn resume<G: ArcadeGame>(store: &Store, loaded: &LoadedGame, game: &TableGame<G>) -> Self {
        Self {
            store: store.clone(),
            handle: store.resume(loaded, game.session()),
            series_id: loaded.summary.series.id,
            has_played: true,
            ..Self::disabled()
        }
    }

    /// Doesn't save the finished game again. The next game continues its series.
    pub fn finished(store: &Store, loaded: &LoadedGame) -> Self {
        let series_id = loaded.summary.series.id;
        Self { store: store.clone(), series_id, ..Self::disabled() }
    }

    /// Begins a new game in the store. `daily` is its date if it is a daily deal.
    pub fn start_game<G: ArcadeGame>(
        &mut self,
        daily: Option<DailyDate>,
        game: &TableGame<G>,
        series: &Series,
    ) {
        let identity =
            GameIdentity::of::<G>(game.session().header()).map(|identity| GameIdentity {
                series: SeriesPosition {
                    id: self.series_id,
                    number: series.number(),
                    seats_moved: series.seats_moved(),
                },
                series_points: series.previous_points().to_vec(),
                people: game.saved_names(series),
                is_shared: self.is_shared,
                // Only the first game of a day counts; later ones are for practice.
                daily: daily.filter(|_| !game.session().is_practice()),
                ..identity
            });
        self.handle = identity
            .map_or_else(|_| GameHandle::disabled(), |identity| self.store.new_game(identity));
        self.has_played = false;
    }

    /// Records that the game is worth saving.
    pub fn set_played(&mut self) {
        self.has_played = true;
    }

    /// Saves the changes since the last call. A game between computers is saved only when it is
    /// over.
    pub fn update<G: ArcadeGame>(&mut self, game: &TableGame<G>) {
        let is_unfinished_demo = !game.has_humans() && !game.is_over();
        if self.has_played && !game.is_replay() && !is_unfinished_demo {
            self.handle.update(game.session());
        }
    }

    /// Blocks until the game is on the disk. Returns whether it is.
    pub fn wait(&self) -> bool {
        self.handle.wait()
    }

    /// Whether the store has found that the daily deal doesn't count.
    pub fn is_for_practice(&self) -> bool {
        self.handle.is_for_practice()
    }

    pub fn has_played(&self) -> bool {
        self.has_played
    }

    /// Whether the game is in the store or will be there soon.
    pub fn is_saved(&self) -> bool {
        self.handle.is_saved()
    }
}

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
        let lookup =
            store.ask(move |games| games.finished(&game).ok().zip(games.stars(&game).ok()));
        Self { lookup: Some(lookup), ..Self::default() }
    }

    /// Returns whether the experience has just become known.
    pub fn collect(&mut self) -> bool {
        let Some(result) = self.lookup.as_ref().and_then(Job::take) else { return false };
        self.lookup = None;
        (self.finished, self.stars) = result.ok().flatten().unzip();
        self.finished.is_some()
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
        assert!(!unknown.collect() && !unknown.needs_goals() && !unknown.is_first_game());
    }
}
