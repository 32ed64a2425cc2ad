//! The items of the menu, and which of them is selected.

use crate::{games::GameFacts, widgets::list};
use fourcade_engine::GameKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuItem {
    Game(GameKind),
    Continue,
    Daily,
    Practice,
    /// The lobby of the shared tables.
    Others,
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
        Self::Others,
        Self::SavedGames,
        Self::Statistics,
        Self::Settings,
        Self::Quit,
    ];

    /// All items in their order.
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
            Self::Others => "Play with others",
            Self::SavedGames => "Saved games",
            Self::Statistics => "Statistics",
            Self::Settings => "Settings",
            Self::Quit => "Quit",
        }
    }

    /// In one line. The description of [`Self::Continue`] comes from the database.
    pub fn description(self) -> &'static str {
        match self {
            Self::Game(kind) => GameFacts::of(kind).summary,
            Self::Continue => "",
            Self::Daily => "the same for everybody, once a day",
            Self::Practice => "puzzles and your own mistakes",
            Self::Others => "people at other terminals",
            Self::SavedGames => "resume or replay a game",
            Self::Statistics => "wins, losses and streaks",
            Self::Settings => "colours, motion, names",
            Self::Quit => "leave fourcade",
        }
    }
}

pub struct MenuSelection {
    pub item: MenuItem,
    /// The game that was selected last.
    game: MenuItem,
    /// Whether the person has selected something.
    is_chosen: bool,
}

impl Default for MenuSelection {
    fn default() -> Self {
        Self { item: MenuItem::FIRST, game: MenuItem::FIRST, is_chosen: false }
    }
}

impl MenuSelection {
    pub fn select(&mut self, item: MenuItem) {
        (self.item, self.is_chosen) = (item, true);
        if item.is_game() {
            self.game = item;
        }
    }

    pub fn step(&mut self, items: &[MenuItem], forward: bool) {
        let index = items.iter().position(|&item| item == self.item).unwrap_or(0);
        if let Some(&item) = items.get(list::step(index, forward, items.len())) {
            self.select(item);
        }
    }

    /// Selects the item below, or above. Above the other items, that is the game selected last.
    pub fn step_vertically(&mut self, rows: &[Vec<MenuItem>], down: bool) {
        let place = rows.iter().enumerate().find_map(|(row, items)| {
            Some((row, items.iter().position(|&item| item == self.item)?))
        });
        let Some((row, column)) = place else { return };
        let next = if down { row + 1 } else { row.wrapping_sub(1) };
        match rows.get(next).map(Vec::as_slice) {
            Some([MenuItem::Game(_), _, ..]) => self.select(self.game),
            Some([.., last]) => {
                let item = rows[next].get(column).unwrap_or(last);
                self.select(*item);
            }
            _ => {}
        }
    }

    /// Selects [`MenuItem::Continue`] if there is an unfinished game and nothing has been selected
    /// yet, because most people want to continue it. Deselects it if there is neither a game nor a
    /// result.
    pub fn adjust(&mut self, has_unfinished_game: bool, has_result: bool) {
        if has_unfinished_game && !self.is_chosen {
            self.item = MenuItem::Continue;
        } else if !has_unfinished_game && !has_result && self.item == MenuItem::Continue {
            self.item = self.game;
        }
    }
}
