//! Mobility on good lines after a move, and whether numbers separate the good moves of a position
//! from the bad ones. A difference on a single line, or from a single bad move, may be an accident.

use super::{Explainer, FlipReason, Mobility, RANK_NODES, prospect::Pair};
use crate::{
    flip::{
        model::bitboard::{self, Position},
        search::evaluation::{AnyEvaluator, Evaluator},
    },
    play::EndgamePolicy,
};

/// The number of plies on which up to [`BREADTH`] good moves are followed.
const PLIES: usize = 3;
/// The number of plies for later mobility. After the first [`PLIES`], only the best move is
/// followed.
const LATER_PLIES: usize = 8;
/// The maximum number of good moves that are followed in a position.
const BREADTH: usize = 3;
/// The maximum loss of a good move compared with the best one, in hundredths of a tile.
const SMALL_LOSS: i32 = 200;

/// The required mean gain, in moves, for each tile that the bad move costs.
const REQUIRED_GAIN_PER_TILE: f64 = 0.2;
/// The minimum and maximum of this required gain.
const REQUIRED_GAIN_LIMITS: [f64; 2] = [0.7, 1.2];
/// The required mean gain as a share of the claimed difference.
const REQUIRED_GAIN_SHARE: f64 = 0.35;
/// The required claimed difference, in moves, for each tile that the bad move costs.
const CLAIM_PER_TILE: f64 = 0.5;
/// The required claimed difference in the opponent's next moves, for each tile that the bad move
/// costs.
const NEXT_CLAIM_PER_TILE: f64 = 0.1;
/// A claimed difference in moves that is always enough.
const SUFFICIENT_CLAIM: f64 = 5.0;
/// The required claimed difference in later moves, for each tile that the bad move costs.
const LATER_CLAIM_PER_TILE: f64 = 0.3;
/// A claimed difference in later moves that is always enough.
const SUFFICIENT_LATER_CLAIM: f64 = 4.0;

/// The maximum loss of an equally good move, as a share of the bad move's loss.
const MAX_SIMILAR_LOSS: f64 = 0.25;
/// Moves that lose at least this many times as much as the bad move are left out: they are bad for
/// other reasons.
const MAX_COMPARABLE_LOSS: f64 = 2.0;

