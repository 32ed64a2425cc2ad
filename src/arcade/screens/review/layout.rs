//! Where the parts of a review lie: the board beside the other parts, above them, or in place of
//! the graph. All sizes are in terminal columns and rows.

use ratatui::layout::{Rect, Size};

/// The minimum size of the body with the board beside the other parts.
const BESIDE: Size = Size::new(72, 16);
/// The minimum size of the body with the board above the other parts.
const ABOVE: Size = Size::new(60, 22);
/// The width from which on the board always lies beside the other parts.
const WIDE: u16 = 110;
/// The minimum and the maximum width of the parts beside the board.
const SIDE_WIDTHS: [u16; 2] = [34, 72];
/// The columns between the board and the parts beside it.
const GAP: u16 = 3;
/// The height of the explanation of a move, in large and in small windows.
const EXPLANATION_HEIGHTS: [u16; 2] = [4, 3];
/// The minimum and the maximum height of the graph with its heading and the labels below it.
const GRAPH_HEIGHTS: [u16; 2] = [7, 20];
/// The minimum and the maximum height of the list with its heading.
const LIST_HEIGHTS: [u16; 2] = [4, 11];
/// The minimum heights of stacked parts with free rows between them, and with a large explanation.
const MIN_STACKED_HEIGHTS: [u16; 2] = [19, 24];
const BELOW_HEIGHT: u16 = 10;
/// The width of the parts beside a board that has other parts below it, too.
const CORNER_SIDE_WIDTH: u16 = 24;
/// The height of the list below such a board.
const CORNER_BELOW_HEIGHT: u16 = 6;
/// The height of the graph beside it.
const CORNER_GRAPH_HEIGHT: u16 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewLayout {
    pub title: Rect,
    /// The board, unless the graph takes its place.
    pub board: Option<Rect>,
    /// The graph, unless the board takes its place.
    pub graph: Option<Rect>,
    /// What each seat has lost.
    pub seats: Rect,
    pub explanation: Rect,
    /// The list of costly moves.
    pub list: Rect,
}

impl ReviewLayout {
    /// Divides a window so that the board is as large as possible.
    ///
    /// `extent` returns the size of the board in a given space. If board and graph don't both fit,
    /// `shows_board` says which of them is visible.
    pub fn best(area: Rect, seats: u16, shows_board: bool, extent: &dyn Fn(Size) -> Size) -> Self {
        let margin = u16::from(area.height >= 20);
        let width = area.width.saturating_sub(2);
        let area =
            Rect { x: area.x + 1, width, height: area.height.saturating_sub(margin), ..area };
        let title = Rect { height: area.height.min(1), ..area };
        let top = 1 + margin;
        let body = Rect { y: area.y + top, height: area.height.saturating_sub(top), ..area };
        let beside = (area.width >= BESIDE.width && body.height >= BESIDE.height)
            .then(|| Self::beside(title, body, seats, extent))
            .flatten();
        let is_open = beside.is_none() || area.width < WIDE;
        let above = (is_open && area.width >= ABOVE.width && body.height >= ABOVE.height)
            .then(|| Self::above(title, body, seats, extent))
            .flatten();
        let corner = (is_open && area.width >= BESIDE.width && body.height >= BESIDE.height)
            .then(|| Self::corner(title, body, seats, extent))
            .flatten();
        let board_area = |layout: &Self| layout.board.map_or(0, Rect::area);
        // A layout that comes later must make the board larger by over a quarter.
        let better = |best: Self, next: Self| {
            if 4 * board_area(&next) > 5 * board_area(&best) { next } else { best }
        };
        let large = [beside, above, corner].into_iter().flatten().reduce(better);
        large.unwrap_or_else(|| Self::small(title, body, seats, shows_board))
    }

