//! Where the parts of the saved-games screen lie. All sizes are in terminal columns and rows.

use ratatui::layout::{Constraint::Length, Rect};

/// The width of the list, unless the window is very wide.
pub const LIST_WIDTH: u16 = 75;
/// The list is narrow, with fewer columns, below this width.
pub const NARROW_WIDTH: u16 = LIST_WIDTH - 10;
/// The height of the details without a board.
pub const SHORT_DETAILS_HEIGHT: u16 = 2;
/// The minimum width of a window with the board beside the list.
const WIDE: u16 = 120;
/// The maximum width of list and board together.
const MAX_WIDTH: u16 = 150;
/// The columns by which the list of a very wide window is wider, for the names of four players.
const MAX_EXTRA_WIDTH: u16 = 20;
/// The minimum height of a window with the board below the list.
const TALL: u16 = 20;
/// The minimum height of a window with an empty top row.
const SPACIOUS: u16 = 28;
/// The maximum height of the details below the list.
const DETAILS_HEIGHT: u16 = 13;

/// The areas of the screen.
pub struct SavedGamesLayout {
    pub title: Rect,
    pub filter: Rect,
    /// The headings of the columns, where there is room for them.
    pub headings: Option<Rect>,
    pub list: Rect,
    /// The details of the selected game.
    pub details: Rect,
}

impl SavedGamesLayout {
    pub fn new(area: Rect) -> Self {
        let is_tall = area.height >= TALL;
        let is_wide = area.width >= WIDE && is_tall;
        let extra = area.width.saturating_sub(MAX_WIDTH + 2).min(MAX_EXTRA_WIDTH);
        let width = if is_wide {
            (area.width - 2).min(MAX_WIDTH + extra)
        } else {
            LIST_WIDTH.min(area.width.saturating_sub(2))
        };
        let body = area.centered(Length(width), Length(area.height));
        let margin = u16::from(area.height >= SPACIOUS);
        let body = Rect { y: body.y + margin, height: body.height - margin, ..body };
        let row = |y: u16| Rect { y: body.y + y, height: u16::from(y < body.height), ..body };
        let gap = u16::from(is_tall);
        let headings = is_tall.then(|| row(3));
        let top = 2 + 2 * gap;
        let rest = Rect { y: row(top).y, height: body.height.saturating_sub(top), ..body };
        let (list, details) = if is_wide {
            let list =
                Rect { width: LIST_WIDTH + extra, height: rest.height.saturating_sub(1), ..rest };
            let x = list.right() + 2;
            (list, Rect { x, width: body.right().saturating_sub(x), ..list })
        } else {
            let details_height = if is_tall {
                (rest.height / 2).min(DETAILS_HEIGHT)
            } else {
                SHORT_DETAILS_HEIGHT.min(rest.height)
            };
            let height = rest.height.saturating_sub(details_height + gap);
            let list = Rect { height, ..rest };
            (list, Rect { y: list.bottom() + gap, height: details_height, ..rest })
        };
        let headings = headings.map(|row| Rect { width: list.width, ..row });
        Self { title: row(0), filter: row(1), headings, list, details }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_a_very_wide_window_has_room_for_four_players() {
        let width = |width| SavedGamesLayout::new(Rect::new(0, 0, width, 59)).list.width;
        assert_eq!([100, 120, 152, 200].map(width), [75, 75, 75, 95]);
        let narrow = SavedGamesLayout::new(Rect::new(0, 0, 120, 39));
        assert_eq!(narrow.headings.map(|row| row.width), Some(75));
        let wide = SavedGamesLayout::new(Rect::new(0, 0, 200, 59));
        assert!(wide.details.width >= 70 && wide.details.right() < 200);
    }
}
