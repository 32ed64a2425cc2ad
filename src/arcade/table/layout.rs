//! Where the board and the panel are: the panel is beside the board, or below it if that makes the
//! board clearly larger.

use ratatui::layout::{Rect, Size};

use crate::arcade::board_room::{MAX_TEXT_HEIGHT, MIN_TEXT_HEIGHT, WIDE, board_room, inside};

/// The smallest width of a panel beside the board in a narrow window, in columns.
const MIN_WIDTH_NARROW: u16 = 14;
/// The smallest width of a panel beside the board in a wide window, in columns.
const MIN_WIDTH_WIDE: u16 = 22;
/// The largest width of a panel beside the board, in columns.
const MAX_WIDTH: u16 = 32;
/// The largest width of a panel in a very wide window, in columns.
const MAX_WIDTH_VERY_WIDE: u16 = 48;
/// A window with at least this many columns is very wide.
const VERY_WIDE: u16 = 150;
/// The smallest width of each half of a panel below the board, in columns.
const MIN_HALF: u16 = 17;
/// The largest width of each half of a panel below the board, in columns.
const MAX_HALF: u16 = 44;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLayout {
    pub board: Rect,
    /// Where the panel is: in one piece beside the board, or in two halves below it.
    pub panels: (Rect, Option<Rect>),
}

impl TableLayout {
    /// Returns the best layout of `area`. `extent` returns the size of the board for the available
    /// space.
    pub fn best(window: Rect, extent: &dyn Fn(Size) -> Size) -> Self {
        let area = board_room(window, extent);
        let (beside, is_whole) = Self::beside(area, extent);
        let below = Self::below(area, extent);
        // A panel below the board must make the board clearly larger.
        let is_below = !is_whole || 4 * below.board.area() > 5 * beside.board.area();
        let Self { board, panels: (first, second) } = if is_below { below } else { beside };
        let inside = inside(window);
        let panels = (first.intersection(inside), second.map(|half| half.intersection(inside)));
        Self { board, panels }
    }

    /// The layout with the panel beside the board, and whether the board fits into it.
    fn beside(area: Rect, extent: &dyn Fn(Size) -> Size) -> (Self, bool) {
        let (min_width, gap) =
            if area.width > WIDE { (MIN_WIDTH_WIDE, 4) } else { (MIN_WIDTH_NARROW, 1) };
        let space = Size::new(area.width.saturating_sub(min_width + gap), area.height);
        let extent = extent(space);
        let is_whole = extent.width <= space.width && extent.height <= space.height;
        let rest = area.width.saturating_sub(extent.width + gap);
        let max = if area.width >= VERY_WIDE { MAX_WIDTH_VERY_WIDE } else { MAX_WIDTH };
        let panel = rest.clamp(min_width.min(area.width), max);
        let whole = (extent.width + gap + panel).min(area.width);
        let left = area.x + (area.width - whole) / 2;
        let top = area.y + (area.height.saturating_sub(extent.height)) / 2;
        let board =
            Rect { x: left, y: top, width: extent.width, height: extent.height }.intersection(area);
        // The panel may be taller than a low board.
        let height = if extent.height < 14 { area.height.min(20) } else { extent.height };
        let y = if extent.height < 14 {
            area.y + (area.height - height.min(area.height)) / 2
        } else {
            top
        };
        let side = Rect {
            x: left + extent.width + gap,
            y,
            width: panel,
            height: height.min(area.bottom() - y),
        };
        (Self { board, panels: (side.intersection(area), None) }, is_whole)
    }

    fn below(area: Rect, extent: &dyn Fn(Size) -> Size) -> Self {
        let gap = u16::from(area.height > 13);
        let extent =
            extent(Size::new(area.width, area.height.saturating_sub(MIN_TEXT_HEIGHT + gap)));
        let height = area.height.saturating_sub(extent.height + gap).min(MAX_TEXT_HEIGHT);
        let whole = extent.height + gap + height;
        let top = area.y + area.height.saturating_sub(whole) / 2;
        let left = area.x + area.width.saturating_sub(extent.width) / 2;
        let board =
            Rect { x: left, y: top, width: extent.width, height: extent.height }.intersection(area);
        let middle = if extent.width > WIDE { 4 } else { 1 };
        let half = extent.width.saturating_sub(middle) / 2;
        let half = half.clamp(MIN_HALF.min(area.width), MAX_HALF);
        let y = top + extent.height + gap;
        let left_half = Rect { x: left, y, width: half, height };
        let rest = extent.width.saturating_sub(half + middle);
        let right_half = Rect { x: left + half + middle, y, width: rest, height };
        Self { board, panels: (left_half.intersection(area), Some(right_half.intersection(area))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extent of a square board.
    fn square(space: Size) -> Size {
        let side = space.height.min(space.width / 2);
        Size::new(2 * side, side)
    }

    /// The extent of a wide board.
    fn wide(space: Size) -> Size {
        let height = (space.width / 5).min(space.height);
        Size::new(5 * height, height)
    }

    #[test]
    fn the_panel_is_beside_a_square_board_and_below_a_wide_one() {
        for (width, height) in [(80, 22), (100, 28), (160, 48)] {
            let area = Rect::new(0, 1, width, height);
            assert_eq!(TableLayout::best(area, &square).panels.1, None);
            assert!(TableLayout::best(area, &wide).panels.1.is_some());
        }
    }

    #[test]
    fn a_column_on_each_side_stays_free() {
        for extent in [square, wide] {
            for (width, height) in [(40, 11), (80, 23), (100, 29), (120, 39), (200, 59)] {
                let area = Rect::new(0, 0, width, height);
                let layout = TableLayout::best(area, &extent);
                let (first, second) = layout.panels;
                for part in [Some(layout.board), Some(first), second].into_iter().flatten() {
                    assert!(part.x >= 1 && part.right() < width, "{part} in {area}");
                }
            }
        }
    }

    #[test]
    fn the_panel_is_wider_in_a_very_wide_window() {
        let panel = |width, height| {
            TableLayout::best(Rect::new(0, 0, width, height), &square).panels.0.width
        };
        assert_eq!([panel(120, 39), panel(200, 59)], [32, 48]);
    }

    #[test]
    fn areas_do_not_overlap_and_lie_inside_the_window() {
        for extent in [square, wide] {
            for (width, height) in [(1, 1), (34, 11), (40, 11), (80, 22), (300, 20), (40, 90)] {
                let area = Rect::new(0, 0, width, height);
                for layout in
                    [TableLayout::beside(area, &extent).0, TableLayout::below(area, &extent)]
                {
                    let all: Vec<_> = [Some(layout.board), Some(layout.panels.0), layout.panels.1]
                        .into_iter()
                        .flatten()
                        .filter(|area| !area.is_empty())
                        .collect();
                    for (at, one) in all.iter().enumerate() {
                        assert_eq!(area.union(*one), area, "{layout:?}");
                        assert!(
                            all[..at].iter().all(|other| other.intersection(*one).is_empty()),
                            "{layout:?}"
                        );
                    }
                }
            }
        }
    }
}
