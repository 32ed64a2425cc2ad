//! The list of saved games, and the selected one.

use std::ops::Range;

use crate::{
    database::{SavedGame, Store, StoreError},
    job::Job,
    widgets::list,
};
use fourcade_engine::GameKind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListStatus {
    Loading,
    Filled,
    /// Games are saved, but none passes the filter.
    NoMatch,
    Empty,
    Failed(String),
}

pub struct GameList {
    store: Store,
    job: Option<Job<Result<Vec<SavedGame>, StoreError>>>,
    /// All games, most recently played first; `None` until they are loaded.
    all: Option<Result<Vec<SavedGame>, StoreError>>,
    /// `None` lists all games.
    filter: Option<GameKind>,
    /// Indices into the loaded games.
    listed: Vec<usize>,
    selected: usize,
    first_visible: usize,
    visible_rows: usize,
    /// The id of a game to select once it is loaded.
    pending_selection: Option<i64>,
}

impl GameList {
    /// Creates an unfiltered list and starts loading it.
    pub fn new(store: Store) -> Self {
        let mut list = Self {
            store,
            job: None,
            all: None,
            filter: None,
            listed: Vec::new(),
            selected: 0,
            first_visible: 0,
            visible_rows: 1,
            pending_selection: None,
        };
        list.refresh();
        list
    }

    pub fn status(&self) -> ListStatus {
        match &self.all {
            None => ListStatus::Loading,
            Some(Err(error)) => ListStatus::Failed(error.to_string()),
            Some(Ok(_)) if !self.listed.is_empty() => ListStatus::Filled,
            Some(Ok(all)) if all.is_empty() => ListStatus::Empty,
            Some(Ok(_)) => ListStatus::NoMatch,
        }
    }

    pub fn len(&self) -> usize {
        self.listed.len()
    }

    pub fn filter(&self) -> Option<GameKind> {
        self.filter
    }

    pub fn selected(&self) -> usize {
        self.selected
    }

    fn all(&self) -> &[SavedGame] {
        self.all.as_ref().and_then(|all| all.as_deref().ok()).unwrap_or_default()
    }

    pub fn game(&self, position: usize) -> Option<&SavedGame> {
        self.all().get(*self.listed.get(position)?)
    }

    pub fn selected_game(&self) -> Option<&SavedGame> {
        self.game(self.selected)
    }

    /// Scrolls to the selected game. Returns the positions that are visible in `rows` rows.
    pub fn scroll_to_selected(&mut self, rows: u16) -> Range<usize> {
        self.visible_rows = usize::from(rows).max(1);
        let (count, visible) = (self.len(), self.visible_rows);
        self.first_visible = list::scroll(self.first_visible, self.selected, count, visible);
        self.first_visible..(self.first_visible + visible).min(count)
    }

    pub fn step(&mut self, rows: isize) {
        self.select(self.selected.saturating_add_signed(rows));
    }

    pub fn page(&mut self, pages: isize) {
        self.step(pages * list::page(self.visible_rows));
    }

    /// Selects the game at this position, or the last one.
    pub fn select(&mut self, position: usize) {
        self.selected = position.min(self.len().saturating_sub(1));
    }

    pub fn set_filter(&mut self, filter: Option<GameKind>) {
        self.filter = filter;
        self.apply_filter(self.selected_game().map(|game| game.id));
    }

    /// Reads the games again. The selected one stays selected if it is still there.
    pub fn refresh(&mut self) {
        self.job = Some(self.store.ask(|database| database.games(u32::MAX)));
    }

    pub fn refresh_and_select(&mut self, id: i64) {
        self.pending_selection = Some(id);
        self.refresh();
    }

    /// Takes the games once they have been read. Returns whether they have.
    pub fn poll(&mut self) -> bool {
        let Some(answer) = self.job.as_ref().and_then(Job::take_result) else { return false };
        self.job = None;
        let id = self.pending_selection.take().or(self.selected_game().map(|game| game.id));
        self.all = Some(answer);
        self.apply_filter(id);
        true
    }

    /// Lists the games of the filter, and selects the one with this id if it is among them.
    fn apply_filter(&mut self, id: Option<i64>) {
        let is_listed = |game: &SavedGame| self.filter.is_none_or(|kind| game.game == kind.key());
        let all = self.all().iter().enumerate();
        self.listed = all.filter(|(_, game)| is_listed(game)).map(|(index, _)| index).collect();
        let position = self.listed.iter().position(|&index| Some(self.all()[index].id) == id);
        self.select(position.unwrap_or(self.selected));
    }
}
