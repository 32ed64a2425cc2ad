//! Where the board and the prompt of a lesson are: side by side, or the prompt below the board.

use ratatui::layout::{Rect, Size};

use crate::arcade::board_room::{MAX_TEXT_HEIGHT, MIN_TEXT_HEIGHT, WIDE, board_room, inside};

/// The largest width of a prompt, in columns.
const MAX_WIDTH: u16 = 72;
/// The largest width of a prompt beside the board, in columns.
const MAX_SIDE_WIDTH: u16 = 40;

/// The areas of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonLayout {
    /// Where the board is drawn.
    pub board: Rect,
    /// Where the prompt is drawn.
    pub prompt: Rect,
}

impl LessonLayout {
    /// Returns the best layout of `area`. `extent` returns the size of the board for the available
    /// space.
    pub fn best(window: Rect, extent: &dyn Fn(Size) -> Size) -> Self {
        let area = board_room(window, extent);
        let below = Self::below(area, extent);
        let layout = match Self::beside(area, extent) {
            // A prompt below the board must make the board clearly larger.
            Some(beside) if 4 * below.board.area() <= 5 * beside.board.area() => beside,
            _ => below,
        };
        Self { prompt: layout.prompt.intersection(inside(window)), ..layout }
    }

    /// The layout with the prompt beside the board, if both have room.
    fn beside(area: Rect, extent: &dyn Fn(Size) -> Size) -> Option<Self> {
        let (min_width, gap) = if area.width > WIDE { (28, 4) } else { (20, 1) };
        let space = Size::new(area.width.checked_sub(min_width + gap)?, area.height);
        let Size { width, height } = extent(space);
        if width > space.width || height > space.height {
            return None;
        }
        let prompt_width = (area.width - width - gap).min(MAX_SIDE_WIDTH);
        let left = area.x + (area.width - width - gap - prompt_width) / 2;
        let top = area.y + (area.height - height) / 2;
        let board = Rect { x: left, y: top, width, height };
        // The prompt may need more rows than a low board.
        let rows = height.max(18).min(area.height);
        let y = top.min(area.bottom() - rows);
        let prompt = Rect { x: board.right() + gap, y, width: prompt_width, height: rows };
        Some(Self { board, prompt })
    }

    /// The layout with the prompt below the board.
    fn below(area: Rect, extent: &dyn Fn(Size) -> Size) -> Self {
        let gap = u16::from(area.height > 13);
        let min_height = if area.height > 13 { 8 } else { MIN_TEXT_HEIGHT };
        let space = Size::new(area.width, area.height.saturating_sub(min_height + gap));
        let Size { width, height } = extent(space);
        let rows = area.height.saturating_sub(height + gap).min(MAX_TEXT_HEIGHT);
        let top = area.y + area.height.saturating_sub(height + gap + rows) / 2;
        let left = area.x + area.width.saturating_sub(width) / 2;
        let board = Rect { x: left, y: top, width, height }.intersection(area);
        let prompt_width = width.clamp(40, MAX_WIDTH).min(area.width);
        let x = area.x + (area.width - prompt_width) / 2;
        let prompt = Rect { x, y: top + height + gap, width: prompt_width, height: rows };
        Self { board, prompt: prompt.intersection(area) }
    }
}
