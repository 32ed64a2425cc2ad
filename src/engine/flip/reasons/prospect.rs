//! The prospects of a move, and the comparison of two moves.

use super::{
    Contrast, ENDGAME_EMPTIES, Explainer, FlipReason, LINE_NODES, Line, MAX_COST_TO_EXPLAIN,
    Mobility, weights, with_neighbours,
};
use crate::{
    flip::model::{
        Square,
        bitboard::{self, Bitboard, Position},
    },
    play::EndgamePolicy,
};

/// A move with the line that is expected after it.
pub(super) struct Prospect {
    pub at: u32,
    /// The position after the move, with the opponent to move.
    pub after: Position,
    /// The best line of a search or, if the position is solved, one to the end of the game.
    line: Vec<Ply>,
    /// Whether the first move of the line is the only best answer. Unless the position is solved,
    /// it is taken to be.
    has_one_answer: bool,
    corners: Bitboard,
}

struct Ply {
    at: u32,
    is_mover: bool,
    /// The position after it, from the mover's view.
    position: Position,
}

impl Prospect {
    /// The opponent's best answer, and the position after it. `None` if several answers are equally
    /// good, or if the opponent must pass.
    pub fn best_answer(&self) -> Option<(u32, Position)> {
        let ply = self.line.first().filter(|ply| !ply.is_mover && self.has_one_answer)?;
        Some((ply.at, ply.position))
    }

    /// The mover's next move after the answer.
    pub fn next_move(&self) -> Option<u32> {
        self.line.get(1).filter(|ply| ply.is_mover).map(|ply| ply.at)
    }

    /// Whether the mover has no tile left at the end of the line.
    pub fn mover_is_wiped_out(&self) -> bool {
        self.end_of_line().own == 0
    }

    /// Whether the opponent has no tile left at the end of the line.
    pub fn opponent_is_wiped_out(&self) -> bool {
        self.end_of_line().opp == 0
    }

    /// The position at the end of the line, from the mover's view.
    fn end_of_line(&self) -> Position {
        self.line.last().map_or(self.after.pass(), |ply| ply.position)
    }

    /// The corners that the mover takes later in the line.
    pub fn mover_corners(&self) -> Bitboard {
        squares_taken(&self.line, true) & self.corners
    }

    /// The corners that the opponent takes in the line.
    pub fn opponent_corners(&self) -> Bitboard {
        squares_taken(&self.line, false) & self.corners
    }

    /// The corners that the mover takes with the move or later, as far as the line of `other` goes.
    pub fn mover_corners_within(&self, other: &Self) -> Bitboard {
        (squares_taken(self.line_within(other), true) | 1 << self.at) & self.corners
    }

    /// The corners that the opponent takes, as far as the line of `other` goes.
    pub fn opponent_corners_within(&self, other: &Self) -> Bitboard {
        squares_taken(self.line_within(other), false) & self.corners
    }

    fn line_within(&self, other: &Self) -> &[Ply] {
        &self.line[..self.line.len().min(other.line.len())]
    }
}

fn squares_taken(plies: &[Ply], by_mover: bool) -> Bitboard {
    plies.iter().filter(|ply| ply.is_mover == by_mover).fold(0, |all, ply| all | 1 << ply.at)
}

/// A quantity after the good move and after the bad one.
#[derive(Clone, Copy)]
pub(super) struct GoodBad<T> {
    pub good: T,
    pub bad: T,
}

impl<T> GoodBad<T> {
    fn map<U>(self, convert: impl Fn(T) -> U) -> GoodBad<U> {
        GoodBad { good: convert(self.good), bad: convert(self.bad) }
    }
}

impl<T> GoodBad<Option<T>> {
    /// Both quantities, if both are known.
    fn known(self) -> Option<GoodBad<T>> {
        Some(GoodBad { good: self.good?, bad: self.bad? })
    }
}

impl GoodBad<u32> {
    fn difference(self) -> i32 {
        self.good.abs_diff(self.bad).cast_signed()
    }
}

/// Two moves to compare, one of which is explained.
pub(super) struct Pair<'a> {
    pub good: &'a Prospect,
    pub bad: &'a Prospect,
    pub explains_good: bool,
}

impl Pair<'_> {
    /// The result of `measure` for each of the moves.
    fn measure<T>(&self, measure: impl Fn(&Prospect) -> T) -> GoodBad<T> {
        GoodBad { good: measure(self.good), bad: measure(self.bad) }
    }

    fn contrast<T>(&self, GoodBad { good, bad }: GoodBad<T>) -> Contrast<T> {
        let (own, other) = if self.explains_good { (good, bad) } else { (bad, good) };
        Contrast { own, other, worse: self.worse() }
    }

    /// The bad move, if the good one is explained.
    pub fn worse(&self) -> Option<Square> {
        self.explains_good.then(|| Square::from_index(self.bad.at))
    }
}

