//! `smart`: a one-round lookahead over the cells that the cheapest paths share.

mod path_sums;

use path_sums::PathSums;

use crate::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, JointMove, Role},
        solver::{MixedStrategy, PayoffMatrix},
    },
    play::{Player, PlayerError, Seat, ThinkContext},
};

/// Looks one round ahead. Among the cells that the cheapest paths share most, it evaluates each
/// pair of choices by the remaining paths (`PathSums`), and solves the resulting matrix game.
///
/// It takes imperfect opponents into account: its strategy is the best one against an opponent who
/// chooses a random candidate with a fixed probability, and otherwise plays the equilibrium (a
/// restricted Nash response: Johanson, Zinkevich and Bowling 2007). That is much better against
/// weak play and costs little against strong play.
#[derive(Clone, Copy, Debug)]
pub struct SmartPlayer;

/// The factor that each empty cell contributes to the weight of a path.
const EMPTY_CELL_WEIGHT: f64 = 0.03;
/// The exponent of the sum of the path weights in [`evaluate`].
const VALUE_EXPONENT: f64 = 1.5;
const MAX_CANDIDATES: usize = 12;

/// The assumed probability that the opponent of this role chooses at random.
const fn random_play_probability(role: Role) -> f64 {
    match role {
        Role::Passer => 0.2,
        Role::Eater => 0.7,
    }
}

impl Player<Eater> for SmartPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &EaterObservation,
        context: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        context.check_cancelled()?;
        strategy(&observation.board, Role::of(seat))
            .sample(&mut context.rng())
            .ok_or_else(PlayerError::no_action)
    }
}

/// Returns the strategy of a role in a game that is not over.
pub fn strategy(board: &EaterBoard, role: Role) -> MixedStrategy {
    let candidates = candidate_cells(board);
    if candidates.is_empty() {
        // The game is decided.
        return MixedStrategy::uniform(&board.empty_cells().iter().collect::<Vec<_>>());
    }
    let count = candidates.len();
    let mut values = PayoffMatrix::default();
    values.reset(count, count);
    let mut after = board.clone();
    for (row, &passer) in candidates.iter().enumerate() {
        for (col, &eater) in candidates.iter().enumerate() {
            after.apply(JointMove { passer, eater });
            values.set(row, col, evaluate(&after));
            after.set(passer, None);
            after.set(eater, None);
        }
    }
    let solution = restricted_game(&values, count, role).solve();
    let probabilities = match role {
        Role::Passer => solution.rows,
        Role::Eater => solution.cols,
    };
    MixedStrategy::new(candidates.into_iter().zip(probabilities).collect())
}

/// The live empty cells with the largest path sums.
fn candidate_cells(board: &EaterBoard) -> Vec<Cell> {
    let mut cells: Vec<Cell> = board.live_empty_cells().iter().collect();
    let sums = PathSums::of(board, EMPTY_CELL_WEIGHT);
    cells.sort_by(|&a, &b| sums.through(b).total_cmp(&sums.through(a)));
    cells.truncate(MAX_CANDIDATES);
    cells
}

/// Estimates the value of a board for the Passer, from 0 to 1: y / (1 + y), where y is a power of
/// the sum of the path weights.
fn evaluate(board: &EaterBoard) -> f64 {
    if board.is_connected() {
        return 1.0;
    }
    let sum = PathSums::total(board, EMPTY_CELL_WEIGHT);
    (1.0 + sum.powf(-VALUE_EXPONENT)).recip()
}

/// Returns the game of `role` against an opponent who sometimes chooses at random: each payoff is
/// mixed with the mean payoff of the role's choice.
fn restricted_game(values: &PayoffMatrix, count: usize, role: Role) -> PayoffMatrix {
    let random_play = random_play_probability(role);
    let uniform_probability = f64::from(u32::try_from(count).unwrap_or(u32::MAX)).recip();
    let mut game = PayoffMatrix::default();
    game.reset(count, count);
    for own in 0..count {
        let payoff = |other| match role {
            Role::Passer => values.get(own, other),
            Role::Eater => values.get(other, own),
        };
        let mean = (0..count).map(payoff).sum::<f64>() * uniform_probability;
        for other in 0..count {
            let value = random_play * mean + (1.0 - random_play) * payoff(other);
            match role {
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

    fn choices(role: Role, board: &str) -> Vec<(String, f64)> {
        let strategy = strategy(&board.parse().unwrap(), role);
        let sum: f64 = strategy.choices().iter().map(|(_, probability)| probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{board}");
        let chosen = strategy.choices().iter().filter(|&&(_, probability)| probability > 1e-9);
        chosen.map(|&(cell, probability)| (cell.to_string(), probability)).collect()
    }

    #[test]
    fn a_cut_cell_is_always_taken() {
        for role in Role::BOTH {
            assert_eq!(choices(role, ".P.\nE.E\n.P."), [("2 2".to_owned(), 1.0)], "{role}");
        }
    }

    #[test]
    fn three_ways_to_win_are_equally_likely() {
        for role in Role::BOTH {
            let choices = choices(role, ".P..\nEP..\n.P..\n...E");
            let even = choices.iter().all(|(_, share)| (share - 1.0 / 3.0).abs() < 0.01);
            assert!(choices.len() == 3 && even, "{role}: {choices:?}");
        }
    }

    #[test]
    fn any_empty_cell_is_chosen_when_the_game_is_decided() {
        let choices = choices(Role::Passer, "EEE\n.P.\n...");
        assert!(
            choices.len() == 5 && choices.iter().all(|&(_, share)| (share - 0.2).abs() < 1e-12)
        );
    }

    #[test]
    fn few_cells_are_considered_on_a_large_board() {
        let strategy = strategy(&EaterBoard::empty(50), Role::Eater);
        assert_eq!(strategy.choices().len(), MAX_CANDIDATES);
    }
}