impl Explainer<'_> {
    /// Whether a reason about mobility claims a difference that is large enough for the cost of the
    /// bad move and, if it looks some plies ahead, also holds on average over the good lines. All
    /// other reasons pass.
    pub(super) fn holds_on_average(&self, pair: &Pair, reason: FlipReason, cost: f64) -> bool {
        let claim = f64::from(match reason {
            FlipReason::AfterAnswers(moves)
            | FlipReason::AfterAnswer { moves, .. }
            | FlipReason::Later(moves) => moves.own.lead().abs_diff(moves.other.lead()),
            FlipReason::KeepsMoves(moves)
            | FlipReason::LeavesMoves(moves)
            | FlipReason::OpensMoves(moves) => moves.own.abs_diff(moves.other),
            _ => return true,
        });
        let required_claim = match reason {
            FlipReason::LeavesMoves(_) | FlipReason::OpensMoves(_) => {
                (NEXT_CLAIM_PER_TILE * cost).min(SUFFICIENT_CLAIM)
            }
            FlipReason::Later(_) => (LATER_CLAIM_PER_TILE * cost).min(SUFFICIENT_LATER_CLAIM),
            _ => (CLAIM_PER_TILE * cost).min(SUFFICIENT_CLAIM),
        };
        if claim < required_claim {
            return false;
        }
        let gain_of = |moves: fn(&Self, Position) -> Mobility<f64>| {
            moves(self, pair.good.after).lead() - moves(self, pair.bad.after).lead()
        };
        let gain = match reason {
            // A claim about the opponent's next moves does not look ahead.
            FlipReason::LeavesMoves(_) | FlipReason::OpensMoves(_) => return true,
            // A claim about one line must still hold later.
            FlipReason::AfterAnswer { .. } => {
                gain_of(Self::next_moves).min(gain_of(Self::later_moves))
            }
            _ => gain_of(Self::next_moves),
        };
        let [min_gain, max_gain] = REQUIRED_GAIN_LIMITS;
        let required_gain = (REQUIRED_GAIN_PER_TILE * cost)
            .clamp(min_gain, max_gain)
            .max(REQUIRED_GAIN_SHARE * claim);
        gain >= required_gain
    }

    pub(super) fn good_answers(&self, after: Position) -> Vec<u32> {
        self.good_moves(after, BREADTH)
    }

    /// The mean mobility on the next plies of good lines after a move.
    fn next_moves(&self, after: Position) -> Mobility<f64> {
        if let Some(&known) = self.good_lines.borrow().get(&after) {
            return known;
        }
        let found = mean(&self.moves_by_ply(after, PLIES));
        self.good_lines.borrow_mut().insert(after, found);
        found
    }

    /// The mean mobility on good lines after a move, from ply [`PLIES`] to ply [`LATER_PLIES`].
    pub(super) fn later_moves(&self, after: Position) -> Mobility<f64> {
        mean(&self.moves_by_ply(after, LATER_PLIES)[PLIES - 1..])
    }

    /// The mean mobility after each ply of good lines after a move.
    fn moves_by_ply(&self, after: Position, plies: usize) -> Vec<Mobility<f64>> {
        let mut reached = vec![(after, 1.0)];
        let mut means_by_ply = Vec::with_capacity(plies);
        for ply in 0..plies {
            let breadth = if ply < PLIES { BREADTH } else { 1 };
            let next =
                |&(position, share): &(_, _)| self.after_good_moves(position, share, breadth);
            reached = reached.iter().flat_map(next).collect();
            let mut means = Mobility { mover: 0.0, opponent: 0.0 };
            for &(position, share) in &reached {
                // After the first ply, the answer, it is the mover's turn.
                let seen = if ply % 2 == 0 { position } else { position.pass() };
                let moves = self.moves_of_both(seen).map(f64::from);
                means.mover += share * moves.mover;
                means.opponent += share * moves.opponent;
            }
            means_by_ply.push(means);
        }
        means_by_ply
    }

    /// The positions after the good moves, or after a pass, each with an equal part of `share`.
    fn after_good_moves(
        &self,
        position: Position,
        share: f64,
        breadth: usize,
    ) -> Vec<(Position, f64)> {
        let good = self.good_moves(position, breadth);
        if good.is_empty() {
            return vec![(position.pass(), share)];
        }
        #[allow(clippy::cast_precision_loss)] // at most three
        let share = share / good.len() as f64;
        good.into_iter().map(|at| (position.play(at), share)).collect()
    }

    /// Whether the number in a reason separates good moves from bad ones: among the other moves
    /// that are about as good or as bad as the compared ones, no more contradict than agree. Other
    /// reasons pass.
    pub(super) fn separates(&self, pair: &Pair, reason: FlipReason) -> bool {
        // The number in the reason, for any move. Larger is worse.
        let measure = |at: u32| -> Option<f64> {
            let after = self.position.play(at);
            Some(match reason {
                FlipReason::LeavesMoves(_) | FlipReason::FewestMoves { .. } => {
                    f64::from(self.move_count(after))
                }
                FlipReason::OpensMoves(_) => f64::from(self.opened_moves(after)),
                FlipReason::LeavesSafeMoves(_) => f64::from(self.safe_moves(after)?),
                FlipReason::KeepsMoves(_) => -f64::from(self.least_moves(after)),
                FlipReason::AfterAnswers(_) => -self.mean_moves(after).lead(),
                FlipReason::OpenTiles(_) => f64::from(self.open_tiles(after.pass())),
                _ => return None,
            })
        };
        let pair = [pair.good.at, pair.bad.at];
        let [Some(good), Some(bad)] = pair.map(measure) else { return true };
        // In hundredths of a tile.
        let value = |at| f64::from(-self.look_ahead(self.position.play(at), 1));
        let [best, worst] = pair.map(value);
        let (mut agree, mut contradict) = (0, 0);
        for at in bitboard::indices(self.geometry.moves(self.position)) {
            let Some(number) = measure(at) else { continue };
            let loss = (best - value(at)) / (best - worst);
            let is_bad = (1.0 - MAX_SIMILAR_LOSS..MAX_COMPARABLE_LOSS).contains(&loss);
            if pair.contains(&at) || best <= worst || !is_bad && loss > MAX_SIMILAR_LOSS {
                continue;
            }
            // Positive if the number is closer to the bad move's.
            let excess = 2.0 * number - good - bad;
            agree += usize::from(if is_bad { excess > 0.0 } else { excess < 0.0 });
            contradict += usize::from(if is_bad { excess < 0.0 } else { excess > 0.0 });
        }
        contradict <= agree
    }

    /// Whether a move is better by this many tiles than each of the [`BREADTH`] other moves that
    /// look best. False if there is no other move.
    pub(super) fn is_much_better(&self, position: Position, candidate: u32, tiles: f64) -> bool {
        let value = |at| {
            let found = self.search(position.play(at), EndgamePolicy::Evaluate, RANK_NODES);
            found.map(|found| -found.score)
        };
        let others = bitboard::indices(self.geometry.moves(position) & !(1 << candidate));
        let mut others: Vec<_> =
            others.map(|other| (self.look_ahead(position.play(other), 2), other)).collect();
        others.sort_unstable();
        let Some(own) = value(candidate) else { return false };
        let is_worse =
            |other| value(other).is_some_and(|other| f64::from(own - other) >= 100.0 * tiles);
        !others.is_empty() && others.into_iter().take(BREADTH).all(|(_, other)| is_worse(other))
    }

    /// The best moves of the side to move, at most `breadth`, without those that lose much.
    fn good_moves(&self, position: Position, breadth: usize) -> Vec<u32> {
        let moves = bitboard::indices(self.geometry.moves(position));
        let value = |at| -self.look_ahead(position.play(at), 1);
        let mut ranked: Vec<_> = moves.map(|at| (value(at), at)).collect();
        ranked.sort_by_key(|&(value, _)| -value);
        let best = ranked.first().map_or(0, |&(value, _)| value);
        ranked.retain(|&(value, _)| value >= best - SMALL_LOSS);
        ranked.into_iter().take(breadth).map(|(_, at)| at).collect()
    }

    /// The value for the side to move after a few more plies, in hundredths of a tile.
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

#[allow(clippy::cast_precision_loss)] // a few plies
fn mean(plies: &[Mobility<f64>]) -> Mobility<f64> {
    let count = plies.len() as f64;
    Mobility {
        mover: plies.iter().map(|means| means.mover).sum::<f64>() / count,
        opponent: plies.iter().map(|means| means.opponent).sum::<f64>() / count,
    }
}
