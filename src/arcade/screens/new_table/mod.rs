//! The page of a new shared table: the game, its seats, and who finds it. `choices` are what is
//! chosen and the players that follow from it.

mod choices;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Margin, Rect},
};

use crate::{
    arcade::{
        form::{self, ClickedValue, FormRow, LABEL_WIDTH, value_areas},
        screen::{Commands, Context, Screen, Transition},
        screens::lobby::{cannot_open, explain},
        table::{JoinAs, open_shared_table},
    },
    database::{
        shared_tables::{Link, OpeningTable},
        shared_tables_location,
    },
    games::GameFacts,
    widgets::{AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing},
};
use choices::TableRow;
use fourcade_engine::play::random;

pub use choices::TableChoices;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    Left,
    Right,
    Open,
    Leave,
    /// Click on this item of the form.
    Click(usize),
}

pub static KEYS: [Binding<Command>; 6] = [
    Binding::new(
        Command::Up,
        &[Key::plain(KeyCode::Up), Key::char('k'), Key::plain(KeyCode::BackTab)],
        "the row above",
    )
    .footer("arrows", "choose"),
    Binding::new(
        Command::Down,
        &[Key::plain(KeyCode::Down), Key::char('j'), Key::plain(KeyCode::Tab)],
        "the row below",
    ),
    Binding::new(
        Command::Left,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "the value on the left",
    ),
    Binding::new(
        Command::Right,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "the value on the right",
    ),
    Binding::new(
        Command::Open,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "open the table and go there",
    )
    .footer("Enter", "open"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the lobby")
        .footer("Esc", "back"),
];

pub struct NewTablePage {
    link: Link,
    choices: TableChoices,
    row: TableRow,
    /// The table on its way to the database.
    opening: Option<OpeningTable>,
}

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

    fn click(&mut self, item: usize) -> Transition {
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
            Command::Click(item) => return self.click(item),
        }
        Transition::Redraw
    }
}

impl Screen for NewTablePage {
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
        Some(GameFacts::of(self.choices.game()).rules)
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.opening.is_some()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        View { page: self, look }.draw(area, buffer, areas);
    }
}

const FORM_WIDTH: u16 = 60;
/// The maximum number of rows of values; the page keeps its height when a row comes or goes.
const MAX_ROWS: u16 = 5;
const SENTENCE_HEIGHT: u16 = 2;
/// In lower areas, no rows are left empty between the parts.
const AIRY_HEIGHT: u16 = 17;

struct View<'a> {
    page: &'a NewTablePage,
    look: &'a Look,
}

impl View<'_> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (look, choices) = (self.look, &self.page.choices);
        let inside = area.inner(Margin::new(1, 0));
        let gap = u16::from(inside.height >= AIRY_HEIGHT);
        let height = 1 + gap + MAX_ROWS * (1 + gap) + SENTENCE_HEIGHT + gap + 1;
        let form = inside.centered(Length(FORM_WIDTH.min(inside.width)), Length(height));
        let form = form.intersection(inside);
        let line = |y: u16, height: u16| Rect { y: form.y + y, height, ..form }.intersection(form);
        drawing::draw_text(buffer, line(0, 1), "New table", look.accent(), look);
        let mut y = 1 + gap;
        for row in choices.rows().into_iter().filter(|&row| row != TableRow::Open) {
            self.draw_row(row, line(y, 1), buffer, areas);
            y += 1 + gap;
        }
        let sentence = line(1 + gap + MAX_ROWS * (1 + gap), SENTENCE_HEIGHT);
        let text = choices.describe();
        let lines = text.lines().flat_map(|line| drawing::wrap(line, sentence.width));
        for (text, row) in lines.zip(sentence.rows()) {
            drawing::draw_text(buffer, row, &text, look.text(), look);
        }
        self.draw_row(TableRow::Open, line(height - 1, 1), buffer, areas);
    }

    fn draw_row(&self, row: TableRow, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let mut values = self.page.choices.values(row);
        if row == TableRow::Open && self.page.opening.is_some() {
            values = vec![format!("Opening{}", self.look.glyphs.ellipsis)];
        }
        let form = FormRow {
            number: TableRow::ALL.iter().position(|&other| other == row).unwrap_or(0),
            click: |item| AnyCommand::new(Command::Click(item)),
            label: row.label(),
            values: &values,
            chosen: self.page.choices.chosen(row),
            is_selected: row == self.page.row,
            look: self.look,
        };
        // All values are shown if they fit into the row.
        let width = area.width.saturating_sub(LABEL_WIDTH);
        let is_fitting = value_areas(&values, None, Rect { x: 0, y: 0, width, height: 1 })
            .last()
            .is_some_and(|last| last.y == 0 && !last.is_empty());
        match row {
            TableRow::Open => form.draw_button(true, area, buffer, areas),
            TableRow::Size => form.draw_stepper(area, buffer, areas),
            _ if is_fitting => form.draw_values(None, area, buffer, areas),
            _ => form.draw_stepper(area, buffer, areas),
        }
    }
}
