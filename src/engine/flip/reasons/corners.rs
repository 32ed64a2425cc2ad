//! The effects of moves on corners.

use super::{
    DECISIVE, Explainer, FlipReason, Line, first_square,
    prospect::{Pair, Prospect},
    weights,
};
use crate::flip::model::{
    Square,
    bitboard::{self, Bitboard, Position},
};

impl Explainer<'_> {
    /// The corners that the side to move can take.
    pub(super) fn corner_moves(&self, position: Position) -> Bitboard {
        self.geometry.moves(position) & self.geometry.corners
    }

    /// The corners that the opponent takes after the bad move but not after the good one. If they
    /// are solved, the mover gets these corners after the good one, whichever best moves are
    /// chosen. Otherwise they follow from the lines of a search.
    fn corners_lost(&self, good: &Prospect, bad: &Prospect) -> Bitboard {
        if self.best_play(good.at).is_some() {
            return self.corners_won(good.at, bad.at);
        }
        bad.opponent_corners_within(good) & !good.opponent_corners_within(bad)
    }

    /// Passes a corner that a costly move loses or misses to `add`.
    pub(super) fn weigh_lost_corners(
        &self,
        own: &Prospect,
        better: &Prospect,
        add: &mut dyn FnMut(i32, FlipReason),
    ) {
        let was_open = self.corner_moves(self.position.pass());
        let lost = self.corners_lost(better, own);
        let given = self.corner_moves(own.after) & !self.corner_moves(better.after) & lost;
        // A corner that the move itself opens comes first.
        let given = if given & !was_open == 0 { given } else { given & !was_open };
        if let Some(corner) = first_square(given) {
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
        if self.is_corner(better.at) && !self.is_corner(own.at) {
            let comes_later = own.mover_corners() & 1 << better.at != 0;
            if !comes_later && !self.gets_corner(own.at, better.at) {
                let corner = Square::from_index(better.at);
                add(weights::MISSES_CORNER, FlipReason::MissesCorner { corner });
            }
            return;
        }
        let goes = bitboard::indices(self.corners_won(better.at, own.at)).find_map(|corner| {
            let line = self.line_to(own.at, corner)?;
            let corner = Square::from_index(corner);
            Some(FlipReason::CornerGoes { corner, by_mover: false, line, worse: None })
        });
        if let Some(goes) = goes {
            add(DECISIVE, goes);
        }
    }

    /// Passes the corners that a good move wins or keeps from the opponent to `add`.
    pub(super) fn weigh_won_corners(
        &self,
        good: &Prospect,
        worse: Option<&Prospect>,
        add: &mut dyn FnMut(i32, FlipReason),
    ) {
        let (at, after) = (good.at, good.after);
        if self.is_corner(at) && !worse.is_some_and(|worse| self.is_corner(worse.at)) {
            let is_certain = |worse: &Prospect| self.gets_corner(worse.at, at);
            let is_expected = |worse: &Prospect| worse.mover_corners() & 1 << at != 0;
            let stable = self.more_stable(at, worse);
            // If the mover will probably get the corner after the worse move, too, taking it is
            // worth the tiles that it makes stable now. If that is certain, it is worth nothing.
            let weight = if worse.is_some_and(is_certain) {
                0
            } else if worse.is_some_and(is_expected) {
                let more = stable.map_or(0, |tiles| (tiles.own - tiles.other).cast_signed());
                weights::PER_STABLE_TILE * more
            } else {
                DECISIVE
            };
            add(weight, FlipReason::TakesCorner { stable });
        }
        let forces = |after: Position| {
            let answers = self.geometry.moves(after);
            let gives_corner = |answer| self.corner_moves(after.play(answer)) != 0;
            answers != 0 && bitboard::indices(answers).all(gives_corner)
        };
        let answers = self.geometry.moves(after).count_ones();
        if self.corner_moves(self.position) == 0
            && forces(after)
            && good.mover_corners() != 0
            && !worse.is_some_and(|worse| forces(worse.after) || worse.mover_corners() != 0)
        {
            add(DECISIVE, FlipReason::ForcesCorner { answers });
        }
        if let Some(corner) = self.kept_corner(good, worse) {
            add(DECISIVE, FlipReason::KeepsFromCorner { corner });
        }
        let Some(worse) = worse else { return };
        // The reader knows the worse move only if it was played.
        if self.values.compared.is_some()
            && let Some(corner) = self.waiting_corner(good, worse)
        {
            add(weights::CORNER_CAN_WAIT, FlipReason::CornerCanWait { corner });
        }
        let later = self.corners_won(at, worse.at) & !(1 << at);
        let goes = bitboard::indices(later).find_map(|corner| {
            let line = self.line_to(at, corner)?;
            let [corner, worse] = [corner, worse.at].map(Square::from_index);
            // Naming a cell twice would be misleading.
            (!line.contains(&Some(worse))).then_some(FlipReason::CornerGoes {
                corner,
                by_mover: true,
                line,
                worse: Some(worse),
            })
        });
        if let Some(goes) = goes {
            add(DECISIVE, goes);
        }
    }

    /// The corner that the good move lets the mover take after the best answer. The mover could not
    /// take it before, and can't after the bad move and any answer.
    pub(super) fn next_corner(&self, pair: &Pair) -> Option<(i32, FlipReason)> {
        let (good, bad) = (pair.good, pair.bad);
        if self.best_play(good.at).is_some() {
            return None;
        }
        let (answer, then) = good.best_answer()?;
        let taken = 1 << good.next_move()? & self.geometry.corners;
        let known = self.corner_moves(self.position) | bad.mover_corners();
        let open = |after: Position| {
            let answers = bitboard::indices(self.geometry.moves(after));
            answers.fold(0, |open, answer| open | self.corner_moves(after.play(answer)))
        };
        let corner = first_square(taken & self.corner_moves(then) & !known & !open(bad.after))?;
        let answer = Square::from_index(answer);
        let net = |one: &Prospect, other: &Prospect| {
            let won = one.mover_corners_within(other);
            let lost = one.opponent_corners_within(other);
            won.count_ones().cast_signed() - lost.count_ones().cast_signed()
        };
        let worse = pair.worse();
        (net(good, bad) > net(bad, good))
            .then_some((weights::NEXT_CORNER, FlipReason::NextCorner { corner, answer, worse }))
    }

    pub(super) fn is_corner(&self, at: u32) -> bool {
        self.geometry.corners & 1 << at != 0
    }

    /// The moves of best play between a move and the one to the corner. `None` if there are none or
    /// too many to show, or if a side passes.
    fn line_to(&self, at: u32, corner: u32) -> Option<Line> {
        let mut line = Line::default();
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

    /// The corner that a good move keeps from the opponent, unlike the worse move or, without one,
    /// most other moves.
    fn kept_corner(&self, good: &Prospect, worse: Option<&Prospect>) -> Option<Square> {
        let open = self.corner_moves(self.position.pass());
        let kept = |at: u32| open & !self.corner_moves(self.position.play(at)) & !(1 << at);
        let kept_here = kept(good.at) & !good.opponent_corners();
        match worse {
            Some(worse) => {
                first_square(kept_here & self.corners_lost(good, worse) & !kept(worse.at))
            }
            None => first_square(kept_here)
                .filter(|corner| self.is_rare(|at| kept(at) & 1 << corner.index() != 0)),
        }
    }

    /// The corner that the worse move takes, if the mover can still take it after the good move and
    /// any answer, while the opponent can't.
    fn waiting_corner(&self, good: &Prospect, worse: &Prospect) -> Option<Square> {
        let corner = 1 << worse.at & self.geometry.corners;
        let answers = self.geometry.moves(good.after);
        let is_open = |answer| self.corner_moves(good.after.play(answer)) & corner != 0;
        let can_wait = corner & answers == 0 && bitboard::indices(answers).all(is_open);
        first_square(corner).filter(|_| can_wait)
    }

    /// Returns an answer after which the opponent can take a certain corner whatever the mover
    /// does, and the corner. The mover must not get a corner meanwhile.
    fn opened_corner(&self, after: Position) -> Option<(u32, u32)> {
        if self.corner_moves(after) != 0 {
            return None;
        }
        bitboard::indices(self.geometry.moves(after)).find_map(|answer| {
            let then = after.play(answer);
            if self.corner_moves(then) != 0 {
                return None;
            }
            let next_moves = self.geometry.moves(then);
            let corners = if next_moves == 0 {
                self.corner_moves(then.pass())
            } else {
                bitboard::indices(next_moves)
                    .fold(!0, |corners, at| corners & self.corner_moves(then.play(at)))
            };
            bitboard::indices(corners).next().map(|corner| (answer, corner))
        })
    }
}
