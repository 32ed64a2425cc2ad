//! Saves the game to the database while it is played.

use super::{game::TableGame, series::Series};
use crate::{
    database::{DailyDate, GameHandle, GameIdentity, LoadedGame, SeriesPosition, Store},
    games::ArcadeGame,
};

pub struct Autosave {
    store: Store,
    handle: GameHandle,
    series_id: i64,
    /// Whether the game has moved on from its start or was resumed. Only then is it saved.
    has_begun: bool,
    /// Whether other processes save the same game.
    is_shared: bool,
}

impl Autosave {
    pub fn disabled() -> Self {
        Self {
            store: Store::disabled(),
            handle: GameHandle::disabled(),
            series_id: rand::random(),
            is_shared: false,
            has_begun: false,
        }
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Begins to save this and the following games to `store`.
    pub fn start_saving<G: ArcadeGame>(
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

    /// Lets the next update save the finished game of a shared table: only then are the names of
    /// its people final.
    pub fn begin_shared<G: ArcadeGame>(&mut self, game: &TableGame<G>, series: &Series) {
        if !self.has_begun {
            self.start_game(None, game, series);
            self.has_begun = true;
        }
    }

    pub fn resume<G: ArcadeGame>(store: &Store, loaded: &LoadedGame, game: &TableGame<G>) -> Self {
        Self {
            store: store.clone(),
            handle: store.resume(loaded, game.session()),
            series_id: loaded.summary.series.id,
            has_begun: true,
            ..Self::disabled()
        }
    }

    /// Saves nothing of a game that is finished and saved. The next game continues its series.
    pub fn for_finished_game(store: &Store, loaded: &LoadedGame) -> Self {
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
                // Only the first game of today's deal can count. Later ones are practice games.
                daily: daily
                    .filter(|date| !game.session().is_practice() || *date != DailyDate::today()),
                ..identity
            });
        self.handle = identity
            .map_or_else(|_| GameHandle::disabled(), |identity| self.store.new_game(identity));
        self.has_begun = false;
    }

    pub fn set_begun(&mut self) {
        self.has_begun = true;
    }

    /// Saves the changes since the last call. A game between computers is saved only when it is
    /// over.
    pub fn update<G: ArcadeGame>(&mut self, game: &TableGame<G>) {
        let is_unfinished_demo = !game.has_people() && !game.is_over();
        if self.has_begun && !game.is_replay() && !is_unfinished_demo {
            self.handle.update(game.session());
        }
    }

    /// Blocks until the game is on the disk. Returns whether it is.
    pub fn wait(&self) -> bool {
        self.handle.wait_until_saved()
    }

    /// Whether the store has found that the daily deal doesn't count.
    pub fn is_for_practice(&self) -> bool {
        self.handle.is_for_practice()
    }

    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Whether the game is in the store or will be there soon.
    pub fn is_saved(&self) -> bool {
        self.handle.is_saved()
    }
}
