//! What happens at the table goes to the store, before anybody is asked for the next step.

use std::mem;

use super::{series::Series, state::Table};
use crate::{
    games::{ArcadeGame, HUMAN},
    store::{GameHandle, GameIdentity, LoadedGame, SeriesPosition, Store},
};

/// The table's way to the store.
pub struct Keeping {
    store: Store,
    entry: GameHandle,
    /// The number by which the games of this table are known to belong together.
    series: i64,
    /// Something was played here. (A recorded game that is only looked through is none of the
    /// store's.)
    has_played: bool,
    /// Something else than the steps has changed that is to be said of the game.
    is_marked: bool,
}

impl Keeping {
    /// Nothing is kept.
    pub fn nowhere() -> Self {
        Self {
            store: Store::disabled(),
            entry: GameHandle::disabled(),
            series: rand::random(),
            has_played: false,
            is_marked: false,
        }
    }

    /// A step was carried out, or somebody gave up.
    pub fn played(&mut self) {
        self.has_played = true;
    }

    /// A mark was set that stands in no step yet.
    pub fn marked(&mut self) {
        self.is_marked = true;
    }
}

impl<G: ArcadeGame> Table<G> {
    /// What is played here from now on goes to this store.
    pub fn kept_in(mut self, store: &Store) -> Self {
        self.keeping.store = store.clone();
        self.keep_anew();
        self
    }

    /// What is played here from now on goes to this store, where the game goes on under its number.
    pub fn going_on(mut self, store: &Store, loaded: &LoadedGame) -> Self {
        let summary = &loaded.summary;
        let brought = summary.seats.iter().map(|seat| seat.series_points).collect();
        self.series = Series::going_on(summary.series.number, brought, summary.series.seats_moved);
        self.move_names();
        // All lines are in the store.
        self.session.take_unchanged();
        self.keeping = Keeping {
            store: store.clone(),
            entry: store.resume(loaded),
            series: summary.series.id,
            has_played: true,
            is_marked: false,
        };
        self
    }

    /// Another game is on the table: the one before stays in the store as it is.
    pub(super) fn keep_anew(&mut self) {
        let about = GameIdentity::of::<G>(self.session.header()).map(|about| GameIdentity {
            series: SeriesPosition {
                id: self.keeping.series,
                number: self.series.game,
                seats_moved: self.series.moved,
            },
            series_points: self.series.brought().to_vec(),
            ..about
        });
        self.keeping.entry = about
            .map_or_else(|_| GameHandle::disabled(), |about| self.keeping.store.new_game(about));
        (self.keeping.has_played, self.keeping.is_marked) = (false, false);
    }

    /// Hands over what has happened since. Games of computers alone go to the store when they are
    /// over.
    pub(super) fn keep(&mut self) {
        let is_demo = !self.session.header().seats.iter().any(|name| name == HUMAN);
        let waits = is_demo && self.session.outcome().is_none();
        if !self.keeping.has_played || self.is_replay() || waits {
            return;
        }
        let unchanged = self.session.take_unchanged();
        let is_marked = mem::take(&mut self.keeping.is_marked);
        self.keeping.entry.update(&self.session, unchanged, is_marked);
    }

    /// Whether nothing is lost when the table is left: the game is in the store, or soon will be.
    pub(super) fn is_kept(&self) -> bool {
        self.keeping.entry.is_saved()
    }
}
