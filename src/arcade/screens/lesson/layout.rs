//! Where the board and the text of a lesson or a puzzle are.

use ratatui::layout::{Margin, Rect, Size};

use crate::arcade::board_room::{MAX_TEXT_HEIGHT, MIN_TEXT_HEIGHT, WIDE, board_room, widened};

const MAX_WIDTH: u16 = 72;
/// A window with at least this many rows has a free one above the board.
const HIGH: u16 = 29;
/// The smallest and the largest width of a prompt beside the board in a wide window, in columns.
const MIN_SIDE_WIDTH: u16 = 25;
const MAX_SIDE_WIDTH: u16 = 40;
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonLayout {
    pub board: Rect,
    pub prompt: Rect,
}

impl LessonLayout {
    /// Returns the best layout of a window. `min_width` is the smallest width of a text beside the
    /// board in a narrow window; `extent` returns the size of the board for the available space.
    pub fn best(window: Rect, min_width: u16, extent: &dyn Fn(Size) -> Size) -> Self {
        let mut area = board_room(window, extent);
        if area.height >= HIGH {
            (area.y, area.height) = (area.y + 1, area.height - 1);
        }
        let beside: &[_] =
            if area.width > WIDE { &[(28, 4), (MIN_SIDE_WIDTH, 2)] } else { &[(min_width, 1)] };
        let below: &[_] = if area.height > 13 {
            &[(8, 1), (MIN_TEXT_HEIGHT, 1)]
        } else {
            &[(MIN_TEXT_HEIGHT, 0)]
        };
        let beside =
            beside.iter().filter_map(|&(width, gap)| Self::beside(area, width, gap, extent));
        let below = below.iter().map(|&(height, gap)| Self::below(area, height, gap, extent));
        // A layout with less room for the prompt must make the board clearly larger.
        let better = |best: Self, next: Self| {
            if 4 * next.board.area() > 5 * best.board.area() { next } else { best }
        };
        let Self { board, prompt } = beside.chain(below).reduce(better).unwrap_or_default();
        // The text keeps away from the right edge.
        let margin = if window.width >= 80 { 2 } else { 1 };
        Self { board, prompt: prompt.intersection(window.inner(Margin::new(margin, 0))) }
    }

    /// Gives a text beside the board the columns that the board leaves free above.
    pub fn with_free_corner(mut self, free_corner: impl FnOnce(Rect) -> Size) -> Self {
        if self.prompt.x >= self.board.right() {
            self.prompt = widened(self.prompt, free_corner(self.board), MAX_SIDE_WIDTH);
        }
        self
    }

    fn beside(area: Rect, min_width: u16, gap: u16, extent: &dyn Fn(Size) -> Size) -> Option<Self> {
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

    fn below(area: Rect, min_height: u16, gap: u16, extent: &dyn Fn(Size) -> Size) -> Self {
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
