//! Where the parts of the saved-games screen lie. All sizes are in terminal columns and rows.

use ratatui::layout::{Constraint::Length, Rect};

/// The maximum width of the list.
pub const LIST_WIDTH: u16 = 75;
/// The list is narrow, with fewer columns, below this width.
pub const NARROW_WIDTH: u16 = LIST_WIDTH - 10;
/// The height of the details without a board.
pub const SHORT_DETAILS_HEIGHT: u16 = 2;
/// The minimum width of a window with the board beside the list.
const WIDE: u16 = 120;
/// The maximum width of list and board together.
const MAX_WIDTH: u16 = 150;
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
        let width = if is_wide {
            (area.width - 2).min(MAX_WIDTH)
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
            let list = Rect { width: LIST_WIDTH, height: rest.height.saturating_sub(1), ..rest };
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
        Self { title: row(0), filter: row(1), headings, list, details }
    }
}
