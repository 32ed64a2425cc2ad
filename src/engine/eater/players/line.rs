//! `line`: builds a straight column, or blocks a straight row.

use std::cmp::Reverse;

use rand::seq::IndexedRandom;

use crate::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, Role},
    },
    play::{Player, PlayerError, Rng, Seat, ThinkContext},
};

/// Builds a straight line of markers.
///
/// The Passer fills a column from top to bottom: the one with the fewest markers of the Eater and,
/// of these, the one with the most markers of its own. The Eater chooses a row by the same rule,
/// with the roles exchanged, and takes the empty cell whose column is the best for the Passer. Ties
/// are broken at random. Full lines are ignored.
#[derive(Clone, Copy, Debug)]
pub struct LinePlayer;

impl Player<Eater> for LinePlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &EaterObservation,
        context: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        let mut rng = context.rng();
        let cell = match Role::of(seat) {
            Role::Passer => choose_as_passer(&observation.board, &mut rng),
            Role::Eater => choose_as_eater(&observation.board, &mut rng),
        };
        cell.ok_or_else(PlayerError::no_action)
    }
}

/// The rank of a line for one role, the best lowest: the opponent's markers, then the role's own.
type Rank = (usize, Reverse<usize>);

fn rank(board: &EaterBoard, line: &[Cell], role: Role) -> Rank {
    let count = |role| line.iter().filter(|&&cell| board.at(cell) == Some(role)).count();
    (count(role.other()), Reverse(count(role)))
}

fn column(board: &EaterBoard, col: u16) -> Vec<Cell> {
    (0..board.size()).map(|row| Cell::new(row, col)).collect()
}

fn row(board: &EaterBoard, row: u16) -> Vec<Cell> {
    (0..board.size()).map(|col| Cell::new(row, col)).collect()
}

/// Returns the best line for `role` with an empty cell, or `None` if the board is full. `line_at`
/// returns the row or column with an index.
fn best_line(
    board: &EaterBoard,
    role: Role,
    line_at: fn(&EaterBoard, u16) -> Vec<Cell>,
    rng: &mut Rng,
) -> Option<Vec<Cell>> {
    let has_empty_cell = |cells: &Vec<Cell>| cells.iter().any(|&cell| board.at(cell).is_none());
    random_min(
        (0..board.size()).map(|index| line_at(board, index)).filter(has_empty_cell),
        |cells| rank(board, cells, role),
        rng,
    )
}

fn choose_as_passer(board: &EaterBoard, rng: &mut Rng) -> Option<Cell> {
    let line = best_line(board, Role::Passer, column, rng)?;
    line.into_iter().find(|&cell| board.at(cell).is_none())
}

fn choose_as_eater(board: &EaterBoard, rng: &mut Rng) -> Option<Cell> {
    let line = best_line(board, Role::Eater, row, rng)?;
    let empty = line.into_iter().filter(|&cell| board.at(cell).is_none());
    random_min(empty, |cell| rank(board, &column(board, cell.col), Role::Passer), rng)
}

fn random_min<T: Clone, K: Ord>(
    items: impl Iterator<Item = T>,
    key: impl Fn(&T) -> K,
    rng: &mut Rng,
) -> Option<T> {
    let keyed: Vec<(K, T)> = items.map(|item| (key(&item), item)).collect();
    let min = keyed.iter().map(|(key, _)| key).min()?;
    let candidates: Vec<&T> =
        keyed.iter().filter(|(key, _)| key == min).map(|(_, item)| item).collect();
    candidates.choose(rng).map(|&item| item.clone())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::play::Budget;

    fn answers(role: Role, board: &str) -> Vec<String> {
        let observation = EaterObservation::of(board.parse().unwrap());
        let context = |seed| ThinkContext::new(Budget::Nodes(1), seed, role.seat(), 0);
        let answers = (0..100)
            .map(|seed| LinePlayer.choose(role.seat(), &observation, &context(seed)).unwrap());
        answers.collect::<BTreeSet<_>>().iter().map(Cell::to_string).collect()
    }

    #[test]
    fn the_passer_builds_a_column_downwards() {
        for (board, expected) in [
            ("...\n...\n...", &["1 1", "1 2", "1 3"][..]),
            (".P.\n...\n...", &["2 2"]),
            (".P.\n...\n.E.", &["1 1", "1 3"]),
            ("E.P\nP.P\nP.E", &["1 2"]),
            // The Eater has a marker in every column.
            ("EPE\nP.E\n.EE", &["2 2", "3 1"]),
            ("EPP\n.EE\nP.E", &["2 1", "3 2"]),
        ] {
            assert_eq!(answers(Role::Passer, board), expected, "{board}");
        }
    }

    #[test]
    fn the_eater_blocks_a_row() {
        for (board, expected) in [
            (".P.\n...\n...", &["2 2", "3 2"][..]),
            ("PP.\nE..\n...", &["2 2"]),
            ("PP.\nEE.\n.E.", &["2 3"]),
            // The Passer has a marker in every row.
            ("P..\nPE.\n..P", &["2 3"]),
            ("PEE\nEPE\nPE.", &["3 3"]),
        ] {
            assert_eq!(answers(Role::Eater, board), expected, "{board}");
        }
    }
}
