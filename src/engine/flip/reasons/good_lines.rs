//! How many moves both sides have on good lines after a move, and whether numbers separate the good
//! moves of a position from the bad ones. What is only there on one line, or with one bad move, is
//! an accident, which explains nothing.

use super::{
    EndgamePolicy, Explanation, FlipReason, Pair, Position, RANK_NODES, bitboard,
    prospect::{Means, lead, mean_lead},
};
use crate::flip::search::evaluation::{AnyEvaluator, Evaluator};

/// How many plies of good lines are followed.
const PLIES: usize = 3;
/// How many plies are followed to see how many moves are left later: after the first ones, the best
/// move of each line.
const LATER_PLIES: usize = 8;
/// How many good moves are followed at each ply.
const BREADTH: usize = 3;
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
/// The same if it is a difference in the opponent's next moves.
const NEXT_PER_TILE: f64 = 0.1;
/// A told difference that is always enough.
const MANY_TOLD: f64 = 5.0;
/// The same of the moves that are left later.
const LATER_PER_TILE: f64 = 0.3;
const MANY_LATER: f64 = 4.0;

/// What a move that is about as good as another one may lose compared with it, as a share of what
/// the bad move loses.
const ABOUT: f64 = 0.25;
/// Moves that lose more than this many times as much are left out: they are bad for other reasons.
const MUCH_WORSE: f64 = 2.0;

