//! `line`: a straight line, come what may.

use std::cmp::Reverse;

use rand::seq::IndexedRandom;

use crate::{
    games::eater::{
        Eater,
        rules::{Cell, EaterBoard, EaterObservation, Role},
    },
    play::{Player, PlayerError, Rng, Seat, ThinkContext},
};

/// The Passer builds the column that has the fewest of the Eater's cells (none, as long as there is
/// such a column) and among those the most of its own, from top to bottom. The Eater builds,
/// likewise, the row with the fewest of the Passer's cells and the most of its own; in it, it first
/// blocks the column in which the Passer has the most cells. Chance decides only between equals. A
/// line that is full is passed over.
#[derive(Clone, Copy, Debug)]
pub struct Line;

impl Player<Eater> for Line {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &EaterObservation,
        think: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        let mut rng = think.rng();
        let cell = match Role::of(seat) {
            Role::Passer => pass(&seen.board, &mut rng),
            Role::Eater => block(&seen.board, &mut rng),
        };
        cell.ok_or_else(|| PlayerError::Fault("there is no empty cell".to_owned()))
    }
}

/// How little a line is worth to a side: the enemy's cells in it, then the lack of own ones. The
/// least is best.
type Rank = (usize, Reverse<usize>);

fn rank(board: &EaterBoard, line: &[Cell], side: Role) -> Rank {
    let count = |side| line.iter().filter(|&&cell| board.at(cell) == Some(side)).count();
    (count(side.other()), Reverse(count(side)))
}

fn column(board: &EaterBoard, col: u16) -> Vec<Cell> {
    (0..board.size()).map(|row| Cell::new(row, col)).collect()
}

fn row(board: &EaterBoard, row: u16) -> Vec<Cell> {
    (0..board.size()).map(|col| Cell::new(row, col)).collect()
}

/// The best line for `side` that has an empty cell.
fn best(
    board: &EaterBoard,
    side: Role,
    line: fn(&EaterBoard, u16) -> Vec<Cell>,
    rng: &mut Rng,
) -> Option<Vec<Cell>> {
    let open = |cells: &Vec<Cell>| cells.iter().any(|&cell| board.at(cell).is_none());
    least(
        (0..board.size()).map(|place| line(board, place)).filter(open),
        |cells| rank(board, cells, side),
        rng,
    )
}

fn pass(board: &EaterBoard, rng: &mut Rng) -> Option<Cell> {
    let line = best(board, Role::Passer, column, rng)?;
    line.into_iter().find(|&cell| board.at(cell).is_none())
}

fn block(board: &EaterBoard, rng: &mut Rng) -> Option<Cell> {
    let line = best(board, Role::Eater, row, rng)?;
    let empty = line.into_iter().filter(|&cell| board.at(cell).is_none());
    least(empty, |cell| rank(board, &column(board, cell.col), Role::Passer), rng)
}

/// One of those with the least key, by chance.
fn least<T: Clone, K: Ord>(
    items: impl Iterator<Item = T>,
    key: impl Fn(&T) -> K,
    rng: &mut Rng,
) -> Option<T> {
    let keyed: Vec<(K, T)> = items.map(|item| (key(&item), item)).collect();
    let lowest = keyed.iter().map(|(key, _)| key).min()?;
    let equals: Vec<&T> =
        keyed.iter().filter(|(key, _)| key == lowest).map(|(_, item)| item).collect();
    equals.choose(rng).map(|&item| item.clone())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::play::Budget;

    /// All answers to a drawn board, as people write cells.
    fn answers(side: Role, board: &str) -> Vec<String> {
        let seen = EaterObservation::of(board.parse().unwrap());
        let think = |seed| ThinkContext::new(Budget::Nodes(1), seed, side.seat(), 0);
        let answers = (0..100).map(|seed| Line.choose(side.seat(), &seen, &think(seed)).unwrap());
        answers.collect::<BTreeSet<_>>().iter().map(Cell::to_string).collect()
    }

    #[test]
    fn the_passer_builds_a_column_downwards() {
        for (board, expected) in [
            ("...\n...\n...", &["1 1", "1 2", "1 3"][..]),
            (".P.\n...\n...", &["2 2"]),
            (".P.\n...\n.E.", &["1 1", "1 3"]),
            ("E.P\nP.P\nP.E", &["1 2"]),
            // no column is free of the Eater any more
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
            // each row has one of the Passer's cells
            ("P..\nPE.\n..P", &["2 3"]),
            ("PEE\nEPE\nPE.", &["3 3"]),
        ] {
            assert_eq!(answers(Role::Eater, board), expected, "{board}");
        }
    }
}
