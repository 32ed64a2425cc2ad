//! Where everything lies in a review: the board beside the rest, or above it, or in the place of
//! the graph.

use ratatui::layout::{Rect, Size};

/// A window of at least so many columns and rows has room for a board beside the rest,
const BESIDE: Size = Size::new(72, 16);
/// and of so many for a board above it.
const ABOVE: Size = Size::new(60, 22);
/// The columns of the rest beside a board: the least and the most.
const WIDTHS: [u16; 2] = [34, 72];
/// Columns between the board and the rest.
const GAP: u16 = 3;
/// The rows of what is said of a move: where there is room, and where there is little.
const WORDS: [u16; 2] = [4, 3];
/// The rows of a graph: the least and the most.
const GRAPH: [u16; 2] = [5, 16];
/// The rows of the list: its heading and as many moves.
const LIST: [u16; 2] = [4, 11];
/// The rows of what stands below a board above it.
const BELOW: u16 = 10;

/// The areas of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewLayout {
    /// Its title, and how far it has come.
    pub title: Rect,
    /// The board; nothing where the graph has its place.
    pub board: Option<Rect>,
    /// The graph; nothing where the board has its place.
    pub graph: Option<Rect>,
    /// What each seat has given away.
    pub seats: Rect,
    /// What is said of the move at the cursor.
    pub words: Rect,
    /// What cost most.
    pub list: Rect,
}

impl ReviewLayout {
    /// In `area`, for so many seats and a board that wants so much (`extent`) of the room it is
    /// offered. Where there is no room for both, the board or the graph is shown.
    pub fn best(area: Rect, seats: u16, shows_board: bool, extent: impl Fn(Size) -> Size) -> Self {
        let air = u16::from(area.height >= 20);
        let width = area.width.saturating_sub(2);
        let area = Rect { x: area.x + 1, width, height: area.height.saturating_sub(air), ..area };
        let title = Rect { height: area.height.min(1), ..area };
        let top = 1 + air;
        let body = Rect { y: area.y + top, height: area.height.saturating_sub(top), ..area };
        let beside = (area.width >= BESIDE.width && body.height >= BESIDE.height)
            .then(|| Self::beside(title, body, seats, &extent))
            .flatten();
        let above = (area.width >= ABOVE.width && body.height >= ABOVE.height)
            .then(|| Self::above(title, body, seats, &extent))
            .flatten();
        let board = |place: &Self| place.board.map_or(0, Rect::area);
        match (beside, above) {
            // Beside it is the usual place: above must be worth a change.
            (Some(beside), Some(above)) if 4 * board(&above) > 5 * board(&beside) => above,
            (Some(beside), _) => beside,
            (None, Some(above)) => above,
            (None, None) => Self::small(title, body, seats, shows_board),
        }
    }

    fn beside(title: Rect, body: Rect, seats: u16, extent: impl Fn(Size) -> Size) -> Option<Self> {
        let [least, most] = WIDTHS;
        let room =
            Size::new(body.width.saturating_sub(least.max(body.width * 2 / 5) + GAP), body.height);
        let board = fitting(extent(room), room)?;
        let rest = body.width.saturating_sub(board.width + GAP).min(most);
        let left = body.x + (body.width - (board.width + GAP + rest)) / 2;
        let board = Rect { x: left, y: body.y, width: board.width, height: board.height };
        let side = Rect { x: board.right() + GAP, width: rest, ..body };
        let title = Rect { x: left, width: side.right() - left, ..title };
        Some(Self { board: Some(board), ..Self::stacked(title, side, seats) })
    }