    /// The board in the upper left corner, the list below it.
    fn corner(title: Rect, body: Rect, seats: u16, extent: &dyn Fn(Size) -> Size) -> Option<Self> {
        let width = body.width.saturating_sub(CORNER_SIDE_WIDTH + GAP);
        let height = body.height.saturating_sub(CORNER_BELOW_HEIGHT + 1);
        let board = if_fits(extent(Size::new(width, height)), Size::new(width, height))?;
        let board = Rect { width: board.width, height: board.height, ..body };
        let x = board.right() + GAP;
        let side = Rect { x, width: body.right().saturating_sub(x), ..body };
        let y = board.bottom() + 1;
        let below = Rect { y, height: body.bottom().saturating_sub(y), width, ..body };
        let graph = Rect { y: side.y + seats + 1, height: CORNER_GRAPH_HEIGHT, ..side };
        let y = graph.bottom() + 1;
        Some(Self {
            title,
            board: Some(board),
            seats: Rect { height: seats, ..side },
            graph: Some(graph.intersection(side)),
            explanation: Rect { y, height: side.bottom().saturating_sub(y), ..side },
            list: below,
        })
    }

    fn beside(title: Rect, body: Rect, seats: u16, extent: &dyn Fn(Size) -> Size) -> Option<Self> {
        let [min_side, max_side] = SIDE_WIDTHS;
        let min_side = min_side.max(body.width * 3 / 8);
        let space = Size::new(body.width.saturating_sub(min_side + GAP), body.height);
        let board = if_fits(extent(space), space)?;
        let side = body.width.saturating_sub(board.width + GAP).min(max_side);
        let left = body.x + (body.width - (board.width + GAP + side)) / 2;
        // A board that is much lower than the window is not at its upper edge.
        let y = body.y + (body.height - board.height) / 3;
        let board = Rect { x: left, y, width: board.width, height: board.height };
        let side = Rect { x: board.right() + GAP, width: side, ..body };
        let title = Rect { x: left, width: side.right() - left, ..title };
        Some(Self { board: Some(board), ..Self::stacked(title, side, seats) })
    }

    fn above(title: Rect, body: Rect, seats: u16, extent: &dyn Fn(Size) -> Size) -> Option<Self> {
        let space = Size::new(body.width, body.height.saturating_sub(BELOW_HEIGHT + 1));
        let board = if_fits(extent(space), space)?;
        let board = Rect {
            x: body.x + (body.width - board.width) / 2,
            width: board.width,
            height: board.height,
            ..body
        };
        let y = board.bottom() + 1;
        let below = Rect { y, height: body.bottom().saturating_sub(y), ..body };
        let half = below.width.saturating_sub(GAP) / 2;
        let left = Rect { width: half, ..below };
        let right = Rect { x: left.right() + GAP, width: below.width - half - GAP, ..below };
        let seats = seats.min(left.height / 2);
        let [_, explanation] = EXPLANATION_HEIGHTS;
        Some(Self {
            title,
            board: Some(board),
            seats: Rect { height: seats, ..left },
            graph: Some(Rect {
                y: left.y + seats + 1,
                height: left.height.saturating_sub(seats + 1),
                ..left
            }),
            explanation: Rect { height: explanation.min(right.height), ..right },
            list: Rect {
                y: right.y + explanation,
                height: right.height.saturating_sub(explanation),
                ..right
            },
        })
    }

    /// Stacks seats, graph, explanation and list.
    fn stacked(title: Rect, area: Rect, seats: u16) -> Self {
        let [has_gaps, is_large] = MIN_STACKED_HEIGHTS.map(|min| area.height >= min);
        let gap = u16::from(has_gaps);
        let [large, small] = EXPLANATION_HEIGHTS;
        let explanation = if is_large { large } else { small };
        let [min_list, max_list] = LIST_HEIGHTS;
        let [min_graph, max_graph] = GRAPH_HEIGHTS;
        let fixed = seats + explanation + 3 * gap;
        // The list gets up to two fifths of the remaining rows, and the graph most of the others.
        let rest = area.height.saturating_sub(fixed);
        let list = (2 * rest / 5).clamp(min_list.min(rest), max_list);
        let graph = rest.saturating_sub(list).clamp(min_graph.min(rest), max_graph);
        // Below its heading the graph has an odd number of rows. The explanation can use one more.
        let surplus = graph % 2;
        let (graph, explanation) = (graph - surplus, explanation + surplus);
        let list = area.height.saturating_sub(fixed + graph + surplus);
        let mut y = area.y;
        let mut next = |height: u16, gap: u16| {
            let height = height.min(area.bottom().saturating_sub(y));
            let part = Rect { y, height, ..area };
            y = (y + height + gap).min(area.bottom());
            part
        };
        Self {
            title,
            board: None,
            seats: next(seats, gap),
            graph: Some(next(graph, gap)),
            explanation: next(explanation, gap),
            list: next(list, 0),
        }
    }

