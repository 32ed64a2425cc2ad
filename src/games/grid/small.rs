//! Where the cells of a small picture lie: no rim, no window on a part.

use ratatui::layout::{Constraint::Length, Rect};

use super::GridPos;

/// The cells of a board of this size in the middle of `area`, as large as fits; each twice as wide
/// as high.
pub fn lay_small(size: u16, area: Rect) -> impl Iterator<Item = (GridPos, Rect)> {
    let rows = size.max(1);
    let height = (area.height / rows).min(area.width / (2 * rows)).max(1);
    let board = area.centered(Length(2 * height * size), Length(height * size));
    let places = (0..size).flat_map(move |row| (0..size).map(move |col| GridPos::new(row, col)));
    let laid = places.map(move |place| {
        let (x, y) = (board.x + place.col * 2 * height, board.y + place.row * height);
        (place, Rect::new(x, y, 2 * height, height).intersection(area))
    });
    laid.filter(|(_, cell)| !cell.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_as_large_as_fits_and_stay_inside() {
        for (size, area, height) in [
            (8, Rect::new(3, 2, 18, 8), 1),
            (8, Rect::new(0, 0, 40, 17), 2),
            (5, Rect::new(1, 1, 39, 16), 3),
        ] {
            let cells: Vec<_> = lay_small(size, area).collect();
            assert_eq!(cells.len(), usize::from(size * size));
            assert!(
                cells.iter().all(|(_, cell)| (cell.width, cell.height) == (2 * height, height))
            );
            assert!(cells.iter().all(|(_, cell)| area.union(*cell) == area));
        }
        assert!(
            lay_small(9, Rect::new(0, 0, 3, 3))
                .all(|(_, cell)| cell.right() <= 3 && cell.bottom() <= 3)
        );
    }
}
