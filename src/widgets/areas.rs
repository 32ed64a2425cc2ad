//! The areas of the screen that react to clicks, the cell that has the attention, and the place of
//! messages. They are registered while drawing, so they always match what is shown.

use std::fmt::Debug;

use ratatui::layout::{Position, Rect};

use super::AnyCommand;

/// The clickable areas of one frame, from bottom to top, with the commands that clicks on them run.
#[derive(Clone, Debug, Default)]
pub struct ClickAreas {
    clickable: Vec<(Rect, Option<AnyCommand>)>,
    focus: Option<Position>,
    for_messages: Option<Rect>,
    has_hidden_buttons: bool,
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

    /// Directs the attention to the first cell of an area, unless it is empty: that of the selected
    /// row, value or card. The last call counts.
    ///
    /// The terminal's cursor stands there, because screen readers, braille displays and magnifiers
    /// follow it and not the colours of a selection. It is visible, as some of them don't follow a
    /// hidden cursor, and a steady line below the letter, which hides nothing of what is there.
    pub fn focus_on(&mut self, area: Rect) {
        if !area.is_empty() {
            self.focus = Some(area.as_position());
        }
    }

    /// The cell that has the attention.
    pub fn focus(&self) -> Option<Position> {
        self.focus
    }

    /// Leaves the places of buttons empty from here on, because they don't work yet.
    pub fn set_buttons_hidden(&mut self, is_hidden: bool) {
        self.has_hidden_buttons = is_hidden;
    }

    /// Whether a button with this key is not shown. The way out always works.
    pub fn hides(&self, key: &str) -> bool {
        self.has_hidden_buttons && key != "Esc"
    }

    /// Leaves an area to messages that fit into it. They cover what is there.
    pub fn set_message_area(&mut self, area: Rect) {
        self.for_messages = Some(area);
    }

    pub fn message_area(&self) -> Option<Rect> {
        self.for_messages
    }

    /// Returns the command of the topmost area at a cell.
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
    fn the_last_area_that_is_not_empty_has_the_attention() {
        let mut areas = ClickAreas::default();
        areas.focus_on(Rect::new(9, 9, 1, 1));
        areas.focus_on(Rect::new(1, 2, 3, 4));
        areas.focus_on(Rect::new(5, 5, 0, 1));
        assert_eq!(areas.focus(), Some(Position::new(1, 2)));
        areas.clear();
        assert_eq!(areas.focus(), None);
    }
}
