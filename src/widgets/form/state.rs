//! The selected row of a form, and what keys and clicks do.

use std::{cell::Cell, rc::Rc};

use ratatui::layout::Rect;

use super::{FormCommand, Outcome, Row, RowId, row::Control};
use crate::widgets::list;

/// Where the text of the selected row is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypingPlace {
    pub field: Rect,
    /// The rest of the row, which the field replaces.
    pub row: Rect,
    /// The place of what can be typed, and of problems.
    pub text: Rect,
}

/// The place in the last frame; `None` if the form had no room for it.
pub type CurrentTypingPlace = Rc<Cell<Option<TypingPlace>>>;

#[derive(Clone, Debug)]
pub struct Form {
    pub(super) selected: RowId,
    /// Whether the last frame had a list with its values one below another.
    pub(super) has_list: Cell<bool>,
    pub typing_place: CurrentTypingPlace,
}

impl Form {
    pub fn new(selected: impl Into<RowId>) -> Self {
        Self {
            selected: selected.into(),
            has_list: Cell::new(false),
            typing_place: CurrentTypingPlace::default(),
        }
    }

    pub fn select(&mut self, row: impl Into<RowId>) {
        self.selected = row.into();
    }

    /// Selects the first row if the selected one doesn't exist any more.
    pub fn keep_to<T>(&mut self, rows: &[Row<T>]) {
        self.select(self.row(rows).id);
    }

    /// The index of the selected row; 0 if it doesn't exist any more.
    fn index<T>(&self, rows: &[Row<T>]) -> usize {
        rows.iter().position(|row| row.id == self.selected).unwrap_or(0)
    }

    /// The selected row, or the first if it doesn't exist any more. There must be rows.
    pub fn row<'a, T>(&self, rows: &'a [Row<T>]) -> &'a Row<T> {
        &rows[self.index(rows)]
    }

    pub fn is_selected(&self, row: RowId) -> bool {
        self.selected == row
    }

    /// The row that Enter presses: the selected button, or else the first one; in a form without
    /// buttons, the selected row.
    pub(super) fn entered<T>(&self, rows: &[Row<T>]) -> RowId {
        let selected = self.row(rows);
        let first = rows.iter().find(|row| row.is_button());
        first.filter(|_| !selected.is_button()).unwrap_or(selected).id
    }

    pub fn run<T>(&mut self, command: FormCommand, rows: &[Row<T>], choices: &mut T) -> Outcome {
        self.keep_to(rows);
        let at = self.index(rows);
        let (row, last) = (&rows[at], rows.len() - 1);
        match command {
            FormCommand::Up | FormCommand::Down => {
                let by = if command == FormCommand::Down { 1 } else { -1 };
                if row.control == Control::List && self.has_list.get() && row.can_turn(by) {
                    return row.turn(by, choices);
                }
                self.select(rows[list::step(at, by, rows.len())].id);
            }
            FormCommand::First => self.select(rows[0].id),
            FormCommand::Last => self.select(rows[last].id),
            FormCommand::Left | FormCommand::Right => {
                let by = if command == FormCommand::Right { 1 } else { -1 };
                if !row.is_button() {
                    return row.turn(by, choices);
                }
                let beside = &rows[list::step(at, by, rows.len())];
                if beside.is_button() {
                    self.select(beside.id);
                }
            }
            FormCommand::Edit if row.typed.is_some() => return Outcome::Pressed(row.id),
            FormCommand::Edit if !row.is_button() => return row.cycle(choices),
            FormCommand::Enter | FormCommand::Edit => return Outcome::Pressed(self.entered(rows)),
            FormCommand::Type(text) => return row.type_text(&text, choices),
            FormCommand::TypeAndGo(text, by) => {
                let outcome = row.type_text(&text, choices);
                if matches!(outcome, Outcome::Changed(_)) {
                    self.select(rows[list::cycle(at, by, rows.len())].id);
                }
                return outcome;
            }
            FormCommand::Next => self.select(rows[list::cycle(at, 1, rows.len())].id),
            FormCommand::Previous => self.select(rows[list::cycle(at, -1, rows.len())].id),
            FormCommand::Select(id) | FormCommand::Turn(id, _) | FormCommand::Choose(id, _) => {
                let Some(row) = rows.iter().find(|row| row.id == id) else {
                    return Outcome::Moved;
                };
                return self.click(&command, row, choices);
            }
        }
        Outcome::Moved
    }

    fn click<T>(&mut self, command: &FormCommand, row: &Row<T>, choices: &mut T) -> Outcome {
        if row.is_button() {
            return Outcome::Pressed(row.id);
        }
        let was_selected = self.selected == row.id;
        self.select(row.id);
        match *command {
            FormCommand::Turn(_, by) => row.turn(by, choices),
            FormCommand::Choose(_, index) => {
                row.choose(index, choices);
                Outcome::Changed(row.id)
            }
            _ if was_selected => Outcome::Pressed(row.id),
            _ => Outcome::Moved,
        }
    }
}
