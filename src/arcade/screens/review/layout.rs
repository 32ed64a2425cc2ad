//! The areas of a review: beside the board, below it or, in a small window, in its place.

use ratatui::layout::{
    Constraint::{Fill, Length},
    Layout, Rect, Size,
};

use crate::{
    arcade::split::{Split, TextRoom},
    widgets::page::{Frame, WindowClass},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewLayout {
    pub title: Rect,
    /// The board, unless the graph takes its place.
    pub board: Option<Rect>,
    /// The graph, unless the board takes its place.
    pub graph: Option<Rect>,
    /// The losses of each seat.
    pub seats: Rect,
    pub explanation: Rect,
    /// The list of costly moves.
    pub list: Rect,
}

impl ReviewLayout {
    /// If board and graph don't both fit, `shows_board` says which of them is visible.
    pub fn new(window: Rect, seats: u16, shows_board: bool, extent: &dyn Fn(Size) -> Size) -> Self {
        let Frame { class, title, content } = Frame::new(window);
        if class == WindowClass::Small {
            return Self::small(title, content, seats, shows_board);
        }
        // The board has its own margin below the title.
        let height = content.bottom() - title.bottom();
        let body = Rect { y: title.bottom(), height, ..content };
        let split = Split::of(body, class, &TextRoom::REVIEW, extent);
        let corner = Self::corner(title, body, seats, extent);
        let size = |layout: &Self| layout.board.map_or(0, Rect::area);
        // The corner is used if it makes the board more than a quarter larger.
        if 4 * size(&corner) > 5 * split.board.area() {
            return corner;
        }
        let Split { board, text, is_below } = split;
        let [seats, graph, explanation, list] = if is_below {
            let halves = Layout::horizontal([Fill(1), Fill(1)]).spacing(3);
            let whole = Rect { x: content.x, width: content.width, ..text };
            let [left, right] = whole.layout(&halves);
            let [seats, graph] =
                left.layout(&Layout::vertical([Length(seats), Fill(1)]).spacing(1));
            let [explanation, list] = right.layout(&Layout::vertical([Length(3), Fill(1)]));
            [seats, graph, explanation, list]
        } else {
            let rest = content.height.saturating_sub(seats + 3);
            // The graph has at most half of the rows, and an odd number below its heading.
            let graph = rest / 4 * 2;
            // The explanation has three rows; the list shows a move of the person and one other.
            let list = (rest * 3 / 10).max(5).min(rest.saturating_sub(graph + 3));
            let parts = [Length(seats), Length(graph), Fill(1), Length(list)];
            let column = Rect { y: content.y, height: content.height, ..text };
            column.layout(&Layout::vertical(parts).spacing(1))
        };
        Self { title, board: Some(board), graph: Some(graph), seats, explanation, list }
    }

    /// The board in the upper left corner, the list below it.
    fn corner(title: Rect, body: Rect, seats: u16, extent: &dyn Fn(Size) -> Size) -> Self {
        let [left, side] = body.layout(&Layout::horizontal([Fill(1), Length(22)]).spacing(3));
        let [board, list] = left.layout(&Layout::vertical([Fill(1), Length(6)]).spacing(1));
        let board = board.resize(extent(board.as_size())).intersection(board);
        let list =
            Rect { y: board.bottom() + 1, height: left.bottom() - board.bottom() - 1, ..list };
        let (x, y) = (board.right() + 3, body.y + 1);
        let side = Rect { x, y, width: side.right() - x, height: side.bottom() - y };
        let parts = [Length(seats), Length(8), Fill(1)];
        let [seats, graph, explanation] = side.layout(&Layout::vertical(parts).spacing(1));
        Self { title, board: Some(board), graph: Some(graph), seats, explanation, list }
    }

    /// Stacks the board or the graph, the explanation, and the list if there is room. In a very
    /// small window, the seats stand in place of the graph.
    fn small(title: Rect, body: Rect, seats: u16, shows_board: bool) -> Self {
        let is_tall = body.height >= 14;
        let [seats, upper, list] = match (shows_board, is_tall) {
            (true, true) => [Length(seats), Fill(1), Length(0)],
            (true, false) => [Length(0), Fill(1), Length(0)],
            (false, true) => [Length(seats), Fill(1), Fill(1)],
            (false, false) => [Length(seats), Length(0), Fill(1)],
        };
        let [seats, upper, explanation, list] =
            body.layout(&Layout::vertical([seats, upper, Length(3), list]));
        let board = shows_board.then_some(upper);
        let graph = (is_tall && !shows_board).then_some(upper);
        Self { title, board, graph, seats, explanation, list }
    }
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
                let layout = ReviewLayout::new(area, seats, shows_board, extent);
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
            ReviewLayout::new(Rect::new(0, 0, width, height), 2, shows_board, &square)
        };
        for (width, height) in [(80, 23), (100, 29), (160, 49)] {
            let layout = layout(width, height, false);
            assert!(
                layout.board.is_some() && layout.graph.is_some() && layout.list.height >= 3,
                "{layout:?}"
            );
        }
        assert!(layout(40, 11, false).board.is_none() && layout(40, 11, true).graph.is_none());
    }
}
