//! Measures of a finished game of Flip.

use super::corners;
use crate::games::feats::{Measured, Measures, count_of};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipEvent, Side},
    },
    play::{Game as _, Seat, Session},
};

impl Measured for Flip {
    fn measure(session: &Session<Self>, person: Seat) -> Measures {
        let own = |side: Side| side.seat() == person;
        let board = session.game().board();
        let corners =
            corners(board).into_iter().filter(|&corner| board.at(corner).is_some_and(own));
        // `lead` begins at 0: both sides have two tiles at the start.
        let (mut most_flipped, mut opponent_passes, mut lead, mut behind) = (0, 0, 0, 0);
        for event in session.events().iter().flatten() {
            match event {
                FlipEvent::Placed { side, flipped, .. } => {
                    let gain = 2 * count_of(flipped.len()) + 1;
                    lead += if own(*side) { gain } else { -gain };
                    behind = behind.max(-lead);
                    if own(*side) {
                        most_flipped = most_flipped.max(count_of(flipped.len()));
                    }
                }
                FlipEvent::Passed { side, .. } => opponent_passes += i64::from(!own(*side)),
                FlipEvent::Over(_) => {}
            }
        }
        Measures::from([
            ("corners", count_of(corners.count())),
            ("opponent_tiles", session.game().scores()[person.other().index()].into()),
            // The most tiles turned by one of the person's moves.
            ("most_flipped", most_flipped),
            ("opponent_passes", opponent_passes),
            // The largest deficit during the game, in tiles.
            ("behind", behind),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::feats::{measure, testing::finished};

    #[test]
    fn corners_tiles_turns_and_deficits_are_measured() {
        for seed in 0..40 {
            let session = finished::<Flip>(&["human", "human"], seed);
            let [first, second] = [0, 1].map(|at| measure(&session, Seat::new(at)));
            let [own, other] = <[i32; 2]>::try_from(session.game().scores()).unwrap();
            assert_eq!(
                (first["opponent_tiles"], second["opponent_tiles"]),
                (other.into(), own.into())
            );
            assert_eq!(first["lead"], i64::from(own.abs_diff(other)));
            assert!(first["corners"] + second["corners"] <= 4);
            assert!(first["most_flipped"] > 0 && first["behind"] >= i64::from(other - own));
        }
    }
}
