//! A better move in place of the played one, and a variation after it.

use crate::games::ArcadeGame;
use fourcade_engine::play::{
    Budget, CancelToken, Level, RecordLine, Seat, Session, ThinkContext, choose_checked,
    find_player,
};

/// Maximum number of steps after the better move.
const MAX_STEPS: usize = 7;
/// Maximum number of turns, unless the review knows further moves.
const MAX_TURNS: u32 = 2;
/// Divides the usual budget of a choice, because the person waits.
const BUDGET_DIVISOR: u64 = 16;
/// Minimum budget of a choice, in positions.
const MIN_NODES: u64 = 1_000;

/// Plays a better move of a seat in place of the one in this line of the record. Simultaneous moves
/// of other seats stay. `None` if the move isn't legal there.
pub fn with_better_move<G: ArcadeGame>(
    session: &Session<G>,
    line: usize,
    seat: Seat,
    better: G::Action,
) -> Option<Session<G>> {
    let RecordLine::Step { moves, .. } = session.lines().get(line)? else { return None };
    let mut instead = session.clone();
    instead.go_to(line);
    for &(other, action) in moves {
        instead.choose(other, if other == seat { better } else { action }).ok()?;
    }
    (instead.lines().len() > line).then_some(instead)
}

/// Plays a variation after a better move: the `known` best moves, then the moves of a strong player
/// on each seat, which knows only what that seat sees.
pub fn play_variation<G: ArcadeGame>(
    mut session: Session<G>,
    known: &[G::Action],
    cancel: &CancelToken,
) -> Session<G> {
    let last_line = session.lines().len() + MAX_STEPS;
    let last_turn = session.game().turns() + MAX_TURNS;
    let mut known = known.iter();
    let strong = G::FACTS.kind.level_player(Level::Expert).player;
    let Ok(mut player) = find_player::<G>(strong) else { return session };
    while session.outcome().is_none() && session.lines().len() < last_line {
        let is_legal = |&action: &G::Action| {
            session.awaited().iter().all(|seat| session.game().check(seat, action).is_ok())
        };
        let best = known.next().copied().filter(is_legal);
        if best.is_none() && session.game().turns() >= last_turn {
            break;
        }
        for seat in session.awaited().iter() {
            let budget = Budget::Nodes((G::DEFAULT_NODES / BUDGET_DIVISOR).max(MIN_NODES));
            let context = ThinkContext::new(budget, 0, seat, session.lines().len())
                .with_cancel(cancel.clone());
            let mut choose = || choose_checked(&mut *player, session.game(), seat, &context);
            let chosen = best.or_else(|| choose().ok().map(|(action, _)| action));
            let is_played = chosen.is_some_and(|action| session.choose(seat, action).is_ok());
            if !is_played {
                return session;
            }
        }
    }
    session
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::new_game::new_session, settings::last_setups::GameSetup};
    use fourcade_engine::{
        GameKind,
        play::{HUMAN, Observation as _, Seats},
        with_game,
    };

    fn check<G: ArcadeGame>() {
        let players = vec![HUMAN.to_owned(); G::SEAT_NAMES.len()];
        let size = G::SIZES.map(|sizes| sizes.min.max(4));
        let setup = GameSetup { players, size, ..GameSetup::default() };
        let mut session = new_session::<G>(&setup, 3).unwrap();
        for _ in 0..3 {
            for seat in session.awaited().iter() {
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                session.choose(seat, legal[0]).unwrap();
            }
        }
        let line = session.lines().len() - 1;
        let mut before = session.clone();
        before.go_to(line);
        let seat = before.awaited().iter().next().unwrap();
        let legal = before.game().observe(Seats::one(seat)).legal(seat);
        let better = *legal.last().unwrap();
        let instead = with_better_move(&session, line, seat, better).unwrap();
        let decided = |line: &RecordLine<G::Action>| match line {
            RecordLine::Step { moves, .. } => moves.clone(),
            _ => panic!("no step"),
        };
        for ((other, new), (_, old)) in
            decided(&instead.lines()[line]).into_iter().zip(decided(&session.lines()[line]))
        {
            assert_eq!(new, if other == seat { better } else { old }, "{}", G::KEY);
        }
        let played = play_variation(instead.clone(), &[], &CancelToken::default());
        assert!(played.lines().len() > instead.lines().len(), "{}", G::KEY);
        assert!(played.lines().len() <= instead.lines().len() + MAX_STEPS);
        assert_eq!(played.lines()[..=line], instead.lines()[..]);
        // There is no such line.
        assert!(with_better_move(&session, 99, seat, better).is_none());
    }

    #[test]
    fn a_variation_follows_a_better_move_in_every_game() {
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }
}
