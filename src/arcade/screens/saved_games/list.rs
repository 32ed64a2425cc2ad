//! The list of saved games. Only the rows around the selected one are loaded from the database.

use std::ops::Range;

use crate::{
    database::{Database, GameFilter, SavedGame, Store, StoreError},
    job::Job,
    widgets::list,
};
use fourcade_engine::GameKind;

/// The number of rows loaded at a time, which is more than a window shows.
const LOADED_ROWS: u32 = 400;

#[derive(Clone, Debug, Default, PartialEq)]
struct LoadedRows {
    count: usize,
    /// Whether the database holds no game at all.
    is_store_empty: bool,
    /// The position of the first loaded game.
    first: usize,
    games: Vec<SavedGame>,
    /// The position of the game that was looked up by its id.
    found_at: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListStatus {
    Loading,
    /// The list has at least one row.
    Filled,
    /// Games are saved, but none of the chosen game.
    NoMatch,
    /// No game is saved.
    Empty,
    /// The database could not be read, for this reason.
    Failed(String),
}

/// Loads rows in the background, one request at a time.
struct RowLoader {
    store: Store,
    job: Option<Job<Result<LoadedRows, StoreError>>>,
    /// Whether something else was requested while the job was running.
    is_outdated: bool,
}

impl RowLoader {
    /// Starts loading the rows around the game `id`, or else around the position `near`. A request
    /// that is running is only marked as outdated.
    fn request(&mut self, filter: GameFilter, near: usize, id: Option<i64>) {
        self.is_outdated = self.job.is_some();
        if self.is_outdated {
            return;
        }
        self.job = Some(self.store.ask(move |database| load(database, &filter, near, id)));
    }

    fn take(&mut self) -> Option<Result<LoadedRows, String>> {
        let answer = self.job.as_ref()?.answer()?;
        self.job = None;
        Some(answer.map_err(|error| error.to_string()))
    }
}

pub struct GameList {
    loader: RowLoader,
    /// The only game that is listed, or all.
    filter: Option<GameKind>,
    rows: LoadedRows,
    status: ListStatus,
    selected: usize,
    first_visible: usize,
    visible_rows: usize,
    /// The game that stays selected, wherever it is in the next answer.
    followed_id: Option<i64>,
}

impl GameList {
    /// Creates a list of all games of a database, and starts loading it.
    pub fn new(store: Store) -> Self {
        let mut list = Self {
            loader: RowLoader { store, job: None, is_outdated: false },
            filter: None,
            rows: LoadedRows::default(),
            status: ListStatus::Loading,
            selected: 0,
            first_visible: 0,
            visible_rows: 1,
            followed_id: None,
        };
        list.request();
        list
    }

    pub fn status(&self) -> &ListStatus {
        &self.status
    }

    pub fn len(&self) -> usize {
        self.rows.count
    }

    /// The only game that is listed, or all.
    pub fn filter(&self) -> Option<GameKind> {
        self.filter
    }

    /// The position of the selected game.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// The game at this position, if it is loaded.
    pub fn game(&self, position: usize) -> Option<&SavedGame> {
        self.rows.games.get(position.checked_sub(self.rows.first)?)
    }

    /// The selected game, if it is loaded.
    pub fn selected_game(&self) -> Option<&SavedGame> {
        self.game(self.selected)
    }

    /// Scrolls to the selected game; returns the positions visible in a window of `rows` rows.
    pub fn scroll(&mut self, rows: u16) -> Range<usize> {
        self.visible_rows = usize::from(rows).max(1);
        let (count, visible) = (self.rows.count, self.visible_rows);
        self.first_visible = list::scroll(self.first_visible, self.selected, count, visible);
        self.first_visible..(self.first_visible + visible).min(count)
    }

    pub fn step(&mut self, down: bool) {
        self.move_by(1, down);
    }

    pub fn page(&mut self, down: bool) {
        self.move_by(self.visible_rows.saturating_sub(1).max(1), down);
    }

    fn move_by(&mut self, rows: usize, down: bool) {
        self.select(if down { self.selected + rows } else { self.selected.saturating_sub(rows) });
    }

    /// Selects the game at this position, or the last one.
    pub fn select(&mut self, position: usize) {
        self.selected = position.min(self.rows.count.saturating_sub(1));
        self.followed_id = None;
        let mut around = self.selected.saturating_sub(self.visible_rows)
            ..(self.selected + self.visible_rows).min(self.rows.count);
        if around.any(|position| self.game(position).is_none()) {
            self.request();
        }
    }

    pub fn set_filter(&mut self, filter: Option<GameKind>) {
        self.filter = filter;
        self.refresh();
    }

    /// Loads the rows again. The selected game stays selected if it is still listed.
    pub fn refresh(&mut self) {
        let id = self.selected_game().map(|game| game.id).or(self.followed_id);
        self.refresh_and_select(id);
    }

    pub fn refresh_and_select(&mut self, id: Option<i64>) {
        self.followed_id = id;
        self.request();
    }

    fn request(&mut self) {
        let game = self.filter.map(|game| game.key().to_owned());
        let filter = GameFilter { game, ..GameFilter::default() };
        self.loader.request(filter, self.selected, self.followed_id);
    }

    /// Takes the database's answer; returns whether the list has changed.
    pub fn poll(&mut self) -> bool {
        let Some(answer) = self.loader.take() else { return false };
        if self.loader.is_outdated {
            self.request();
            return false;
        }
        (self.rows, self.status) = match answer {
            Ok(rows) => {
                let status = match rows.count {
                    0 if rows.is_store_empty => ListStatus::Empty,
                    0 => ListStatus::NoMatch,
                    _ => ListStatus::Filled,
                };
                (rows, status)
            }
            Err(error) => (LoadedRows::default(), ListStatus::Failed(error)),
        };
        let position = self.rows.found_at.filter(|_| self.followed_id.take().is_some());
        self.selected = position.unwrap_or(self.selected).min(self.rows.count.saturating_sub(1));
        true
    }
}

fn load(
    database: &mut Database,
    filter: &GameFilter,
    near: usize,
    id: Option<i64>,
) -> Result<LoadedRows, StoreError> {
    let found_at = id.map_or(Ok(None), |id| database.position_of(filter, id))?;
    let count = database.count(filter)?;
    let middle = found_at
        .unwrap_or_else(|| u32::try_from(near).unwrap_or(u32::MAX))
        .min(count.saturating_sub(1));
    let first = middle.saturating_sub(LOADED_ROWS / 2);
    let position = |position: u32| usize::try_from(position).unwrap_or(usize::MAX);
    Ok(LoadedRows {
        count: position(count),
        is_store_empty: count == 0 && database.count(&GameFilter::default())? == 0,
        first: position(first),
        games: database.games(filter, first, LOADED_ROWS)?,
        found_at: found_at.map(position),
    })
}
