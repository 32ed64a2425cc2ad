//! The areas of the screen that react to clicks. They are registered while drawing, so they always
//! match what is shown.

use ratatui::layout::{Position, Rect};

use super::AnyCommand;

/// The clickable areas of one frame, from bottom to top, with the commands that clicks on them run.
#[derive(Clone, Debug)]
pub struct Areas<C>(Vec<(Rect, Option<C>)>);

/// The clickable areas of the whole screen.
pub type ClickAreas = Areas<AnyCommand>;

impl<C> Default for Areas<C> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<C> Areas<C> {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds an area on top of the others.
    pub fn add(&mut self, area: Rect, command: C) {
        self.0.push((area, Some(command)));
    }

    /// Covers the areas below, so that a click here does nothing.
    pub fn cover(&mut self, area: Rect) {
        self.0.push((area, None));
    }

    /// Adds these areas on top of others, whose commands have another type.
    pub fn map_into<D>(self, others: &mut Areas<D>, mut wrap: impl FnMut(C) -> D) {
        others.0.extend(self.0.into_iter().map(|(area, command)| (area, command.map(&mut wrap))));
    }
}

impl<C: Clone> Areas<C> {
    /// Returns the command of the topmost area at a cell.
    pub fn hit(&self, column: u16, row: u16) -> Option<C> {
        let at = Position::new(column, row);
        let (_, command) = self.0.iter().rev().find(|(area, _)| area.contains(at))?;
        command.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topmost_area_is_hit() {
        let mut areas = Areas::default();
        areas.add(Rect::new(0, 0, 10, 10), 1);
        areas.add(Rect::new(2, 2, 2, 2), 2);
        areas.cover(Rect::new(8, 8, 2, 2));
        assert_eq!(areas.hit(1, 1), Some(1));
        assert_eq!(areas.hit(2, 3), Some(2));
        assert_eq!(areas.hit(9, 9), None);
        assert_eq!(areas.hit(10, 0), None);
    }

    #[test]
    fn areas_of_one_type_lie_on_those_of_another() {
        let mut board = Areas::default();
        board.add(Rect::new(0, 0, 2, 2), 'a');
        board.cover(Rect::new(1, 1, 1, 1));
        let mut all = Areas::default();
        all.add(Rect::new(0, 0, 4, 4), "below".to_owned());
        board.map_into(&mut all, String::from);
        assert_eq!(all.hit(0, 0).as_deref(), Some("a"));
        assert_eq!(all.hit(1, 1), None);
        assert_eq!(all.hit(3, 3).as_deref(), Some("below"));
    }
}