/// The minimum difference between numbers of moves that is worth naming.
const MIN_DIFFERENCE: u32 = 2;
/// The minimum difference between numbers of tiles next to empty squares that is worth naming.
const MIN_OPEN_DIFFERENCE: u32 = 3;
/// The minimum gain in mobility after the best answer, in moves.
const MIN_ANSWER_GAIN: i32 = 3;
/// The minimum gain in mean mobility after all answers, in moves.
const MIN_MEAN_GAIN: i32 = 2;
/// The minimum gain in mean mobility later on good lines, in moves.
const MIN_LATER_GAIN: i32 = 3;
/// The minimum gain in mobility that makes up for one move less of the mover.
const MIN_GAIN_FOR_ONE_MOVE: i32 = 5;
/// Up to this many safe moves are few.
const MAX_FEW_SAFE: u32 = 3;
/// The minimum number of tiles in a row or column that is worth naming.
const MIN_TILES_WON: u32 = 2;
/// From this number on, a side has enough moves.
const ENOUGH_MOVES: u32 = 8;

impl Explainer<'_> {
    pub(super) fn prospect(&self, at: u32) -> Prospect {
        let after = self.position.play(at);
        let solved = self.best_line(at);
        let has_one_answer = solved.is_none() || self.has_single_best_move(after);
        let moves: Vec<u32> = match solved {
            Some(line) => line.into_iter().map(|(at, _)| at).collect(),
            None => {
                let found = self.search(after, EndgamePolicy::Evaluate, LINE_NODES);
                found.iter().flat_map(|it| &it.line).map(|it| it.index()).collect()
            }
        };
        let (mut position, mut is_mover) = (after, false);
        let mut line = Vec::new();
        for at in moves {
            if self.geometry.moves(position) == 0 {
                (position, is_mover) = (position.pass(), !is_mover);
            }
            let then = position.play(at);
            line.push(Ply { at, is_mover, position: if is_mover { then.pass() } else { then } });
            (position, is_mover) = (then, !is_mover);
        }
        Prospect { at, after, line, has_one_answer, corners: self.geometry.corners }
    }

    /// Passes the differences of two moves to `add`, with their weights.
    pub(super) fn weigh_differences(
        &self,
        pair: &Pair,
        cost: f64,
        add: &mut dyn FnMut(i32, FlipReason),
    ) {
        if let Some((weight, reason)) = self.next_corner(pair) {
            add(weight, reason);
        }
        if let Some((place, tiles)) = self.tiles_won(pair.good.at, pair.bad.at)
            && tiles >= MIN_TILES_WON
        {
            let weight = weights::PER_TILE_WON * tiles.cast_signed();
            add(weight, FlipReason::TilesGo { place, tiles, worse: pair.worse() });
        }
        if self.is_endgame() {
            return;
        }
        if let Some(reason) = self.allowed_answer(pair, cost) {
            add(weights::ALLOWS_ANSWER, reason);
        }
        if self.can_wait(pair) {
            let [square, taken] = [pair.bad, pair.good].map(|it| Square::from_index(it.at));
            let reason = FlipReason::CanWait { square, taken, is_good: pair.explains_good };
            add(weights::CAN_WAIT, reason);
        }
        self.weigh_answers_left(pair, add);
        self.weigh_moves_kept(pair, add);
        let open = pair.measure(|it| self.open_tiles(it.after.pass()));
        if self.is_early()
            && open.bad >= open.good + MIN_OPEN_DIFFERENCE
            && is_much_more(open.bad, open.good)
        {
            let weight = weights::PER_OPEN_TILE * open.difference();
            add(weight, FlipReason::OpenTiles(pair.contrast(open)));
        }
    }

    /// Passes differences in the moves that the opponent has next to `add`.
    fn weigh_answers_left(&self, pair: &Pair, add: &mut dyn FnMut(i32, FlipReason)) {
        let moves = pair.measure(|it| self.move_count(it.after));
        if moves.good > 0 && is_much_more(moves.bad, moves.good) {
            let weight = weights::PER_MOVE_LEFT * moves.difference();
            add(weight, FlipReason::LeavesMoves(pair.contrast(moves)));
        }
        let opened = pair.measure(|it| self.opened_moves(it.after));
        // New moves do no harm if the best answer was already possible.
        let is_new = |at: u32| !self.can_move(self.position.pass(), at);
        let plays_new = pair.bad.best_answer().is_some_and(|(answer, _)| is_new(answer));
        let opens_more = opened.bad >= opened.good + MIN_DIFFERENCE && moves.bad > moves.good;
        if self.empties() > 2 * ENDGAME_EMPTIES && opens_more && plays_new {
            let weight = weights::PER_MOVE_OPENED * opened.difference();
            add(weight, FlipReason::OpensMoves(pair.contrast(opened)));
        }
        if let Some(safe) = pair.measure(|it| self.safe_moves(it.after)).known()
            && (1..=MAX_FEW_SAFE).contains(&safe.good)
            && safe.good < moves.good
            && safe.bad >= safe.good + MIN_DIFFERENCE
            && self.corner_moves(self.position) == 0
        {
            let weight = weights::PER_SAFE_MOVE * safe.difference();
            add(weight, FlipReason::LeavesSafeMoves(pair.contrast(safe)));
        }
    }

    /// Passes differences in the moves that the mover has after the answers to `add`.
    fn weigh_moves_kept(&self, pair: &Pair, add: &mut dyn FnMut(i32, FlipReason)) {
        let (good, bad) = (pair.good.after, pair.bad.after);
        let kept = GoodBad {
            good: self.least_moves(good),
            bad: self.least_moves_after(bad, self.good_answers(bad)),
        };
        if kept.bad < ENOUGH_MOVES && is_much_more(kept.good, kept.bad) {
            let weight = weights::PER_MOVE_KEPT * kept.difference();
            add(weight, FlipReason::KeepsMoves(pair.contrast(kept)));
        }
        self.weigh_moves_after_best_answer(pair, add);
        let means = pair.measure(|it| self.mean_moves(it.after));
        if let Some((gain, moves)) = clear_gain(means, MIN_MEAN_GAIN) {
            add(weights::PER_MEAN_MOVE * gain, FlipReason::AfterAnswers(pair.contrast(moves)));
        }
    }

    /// Returns the difference in later mobility on good lines, with its weight.
    pub(super) fn later(&self, pair: &Pair) -> Option<(i32, FlipReason)> {
        if self.is_endgame() {
            return None;
        }
        let means = pair.measure(|it| self.later_moves(it.after));
        let (gain, moves) = clear_gain(means, MIN_LATER_GAIN)?;
        Some((weights::PER_LATER_MOVE * gain, FlipReason::Later(pair.contrast(moves))))
    }

    fn weigh_moves_after_best_answer(&self, pair: &Pair, add: &mut dyn FnMut(i32, FlipReason)) {
        let Some(answers) = pair.measure(Prospect::best_answer).known() else { return };
        let (answer, _) = if pair.explains_good { answers.good } else { answers.bad };
        let answer = Square::from_index(answer);
        let takes_corner = self.is_corner(answer.index());
        let then = answers.map(|(_, then)| then);
        let moves = then.map(|then| self.moves_of_both(then));
        let leads = moves.map(Mobility::<u32>::lead);
        let gain = leads.good - leads.bad;
        if moves.bad.mover == 0 && moves.good.mover > 0 && moves.bad.opponent > 0 {
            if !pair.explains_good {
                let mut line = Line::default();
                line[0] = Some(answer);
                add(weights::MUST_PASS, FlipReason::MustPass { line });
            }
        } else if gain >= MIN_ANSWER_GAIN
            && is_better(moves)
            && self
                .holds_for_good_answers(pair, &leads, |then| Some(self.moves_of_both(then).lead()))
        {
            let weight = weights::PER_MOVE_AFTER_ANSWER * gain;
            let moves = pair.contrast(moves);
            add(weight, FlipReason::AfterAnswer { answer, takes_corner, moves });
        }
        if let Some(safe) = then.map(|then| self.safe_moves(then)).known()
            && safe.bad <= MAX_FEW_SAFE
            && safe.good >= safe.bad + MIN_DIFFERENCE
            // Taking a corner is worth more than mobility.
            && !self.is_corner(answers.good.0)
            && self.holds_for_good_answers(pair, &safe, |then| self.safe_moves(then))
        {
            let weight = weights::PER_SAFE_MOVE * safe.difference();
            let moves = pair.contrast(safe);
            add(weight, FlipReason::SafeAfterAnswer { answer, takes_corner, moves });
        }
    }

    /// Whether each good answer to the good move leaves more than the number claimed for the bad
    /// move, and each good answer to the bad move less than the number claimed for the good one.
    fn holds_for_good_answers<T: PartialOrd>(
        &self,
        pair: &Pair,
        claimed: &GoodBad<T>,
        measure: impl Fn(Position) -> Option<T>,
    ) -> bool {
        let all = |after: Position, holds: &dyn Fn(T) -> bool| {
            let mut then = self.good_answers(after).into_iter().map(|answer| after.play(answer));
            then.all(|then| measure(then).is_none_or(holds))
        };
        all(pair.good.after, &|it| it > claimed.bad) && all(pair.bad.after, &|it| it < claimed.good)
    }

    /// Names the best answer to the bad move, if the good one prevents it and it causes much of the
    /// bad move's cost.
    fn allowed_answer(&self, pair: &Pair, cost: f64) -> Option<FlipReason> {
        let [good, bad] = [pair.good, pair.bad];
        let (answer, _) = bad.best_answer()?;
        if answer == good.at || self.can_move(good.after, answer) {
            return None;
        }
        let margin = (cost.min(MAX_COST_TO_EXPLAIN) / 3.0).max(2.0);
        self.is_much_better(bad.after, answer, margin).then(|| FlipReason::AllowsAnswer {
            answer: Square::from_index(answer),
            was_open: self.can_move(self.position.pass(), answer),
            worse: pair.worse(),
        })
    }

    /// The mean mobility over all answers.
    pub(super) fn mean_moves(&self, after: Position) -> Mobility<f64> {
        let answers = self.geometry.moves(after);
        let mut sum = Mobility { mover: 0, opponent: 0 };
        for answer in bitboard::indices(answers) {
            let moves = self.moves_of_both(after.play(answer));
            sum.mover += moves.mover;
            sum.opponent += moves.opponent;
        }
        sum.map(|sum| f64::from(sum) / f64::from(answers.count_ones().max(1)))
    }

    /// Whether the bad move can wait and the good one can't; see [`FlipReason::CanWait`].
    fn can_wait(&self, pair: &Pair) -> bool {
        let [good, bad] = [pair.good, pair.bad];
        let answers = self.geometry.moves(good.after);
        answers != 0
            && !self.can_move(good.after, bad.at)
            && !self.can_move(self.position.pass(), bad.at)
            && self.can_move(self.position.pass(), good.at)
            && self.can_move(bad.after, good.at)
            && bitboard::indices(answers).all(|at| self.can_move(good.after.play(at), bad.at))
            && self.good_answers(bad.after).contains(&good.at)
    }

    /// The number of new moves that a move opens to the opponent.
    pub(super) fn opened_moves(&self, after: Position) -> u32 {
        let before = self.geometry.moves(self.position.pass());
        (self.geometry.moves(after) & !before).count_ones()
    }

    /// The number of moves that the mover has after the answer that leaves it the fewest.
    pub(super) fn least_moves(&self, after: Position) -> u32 {
        self.least_moves_after(after, bitboard::indices(self.geometry.moves(after)))
    }

    /// The number of moves that the mover has after the one of these answers that leaves it the
    /// fewest. Without any, the opponent passes.
    fn least_moves_after(&self, after: Position, answers: impl IntoIterator<Item = u32>) -> u32 {
        let counts = answers.into_iter().map(|answer| self.move_count(after.play(answer)));
        counts.min().unwrap_or_else(|| self.move_count(after.pass()))
    }

    /// Whether more than three eighths of the squares are empty.
    fn is_early(&self) -> bool {
        8 * self.empties().cast_signed() > 3 * self.geometry.square_count
    }

    /// The number of tiles of the side to move next to empty squares.
    pub(super) fn open_tiles(&self, position: Position) -> u32 {
        (position.own & with_neighbours(self.geometry.empty(position))).count_ones()
    }
}

/// Whether the difference is worth naming: at least two, and a fifth of the larger number.
fn is_much_more(more: u32, less: u32) -> bool {
    more >= less + MIN_DIFFERENCE && 5 * (more - less) >= more
}

/// Whether the mover has no fewer moves after the good move. One fewer is allowed if the opponent
/// loses many more.
fn is_better(GoodBad { good, bad }: GoodBad<Mobility>) -> bool {
    good.mover >= bad.mover
        || good.mover + 1 == bad.mover && good.lead() - bad.lead() >= MIN_GAIN_FOR_ONE_MOVE
}

/// Returns the rounded mean mobility after both moves, and the gain of the mover, if it is at least
/// `least` before and after rounding.
fn clear_gain(means: GoodBad<Mobility<f64>>, least: i32) -> Option<(i32, GoodBad<Mobility>)> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most 64 moves
    let rounded = means.map(|means| means.map(|mean| mean.round() as u32));
    let gain = rounded.good.lead() - rounded.bad.lead();
    let is_clear = means.good.lead() - means.bad.lead() >= f64::from(least);
    (gain >= least && is_clear && is_better(rounded)).then_some((gain, rounded))
}
