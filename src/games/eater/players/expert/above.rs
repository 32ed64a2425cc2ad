//! What `expert` plays where the position is too large to be solved: an estimate of how both sides should mix.
//!
//! Both sides choose among the cells of the Passer's cheapest paths, those with the fewest empty cells, all alike; the
//! Passer's chance is that of random play.

use rand::seq::SliceRandom;

use crate::{
    games::eater::{
        rules::{Board, Cell, Side, flood::Reach},
        solve::Analysis,
    },
    play::{Halt, Think},
};

/// Games played out at random for the Passer's chance, at most.
const PLAYOUTS: u32 = 400;

/// An estimate for a board on which the Passer may still connect.
///
/// # Errors
/// [`Halt::Cancelled`] only.
pub fn estimate(board: &Board, think: &Think) -> Result<Analysis, Halt> {
    Ok(Analysis::indifferent(&cheapest(board), random_chance(board, think)?, false))
}

/// What a step on a cell costs: nothing on the Passer's own, 1 on an empty one; the Eater's are closed.
fn cost(board: &Board, cell: Cell) -> Option<u32> {
    match board.at(cell) {
        Some(Side::Passer) => Some(0),
        None => Some(1),
        Some(Side::Eater) => None,
    }
}

/// The empty cells on the cheapest paths.
fn cheapest(board: &Board) -> Vec<Cell> {
    let (down, mut up) = (costs(board), costs(&board.upside_down()));
    up.reverse();
    let through = |cell: Cell| {
        let [down, up] = [&down, &up].map(|costs| costs[usize::from(cell.row)][usize::from(cell.col)]);
        Some(down? + up? - 1) // The cell itself is counted twice.
    };
    let least = board.free().iter().filter_map(through).min();
    board.free().iter().filter(|&cell| least.is_some() && through(cell) == least).collect()
}

/// Row by row, what the cheapest way from the top to each cell costs, the cell included.
fn costs(board: &Board) -> Vec<Vec<Option<u32>>> {
    let size = usize::from(board.size());
    let mut rows: Vec<Vec<Option<u32>>> = Vec::new();
    for row in 0..board.size() {
        let own: Vec<Option<u32>> = (0..board.size()).map(|col| cost(board, Cell::new(row, col))).collect();
        let entry = |col: usize| match rows.last() {
            None => Some(0),
            Some(above) => above[col.saturating_sub(1)..size.min(col + 2)].iter().copied().flatten().min(),
        };
        let mut ways: Vec<Option<u32>> = (0..size).map(|col| Some(entry(col)? + own[col]?)).collect();
        let steps = (1..size).map(|col| (col - 1, col));
        for (from, to) in steps.clone().chain(steps.rev().map(|(left, right)| (right, left))) {
            let beside = ways[from].zip(own[to]).map(|(way, own)| way + own);
            ways[to] = [ways[to], beside].into_iter().flatten().min();
        }
        rows.push(ways);
    }
    rows
}

/// The Passer's share of games played out at random, clashes aside (a game at least): every order of the cells is as
/// likely as any other, and each round takes the next two.
fn random_chance(board: &Board, think: &Think) -> Result<f64, Halt> {
    let mut meter = think.meter();
    let mut rng = think.rng();
    let mut free: Vec<Cell> = board.free().iter().collect();
    let (mut wins, mut games) = (0, 0);
    while games < PLAYOUTS {
        free.shuffle(&mut rng);
        let mut filled = board.clone();
        for (number, &cell) in free.iter().enumerate() {
            // The last of an odd number is the Eater's.
            let side = if number % 2 == 0 && number + 1 < free.len() { Side::Passer } else { Side::Eater };
            filled.set(cell, Some(side));
        }
        wins += u32::from(Reach::of(&filled).is_connected());
        games += 1;
        match meter.tick().and_then(|()| meter.look()) {
            Err(Halt::Cancelled) => return Err(Halt::Cancelled),
            Err(Halt::Spent) => break,
            Ok(()) => {}
        }
    }
    Ok(f64::from(wins) / f64::from(games))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(drawn: &str) -> Vec<(u16, u16)> {
        let board: Board = drawn.parse().expect("drawn well");
        cheapest(&board).iter().map(|cell| (cell.row, cell.col)).collect()
    }

    #[test]
    fn the_cheapest_paths_use_what_the_passer_has() {
        assert_eq!(cells("....\n.P..\n.P..\n...."), [(0, 0), (0, 1), (0, 2), (3, 0), (3, 1), (3, 2)]);
        // Sideways along its own cells, round the Eater's wall.
        let widening = [(2, 3), (2, 4), (3, 2), (3, 3), (3, 4), (4, 1), (4, 2), (4, 3), (4, 4)];
        let gate = [(0, 3), (0, 4), (1, 4)];
        assert_eq!(cells("PP...\nEEEE.\n.....\n.....\n....."), [&gate[..], &widening].concat());
    }
}
