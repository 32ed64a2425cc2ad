//! The areas of the screen that react to clicks. They are registered while drawing, so they always
//! match what is shown.

use ratatui::layout::{Position, Rect};

use super::AnyCommand;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClickTarget {
    /// Run this command of the screen on top or of the arcade.
    Command(AnyCommand),
    /// An item of the screen, such as a card or a row, by the number that the screen gave it.
    Item(usize),
    /// Nothing: the area only covers those below it.
    Inert,
}

/// The clickable areas of one frame, from bottom to top.
#[derive(Clone, Debug, Default)]
pub struct ClickAreas(Vec<(Rect, ClickTarget)>);

impl ClickAreas {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds an area on top of the others.
    pub fn add(&mut self, area: Rect, target: ClickTarget) {
        self.0.push((area, target));
    }

    /// Returns the target of the topmost area at a cell; `None` if there is no area or it is inert.
    pub fn hit(&self, column: u16, row: u16) -> Option<ClickTarget> {
        let at = Position::new(column, row);
        let (_, target) = self.0.iter().rev().find(|(area, _)| area.contains(at))?;
        Some(target.clone()).filter(|target| *target != ClickTarget::Inert)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topmost_area_is_hit() {
        let run = ClickTarget::Command(AnyCommand::new(2));
        let mut areas = ClickAreas::default();
        areas.add(Rect::new(0, 0, 10, 10), ClickTarget::Item(1));
        areas.add(Rect::new(2, 2, 2, 2), run.clone());
        areas.add(Rect::new(8, 8, 2, 2), ClickTarget::Inert);
        assert_eq!(areas.hit(1, 1), Some(ClickTarget::Item(1)));
        assert_eq!(areas.hit(2, 3), Some(run));
        assert_eq!(areas.hit(9, 9), None);
        assert_eq!(areas.hit(10, 0), None);
    }
}
