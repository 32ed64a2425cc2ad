//! The prospects of a move, and the comparison of two moves.

use super::{
    Contrast, END_EMPTIES, EndgamePolicy, Explainer, FlipReason, LARGE_COST, LINE_NODES, Position,
    Square,
    bitboard::{self, Bitboard},
    no_line, with_neighbours,
};

pub(super) struct Prospect {
    pub at: u32,
    /// The position after the move, with the opponent to move.
    pub after: Position,
    /// The moves of a search from there, or of best play to the end of the game.
    line: Vec<Ply>,
    /// Whether the answer is the only best one, as far as known.
    has_one_answer: bool,
    corners: Bitboard,
}

struct Ply {
    at: u32,
    is_mover: bool,
    /// The position after it, from the view of the side that made the explained move.
    position: Position,
}

impl Prospect {
    /// The opponent's best answer, and the position after it.
    pub fn answer(&self) -> Option<(u32, Position)> {
        let ply = self.line.first().filter(|ply| !ply.is_mover && self.has_one_answer)?;
        Some((ply.at, ply.position))
    }

    pub fn reply(&self) -> Option<u32> {
        self.line.get(1).filter(|ply| ply.is_mover).map(|ply| ply.at)
    }

    /// Whether the mover, and whether the opponent, has no tile left at the end of the line.
    pub fn wiped_out(&self) -> [bool; 2] {
        let last = self.line.last().map_or(self.after.pass(), |ply| ply.position);
        [last.own == 0, last.opp == 0]
    }

    /// The corners that the opponent takes, as far as the line of `other` goes.
    pub fn lost_corners(&self, other: &Self) -> Bitboard {
        taken(&self.line[..self.line.len().min(other.line.len())], false) & self.corners
    }

    /// The corners that the mover takes from the move on, as far as the line of `other` goes.
    pub fn won_corners(&self, other: &Self) -> Bitboard {
        let plies = &self.line[..self.line.len().min(other.line.len())];
        (taken(plies, true) | 1 << self.at) & self.corners
    }

    /// The corners that the mover takes later in the line.
    pub fn own_corners(&self) -> Bitboard {
        taken(&self.line, true) & self.corners
    }

    /// The corners that the opponent takes in the line.
    pub fn opponents_corners(&self) -> Bitboard {
        taken(&self.line, false) & self.corners
    }
}

fn taken(plies: &[Ply], by_mover: bool) -> Bitboard {
    plies.iter().filter(|ply| ply.is_mover == by_mover).fold(0, |all, ply| all | 1 << ply.at)
}

/// Two moves to compare. One of them is explained.
pub(super) struct Pair<'a> {
    pub good: &'a Prospect,
    pub bad: &'a Prospect,
    pub explains_good: bool,
}

impl Pair<'_> {
    fn contrast<T>(&self, [good, bad]: [T; 2]) -> Contrast<T> {
        let (own, other) = if self.explains_good { (good, bad) } else { (bad, good) };
        Contrast { own, other, worse: self.worse() }
    }

    pub fn worse(&self) -> Option<Square> {
        self.explains_good.then(|| Square::from_index(self.bad.at))
    }

    fn answer(&self, [good, bad]: [u32; 2]) -> Square {
        Square::from_index(if self.explains_good { good } else { bad })
    }
}

const MIN_LATER_DIFFERENCE: i32 = 3;
/// The maximum number of safe moves that are few.
const MAX_FEW_SAFE: u32 = 3;
const MIN_LINE_TILES: u32 = 2;
/// From this number on, a side has enough moves.
const ENOUGH_MOVES: u32 = 8;