    fn above(title: Rect, body: Rect, seats: u16, extent: impl Fn(Size) -> Size) -> Option<Self> {
        let room = Size::new(body.width, body.height.saturating_sub(BELOW + 1));
        let board = fitting(extent(room), room)?;
        let top = Rect {
            x: body.x + (body.width - board.width) / 2,
            width: board.width,
            height: board.height,
            ..body
        };
        let y = top.bottom() + 1;
        let below = Rect { y, height: body.bottom().saturating_sub(y), ..body };
        let half = below.width.saturating_sub(GAP) / 2;
        let left = Rect { width: half, ..below };
        let right = Rect { x: left.right() + GAP, width: below.width - half - GAP, ..below };
        let seats = seats.min(left.height / 2);
        let words = WORDS[1];
        Some(Self {
            title,
            board: Some(top),
            seats: Rect { height: seats, ..left },
            graph: Some(Rect { y: left.y + seats, height: left.height - seats, ..left }),
            words: Rect { height: words.min(right.height), ..right },
            list: Rect { y: right.y + words, height: right.height.saturating_sub(words), ..right },
        })
    }

    /// Seats, graph, words and list below each other.
    fn stacked(title: Rect, area: Rect, seats: u16) -> Self {
        let air = u16::from(area.height >= 19);
        let [words, _] = WORDS;
        let fixed = seats + words + 3 * air;
        let rest = area.height.saturating_sub(fixed);
        // Of what is left the list gets a half, where it needs so much, and the graph the rest.
        let list = (rest / 2).clamp(LIST[0].min(rest), LIST[1]);
        let graph = rest.saturating_sub(list).clamp(GRAPH[0].min(rest), GRAPH[1]);
        let list = area.height.saturating_sub(fixed + graph);
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
            seats: next(seats, air),
            graph: Some(next(graph, air)),
            words: next(words, air),
            list: next(list, 0),
        }
    }

    /// The board or the graph, and what is said of the move; the list where there is room.
    fn small(title: Rect, body: Rect, seats: u16, shows_board: bool) -> Self {
        let [much, little] = WORDS;
        let words = if body.height >= 16 { much } else { little };
        let is_high = body.height >= 14;
        let seats = if is_high { seats } else { 0 };
        let rest = body.height.saturating_sub(words + seats);
        let list = match (shows_board, is_high) {
            (true, _) => 0,
            (false, true) => rest / 2,
            (false, false) => rest.saturating_sub(GRAPH[0]),
        };
        let upper = Rect { y: body.y + seats, height: rest - list, ..body };
        let words =
            Rect { y: upper.bottom(), height: words.min(body.bottom() - upper.bottom()), ..body };
        Self {
            title,
            seats: Rect { height: seats, ..body },
            board: shows_board.then_some(upper),
            graph: (!shows_board).then_some(upper),
            words,
            list: Rect { y: words.bottom(), height: body.bottom() - words.bottom(), ..body },
        }
    }
}

/// What a board wants, if the room has it.
fn fitting(wanted: Size, room: Size) -> Option<Size> {
    (wanted.width <= room.width && wanted.height <= room.height).then_some(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(room: Size) -> Size {
        let side = room.height.min(room.width / 2);
        Size::new(2 * side, side)
    }

    fn wide(room: Size) -> Size {
        let height = (room.width / 5).clamp(8, 20);
        Size::new(5 * height, height)
    }

    #[test]
    fn nothing_overlaps_and_nothing_lies_outside() {
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
                let place = ReviewLayout::best(area, seats, shows_board, extent);
                let all = [
                    Some(place.title),
                    place.board,
                    place.graph,
                    Some(place.seats),
                    Some(place.words),
                ];
                let all: Vec<_> = all
                    .into_iter()
                    .chain([Some(place.list)])
                    .flatten()
                    .filter(|rect| !rect.is_empty())
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

    #[test]
    fn a_usual_window_has_room_for_all_and_a_small_one_for_either() {
        let at = |width, height, shows_board| {
            ReviewLayout::best(Rect::new(0, 0, width, height), 2, shows_board, square)
        };
        for (width, height) in [(80, 23), (100, 29), (160, 49)] {
            let place = at(width, height, false);
            assert!(
                place.board.is_some() && place.graph.is_some() && place.list.height >= 4,
                "{place:?}"
            );
        }
        assert!(at(40, 11, false).board.is_none() && at(40, 11, true).graph.is_none());
    }
}
