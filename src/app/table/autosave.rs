//! The table and the database: saves the game while it is played, and looks up how many games of
//! this kind people have finished.

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
    /// Whether a person has moved or resigned here, or the computers of a game without people.
    /// Other games are not saved.
    has_played: bool,
    /// Whether other processes save the same game.
    is_shared: bool,
    pub experience: Experience,
}

impl Autosave {
    /// Returns an autosave that saves nothing.
    pub fn nowhere() -> Self {
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

    /// Saves a game that is shared with other terminals to `store` when it is over. The processes
    /// at its table share `series_id`, and only the first one of the same home saves it.
    pub fn set_shared<G: ArcadeGame>(
        &mut self,
        store: &Store,
        series_id: i64,
        game: &TableGame<G>,
        series: &Series,
    ) {
        (self.series_id, self.is_shared) = (series_id, true);
        self.set_store(store, None, game, series);
    }

    pub fn resume<G: ArcadeGame>(store: &Store, loaded: &LoadedGame, game: &TableGame<G>) -> Self {
        Self {
            store: store.clone(),
            handle: store.resume(loaded, game.session()),
            series_id: loaded.summary.series.id,
            has_played: true,
            ..Self::nowhere()
        }
    }

    /// Leaves a finished game as it is stored; the next one goes on with its series.
    pub fn after(store: &Store, loaded: &LoadedGame) -> Self {
        let series_id = loaded.summary.series.id;
        Self { store: store.clone(), series_id, ..Self::nowhere() }
    }

    /// Starts to save the game that is now on the table. The previous game stays in the store.
    /// `daily` is the daily deal, if it is one.
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
                people: game.person_names(series).into_owned(),
                // Only the first game of a day counts; later ones are for practice.
                is_shared: self.is_shared,
                daily: daily.filter(|_| !game.session().is_practice()),
                ..identity
            });
        self.handle = identity
            .map_or_else(|_| GameHandle::disabled(), |identity| self.store.new_game(identity));
        self.has_played = false;
    }

    /// Records that somebody has played here whose game is kept.
    pub fn set_played(&mut self) {
        self.has_played = true;
    }

    /// Sends what has changed since the last call to the store, if anything was played here. A game
    /// between computer players is saved when it is over.
    pub fn update<G: ArcadeGame>(&mut self, game: &TableGame<G>) {
        let is_unfinished_demo = !game.has_humans() && !game.is_over();
        if self.has_played && !game.is_replay() && !is_unfinished_demo {
            self.handle.update(game.session());
        }
    }

    /// Waits until the game is on the disk. Returns whether it is. Not for the thread that draws.
    pub fn wait(&self) -> bool {
        self.handle.wait()
    }

    /// Whether the daily deal has turned out to be for practice.
    pub fn is_for_practice(&self) -> bool {
        self.handle.is_for_practice()
    }

    /// Whether a person has played here.
    pub fn has_played(&self) -> bool {
        self.has_played
    }

    /// Whether what people play here is in the store or will be there soon.
    pub fn is_saved(&self) -> bool {
        self.handle.is_saved()
    }
}

/// The goals are shown until this many games have been finished.
const GAMES_WITH_GOALS: u32 = 3;

/// The number of finished games, and the numbers of the levels with stars.
type Known = (u32, Vec<u8>);

/// How many games of this kind a person has finished, and the levels whose stars they have.
#[derive(Debug, Default)]
pub struct Experience {
    /// The number of games; `None` until it is known.
    finished: Option<u32>,
    /// The numbers of the levels; `None` until they are known.
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

    /// Takes the result of the lookup. Returns whether there was one.
    pub fn collect(&mut self) -> bool {
        let Some(result) = self.lookup.as_ref().and_then(Job::take) else { return false };
        self.lookup = None;
        (self.finished, self.stars) = result.ok().flatten().unzip();
        self.finished.is_some()
    }

    /// Whether nobody has finished a game before.
    pub fn is_first_game(&self) -> bool {
        self.finished == Some(0)
    }

    /// Whether the star of this level is known to be dark.
    pub fn lacks_star(&self, level: Level) -> bool {
        self.stars.as_ref().is_some_and(|stars| !stars.contains(&(level as u8)))
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
    fn nobody_is_new_to_a_game_whose_games_are_not_kept() {
        let mut unknown = Experience::look_up("go", &Store::disabled());
        assert!(!unknown.collect() && !unknown.needs_goals() && !unknown.is_first_game());
    }
}
