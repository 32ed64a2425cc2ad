//! The effects of moves on corners.

use super::{
    DECISIVE, Explainer, FlipReason, Line, Position, Square,
    bitboard::{self, Bitboard},
    first, no_line,
    prospect::{Pair, Prospect},
};

/// The weight of a corner that can be taken two moves later.
const NEXT_CORNER: i32 = 90;

impl Explainer<'_> {
    pub(super) fn corners_of(&self, position: Position) -> Bitboard {
        self.geometry.moves(position) & self.geometry.corners
    }

    /// The corners that the opponent takes after a bad move but not after a good one. If the end is
    /// counted, the mover takes them after the good one, whichever best moves are chosen. Otherwise
    /// they follow from the lines of a search.
    fn corners_lost(&self, good: &Prospect, bad: &Prospect) -> Bitboard {
        if self.best_play(good.at).is_some() {
            return self.corners_won(good.at, bad.at);
        }
        bad.lost_corners(good) & !good.lost_corners(bad)
    }

    pub(super) fn weigh_lost_corners(
        &self,
        own: &Prospect,
        better: &Prospect,
        add: &mut dyn FnMut(i32, FlipReason),
    ) {
        let was_open = self.corners_of(self.position.pass());
        let lost = self.corners_lost(better, own);
        let given = self.corners_of(own.after) & !self.corners_of(better.after) & lost;
        // A corner that the move itself opens comes first.
        let given = if given & !was_open == 0 { given } else { given & !was_open };
        if let Some(corner) = first(given) {
            let was_open = was_open & 1 << corner.index() != 0;
            add(DECISIVE, FlipReason::GivesCorner { corner, was_open });
            return;
        }
        let opened = self.opened_corner(own.after).filter(|&(_, corner)| {
            lost & 1 << corner != 0
                && self.opened_corner(better.after).is_none()
                && self.opened_corner(self.position.pass()).is_none()
        });
        if let Some((answer, corner)) = opened {
            let [answer, corner] = [answer, corner].map(Square::from_index);
            add(DECISIVE, FlipReason::OpensCorner { corner, answer });
            return;
        }
        if self.geometry.corners & 1 << better.at != 0 && !self.is_corner(own.at) {
            if own.own_corners() & 1 << better.at == 0
                && self.taker(own.at, better.at) != Some(true)
            {
                let corner = Square::from_index(better.at);
                add(100, FlipReason::MissesCorner { corner });
            }
            return;
        }
        let goes = bitboard::indices(self.corners_won(better.at, own.at)).find_map(|corner| {
            let line = self.line_to(own.at, corner)?;
            let corner = Square::from_index(corner);
            Some(FlipReason::CornerGoes { corner, is_own: false, line, worse: None })
        });
        if let Some(goes) = goes {
            add(DECISIVE, goes);
        }
    }

    pub(super) fn weigh_won_corners(
        &self,
        move_: &Prospect,
        worse: Option<&Prospect>,
        add: &mut dyn FnMut(i32, FlipReason),
    ) {
        let (at, after) = (move_.at, move_.after);
        if self.is_corner(at) && !worse.is_some_and(|worse| self.is_corner(worse.at)) {
            let is_counted = |worse: &Prospect| self.taker(worse.at, at) == Some(true);
            let is_later = |worse: &Prospect| worse.own_corners() & 1 << at != 0;
            let stable = self.more_stable(at, worse);
            // A corner that the mover also gets later is worth the tiles that it makes stable now,
            // or nothing if that is certain.
            let weight = if worse.is_some_and(is_counted) {
                0
            } else if worse.is_some_and(is_later) {
                15 * stable.map_or(0, |tiles| (tiles.own - tiles.other).cast_signed())
            } else {
                DECISIVE
            };
            add(weight, FlipReason::TakesCorner { stable });
        }
        let forces = |after: Position| {
            let answers = self.geometry.moves(after);
            let gives_corner = |answer| self.corners_of(after.play(answer)) != 0;
            answers != 0 && bitboard::indices(answers).all(gives_corner)
        };
        let answers = self.geometry.moves(after).count_ones();
        if self.corners_of(self.position) == 0
            && forces(after)
            && move_.own_corners() != 0
            && !worse.is_some_and(|worse| forces(worse.after) || worse.own_corners() != 0)
        {
            add(DECISIVE, FlipReason::ForcesCorner { answers });
        }
        if let Some(corner) = self.kept_corner(move_, worse) {
            add(DECISIVE, FlipReason::KeepsFromCorner { corner });
        }
        let Some(worse) = worse else { return };
        // The reader knows the worse move only if it was played.
        if self.values.compared.is_some()
            && let Some(corner) = self.waiting_corner(move_, worse)
        {
            add(60, FlipReason::CornerCanWait { corner });
        }
        let later = self.corners_won(at, worse.at) & !(1 << at);
        let goes = bitboard::indices(later).find_map(|corner| {
            let line = self.line_to(at, corner)?;
            let [corner, worse] = [corner, worse.at].map(Square::from_index);
            // Naming a cell twice would be misleading.
            (!line.contains(&Some(worse))).then_some(FlipReason::CornerGoes {
                corner,
                is_own: true,
                line,
                worse: Some(worse),
            })
        });
        if let Some(goes) = goes {
            add(DECISIVE, goes);
        }
    }

    /// The corner that a good move lets its mover take after the best answer. The mover could not
    /// take it before, and can't after a worse move and the best answer to that.
    pub(super) fn next_corner(&self, pair: &Pair) -> Option<(i32, FlipReason)> {
        let (good, bad) = (pair.good, pair.bad);
        if self.best_play(good.at).is_some() {
            return None;
        }
        let (answer, then) = good.answer()?;
        let taken = 1 << good.reply()? & self.geometry.corners;
        let late = self.corners_of(self.position) | bad.own_corners();
        let open = |after: Position| {
            let answers = bitboard::indices(self.geometry.moves(after));
            answers.fold(0, |open, answer| open | self.corners_of(after.play(answer)))
        };
        let corner = first(taken & self.corners_of(then) & !late & !open(bad.after))?;
        let answer = Square::from_index(answer);
        let net = |one: &Prospect, other: &Prospect| {
            let [won, lost] = [one.won_corners(other), one.lost_corners(other)];
            won.count_ones().cast_signed() - lost.count_ones().cast_signed()
        };
        let worse = pair.worse();
        (net(good, bad) > net(bad, good))
            .then_some((NEXT_CORNER, FlipReason::NextCorner { corner, answer, worse }))
    }

    pub(super) fn is_corner(&self, at: u32) -> bool {
        self.geometry.corners & 1 << at != 0
    }

    /// The moves of best play between a move and the one to the corner. `None` if there are none or
    /// too many to show, or if a side passes.
    fn line_to(&self, at: u32, corner: u32) -> Option<Line> {
        let mut line = no_line();
        let mut was_mover = true;
        for (place, (at, is_mover)) in line.iter_mut().zip(self.best_line(at)?) {
            if is_mover == was_mover {
                return None;
            }
            was_mover = is_mover;
            if at == corner {
                return Some(line).filter(|line| line[0].is_some());
            }
            *place = Some(Square::from_index(at));
        }
        None
    }

    /// The corner that a move keeps from the opponent, unlike a worse move or most other moves.
    fn kept_corner(&self, move_: &Prospect, worse: Option<&Prospect>) -> Option<Square> {
        let open = self.corners_of(self.position.pass());
        let kept = |at: u32| open & !self.corners_of(self.position.play(at)) & !(1 << at);
        let kept_here = kept(move_.at) & !move_.opponents_corners();
        match worse {
            Some(worse) => first(kept_here & self.corners_lost(move_, worse) & !kept(worse.at)),
            None => first(kept_here)
                .filter(|corner| self.is_rare(|at| kept(at) & 1 << corner.index() != 0)),
        }
    }

    /// The corner that a worse move takes, if the mover can still take it after a better move and
    /// any answer, while the opponent can't.
    fn waiting_corner(&self, move_: &Prospect, worse: &Prospect) -> Option<Square> {
        let corner = 1 << worse.at & self.geometry.corners;
        let answers = self.geometry.moves(move_.after);
        let is_open = |answer| self.corners_of(move_.after.play(answer)) & corner != 0;
        let can_wait = corner & answers == 0 && bitboard::indices(answers).all(is_open);
        first(corner).filter(|_| can_wait)
    }

    /// Returns an answer after which the mover's opponent can take a certain corner whatever the
    /// mover does, and the corner. The mover must not get a corner meanwhile.
    fn opened_corner(&self, after: Position) -> Option<(u32, u32)> {
        if self.corners_of(after) != 0 {
            return None;
        }
        bitboard::indices(self.geometry.moves(after)).find_map(|answer| {
            let then = after.play(answer);
            if self.corners_of(then) != 0 {
                return None;
            }
            let replies = self.geometry.moves(then);
            let corners = if replies == 0 {
                self.corners_of(then.pass())
            } else {
                bitboard::indices(replies)
                    .fold(!0, |corners, reply| corners & self.corners_of(then.play(reply)))
            };
            bitboard::indices(corners).next().map(|corner| (answer, corner))
        })
    }
}
