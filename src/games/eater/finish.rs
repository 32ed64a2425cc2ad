//! The celebration of Eater lights the Passer's path from the top, or the row closed by the Eater,
//! cell by cell.

use std::time::Duration;

use crate::games::parts_done;
use fourcade_engine::eater::model::{Cell, EaterBoard, Role};

const CELL_TIME: Duration = Duration::from_millis(130);
const MIN_LIGHTING_TIME: Duration = Duration::from_millis(700);
const MAX_LIGHTING_TIME: Duration = Duration::from_millis(1800);
/// Pause with all cells lit.
const REST_TIME: Duration = Duration::from_millis(600);

#[derive(Debug)]
pub struct Finish {
    pub winner: Role,
    cells: Vec<Cell>,
}

impl Finish {
    /// The end of the game on this board; `None` if both sides can still win.
    pub fn of(board: &EaterBoard) -> Option<Self> {
        if let Some(cells) = board.winning_path() {
            return Some(Self { winner: Role::Passer, cells });
        }
        let row = board.closed_row()?;
        let cells = (0..board.size()).map(|col| Cell::new(row, col)).collect();
        Some(Self { winner: Role::Eater, cells })
    }

    pub fn time(&self) -> Duration {
        let cells = u32::try_from(self.cells.len()).unwrap_or(u32::MAX);
        CELL_TIME.saturating_mul(cells).clamp(MIN_LIGHTING_TIME, MAX_LIGHTING_TIME) + REST_TIME
    }

    /// The cells lit at a progress from 0 to 1.
    pub fn lit(&self, done: f32) -> &[Cell] {
        let lighting = 1.0 - REST_TIME.div_duration_f32(self.time());
        &self.cells[..parts_done(done / lighting, self.cells.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::MAX_CELEBRATION;

    fn finish(board: &str) -> Option<Finish> {
        Finish::of(&board.replace(' ', "").parse().unwrap())
    }

    #[test]
    fn the_path_or_the_closed_row_lights_up_cell_by_cell() {
        let path = finish("P . E\n P E .\n . P .").unwrap();
        assert_eq!((path.winner, path.lit(0.0)), (Role::Passer, &[][..]));
        assert_eq!(path.lit(0.3), [Cell::new(0, 0)]);
        assert_eq!(path.lit(0.99), [Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 1)]);
        let row = finish("P . .\n E E E\n . P .").unwrap();
        assert_eq!(row.winner, Role::Eater);
        assert_eq!(row.lit(1.0), [0, 1, 2].map(|col| Cell::new(1, col)));
        assert!(row.time() <= MAX_CELEBRATION);
        assert!(finish("P . .\n E E .\n . P .").is_none());
    }
}