impl Explainer<'_> {
    pub(super) fn prospect(&self, at: u32) -> Prospect {
        let after = self.position.play(at);
        let counted = self.best_line(at);
        let has_one_answer = counted.is_none() || self.has_one_answer(after);
        let moves = counted.map_or_else(
            || {
                let found = self.search(after, EndgamePolicy::Evaluate, LINE_NODES);
                found.iter().flat_map(|it| &it.line).map(|it| it.index()).collect()
            },
            |line| line.into_iter().map(|(at, _)| at).collect::<Vec<_>>(),
        );
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
    pub(super) fn contrast(&self, pair: &Pair, cost: f64, add: &mut dyn FnMut(i32, FlipReason)) {
        if let Some((weight, reason)) = self.next_corner(pair) {
            add(weight, reason);
        }
        let both = [pair.good, pair.bad];
        if let Some((line, tiles)) = self.line_won(pair.good.at, pair.bad.at)
            && tiles >= MIN_LINE_TILES
        {
            let weight = 10 * tiles.cast_signed();
            add(weight, FlipReason::LineGoes { line, tiles, worse: pair.worse() });
        }
        if self.is_end() {
            return;
        }
        if let Some(reason) = self.allowed_answer(pair, cost) {
            add(45, reason);
        }
        if self.can_wait(pair) {
            let [square, taken] = [pair.bad, pair.good].map(|it| Square::from_index(it.at));
            add(40, FlipReason::CanWait { square, taken, is_good: pair.explains_good });
        }
        let count = |position| self.geometry.moves(position).count_ones();
        let moves = both.map(|it| count(it.after));
        if moves[0] > 0 && is_much_more(moves[1], moves[0]) {
            add(15 * increase(moves), FlipReason::LeavesMoves(pair.contrast(moves)));
        }
        let opened = both.map(|it| self.opened_moves(it.after));
        // New moves do no harm if the best answer was already possible.
        let is_new = |at: u32| self.geometry.moves(self.position.pass()) & 1 << at == 0;
        let plays_new = pair.bad.answer().is_some_and(|(answer, _)| is_new(answer));
        let opens_more = opened[1] >= opened[0] + 2 && moves[1] > moves[0];
        if self.empty() > 2 * END_EMPTIES && opens_more && plays_new {
            add(12 * increase(opened), FlipReason::OpensMoves(pair.contrast(opened)));
        }
        if let [Some(good), Some(bad)] = both.map(|it| self.safe_answers(it.after)) {
            let safe = [good, bad];
            let are_few = good > 0 && good <= MAX_FEW_SAFE && good < moves[0];
            if are_few && bad >= good + 2 && self.corners_of(self.position) == 0 {
                add(20 * increase(safe), FlipReason::LeavesSafeMoves(pair.contrast(safe)));
            }
        }
        let kept = [self.least_moves(pair.good.after), self.moves_kept_well(pair.bad.after)];
        if kept[1] < ENOUGH_MOVES && is_much_more(kept[0], kept[1]) {
            add(-12 * increase(kept), FlipReason::KeepsMoves(pair.contrast(kept)));
        }
        if let [Some((good, then_good)), Some((bad, then_bad))] = both.map(Prospect::answer) {
            self.contrast_after_answers(pair, [good, bad], [then_good, then_bad], add);
        }
        let mean = both.map(|it| self.mean_moves(it.after));
        if let Some((gain, moves)) = clear_gain(mean, 2) {
            add(10 * gain, FlipReason::AfterAnswers(pair.contrast(moves)));
        }
        let open = both.map(|it| self.open_tiles(it.after.pass()));
        if self.is_early() && open[1] >= open[0] + 3 && is_much_more(open[1], open[0]) {
            add(7 * increase(open), FlipReason::OpenTiles(pair.contrast(open)));
        }
    }

    /// Returns the difference in later mobility on good lines, with its weight.
    pub(super) fn later(&self, pair: &Pair) -> Option<(i32, FlipReason)> {
        if self.is_end() {
            return None;
        }
        let means = [pair.good, pair.bad].map(|it| self.later_moves(it.after));
        let (gain, moves) = clear_gain(means, MIN_LATER_DIFFERENCE)?;
        Some((12 * gain, FlipReason::Later(pair.contrast(moves))))
    }

    fn contrast_after_answers(
        &self,
        pair: &Pair,
        answers: [u32; 2],
        then: [Position; 2],
        add: &mut dyn FnMut(i32, FlipReason),
    ) {
        let answer = pair.answer(answers);
        let takes_corner = self.is_corner(answer.index());
        let moves = then.map(|then| self.moves_of_both(then));
        let leads = moves.map(lead);
        let gain = leads[0] - leads[1];
        if moves[1][0] == 0 && moves[0][0] > 0 && moves[1][1] > 0 {
            if !pair.explains_good {
                let mut line = no_line();
                line[0] = Some(answer);
                add(90, FlipReason::MustPass { line });
            }
        } else if gain >= 3
            && is_better(moves)
            && self.holds_of_good_answers(pair, leads, |then| Some(lead(self.moves_of_both(then))))
        {
            let moves = pair.contrast(moves);
            add(15 * gain, FlipReason::AfterAnswer { answer, takes_corner, moves });
        }
        let safe = then.map(|then| self.safe_answers(then));
        if let [Some(good), Some(bad)] = safe
            && bad <= MAX_FEW_SAFE
            && good >= bad + 2
            // Taking a corner is worth more than mobility.
            && !self.is_corner(answers[0])
            && self.holds_of_good_answers(pair, [good, bad], |then| self.safe_answers(then))
        {
            let moves = pair.contrast([good, bad]);
            let weight = 20 * (good - bad).cast_signed();
            add(weight, FlipReason::SafeAfterAnswer { answer, takes_corner, moves });
        }
    }

    /// Whether each good answer to the good move leaves more than claimed of the bad move, and each
    /// good answer to the bad move less than claimed of the good one.
    fn holds_of_good_answers<T: PartialOrd>(
        &self,
        pair: &Pair,
        [good, bad]: [T; 2],
        measure: impl Fn(Position) -> Option<T>,
    ) -> bool {
        let all = |after: Position, holds: &dyn Fn(T) -> bool| {
            let mut then = self.good_answers(after).into_iter().map(|answer| after.play(answer));
            then.all(|then| measure(then).is_none_or(holds))
        };
        all(pair.good.after, &|it| it > bad) && all(pair.bad.after, &|it| it < good)
    }

    /// Names the best answer to the bad move, if the good one prevents it and it causes much of the
    /// bad move's cost.
    fn allowed_answer(&self, pair: &Pair, cost: f64) -> Option<FlipReason> {
        let [good, bad] = [pair.good, pair.bad];
        let (answer, _) = bad.answer()?;
        let is_legal = |position| self.geometry.moves(position) & 1 << answer != 0;
        if answer == good.at || is_legal(good.after) {
            return None;
        }
        let margin = (cost.min(LARGE_COST) / 3.0).max(2.0);
        self.is_much_better(bad.after, answer, margin).then(|| FlipReason::AllowsAnswer {
            answer: Square::from_index(answer),
            was_open: is_legal(self.position.pass()),
            worse: pair.worse(),
        })
    }

    /// The mean numbers of moves of the mover and the opponent over all answers.
    pub(super) fn mean_moves(&self, after: Position) -> MeanMoves {
        let answers = self.geometry.moves(after);
        let sum = bitboard::indices(answers).fold([0; 2], |sum, answer| {
            let [own, other] = self.moves_of_both(after.play(answer));
            [sum[0] + own, sum[1] + other]
        });
        sum.map(|sum| f64::from(sum) / f64::from(answers.count_ones().max(1)))
    }

    /// Whether the bad move can wait and the good one can't; see [`FlipReason::CanWait`].
    fn can_wait(&self, pair: &Pair) -> bool {
        let [good, bad] = [pair.good, pair.bad];
        let is_legal = |position, at: u32| self.geometry.moves(position) & 1 << at != 0;
        let answers = self.geometry.moves(good.after);
        answers != 0
            && answers & 1 << bad.at == 0
            && !is_legal(self.position.pass(), bad.at)
            && is_legal(self.position.pass(), good.at)
            && is_legal(bad.after, good.at)
            && bitboard::indices(answers).all(|at| is_legal(good.after.play(at), bad.at))
            && self.good_answers(bad.after).contains(&good.at)
    }

    /// The number of new moves that a move opens to the opponent.
    pub(super) fn opened_moves(&self, after: Position) -> u32 {
        let before = self.geometry.moves(self.position.pass());
        (self.geometry.moves(after) & !before).count_ones()
    }

    /// The number of moves that the mover has after the good answer that leaves it the fewest.
    fn moves_kept_well(&self, after: Position) -> u32 {
        let count = |position| self.geometry.moves(position).count_ones();
        let answers = self.good_answers(after).into_iter();
        let least = answers.map(|answer| count(after.play(answer))).min();
        least.unwrap_or_else(|| count(after.pass()))
    }

    /// The number of moves that the mover has after the answer that leaves it the fewest.
    pub(super) fn least_moves(&self, after: Position) -> u32 {
        let count = |position| self.geometry.moves(position).count_ones();
        let answers = bitboard::indices(self.geometry.moves(after));
        let least = answers.map(|answer| count(after.play(answer))).min();
        least.unwrap_or_else(|| count(after.pass()))
    }

    fn is_early(&self) -> bool {
        8 * self.empty().cast_signed() > 3 * self.geometry.squares
    }

    /// The number of tiles of the side to move next to empty squares.
    pub(super) fn open_tiles(&self, position: Position) -> u32 {
        (position.own & with_neighbours(self.geometry.empty(position))).count_ones()
    }
}

