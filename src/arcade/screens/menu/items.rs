//! The items of the menu, and which of them is selected.

use crate::{games::GameFacts, widgets::list};
use fourcade_engine::GameKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuItem {
    Game(GameKind),
    Continue,
    Daily,
    Practice,
    Lobby,
    SavedGames,
    Statistics,
    Settings,
    Quit,
}

impl MenuItem {
    const FIRST: Self = Self::Game(GameKind::ALL[0]);

    /// The items below the games.
    pub const OTHERS: [Self; 8] = [
        Self::Continue,
        Self::Daily,
        Self::Practice,
        Self::Lobby,
        Self::SavedGames,
        Self::Statistics,
        Self::Settings,
        Self::Quit,
    ];

    pub fn all() -> impl Iterator<Item = Self> {
        GameKind::ALL.into_iter().map(Self::Game).chain(Self::OTHERS)
    }

    pub fn is_game(self) -> bool {
        matches!(self, Self::Game(_))
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::Game(kind) => GameFacts::of(kind).title,
            Self::Continue => "Continue",
            Self::Daily => "Today's deal",
            Self::Practice => "Practice",
            Self::Lobby => "Play with others",
            Self::SavedGames => "Saved games",
            Self::Statistics => "Statistics",
            Self::Settings => "Settings",
            Self::Quit => "Quit",
        }
    }

    /// A line about the item. [`Self::Continue`] is described from the database instead.
    pub fn description(self) -> &'static str {
        match self {
            Self::Game(kind) => GameFacts::of(kind).summary,
            Self::Continue => "",
            Self::Daily => "the same for everybody, once a day",
            Self::Practice => "puzzles and your own mistakes",
            Self::Lobby => "people at other terminals",
            Self::SavedGames => "resume or replay a game",
            Self::Statistics => "wins, losses and streaks",
            Self::Settings => "colours, motion, names",
            Self::Quit => "leave fourcade",
        }
    }
}

pub struct MenuSelection {
    pub item: MenuItem,
    last_selected_game: MenuItem,
    has_selected: bool,
}

impl Default for MenuSelection {
    fn default() -> Self {
        let first = MenuItem::FIRST;
        Self { item: first, last_selected_game: first, has_selected: false }
    }
}

impl MenuSelection {
    pub fn select(&mut self, item: MenuItem) {
        (self.item, self.has_selected) = (item, true);
        if item.is_game() {
            self.last_selected_game = item;
        }
    }

    pub fn step(&mut self, items: &[MenuItem], by: isize) {
        let index = items.iter().position(|&item| item == self.item).unwrap_or(0);
        if let Some(&item) = items.get(list::step(index, by, items.len())) {
            self.select(item);
        }
    }

    /// Selects an item in another row; in the row of games, the game that was selected last.
    pub fn step_vertically(&mut self, rows: &[Vec<MenuItem>], by: isize) {
        let place = rows.iter().enumerate().find_map(|(row, items)| {
            Some((row, items.iter().position(|&item| item == self.item)?))
        });
        let Some((row, column)) = place else { return };
        let Some(next) = row.checked_add_signed(by).and_then(|row| rows.get(row)) else { return };
        match &next[..] {
            [MenuItem::Game(_), _, ..] => self.select(self.last_selected_game),
            [.., last] => self.select(*next.get(column).unwrap_or(last)),
            [] => {}
        }
    }

    /// If the person has selected nothing yet, selects [`MenuItem::Continue`] for an unfinished
    /// game. If there is neither a game nor a result, deselects it.
    pub fn follow_last_game(&mut self, has_unfinished_game: bool, has_result: bool) {
        if has_unfinished_game && !self.has_selected {
            self.item = MenuItem::Continue;
        } else if !has_unfinished_game && !has_result && self.item == MenuItem::Continue {
            self.item = self.last_selected_game;
        }
    }
}