impl Explanation<'_> {
    /// Whether a reason that counts moves tells enough of what a move costs and, if these are the
    /// moves after some plies or answers, holds on the average of good lines, too. All other
    /// reasons do.
    pub(super) fn is_usual(&self, pair: &Pair, reason: FlipReason, cost: f64) -> bool {
        let told = match reason {
            FlipReason::AfterAnswers(moves)
            | FlipReason::AfterAnswer { moves, .. }
            | FlipReason::Later(moves) => lead(moves.own).abs_diff(lead(moves.other)),
            FlipReason::KeepsMoves(moves) => moves.own.abs_diff(moves.other),
            FlipReason::LeavesMoves(moves) | FlipReason::OpensMoves(moves) => {
                let told = f64::from(moves.own.abs_diff(moves.other));
                return told >= (NEXT_PER_TILE * cost).min(MANY_TOLD);
            }
            _ => return true,
        };
        let told = f64::from(told);
        let [least, most] = NEEDED_GAIN;
        let needed = (GAIN_PER_TILE * cost).clamp(least, most).max(USUAL_SHARE * told);
        let gain_of = |moves: fn(&Self, Position) -> Means| {
            mean_lead(moves(self, pair.good.after)) - mean_lead(moves(self, pair.bad.after))
        };
        let gain = || match reason {
            // One line is followed, and what it leads to must last.
            FlipReason::AfterAnswer { .. } => {
                gain_of(Self::next_moves).min(gain_of(Self::later_moves))
            }
            _ => gain_of(Self::next_moves),
        };
        let least = match reason {
            FlipReason::Later(_) => (LATER_PER_TILE * cost).min(MANY_LATER),
            _ => (TOLD_PER_TILE * cost).min(MANY_TOLD),
        };
        told >= least && gain() >= needed
    }

    /// Returns the best answers, at most three, without those that lose much.
    pub(super) fn good_answers(&self, after: Position) -> Vec<u32> {
        self.good_moves(after, BREADTH)
    }

    /// Returns how many moves both sides have on the next plies of good lines after a move.
    fn next_moves(&self, after: Position) -> Means {
        if let Some(&known) = self.good_lines.borrow().get(&after) {
            return known;
        }
        let found = mean(&self.follow(after, PLIES));
        self.good_lines.borrow_mut().insert(after, found);
        found
    }

    /// Returns how many moves both sides have on the plies after that.
    pub(super) fn later_moves(&self, after: Position) -> Means {
        mean(&self.follow(after, LATER_PLIES)[PLIES - 1..])
    }

    /// Returns how many moves both sides have after each ply of good lines after a move.
    fn follow(&self, after: Position, plies: usize) -> Vec<Means> {
        let mut reached = vec![(after, 1.0)];
        let follow = |ply| {
            let breadth = if ply < PLIES { BREADTH } else { 1 };
            let next = |&(at, share): &(_, _)| self.next(at, share, breadth);
            reached = reached.iter().flat_map(next).collect();
            let mut means = [0.0; 2];
            for &(at, share) in &reached {
                // After the first ply the mover of the explained move is to move.
                let seen = if ply % 2 == 0 { at } else { at.pass() };
                let moves = self.moves_of_both(seen).map(f64::from);
                means.iter_mut().zip(moves).for_each(|(mean, moves)| *mean += share * moves);
            }
            means
        };
        (0..plies).map(follow).collect()
    }

    /// Returns the positions after the good moves, or after the pass, each with an equal part of
    /// this share.
    fn next(&self, position: Position, share: f64, breadth: usize) -> Vec<(Position, f64)> {
        let good = self.good_moves(position, breadth);
        if good.is_empty() {
            return vec![(position.pass(), share)];
        }
        #[allow(clippy::cast_precision_loss)] // at most three
        let share = share / good.len() as f64;
        good.into_iter().map(|at| (position.play(at), share)).collect()
    }

    /// Whether a number makes the difference between good moves and bad ones: of the other moves
    /// that are about as good or as bad as the two that are compared, no more contradict than
    /// agree. What follows from the answers, or counts nothing, always does.
    pub(super) fn separates(&self, pair: &Pair, reason: FlipReason) -> bool {
        // The more, the worse.
        let measure = |at: u32| -> Option<f64> {
            let after = self.position.play(at);
            let count = |position| f64::from(self.geometry.moves(position).count_ones());
            Some(match reason {
                FlipReason::LeavesMoves(_) | FlipReason::FewestMoves { .. } => count(after),
                FlipReason::OpensMoves(_) => f64::from(self.opened_moves(after)),
                FlipReason::LeavesSafeMoves(_) => f64::from(self.safe_answers(after)?),
                FlipReason::KeepsMoves(_) => -f64::from(self.least_moves(after)),
                FlipReason::AfterAnswers(_) => -mean_lead(self.mean_moves(after)),
                FlipReason::OpenTiles(_) => f64::from(self.open_tiles(after.pass())),
                _ => return None,
            })
        };
        let pair = [pair.good.at, pair.bad.at];
        let [Some(good), Some(bad)] = pair.map(measure) else { return true };
        let value = |at| f64::from(-self.look_ahead(self.position.play(at), 1));
        let [best, worst] = pair.map(value);
        let (mut agree, mut contradict) = (0, 0);
        for at in bitboard::indices(self.geometry.moves(self.position)) {
            let Some(number) = measure(at) else { continue };
            let loss = (best - value(at)) / (best - worst);
            let is_bad = (1.0 - ABOUT..MUCH_WORSE).contains(&loss);
            if pair.contains(&at) || best <= worst || !is_bad && loss > ABOUT {
                continue;
            }
            // Beyond the middle of the two numbers it is more like the bad one.
            let excess = 2.0 * number - good - bad;
            agree += usize::from(if is_bad { excess > 0.0 } else { excess < 0.0 });
            contradict += usize::from(if is_bad { excess < 0.0 } else { excess > 0.0 });
        }
        contradict <= agree
    }

    /// Whether one move of the side to move is better than all others by this many tiles.
    pub(super) fn is_much_better(&self, position: Position, at: u32, tiles: f64) -> bool {
        let value = |at| {
            let found = self.search(position.play(at), EndgamePolicy::Evaluate, RANK_NODES);
            found.map(|found| -found.score)
        };
        let others = bitboard::indices(self.geometry.moves(position) & !(1 << at));
        let mut others: Vec<_> =
            others.map(|other| (self.look_ahead(position.play(other), 2), other)).collect();
        others.sort_unstable();
        let Some(own) = value(at) else { return false };
        // The few that look best without a search are searched.
        let is_worse =
            |other| value(other).is_some_and(|other| f64::from(own - other) >= 100.0 * tiles);
        !others.is_empty() && others.into_iter().take(BREADTH).all(|(_, other)| is_worse(other))
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

#[allow(clippy::cast_precision_loss)] // a few plies
fn mean(plies: &[Means]) -> Means {
    [0, 1].map(|side| plies.iter().map(|means| means[side]).sum::<f64>() / plies.len() as f64)
}
