//! Where board and panel lie: the panel beside the board or below it, whichever leaves the board
//! larger.

use ratatui::layout::{Rect, Size};

/// The least columns of a panel beside the board, in a narrow window and in others, and the most.
const WIDTHS: [u16; 3] = [14, 22, 32];
/// The least rows of a panel below the board, and the most.
const HEIGHTS: [u16; 2] = [5, 12];
/// The columns of each half of a panel below the board: the least and the most.
const HALVES: [u16; 2] = [17, 44];
/// A window of more columns is wide.
const WIDE: u16 = 60;

/// The areas of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where the board is drawn.
    pub board: Rect,
    /// Where the panel is: one beside the board, or two halves below it.
    pub panels: (Rect, Option<Rect>),
}

impl Place {
    /// The places in `area` of a board that wants so much (`extent`) of the room it is offered.
    pub fn best(area: Rect, extent: impl Fn(Size) -> Size) -> Self {
        let (beside, is_whole) = Self::beside(area, &extent);
        let below = Self::below(area, &extent);
        // The usual place is beside the board: below it must be worth a change.
        if !is_whole || 4 * below.board.area() > 5 * beside.board.area() { below } else { beside }
    }

    /// The panel beside the board, and whether the board has the room that it wants.
    fn beside(area: Rect, extent: impl Fn(Size) -> Size) -> (Self, bool) {
        let [narrow, usual, most] = WIDTHS;
        let (least, gap) = if area.width > WIDE { (usual, 4) } else { (narrow, 1) };
        let room = Size::new(area.width.saturating_sub(least + gap), area.height);
        let extent = extent(room);
        let is_whole = extent.width <= room.width && extent.height <= room.height;
        let panel =
            area.width.saturating_sub(extent.width + gap).clamp(least.min(area.width), most);
        let whole = (extent.width + gap + panel).min(area.width);
        let left = area.x + (area.width - whole) / 2;
        let top = area.y + (area.height.saturating_sub(extent.height)) / 2;
        let board =
            Rect { x: left, y: top, width: extent.width, height: extent.height }.intersection(area);
        // Beside a low board the panel may be higher than it.
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

    fn below(area: Rect, extent: impl Fn(Size) -> Size) -> Self {
        let ([least, most], [narrow, wide]) = (HEIGHTS, HALVES);
        let gap = u16::from(area.height > 13);
        let extent = extent(Size::new(area.width, area.height.saturating_sub(least + gap)));
        let height = area.height.saturating_sub(extent.height + gap).min(most);
        let whole = extent.height + gap + height;
        let top = area.y + area.height.saturating_sub(whole) / 2;
        let left = area.x + area.width.saturating_sub(extent.width) / 2;
        let board =
            Rect { x: left, y: top, width: extent.width, height: extent.height }.intersection(area);
        let middle = if extent.width > WIDE { 4 } else { 1 };
        let half = ((extent.width.saturating_sub(middle)) / 2).clamp(narrow.min(area.width), wide);
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

    /// A square board that grows, and a wide one.
    fn square(room: Size) -> Size {
        let side = room.height.min(room.width / 2);
        Size::new(2 * side, side)
    }

    fn wide(room: Size) -> Size {
        let height = (room.width / 5).min(room.height);
        Size::new(5 * height, height)
    }

    #[test]
    fn a_square_board_has_its_panel_beside_it_and_a_wide_one_below() {
        for (width, height) in [(80, 22), (100, 28), (160, 48)] {
            let area = Rect::new(0, 1, width, height);
            assert_eq!(Place::best(area, square).panels.1, None);
            assert!(Place::best(area, wide).panels.1.is_some());
        }
    }

    #[test]
    fn nothing_overlaps_and_nothing_lies_outside() {
        for extent in [square, wide] {
            for (width, height) in [(1, 1), (34, 11), (40, 11), (80, 22), (300, 20), (40, 90)] {
                let area = Rect::new(0, 0, width, height);
                for place in [Place::beside(area, extent).0, Place::below(area, extent)] {
                    let all: Vec<_> = [Some(place.board), Some(place.panels.0), place.panels.1]
                        .into_iter()
                        .flatten()
                        .filter(|area| !area.is_empty())
                        .collect();
                    for (at, one) in all.iter().enumerate() {
                        assert_eq!(area.union(*one), area, "{place:?}");
                        assert!(
                            all[..at].iter().all(|other| other.intersection(*one).is_empty()),
                            "{place:?}"
                        );
                    }
                }
            }
        }
    }
}
