//! Measures of a finished game of Eater.

use crate::games::feats::{Measured, Measures};
use fourcade_engine::{
    eater::{
        Eater,
        model::{EaterEvent, Role},
    },
    play::{Game as _, Seat, Session},
};

impl Measured for Eater {
    fn measure(session: &Session<Self>, person: Seat) -> Measures {
        let (game, size) = (session.game(), i64::from(session.game().board().size()));
        let (mut rounds, mut clashes, mut early) = (0, 0, 0);
        for event in session.events().iter().flatten() {
            match event {
                EaterEvent::Chose(choices) => {
                    rounds += 1;
                    clashes += i64::from(choices.clash().is_some());
                }
                EaterEvent::Closed(_) if rounds < size => early = 1,
                EaterEvent::Closed(_) | EaterEvent::Over(_) => {}
            }
        }
        Measures::from([
            ("passer", (Role::Passer.seat() == person).into()),
            ("eater", (Role::Eater.seat() == person).into()),
            ("size", size),
            // Rounds beyond those that a straight path needs.
            ("detour", i64::from(game.turns()) - size),
            ("clashes", clashes),
            // 1 if the Eater closed a row sooner than a straight path could be complete.
            ("early", early),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::table::tests::session_of, games::feats::measure};

    #[test]
    fn a_straight_path_has_no_detour() {
        let moves = ["1 1", "1 2", "2 1", "2 1", "2 2", "1 3"];
        let session = session_of::<Eater>(["human", "smart"], 3, &moves);
        let measures = measure(&session, Seat::new(0));
        assert_eq!((measures["passer"], measures["eater"], measures["clashes"]), (1, 0, 1));
        assert_eq!((measures["size"], measures["detour"]), (3, 0));
    }
}
