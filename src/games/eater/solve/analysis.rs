//! All about a position: both sides' optimal mixtures over the cells, and the value.

use super::{effort::Effort, ending::bits, gather::Gathered, matrix::Matrix, search::Solver};
use crate::{
    games::eater::rules::{Cell, EaterBoard, Role},
    play::SearchStop,
};

/// How to play a position, for both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The cells that the Passer chooses, with their probabilities (all above 0, of sum 1), in
    /// reading order.
    pub passer: Vec<(Cell, f64)>,
    /// The cells that the Eater chooses, likewise.
    pub eater: Vec<(Cell, f64)>,
    /// The Passer's chance of winning.
    pub value: f64,
    /// Whether this is the solution of the game, not an estimate.
    pub exact: bool,
}

impl Analysis {
    /// The mixture of a side.
    pub fn of(&self, side: Role) -> &[(Cell, f64)] {
        match side {
            Role::Passer => &self.passer,
            Role::Eater => &self.eater,
        }
    }

    /// Any of these cells, for both sides.
    pub fn indifferent(cells: &[Cell], value: f64, exact: bool) -> Self {
        let mixture = mixture(cells.iter().map(|&cell| (cell, 1.0)));
        Self { passer: mixture.clone(), eater: mixture, value, exact }
    }
}

/// Probabilities below this are rounding errors.
const NEGLIGIBLE: f64 = 1e-12;

/// The cells in reading order, with their weights summed up and brought to the sum 1.
fn mixture(weights: impl Iterator<Item = (Cell, f64)>) -> Vec<(Cell, f64)> {
    let mut sums: Vec<(Cell, f64)> = Vec::new();
    for (cell, weight) in weights.filter(|&(_, weight)| weight > NEGLIGIBLE) {
        match sums.binary_search_by_key(&cell, |&(cell, _)| cell) {
            Ok(at) => sums[at].1 += weight,
            Err(at) => sums.insert(at, (cell, weight)),
        }
    }
    let total: f64 = sums.iter().map(|&(_, weight)| weight).sum();
    for (_, weight) in &mut sums {
        *weight /= total;
    }
    sums
}

impl Solver {
    /// The solution of a position: an equilibrium. Where the board is its own mirror image (left to
    /// right, or upside down) so are the mixtures. When it is decided who will win any empty cell
    /// will do; on a full board there is none. Nothing if the position is too large to be tried.
    ///
    /// # Errors
    /// [`SearchStop`] when the effort is spent.
    pub fn analyse(
        &mut self,
        board: &EaterBoard,
        effort: &mut Effort,
    ) -> Result<Option<Analysis>, SearchStop> {
        let Some(Gathered { ending, cells }) = Gathered::of(board, effort)? else {
            return Ok(None);
        };
        if let Some(value) = ending.decided() {
            let free: Vec<Cell> = board.free().iter().collect();
            return Ok(Some(Analysis::indifferent(&free, value, true)));
        }
        let mut matrix = Matrix::default();
        let choices = self.fill(&mut matrix, &ending, effort)?;
        let solution = matrix.solve();
        let spread =
            |weights: &[f64]| {
                let chosen =
                    bits(choices).zip(weights).map(|(bit, &weight)| (cells[bit as usize], weight));
                mixture(chosen.flat_map(|(cell, weight)| {
                    images(board, cell).map(move |image| (image, weight))
                }))
            };
        let (passer, eater) = (spread(&solution.rows), spread(&solution.cols));
        Ok(Some(Analysis { passer, eater, value: solution.value, exact: true }))
    }
}

/// A cell and its images in the mirrors that leave the board as it is (some perhaps several times,
/// all equally often). Each mirror's image of an optimal mixture is optimal, and so is their
/// average.
fn images(board: &EaterBoard, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
    let last = board.size() - 1;
    let mirrors = [
        cell,
        Cell::new(cell.row, last - cell.col),
        Cell::new(last - cell.row, cell.col),
        Cell::new(last - cell.row, last - cell.col),
    ];
    let upside_down = board.upside_down();
    let stays =
        [true, *board == board.mirrored(), *board == upside_down, *board == upside_down.mirrored()];
    mirrors.into_iter().zip(stays).filter(|&(_, stays)| stays).map(|(cell, _)| cell)
}
