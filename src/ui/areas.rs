//! Where a mouse click hits what: registered while drawing, so it can't drift from what is shown.

use ratatui::layout::{Position, Rect};

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickTarget {
    /// Run this key binding of the screen on top (by its place in [`super::Offer`]s).
    Offer(usize),
    /// Something that the screen itself numbered.
    Spot(usize),
    /// Nothing: covers what lies under it.
    Nothing,
}

/// The areas of one drawing, the later ones on top.
#[derive(Clone, Debug, Default)]
pub struct ClickAreas(Vec<(Rect, ClickTarget)>);

impl ClickAreas {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// A click in `area` means `target`.
    pub fn add(&mut self, area: Rect, target: ClickTarget) {
        self.0.push((area, target));
    }

    /// What a click there means.
    pub fn hit(&self, column: u16, row: u16) -> Option<ClickTarget> {
        let at = Position::new(column, row);
        let hit =
            self.0.iter().rev().find(|(area, _)| area.contains(at)).map(|&(_, target)| target);
        hit.filter(|&target| target != ClickTarget::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_drawn_last_is_hit_first() {
        let mut areas = ClickAreas::default();
        areas.add(Rect::new(0, 0, 10, 10), ClickTarget::Spot(1));
        areas.add(Rect::new(2, 2, 2, 2), ClickTarget::Offer(2));
        areas.add(Rect::new(8, 8, 2, 2), ClickTarget::Nothing);
        assert_eq!(areas.hit(1, 1), Some(ClickTarget::Spot(1)));
        assert_eq!(areas.hit(2, 3), Some(ClickTarget::Offer(2)));
        assert_eq!(areas.hit(9, 9), None);
        assert_eq!(areas.hit(10, 0), None);
    }
}
