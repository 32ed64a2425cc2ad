//! How many moves both sides have on good lines after a move. A difference in moves that is only
//! there on one line is an accident, which explains nothing.

use super::{
    EndgamePolicy, Explanation, FlipReason, Pair, Position, RANK_NODES, bitboard, prospect::lead,
};
use crate::flip::search::evaluation::{AnyEvaluator, Evaluator};

/// How many plies of good lines are followed.
const PLIES: u8 = 3;
/// How many good moves are followed at each ply.
const BREADTH: [usize; PLIES as usize] = [3, 2, 2];
/// What a good move may lose compared with the best one, in hundredths of a tile.
const SMALL_LOSS: i32 = 200;

/// How many moves the mover must gain on the average for each tile that the bad move costs.
const GAIN_PER_TILE: f64 = 0.2;
/// The smallest and the largest gain that may be needed for that.
const NEEDED_GAIN: [f64; 2] = [0.7, 1.2];
/// The share of the told difference in moves that must be there on the average, too.
const USUAL_SHARE: f64 = 0.35;
/// The difference in moves that must be told for each tile that the bad move costs.
const TOLD_PER_TILE: f64 = 0.5;
/// A told difference that is always enough.
const MANY_TOLD: f64 = 5.0;

impl Explanation<'_> {
    /// Whether a reason that counts the moves after a line, or after some answers, tells enough of
    /// what a move costs, and holds on other good lines, too. All other reasons do.
    pub(super) fn is_usual(&self, pair: &Pair, reason: FlipReason, cost: f64) -> bool {
        let (FlipReason::AfterAnswers(moves)
        | FlipReason::AfterAnswer { moves, .. }
        | FlipReason::Soon { moves, .. }) = reason
        else {
            return true;
        };
        let told = f64::from((lead(moves.own) - lead(moves.other)).abs());
        let [least, most] = NEEDED_GAIN;
        let needed = (GAIN_PER_TILE * cost).clamp(least, most).max(USUAL_SHARE * told);
        let gain = || self.mean_lead(pair.good.after) - self.mean_lead(pair.bad.after);
        told >= (TOLD_PER_TILE * cost).min(MANY_TOLD) && gain() >= needed
    }

    /// Whether an answer is one of the best.
    pub(super) fn is_good_answer(&self, after: Position, answer: u32) -> bool {
        self.good_moves(after, BREADTH[0]).contains(&answer)
    }

    /// Returns how many moves more than the opponent the mover has after a move, on the average of
    /// good lines and of their plies.
    fn mean_lead(&self, after: Position) -> f64 {
        if let Some(&known) = self.mean_leads.borrow().get(&after) {
            return known;
        }
        let mean = -self.sum_of_leads(after, &BREADTH) / f64::from(PLIES);
        self.mean_leads.borrow_mut().insert(after, mean);
        mean
    }

    /// Returns the sum of the mean leads of the side to move after each of the next plies.
    fn sum_of_leads(&self, position: Position, breadth: &[usize]) -> f64 {
        let Some((&breadth, later)) = breadth.split_first() else { return 0.0 };
        let after = |position: Position| {
            let [own, other] = self.moves_of_both(position).map(f64::from);
            other - own - self.sum_of_leads(position, later)
        };
        let good = self.good_moves(position, breadth);
        if good.is_empty() {
            return after(position.pass());
        }
        let add = |(sum, count), &at| (sum + after(position.play(at)), count + 1.0);
        let (sum, count) = good.iter().fold((0.0, 0.0), add);
        sum / count
    }

    /// Whether one move of the side to move is better than all others by this many tiles.
    pub(super) fn is_much_better(&self, position: Position, at: u32, tiles: f64) -> bool {
        let others = bitboard::indices(self.geometry.moves(position) & !(1 << at));
        let value = |at| {
            let found = self.search(position.play(at), EndgamePolicy::Evaluate, RANK_NODES);
            found.map(|found| -found.score)
        };
        let best = others.max_by_key(|&other| -self.look_ahead(position.play(other), 2));
        let values = best.and_then(|other| Some([value(at)?, value(other)?]));
        values.is_some_and(|[own, other]| f64::from(own - other) >= 100.0 * tiles)
    }

    /// Returns the best moves of the side to move, at most this many, without those that lose much.
    fn good_moves(&self, position: Position, breadth: usize) -> Vec<u32> {
        let moves = bitboard::indices(self.geometry.moves(position));
        let value = |at| -self.look_ahead(position.play(at), 1);
        let mut ranked: Vec<_> = moves.map(|at| (value(at), at)).collect();
        ranked.sort_by_key(|&(value, _)| -value);
        let best = ranked.first().map_or(0, |&(value, _)| value);
        ranked.retain(|&(value, _)| value >= best - SMALL_LOSS);
        ranked.into_iter().take(breadth).map(|(_, at)| at).collect()
    }

    /// Returns what a position is worth for the side to move after a few more plies, in hundredths
    /// of a tile.
    fn look_ahead(&self, position: Position, plies: u32) -> i32 {
        let moves = self.geometry.moves(position);
        if moves == 0 {
            if self.geometry.moves(position.pass()) == 0 {
                return 100 * self.geometry.final_score(position);
            }
            return -self.look_ahead(position.pass(), plies);
        }
        if plies > 0 {
            let values =
                bitboard::indices(moves).map(|at| -self.look_ahead(position.play(at), plies - 1));
            return values.max().unwrap_or(0);
        }
        match &self.evaluator {
            AnyEvaluator::Trained(evaluator) => evaluator.evaluate(position, moves),
            AnyEvaluator::Handcrafted(evaluator) => evaluator.evaluate(position, moves),
        }
    }
}
