//! `smart`: the cells that most of the cheapest paths share, mixed so that it can't be guessed.

mod flow;

use flow::Flow;

use super::mixture::{sample, uniform};
use crate::{
    games::eater::{
        Eater,
        rules::{Cell, EaterBoard, EaterObservation, Pair, Role},
        solve::Matrix,
    },
    play::{Player, PlayerError, Seat, ThinkContext},
};

/// Looks one round ahead: among the cells that the cheapest paths share most it takes each pair of
/// choices, values what is left by its paths (`Flow`), and mixes as the matrix game of these values
/// asks for.
///
/// It allows for opponents that are no masters: the choice is the best one against somebody who
/// plays the game's solution or, some of the time, any of the cells in question (a restricted Nash
/// response: Johanson, Zinkevich and Bowling 2007). That makes it much better against weak play,
/// and costs little against strong play.
#[derive(Clone, Copy, Debug)]
pub struct Smart;

/// What each empty cell on a path takes off its weight.
const Z: f64 = 0.03;
/// What is left is worth y / (1 + y), where y is its paths' weights' sum to this power.
const POWER: f64 = 1.5;
/// How many cells are looked at.
const MOST_CHOICES: usize = 12;

/// How often, in a side's eyes, the other one chooses any of the cells in question.
const fn carelessness(side: Role) -> f64 {
    match side {
        Role::Passer => 0.2,
        Role::Eater => 0.7,
    }
}

impl Player<Eater> for Smart {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &EaterObservation,
        think: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        if think.is_cancelled() {
            return Err(PlayerError::Cancelled);
        }
        let mixture = mixture(&seen.board, Role::of(seat));
        sample(&mixture, &mut think.rng())
            .ok_or_else(|| PlayerError::Fault("there is no empty cell".to_owned()))
    }
}

/// How `smart` mixes on a board that is not over: cells with their probabilities, of sum 1.
pub fn mixture(board: &EaterBoard, side: Role) -> Vec<(Cell, f64)> {
    let choices = choices(board);
    if choices.is_empty() {
        // It is decided: nothing matters any more.
        return uniform(&board.free().iter().collect::<Vec<_>>());
    }
    let count = choices.len();
    let mut values = Matrix::default();
    values.reset(count, count);
    let mut after = board.clone();
    for (row, &passer) in choices.iter().enumerate() {
        for (col, &eater) in choices.iter().enumerate() {
            after.mark(Pair { passer, eater });
            values.set(row, col, worth(&after));
            after.set(passer, None);
            after.set(eater, None);
        }
    }
    let mut game = against_the_careless(&values, count, side);
    let solution = game.solve();
    let shares = match side {
        Role::Passer => solution.rows,
        Role::Eater => solution.cols,
    };
    choices.into_iter().zip(shares).collect()
}

/// The live cells through which most of the paths' weight goes.
fn choices(board: &EaterBoard) -> Vec<Cell> {
    let mut cells: Vec<Cell> = board.live().and(&board.free()).iter().collect();
    let flow = Flow::of(board, Z);
    cells.sort_by(|&a, &b| flow.through(b).total_cmp(&flow.through(a)));
    cells.truncate(MOST_CHOICES);
    cells
}

/// What a board is worth to the Passer, from 0 to 1.
fn worth(board: &EaterBoard) -> f64 {
    if board.is_connected() { 1.0 } else { (1.0 + Flow::total(board, Z).powf(-POWER)).recip() }
}

/// The game of a side against somebody who plays, some of the time, any choice instead.
fn against_the_careless(values: &Matrix, count: usize, side: Role) -> Matrix {
    let careless = carelessness(side);
    let share = f64::from(u32::try_from(count).unwrap_or(u32::MAX)).recip();
    let mut game = Matrix::default();
    game.reset(count, count);
    for own in 0..count {
        let at = |matrix: &Matrix, other| match side {
            Role::Passer => matrix.at(own, other),
            Role::Eater => matrix.at(other, own),
        };
        let mean = (0..count).map(|other| at(values, other)).sum::<f64>() * share;
        for other in 0..count {
            let value = careless * mean + (1.0 - careless) * at(values, other);
            match side {
                Role::Passer => game.set(own, other, value),
                Role::Eater => game.set(other, own, value),
            }
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixture_of(side: Role, board: &str) -> Vec<(String, f64)> {
        let mixture = mixture(&board.parse().unwrap(), side);
        assert!(
            (mixture.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9,
            "{board}"
        );
        let played = mixture.into_iter().filter(|&(_, share)| share > 1e-9);
        played.map(|(cell, share)| (cell.to_string(), share)).collect()
    }

    #[test]
    fn what_must_be_taken_is_taken() {
        for side in Role::BOTH {
            assert_eq!(mixture_of(side, ".P.\nE.E\n.P."), [("2 2".to_owned(), 1.0)], "{side}");
        }
    }

    #[test]
    fn three_ways_to_win_are_mixed() {
        for side in Role::BOTH {
            let mixture = mixture_of(side, ".P..\nEP..\n.P..\n...E");
            let even = mixture.iter().all(|(_, share)| (share - 1.0 / 3.0).abs() < 0.01);
            assert!(mixture.len() == 3 && even, "{side}: {mixture:?}");
        }
    }

    #[test]
    fn when_nothing_matters_any_empty_cell_will_do() {
        let mixture = mixture_of(Role::Passer, "EEE\n.P.\n...");
        assert!(
            mixture.len() == 5 && mixture.iter().all(|&(_, share)| (share - 0.2).abs() < 1e-12)
        );
        assert_eq!(super::mixture(&EaterBoard::empty(50), Role::Eater).len(), MOST_CHOICES);
    }
}
