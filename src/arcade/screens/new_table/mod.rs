//! The page of a new shared table: the game, its seats, and who finds it.
//!
//! | file | contents |
//! |---|---|
//! | `keys` | the key table |
//! | `choices` | what is chosen, and the players that follow from it |
//! | `view` | how the page is drawn |

mod choices;
mod keys;
mod view;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        form::{self, ClickedValue},
        screen::{Commands, Context, Screen, Transition},
        table::{JoinAs, open_shared_table},
    },
    lobby::{cannot_open, explain},
};
use crate::games::ArcadeKind as _;
use crate::{
    database::{
        shared_tables::{Link, OpeningTable},
        shared_tables_location,
    },
    widgets::{Binding, ClickAreas, Look, Offer},
};
use choices::TableRow;
use fourcade_engine::play::random;
use view::View;

pub use choices::TableChoices;
pub use keys::{Command, KEYS};

/// The page of a new shared table.
pub struct NewTablePage {
    link: Link,
    choices: TableChoices,
    /// The selected row.
    row: TableRow,
    /// The table on its way to the database.
    opening: Option<OpeningTable>,
}

/// Opens the page with these choices.
pub fn open(link: Link, choices: TableChoices) -> Box<dyn Screen> {
    Box::new(NewTablePage { link, choices, row: TableRow::Game, opening: None })
}

impl NewTablePage {
    fn step_row(&mut self, down: bool) {
        let rows = self.choices.rows();
        let index = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        let next = if down { index + 1 } else { index.saturating_sub(1) };
        if let Some(&row) = rows.get(next) {
            self.row = row;
        }
    }

    /// Starts to open the table.
    fn open_table(&mut self) -> Transition {
        if self.opening.is_some() {
            return Transition::None;
        }
        let game = self.choices.to_game(random::fresh_seed());
        match game.to_table(self.link.client()) {
            Ok(table) => {
                self.opening = Some(OpeningTable::start(&self.link, table));
                Transition::Redraw
            }
            Err(error) => Transition::Alert(error),
        }
    }
}

impl Commands for NewTablePage {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        KEYS.iter().map(|binding: &Binding<Command>| Offer::new(binding, None)).collect()
    }

    fn run(&mut self, command: Command, _: &Context) -> Transition {
        match command {
            Command::Up => self.step_row(false),
            Command::Down => self.step_row(true),
            Command::Left => self.choices.step(self.row, false),
            Command::Right => self.choices.step(self.row, true),
            Command::Open => return self.open_table(),
            Command::Leave => return Transition::Close,
        }
        Transition::Redraw
    }
}

impl Screen for NewTablePage {
    fn on_click(&mut self, item: usize, _: &Context) -> Transition {
        let (number, value) = form::clicked(item);
        let Some(&row) = TableRow::ALL.get(number) else { return Transition::None };
        if row == TableRow::Open {
            return self.open_table();
        }
        self.row = row;
        match value {
            ClickedValue::Step(forward) => self.choices.step(row, forward),
            ClickedValue::Value(index) => self.choices.choose(row, index),
            ClickedValue::Row => {}
        }
        Transition::Redraw
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let Some(answer) = self.opening.as_mut().and_then(OpeningTable::take) else {
            return Transition::None;
        };
        self.opening = None;
        let location =
            shared_tables_location(context.home.database.as_deref(), &context.home.settings);
        match (answer, location) {
            (Ok(table), _) => {
                match open_shared_table(&table, &self.link, JoinAs::Player, context) {
                    Ok(screen) => Transition::Replace(screen),
                    Err(error) => Transition::Replace(cannot_open(&table.code, &error)),
                }
            }
            (Err(error), Some(location)) => Transition::Alert(explain(&error, &location)),
            (Err(error), None) => Transition::Alert(error.to_string()),
        }
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(self.choices.game().rules())
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.opening.is_some()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        View { page: self, look }.draw(area, buffer, areas);
    }
}
