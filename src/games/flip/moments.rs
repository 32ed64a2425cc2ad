//! The moments of Flip.

use super::corners;
use crate::games::moments::{MomentKey, MomentKind, Moments, Step};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipBoard, FlipEvent, Side, Square},
    },
    play::Seat,
};

pub const WIPE_OUT: MomentKey = MomentKey("wipe_out");
pub const CORNER: MomentKey = MomentKey("corner");
pub const TEN_TILES: MomentKey = MomentKey("ten_tiles");
pub const PASS: MomentKey = MomentKey("pass");
pub const LEAD: MomentKey = MomentKey("lead");

impl Moments for Flip {
    const MOMENTS: &'static [MomentKind<Self>] = &[
        MomentKind { key: WIPE_OUT, sentence: Some("A wipe-out!"), detect: wipe_out },
        MomentKind { key: CORNER, sentence: Some("A corner!"), detect: corner },
        MomentKind { key: TEN_TILES, sentence: Some("A landslide!"), detect: ten_tiles },
        MomentKind { key: PASS, sentence: None, detect: pass },
        MomentKind { key: LEAD, sentence: Some("The lead changes!"), detect: lead },
    ];
}

fn placed<'a>(step: &'a Step<Flip>) -> Option<(Side, Square, &'a [Square])> {
    step.events.iter().find_map(|event| match event {
        FlipEvent::Placed { side, square, flipped } => Some((*side, *square, &flipped[..])),
        FlipEvent::Passed { .. } | FlipEvent::Over(_) => None,
    })
}

fn wipe_out(step: &Step<Flip>) -> Option<Seat> {
    let (side, ..) = placed(step)?;
    (step.after.board().counts()[side.other().index()] == 0).then(|| side.seat())
}

fn corner(step: &Step<Flip>) -> Option<Seat> {
    let (side, square, _) = placed(step)?;
    corners(step.after.board()).contains(&square).then(|| side.seat())
}

fn ten_tiles(step: &Step<Flip>) -> Option<Seat> {
    let (side, _, flipped) = placed(step)?;
    (flipped.len() >= 10).then(|| side.seat())
}

/// The seat that must pass, unless the game is over.
fn pass(step: &Step<Flip>) -> Option<Seat> {
    step.events.iter().find_map(|event| match event {
        FlipEvent::Passed { side, is_end: false } => Some(side.seat()),
        _ => None,
    })
}

/// The seat that takes the lead with at most half a row of squares left.
fn lead(step: &Step<Flip>) -> Option<Seat> {
    let leader = |board: &FlipBoard| {
        let [o, x] = board.counts();
        (o != x).then_some(if o > x { Side::O } else { Side::X })
    };
    let board = step.after.board();
    let is_late = board.empties() <= u32::from(board.size()) / 2;
    let (old, new) = (leader(step.before.board())?, leader(board)?);
    (is_late && old != new).then(|| new.seat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moments::testing::moment_of;
    use fourcade_engine::{
        flip::model::FlipSetup,
        play::{Game as _, Observation as _, Seats},
    };

    fn moments(size: u16, squares: &str) -> Vec<Option<(&'static str, usize)>> {
        let mut game = Flip::start(&FlipSetup::new(size).unwrap());
        let mut moments = Vec::new();
        for square in squares.split(',') {
            let choice = [(game.awaited().only().unwrap(), square.parse().unwrap())];
            moments.push(moment_of(&game, &choice));
            game.step(&choice).unwrap();
        }
        moments
    }

    #[test]
    fn corners_and_wipe_outs_are_moments_of_the_side_that_moves() {
        let corner = moments(6, "4 2,2 1,1 1,0 1,0 0");
        assert_eq!(corner, [None, None, None, None, Some(("corner", 0))]);
        // The shortest game: nine moves, and X has no tile left.
        let shortest = "2 4,2 3,1 2,1 5,1 4,2 5,4 2,1 3,1 6";
        assert_eq!(moments(8, shortest).pop().flatten(), Some(("wipe_out", 0)));
    }

    #[test]
    fn passes_and_late_changes_of_the_lead_are_found_in_whole_games() {
        let mut found = Vec::new();
        for nth in 0..12 {
            let mut game = Flip::start(&FlipSetup::new(8).unwrap());
            while let Some(seat) = game.awaited().only() {
                let legal = game.observe(Seats::NONE).legal(seat);
                let choice = [(seat, legal[nth % legal.len()])];
                let (before, events) = (game.clone(), game.step(&choice).unwrap());
                let step =
                    Step { before: &before, after: &game, events: &events, resigned: Seats::NONE };
                if let Some(side) = pass(&step) {
                    assert_eq!(game.awaited().only(), Some(side.other()));
                }
                let all = Flip::MOMENTS.iter().filter(|kind| (kind.detect)(&step).is_some());
                found.extend(all.map(|kind| kind.key));
                assert_eq!(ten_tiles(&step).is_some(), placed(&step).unwrap().2.len() >= 10);
                if let Some(leader) = lead(&step) {
                    assert!(game.board().empties() <= 4);
                    let [own, other] = [leader, leader.other()].map(Seat::index);
                    assert!(game.scores()[own] > game.scores()[other]);
                }
            }
        }
        for key in [CORNER, PASS, TEN_TILES, LEAD] {
            assert!(found.contains(&key), "{key:?} in {found:?}");
        }
    }
}
