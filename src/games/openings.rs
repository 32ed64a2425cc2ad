//! Recorded openings: first moves of both sides that are already on the board when a game begins.

use super::ArcadeGame;
use fourcade_engine::play::{RecordLine, Session};

/// Plays the opening selected by the seed, if the game has openings.
pub fn play_opening<G: ArcadeGame>(session: &mut Session<G>, seed: u64) -> Result<(), String> {
    let openings = G::FACTS.openings;
    let Some(index) = seed.checked_rem(openings.len() as u64) else { return Ok(()) };
    let opening = usize::try_from(index).ok().and_then(|index| openings.get(index));
    for action in opening.into_iter().flat_map(|opening| opening.split(',')) {
        let action = action.parse().map_err(|error| format!("{action}: {error}"))?;
        let seat = session.awaited().iter().next().ok_or("the opening is too long")?;
        session.choose(seat, action).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The length of the recorded opening that a session began with, in lines of the record; 0 without
/// one.
pub fn opening_len<G: ArcadeGame>(session: &Session<G>) -> usize {
    let is_default = G::size_of(&session.header().setup) == G::SIZES.map(|sizes| sizes.default);
    let mut openings = G::FACTS.openings.iter().filter(|_| is_default);
    let played_len = |opening: &&str| {
        let mut actions = opening.split(',');
        for (line, number) in session.lines().iter().zip(1..) {
            let RecordLine::Step { moves, .. } = line else { return None };
            for (_, action) in moves {
                let is_played =
                    actions.next()?.parse().is_ok_and(|other: G::Action| other == *action);
                if !is_played {
                    return None;
                }
            }
            if actions.clone().next().is_none() {
                return Some(number);
            }
        }
        None
    };
    openings.find_map(played_len).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::new_game::new_session, settings::last_setups::GameSetup};
    use fourcade_engine::{GameKind, play::HUMAN, with_game};

    #[test]
    fn a_recorded_opening_is_recognized_only_as_a_whole() {
        fn check<G: ArcadeGame>() {
            let session = |size| {
                let players = vec![HUMAN.to_owned(); G::SEAT_NAMES.len()];
                let setup = GameSetup { players, size, ..GameSetup::default() };
                new_session::<G>(&setup, 5).unwrap()
            };
            let mut played = session(G::SIZES.map(|sizes| sizes.default));
            assert_eq!(opening_len(&played), 0);
            play_opening(&mut played, 7).unwrap();
            let length = played.lines().len();
            assert_eq!(opening_len(&played), length, "{}", G::KEY);
            if length > 0 {
                played.go_to(length - 1);
                assert_eq!(opening_len(&played), 0, "a part of it is none");
            }
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }
}
