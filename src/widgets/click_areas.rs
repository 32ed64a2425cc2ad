//! The clickable areas of the screen, the focused cell, and the place of messages. They are
//! registered while drawing, so they always match the frame.

use std::fmt::Debug;

use ratatui::layout::{Position, Rect};

use super::AnyCommand;

/// The areas of one frame, from bottom to top, with their commands.
#[derive(Clone, Debug, Default)]
pub struct ClickAreas {
    clickable: Vec<(Rect, Option<AnyCommand>)>,
    focus: Option<Position>,
    message_area: Option<Rect>,
    has_message_at_right: bool,
    replaceable: Vec<Rect>,
    message_columns: Option<Rect>,
    has_disabled_buttons: bool,
}

impl ClickAreas {
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds an area on top of the others.
    pub fn add<C: Clone + Eq + Debug + 'static>(&mut self, area: Rect, command: C) {
        self.add_any(area, AnyCommand::new(command));
    }

    pub fn add_any(&mut self, area: Rect, command: AnyCommand) {
        self.clickable.push((area, Some(command)));
    }

    /// Covers the areas below, so that a click here does nothing.
    pub fn cover(&mut self, area: Rect) {
        self.clickable.push((area, None));
    }

    /// Focuses the first cell of an area, such as the selected row, value or card. Ignores empty
    /// areas; the last call counts.
    ///
    /// The terminal's cursor is placed there for screen readers, braille displays and magnifiers,
    /// which don't follow the colours of a selection. Some don't follow a hidden cursor either, so
    /// it is a steady underline, which hides nothing.
    pub fn focus_on(&mut self, area: Rect) {
        if !area.is_empty() {
            self.focus = Some(area.as_position());
        }
    }

    pub fn focus(&self) -> Option<Position> {
        self.focus
    }

    /// Sets whether buttons drawn from here on don't work yet.
    pub fn set_buttons_disabled(&mut self, is_disabled: bool) {
        self.has_disabled_buttons = is_disabled;
    }

    /// Whether a button with this key doesn't work yet. Esc always does.
    pub fn disables(&self, key: &str) -> bool {
        self.has_disabled_buttons && key != "Esc"
    }

    /// Sets the area that messages may cover.
    pub fn set_message_area(&mut self, area: Rect) {
        (self.message_area, self.has_message_at_right) = (Some(area), false);
    }

    /// Sets the area that messages may cover. They end at its right edge.
    pub fn set_message_area_at_right(&mut self, area: Rect) {
        (self.message_area, self.has_message_at_right) = (Some(area), true);
    }

    pub fn has_message_at_right(&self) -> bool {
        self.has_message_at_right
    }

    /// A notice that doesn't fit in the [`Self::message_area`] replaces the whole text in the first
    /// of these areas in which it fits.
    pub fn replace_with_message(&mut self, area: Rect) {
        self.replaceable.push(area);
    }

    pub fn replaceable(&self) -> &[Rect] {
        &self.replaceable
    }

    /// Sets the columns in which messages without an area may cover the last rows of the window.
    pub fn set_message_columns(&mut self, columns: Rect) {
        self.message_columns = Some(columns);
    }

    pub fn message_columns(&self) -> Option<Rect> {
        self.message_columns
    }

    pub fn message_area(&self) -> Option<Rect> {
        self.message_area
    }

    pub fn hit(&self, column: u16, row: u16) -> Option<AnyCommand> {
        let at = Position::new(column, row);
        let (_, command) = self.clickable.iter().rev().find(|(area, _)| area.contains(at))?;
        command.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topmost_area_is_hit() {
        let mut areas = ClickAreas::default();
        areas.add(Rect::new(0, 0, 10, 10), 1);
        areas.add(Rect::new(2, 2, 2, 2), '2');
        areas.cover(Rect::new(8, 8, 2, 2));
        assert_eq!(areas.hit(1, 1), Some(AnyCommand::new(1)));
        assert_eq!(areas.hit(2, 3), Some(AnyCommand::new('2')));
        assert_eq!(areas.hit(9, 9), None);
        assert_eq!(areas.hit(10, 0), None);
    }

    #[test]
    fn the_last_area_that_is_not_empty_has_the_focus() {
        let mut areas = ClickAreas::default();
        areas.focus_on(Rect::new(9, 9, 1, 1));
        areas.focus_on(Rect::new(1, 2, 3, 4));
        areas.focus_on(Rect::new(5, 5, 0, 1));
        assert_eq!(areas.focus(), Some(Position::new(1, 2)));
        areas.clear();
        assert_eq!(areas.focus(), None);
    }
}