    /// Stacks the board or the graph, the explanation, and the list if there is room. In a very
    /// small window, the seats stand in place of the graph.
    fn small(title: Rect, body: Rect, seats: u16, shows_board: bool) -> Self {
        let [large, small] = EXPLANATION_HEIGHTS;
        let explanation = if body.height >= 16 { large } else { small };
        let is_tall = body.height >= 14;
        if !is_tall && !shows_board {
            let mut y = body.y;
            let mut next = |height: u16| {
                let part = Rect { y, height, ..body }.intersection(body);
                y = part.bottom();
                part
            };
            let (seats, explanation, list) = (next(seats), next(explanation), next(body.height));
            return Self { title, seats, board: None, graph: None, explanation, list };
        }
        let seats = if is_tall { seats } else { 0 };
        let rest = body.height.saturating_sub(explanation + seats);
        let list = if shows_board { 0 } else { rest / 2 };
        let upper = Rect { y: body.y + seats, height: rest - list, ..body };
        let explanation = Rect {
            y: upper.bottom(),
            height: explanation.min(body.bottom() - upper.bottom()),
            ..body
        };
        Self {
            title,
            seats: Rect { height: seats, ..body },
            board: shows_board.then_some(upper),
            graph: (!shows_board).then_some(upper),
            explanation,
            list: Rect {
                y: explanation.bottom(),
                height: body.bottom() - explanation.bottom(),
                ..body
            },
        }
    }
}

fn if_fits(size: Size, space: Size) -> Option<Size> {
    (size.width <= space.width && size.height <= space.height).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(space: Size) -> Size {
        let side = space.height.min(space.width / 2);
        Size::new(2 * side, side)
    }

    fn wide(space: Size) -> Size {
        let height = (space.width / 5).clamp(8, 20);
        Size::new(5 * height, height)
    }

    #[test]
    fn the_parts_neither_overlap_nor_leave_the_window() {
        let extents: [fn(Size) -> Size; 2] = [square, wide];
        let sizes = [
            (40, 11),
            (34, 11),
            (1, 1),
            (40, 40),
            (80, 23),
            (100, 29),
            (160, 49),
            (60, 30),
            (300, 12),
        ];
        for (extent, (width, height)) in
            extents.iter().flat_map(|extent| sizes.map(|size| (extent, size)))
        {
            for (seats, shows_board) in [(2, false), (4, true)] {
                let area = Rect::new(3, 2, width, height);
                let layout = ReviewLayout::best(area, seats, shows_board, extent);
                let parts = [
                    Some(layout.title),
                    layout.board,
                    layout.graph,
                    Some(layout.seats),
                    Some(layout.explanation),
                    Some(layout.list),
                ];
                let parts: Vec<_> =
                    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
                for (index, part) in parts.iter().enumerate() {
                    assert_eq!(area.union(*part), area, "{layout:?}");
                    assert!(
                        parts[..index].iter().all(|other| other.intersection(*part).is_empty()),
                        "{layout:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_small_windows_hide_the_board_or_the_graph() {
        let layout = |width, height, shows_board| {
            ReviewLayout::best(Rect::new(0, 0, width, height), 2, shows_board, &square)
        };
        for (width, height) in [(80, 23), (100, 29), (160, 49)] {
            let layout = layout(width, height, false);
            assert!(
                layout.board.is_some() && layout.graph.is_some() && layout.list.height >= 4,
                "{layout:?}"
            );
        }
        assert!(layout(40, 11, false).board.is_none() && layout(40, 11, true).graph.is_none());
    }
}
