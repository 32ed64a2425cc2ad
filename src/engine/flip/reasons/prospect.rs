//! What a move leads to, and two moves compared.

use super::{
    Contrast, EndgamePolicy, Explanation, FlipReason, LINE_NODES, Position, Square,
    bitboard::{self, Bitboard},
    first, grown,
};
use crate::play::weighed::Weighed;

/// A move with what is expected to follow.
pub(super) struct Prospect {
    pub at: u32,
    /// The position after the move, with the opponent to move.
    pub after: Position,
    /// The moves of a search from there.
    line: Vec<Ply>,
    corners: Bitboard,
}

struct Ply {
    at: u32,
    is_mover: bool,
    /// The position after it, from the view of the side that made the explained move.
    position: Position,
}

impl Prospect {
    /// Returns the opponent's answer, and the position after it.
    pub fn answer(&self) -> Option<(u32, Position)> {
        let ply = self.line.first().filter(|ply| !ply.is_mover)?;
        Some((ply.at, ply.position))
    }

    /// Returns the corners that the opponent takes, as far as the line of `other` goes.
    pub fn lost_corners(&self, other: &Self) -> Bitboard {
        self.taken_corners(other, false)
    }

    /// Returns the corners that a side takes, with the move itself, as far as the line of `other`
    /// goes.
    fn taken_corners(&self, other: &Self, by_mover: bool) -> Bitboard {
        let plies = self.line.iter().take(other.line.len());
        let taken = plies.filter(|ply| ply.is_mover == by_mover).map(|ply| 1 << ply.at);
        let own = if by_mover { 1 << self.at } else { 0 };
        self.corners & taken.fold(own, |all, one: Bitboard| all | one)
    }
}

/// Two moves, one of which is to be explained.
pub(super) struct Pair<'a> {
    pub good: &'a Prospect,
    pub bad: &'a Prospect,
    /// Whether the good one is to be explained.
    pub is_good: bool,
}

impl Pair<'_> {
    fn contrast<T>(&self, [good, bad]: [T; 2]) -> Contrast<T> {
        let (own, other) = if self.is_good { (good, bad) } else { (bad, good) };
        Contrast { own, other, worse: self.worse() }
    }

    fn worse(&self) -> Option<Square> {
        self.is_good.then(|| Square::from_index(self.bad.at))
    }

    /// The answer to the move that is explained, if both have one.
    fn answer(&self) -> Option<Square> {
        let answers = [self.good, self.bad].map(|it| it.answer().map(|(at, _)| at));
        let [Some(good), Some(bad)] = answers else { return None };
        Some(Square::from_index(if self.is_good { good } else { bad }))
    }
}

/// Up to this number, safe moves are few.
const FEW_SAFE: u32 = 3;
/// What a corner weighs that is won or lost in a few moves.
const SOON_CORNER: i32 = 80;