/// Whether the difference is worth naming: at least two, and a fifth of the larger number.
fn is_much_more(more: u32, less: u32) -> bool {
    more >= less + 2 && 5 * (more - less) >= more
}

fn increase([good, bad]: [u32; 2]) -> i32 {
    bad.cast_signed() - good.cast_signed()
}

/// Whether the mover has no fewer moves. One fewer is allowed if the opponent loses many more.
fn is_better(moves: [[u32; 2]; 2]) -> bool {
    let [[good, _], [bad, _]] = moves;
    good >= bad || good + 1 == bad && lead(moves[0]) - lead(moves[1]) >= 5
}

/// The mover's moves minus the opponent's.
pub(super) fn lead([own, other]: [u32; 2]) -> i32 {
    own.cast_signed() - other.cast_signed()
}

/// The mean numbers of moves of the mover and of the opponent.
pub(super) type MeanMoves = [f64; 2];

pub(super) fn mean_lead([own, other]: MeanMoves) -> f64 {
    own - other
}

/// Returns the rounded mean moves after two moves, and the gain of the mover, if it is at least
/// `least` before and after rounding.
fn clear_gain(means: [MeanMoves; 2], least: i32) -> Option<(i32, [[u32; 2]; 2])> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most 64 moves
    let rounded = means.map(|means| means.map(|mean| mean.round() as u32));
    let gain = lead(rounded[0]) - lead(rounded[1]);
    let is_clear = mean_lead(means[0]) - mean_lead(means[1]) >= f64::from(least);
    (gain >= least && is_clear && is_better(rounded)).then_some((gain, rounded))
}
