//! Where the parts of the lobby are. All sizes are in terminal columns and rows.

use ratatui::layout::{Constraint::Length, Rect};

/// The list is narrow, with fewer columns, below this width.
pub const NARROW_WIDTH: u16 = 46;
/// The maximum width of the screen.
const MAX_WIDTH: u16 = 110;
/// The minimum width of a window that shows the people beside the list.
const WIDE: u16 = 76;
/// The width of the list of people, in windows of at least [`MAX_WIDTH`] columns and in others.
const PEOPLE_WIDTHS: [u16; 2] = [34, 24];
/// The columns between the list and the people.
const GAP: u16 = 2;
/// The minimum height of a window with empty rows between the parts.
const TALL: u16 = 18;
/// The minimum height of a window with an empty top row.
const SPACIOUS: u16 = 28;

/// The areas of the lobby.
pub struct LobbyLayout {
    /// The title.
    pub title: Rect,
    /// The list of tables.
    pub list: Rect,
    /// The line about the selected table.
    pub details: Rect,
    /// Who is here: a list, or a single line.
    pub people: Rect,
}

impl LobbyLayout {
    /// Lays out the lobby.
    pub fn new(area: Rect) -> Self {
        let is_tall = area.height >= TALL;
        let margin = if area.width >= WIDE { 2 } else { 1 };
        let width = area.width.saturating_sub(2 * margin).min(MAX_WIDTH);
        let body = area.centered(Length(width), Length(area.height));
        let top = u16::from(area.height >= SPACIOUS);
        let body = Rect { y: body.y + top, height: body.height.saturating_sub(top), ..body };
        let gap = u16::from(is_tall);
        let is_wide = area.width >= WIDE && is_tall;
        // Below the list: the details, and the people unless they stand beside it.
        let below = gap + 1 + u16::from(!is_wide) + gap;
        let list_y = body.y + 1 + gap;
        let height = body.bottom().saturating_sub(list_y + below);
        let list = Rect { y: list_y, height, ..body };
        let row = |y: u16| Rect { y, height: 1, ..body }.intersection(body);
        let details = row(list.bottom() + gap);
        let (list, people) = if is_wide {
            let people = PEOPLE_WIDTHS[usize::from(width < MAX_WIDTH)];
            let list = Rect { width: width - people - GAP, ..list };
            (list, Rect { x: list.right() + GAP, width: people, ..list })
        } else {
            (list, row(details.bottom()))
        };
        Self { title: row(body.y), list, details, people }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_parts_overlap() {
        for (width, height) in [(40, 11), (60, 15), (76, 17), (80, 23), (100, 29), (200, 59)] {
            let area = Rect::new(0, 0, width, height);
            let LobbyLayout { title, list, details, people } = LobbyLayout::new(area);
            let parts = [title, list, details, people];
            for (index, part) in parts.iter().enumerate() {
                assert!(!part.is_empty() && area.union(*part) == area, "{width} x {height}");
                let others = parts.iter().skip(index + 1);
                assert!(others.into_iter().all(|other| !part.intersects(*other)), "{parts:?}");
            }
            assert!(list.height >= 6 && list.width >= 38, "{list:?}");
        }
    }
}
