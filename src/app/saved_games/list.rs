//! The list of the games: a stretch of it is known, and more is asked of the store when it is
//! wanted.

use std::{mem, ops::Range};

use super::filter::ListFilter;
use crate::{
    app::{job::Job, message::Waker},
    store::{Filter, Store, StoreError, Summary},
};

/// So many games are known at a time: more than a window shows.
const STRETCH: u32 = 400;

/// What the store says of a stretch of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadedRows {
    /// How many games are in the list.
    pub count: u32,
    /// Whether no game at all is kept.
    pub is_empty: bool,
    /// The place of the first game that is known.
    first: u32,
    games: Vec<Summary>,
    /// The place of the game that was to be found again.
    place: Option<u32>,
    /// The computers that can be chosen as opponents.
    computers: Vec<String>,
}

/// The list, with one game selected.
pub struct GameList {
    store: Store,
    waker: Waker,
    filter: ListFilter,
    found: LoadedRows,
    /// Why the store did not answer.
    trouble: Option<String>,
    /// It has answered.
    is_known: bool,
    selected: u32,
    /// The first row that is shown, and how many there are.
    top: u32,
    rows: u32,
    asking: Option<Job<Result<LoadedRows, String>>>,
    /// Something else is to be asked when the answer comes.
    is_stale: bool,
    /// This game is to stay selected, wherever it is then.
    keep: Option<i64>,
}

impl GameList {
    /// All games of a store, which is asked at once.
    pub fn new(store: Store, waker: Waker) -> Self {
        let mut list = Self {
            store,
            waker,
            filter: ListFilter::default(),
            found: LoadedRows::default(),
            trouble: None,
            is_known: false,
            selected: 0,
            top: 0,
            rows: 1,
            asking: None,
            is_stale: false,
            keep: None,
        };
        list.ask();
        list
    }

    /// What the store has said last.
    pub fn found(&self) -> &LoadedRows {
        &self.found
    }

    /// Why it has said nothing.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Whether it has said anything yet.
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// Whether the store is being asked.
    #[cfg(test)]
    pub fn is_asking(&self) -> bool {
        self.asking.is_some()
    }

    /// Which games are listed.
    pub fn filter(&self) -> &ListFilter {
        &self.filter
    }

    /// The place of the selected game.
    pub fn selected(&self) -> u32 {
        self.selected
    }

    /// The game at this place, if it is known.
    pub fn at(&self, place: u32) -> Option<&Summary> {
        self.found.games.get(usize::try_from(place.checked_sub(self.found.first)?).ok()?)
    }

    /// The selected game.
    pub fn game(&self) -> Option<&Summary> {
        self.at(self.selected)
    }

    /// The places that are shown in so many rows, with the selected one among them.
    pub fn shown(&mut self, rows: u16) -> Range<u32> {
        self.rows = u32::from(rows).max(1);
        let last_top = self.found.count.saturating_sub(self.rows);
        let least = (self.selected + 1).saturating_sub(self.rows);
        self.top = self.top.clamp(least, self.selected.max(least)).min(last_top);
        self.top..(self.top + self.rows).min(self.found.count)
    }

    /// So many places down the list, or up.
    pub fn step(&mut self, by: i64) {
        self.select(u32::try_from(i64::from(self.selected) + by).unwrap_or(0));
    }

    /// A screen of places down the list, or up.
    pub fn page(&mut self, down: bool) {
        let rows = i64::from(self.rows.saturating_sub(1).max(1));
        self.step(if down { rows } else { -rows });
    }

    /// Selects the game at this place, or the last one.
    pub fn select(&mut self, place: u32) {
        self.selected = place.min(self.found.count.saturating_sub(1));
        self.keep = None;
        let around = self.selected.saturating_sub(self.rows)
            ..(self.selected + self.rows).min(self.found.count);
        if around.clone().any(|place| self.at(place).is_none()) {
            self.ask();
        }
    }

    /// Other games are listed.
    pub fn sift(&mut self, change: impl FnOnce(&mut ListFilter, &[String])) {
        change(&mut self.filter, &self.found.computers);
        self.refresh();
    }

    /// Things may have changed: asks again. The selected game stays selected, if it is still
    /// listed.
    pub fn refresh(&mut self) {
        let keep = self.game().map(|game| game.id).or(self.keep);
        self.refresh_at(keep);
    }

    /// Asks again, and selects the game with this number then.
    pub fn refresh_at(&mut self, keep: Option<i64>) {
        self.keep = keep;
        self.ask();
    }

    /// One question at a time, or they would pile up.
    fn ask(&mut self) {
        self.is_stale = self.asking.is_some();
        if self.is_stale {
            return;
        }
        let (store, filter, around, keep) =
            (self.store.clone(), self.filter.filter(), self.selected, self.keep);
        let work = move || find(&store, &filter, around, keep).map_err(|why| why.to_string());
        self.asking = Some(Job::start(&self.waker, move |_, _| work()));
    }

    /// Takes what the store says; says whether there is something new.
    pub fn learn(&mut self) -> bool {
        let Some(answer) = self.asking.as_ref().and_then(Job::take) else { return false };
        self.asking = None;
        if mem::take(&mut self.is_stale) {
            self.ask();
            return false;
        }
        self.is_known = true;
        match answer.and_then(|found| found) {
            Ok(found) => (self.found, self.trouble) = (found, None),
            Err(why) => (self.found, self.trouble) = (LoadedRows::default(), Some(why)),
        }
        let place = self.found.place.filter(|_| self.keep.take().is_some());
        self.selected = place.unwrap_or(self.selected).min(self.found.count.saturating_sub(1));
        true
    }
}

fn find(
    store: &Store,
    filter: &Filter,
    around: u32,
    keep: Option<i64>,
) -> Result<LoadedRows, StoreError> {
    let place = keep.map_or(Ok(None), |id| store.place(filter, id))?;
    let count = store.count(filter)?;
    let middle = place.unwrap_or(around).min(count.saturating_sub(1));
    let first = middle.saturating_sub(STRETCH / 2);
    Ok(LoadedRows {
        count,
        is_empty: count == 0 && store.count(&Filter::default())? == 0,
        first,
        games: store.games(filter, first, STRETCH)?,
        place,
        computers: store.computers(filter.game.as_deref())?,
    })
}