impl Explanation<'_> {
    /// Returns a move with what is expected to follow.
    pub(super) fn prospect(&self, at: u32) -> Prospect {
        let after = self.position.play(at);
        let (mut position, mut is_mover) = (after, false);
        let mut line = Vec::new();
        let found = self.search(position, EndgamePolicy::Evaluate, LINE_NODES);
        for at in found.iter().flat_map(|found| &found.line).map(|square| square.index()) {
            if self.geometry.moves(position) == 0 {
                (position, is_mover) = (position.pass(), !is_mover);
            }
            let then = position.play(at);
            line.push(Ply { at, is_mover, position: if is_mover { then.pass() } else { then } });
            (position, is_mover) = (then, !is_mover);
        }
        Prospect { at, after, line, corners: self.geometry.corners }
    }

    /// Weighs the differences of two moves of which one costs so many tiles more.
    pub(super) fn contrast(&self, pair: &Pair, cost: f64, reasons: &mut Weighed<FlipReason>) {
        let is_hint = pair.is_good && self.values.instead.is_none();
        let mut add = |weight: i32, reason| {
            // What explains only a small part of the cost is not the point.
            if 0.4 * f64::from(weight) >= cost {
                reasons.add(weight, reason);
            }
        };
        let both = [pair.good, pair.bad];
        let net = |one: &Prospect, other: &Prospect| {
            let [won, lost] = [true, false].map(|by| one.taken_corners(other, by).count_ones());
            won.cast_signed() - lost.cast_signed()
        };
        let [good_net, bad_net] = [net(pair.good, pair.bad), net(pair.bad, pair.good)];
        if good_net > bad_net {
            let taken = |by_mover| {
                let of = |one: &Prospect, other| one.taken_corners(other, by_mover);
                let [good, bad] = [of(pair.good, pair.bad), of(pair.bad, pair.good)];
                let later = !(1 << pair.good.at);
                first(if by_mover { good & !bad & later } else { bad & !good })
            };
            // That another move loses a corner says little of a move, unless it was played.
            let told = if is_hint { &[true][..] } else { &[false, true] };
            for &is_own in told {
                if let Some(corner) = taken(is_own) {
                    let worse = pair.worse();
                    let reason = FlipReason::SoonCorner { corner, is_own, worse };
                    add(SOON_CORNER * (good_net - bad_net), reason);
                }
            }
        }
        if self.is_end() {
            return;
        }
        let count = |position| self.geometry.moves(position).count_ones();
        let moves = both.map(|it| count(it.after));
        if moves[0] > 0 && is_much_more(moves[1], moves[0]) {
            add(15 * less(moves), FlipReason::LeavesMoves(pair.contrast(moves)));
        }
        if let [Some(good), Some(bad)] = both.map(|it| self.safe_answers(it.after)) {
            let safe = [good, bad];
            let are_few = good > 0 && good <= FEW_SAFE && good < moves[0];
            if are_few && bad >= good + 2 && self.corners_of(self.position) == 0 {
                add(20 * less(safe), FlipReason::LeavesSafeMoves(pair.contrast(safe)));
            }
        }
        let kept = both.map(|it| self.least_moves(it.after));
        if is_much_more(kept[0], kept[1]) {
            add(-12 * less(kept), FlipReason::KeepsMoves(pair.contrast(kept)));
        }
        if let [Some((_, good)), Some((_, bad))] = both.map(Prospect::answer)
            && let Some(answer) = pair.answer()
        {
            let moves = [good, bad].map(|then| self.moves_of_both(then));
            let lead = lead(moves[0]) - lead(moves[1]);
            if lead >= 3 && moves[0][0] >= moves[1][0] {
                let moves = pair.contrast(moves);
                add(15 * lead, FlipReason::AfterAnswer { answer, moves });
            }
            let safe = [good, bad].map(|then| self.safe_answers(then));
            if let [Some(good), Some(bad)] = safe
                && bad <= FEW_SAFE
                && good >= bad + 2
            {
                let moves = pair.contrast([good, bad]);
                let weight = 20 * (good - bad).cast_signed();
                add(weight, FlipReason::SafeAfterAnswer { answer, moves });
            }
        }
        let plies = pair.good.line.len().min(pair.bad.line.len());
        // An odd number of plies leaves the move to the mover.
        if let Some(last) = plies.checked_sub(1).map(|last| last - last % 2).filter(|&it| it >= 2) {
            let moves = both.map(|it| self.moves_of_both(it.line[last].position));
            let lead = lead(moves[0]) - lead(moves[1]);
            if lead >= 4 {
                add(12 * lead, FlipReason::Soon(pair.contrast(moves)));
            }
        }
        let open = both.map(|it| self.open_tiles(it.after.pass()));
        if self.is_early() && open[1] >= open[0] + 3 && is_much_more(open[1], open[0]) {
            add(7 * less(open), FlipReason::OpenTiles(pair.contrast(open)));
        }
    }

    /// Returns the number of moves that the mover has after the answer that leaves it the fewest.
    fn least_moves(&self, after: Position) -> u32 {
        let count = |position| self.geometry.moves(position).count_ones();
        let answers = bitboard::indices(self.geometry.moves(after));
        let least = answers.map(|answer| count(after.play(answer))).min();
        least.unwrap_or_else(|| count(after.pass()))
    }

    /// Whether more than 3/8 of the squares are empty.
    fn is_early(&self) -> bool {
        8 * self.empty().cast_signed() > 3 * self.geometry.squares
    }

    /// Returns how many tiles of the side to move are next to empty squares.
    fn open_tiles(&self, position: Position) -> u32 {
        (position.own & grown(self.geometry.empty(position))).count_ones()
    }
}

/// Whether the difference is worth naming: two, and a fifth of the larger number.
fn is_much_more(more: u32, less: u32) -> bool {
    more >= less + 2 && 5 * (more - less) >= more
}

fn less([good, bad]: [u32; 2]) -> i32 {
    bad.cast_signed() - good.cast_signed()
}

/// Returns how many moves the mover has more than the opponent.
fn lead([own, other]: [u32; 2]) -> i32 {
    own.cast_signed() - other.cast_signed()
}
