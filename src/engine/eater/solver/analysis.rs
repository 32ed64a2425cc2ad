//! The analysis of a position: both sides' mixed strategies and the value.

use super::MixedStrategy;
use crate::eater::model::{Cell, EaterBoard, Role};

/// How both sides should play a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositionAnalysis {
    /// The Passer's strategy.
    pub passer: MixedStrategy,
    /// The Eater's strategy.
    pub eater: MixedStrategy,
    /// The Passer's chance of winning, from 0 to 1.
    pub value: f64,
    /// Whether this is an equilibrium of the game rather than an estimate.
    pub exact: bool,
}

impl PositionAnalysis {
    /// Returns the strategy of one role.
    pub fn of(&self, role: Role) -> &MixedStrategy {
        match role {
            Role::Passer => &self.passer,
            Role::Eater => &self.eater,
        }
    }

    /// Creates an analysis in which both sides choose each of these cells with the same
    /// probability.
    pub fn indifferent(cells: &[Cell], value: f64, exact: bool) -> Self {
        let strategy = MixedStrategy::uniform(cells);
        Self { passer: strategy.clone(), eater: strategy, value, exact }
    }
}

/// Weights up to this are rounding errors.
const NEGLIGIBLE: f64 = 1e-12;

/// Creates the strategy with these weights, averaged over the symmetries of the board.
///
/// The mirror image of an optimal strategy is optimal on the mirrored board, so on a symmetric
/// board the average of the images is optimal, too.
pub fn symmetric_strategy(
    board: &EaterBoard,
    weights: impl Iterator<Item = (Cell, f64)>,
) -> MixedStrategy {
    let images =
        weights.flat_map(|(cell, weight)| images(board, cell).map(move |image| (image, weight)));
    MixedStrategy::from_weights(images, NEGLIGIBLE)
}

/// Returns the images of a cell under the reflections that map the board to itself, including the
/// identity. An image that occurs several times occurs as often as each of the others.
fn images(board: &EaterBoard, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
    let last = board.size() - 1;
    let images = [
        cell,
        Cell::new(cell.row, last - cell.col),
        Cell::new(last - cell.row, cell.col),
        Cell::new(last - cell.row, last - cell.col),
    ];
    let upside_down = board.upside_down();
    let is_symmetry =
        [true, *board == board.mirrored(), *board == upside_down, *board == upside_down.mirrored()];
    images
        .into_iter()
        .zip(is_symmetry)
        .filter(|&(_, is_symmetry)| is_symmetry)
        .map(|(cell, _)| cell)
}
