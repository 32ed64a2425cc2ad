//! Saves the game at the table to the store while it is played.

use std::mem;

use super::{experience::Experience, game::TableGame, series::Series};
use crate::{
    arcade::{message::Waker, screens::daily::DailyGame},
    database::{GameHandle, GameIdentity, LoadedGame, SeriesPosition, Store},
    games::ArcadeGame,
};

/// The table's connection to the store.
pub struct Autosave {
    store: Store,
    /// Saves the game on the table.
    handle: GameHandle,
    /// Identifies the games of this table as one series.
    series_id: i64,
    /// Whether a choice was made or a seat resigned here. A game that is only replayed is not
    /// saved.
    has_played: bool,
    /// Whether other processes save the same game.
    is_shared: bool,
    /// Whether a mark of the game has changed since the last update.
    is_marked: bool,
    /// How many games of this kind people have finished.
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
            is_marked: false,
            experience: Experience::default(),
        }
    }

    /// Starts to look up how many games of this kind people have finished.
    pub fn look_up_experience(&mut self, game: &str, waker: &Waker) {
        self.experience = Experience::look_up(game, &self.store, waker);
    }

    /// Saves this and the following games to `store`.
    pub fn set_store<G: ArcadeGame>(
        &mut self,
        store: &Store,
        daily: Option<DailyGame>,
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
        self.store = store.clone();
        (self.series_id, self.is_shared) = (series_id, true);
        self.start_game(None, game, series);
    }

    /// Returns the autosave of a game that was loaded from `store` and now continues.
    pub fn resume<G: ArcadeGame>(
        store: &Store,
        loaded: &LoadedGame,
        game: &mut TableGame<G>,
    ) -> Self {
        // The store already has all lines, so they count as unchanged.
        game.take_unchanged();
        Self {
            store: store.clone(),
            handle: store.resume(loaded),
            series_id: loaded.summary.series.id,
            is_shared: false,
            has_played: true,
            is_marked: false,
            experience: Experience::default(),
        }
    }

    /// Starts to save the game that is now on the table. The previous game stays in the store.
    /// `daily` is the daily deal, if it is one.
    pub fn start_game<G: ArcadeGame>(
        &mut self,
        daily: Option<DailyGame>,
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
                // Only the first game of a day counts; later ones are for practice.
                is_shared: self.is_shared,
                daily: daily.filter(|_| !game.session().is_practice()).map(|daily| daily.date),
                ..identity
            });
        self.handle = identity
            .map_or_else(|_| GameHandle::disabled(), |identity| self.store.new_game(identity));
        (self.has_played, self.is_marked) = (false, false);
    }

    /// Records that a choice was made or a seat has resigned.
    pub fn note_played(&mut self) {
        self.has_played = true;
    }

    /// Records that a mark of the game has changed.
    pub fn note_mark(&mut self) {
        self.is_marked = true;
    }

    /// Sends what has changed since the last call to the store, if anything was played here. A game
    /// between computer players is saved when it is over.
    pub fn update<G: ArcadeGame>(&mut self, game: &mut TableGame<G>) {
        let is_unfinished_demo = !game.has_humans() && !game.is_over();
        if !self.has_played || game.is_replay() || is_unfinished_demo {
            return;
        }
        let unchanged = game.take_unchanged();
        let is_marked = mem::take(&mut self.is_marked);
        self.handle.update(game.session(), unchanged, is_marked);
    }

    /// Whether the game is in the store or will be there soon.
    pub fn is_saved(&self) -> bool {
        self.handle.is_saved()
    }
}
