//! The play loop: lets players decide until a session ends.

use std::time::{Duration, Instant};

use super::{
    Budget, CancelToken, Choice, Fault, Game, Player, PlayerError, ProgramNote, Seat, Session,
    ThinkContext, choose_checked,
};

/// A legal decision of one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<A> {
    /// The seat that decided.
    pub seat: Seat,
    /// The action.
    pub action: A,
    /// The illegal choice that the action replaces, if any.
    pub fault: Option<Fault>,
    /// Side effects of a program's answer.
    pub note: Option<ProgramNote>,
    /// The time of the decision, for the host. It doesn't go into the record, because this loop has
    /// no clocks.
    pub time: Duration,
}

/// The caller of a play loop. It asks people, and is notified of choices and steps.
pub trait PlayHost<G: Game> {
    /// The error that stops the loop early.
    type Error: From<PlayerError>;

    /// Asks the person on `seat`, which must be awaited.
    ///
    /// # Errors
    /// Returns an error if the person cannot be asked. The default implementation always does.
    fn ask(&mut self, session: &Session<G>, seat: Seat) -> Result<G::Action, Self::Error> {
        let _ = session;
        Err(PlayerError::Fault(format!("seat {seat} has no player")).into())
    }

    /// Called with each decision before the session changes.
    ///
    /// # Errors
    /// An error stops the loop.
    fn before_choice(
        &mut self,
        session: &Session<G>,
        decision: &Decision<G::Action>,
    ) -> Result<(), Self::Error> {
        let _ = (session, decision);
        Ok(())
    }

    /// Called after each step.
    ///
    /// # Errors
    /// An error stops the loop.
    fn after_step(&mut self, session: &Session<G>) -> Result<(), Self::Error> {
        let _ = session;
        Ok(())
    }
}

/// Plays a session until the game is over.
pub struct Driver<'a, G: Game> {
    /// The computer player on each seat. The [`PlayHost`] asks a person for a seat without one.
    pub players: Vec<Option<Box<dyn Player<G>>>>,
    /// The budget of each decision.
    pub budget: Budget,
    /// Stops the loop.
    pub cancel: &'a CancelToken,
}

impl<G: Game> Driver<'_, G> {
    /// Plays the session to its end.
    ///
    /// # Errors
    /// Returns [`PlayerError::Cancelled`] if the loop was cancelled, [`PlayerError::Fault`] if a
    /// player gives no answer, and any error of `host`.
    pub fn play<H: PlayHost<G>>(
        &mut self,
        session: &mut Session<G>,
        host: &mut H,
    ) -> Result<(), H::Error> {
        while let Some(seat) = session.awaited().iter().next() {
            if self.cancel.is_cancelled() {
                return Err(PlayerError::Cancelled.into());
            }
            let decision = match &mut self.players[seat.index()] {
                Some(player) => decide(session, player.as_mut(), seat, self.budget, self.cancel)?,
                None => {
                    let start = Instant::now();
                    let action = host.ask(session, seat)?;
                    Decision { seat, action, fault: None, note: None, time: start.elapsed() }
                }
            };
            host.before_choice(session, &decision)?;
            if apply(session, decision)? {
                host.after_step(session)?;
            }
        }
        Ok(())
    }
}

/// Lets a player decide for an awaited seat, applies the decision to the session and returns it.
///
/// # Errors
/// Returns an error if the search was cancelled or the player gives no answer.
pub fn take_turn<G: Game>(
    session: &mut Session<G>,
    player: &mut dyn Player<G>,
    seat: Seat,
    budget: Budget,
    cancel: &CancelToken,
) -> Result<Decision<G::Action>, PlayerError> {
    let decision = decide(session, player, seat, budget, cancel)?;
    apply(session, decision.clone())?;
    Ok(decision)
}

fn decide<G: Game>(
    session: &Session<G>,
    player: &mut dyn Player<G>,
    seat: Seat,
    budget: Budget,
    cancel: &CancelToken,
) -> Result<Decision<G::Action>, PlayerError> {
    let context = ThinkContext::new(budget, session.header().seed, seat, session.lines().len())
        .with_cancel(cancel.clone());
    let (action, fault) = choose_checked(player, session.game(), seat, &context)?;
    let note = player.take_note();
    Ok(Decision { seat, action, fault, note, time: context.elapsed() })
}

/// Applies a decision to the session. Returns whether it completed a step.
fn apply<G: Game>(
    session: &mut Session<G>,
    decision: Decision<G::Action>,
) -> Result<bool, PlayerError> {
    let Decision { seat, action, fault, note, .. } = decision;
    match session.choose_with(seat, Choice { action, fault, time: None, note }) {
        Ok(events) => Ok(events.is_some()),
        Err(error) => Err(PlayerError::Fault(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Observation as _, Random, Seats, toy},
        *,
    };

    /// Answers for the person on seat 0 with the first legal action and follows the game.
    #[derive(Default)]
    struct TestHost {
        asked: usize,
        choices: usize,
        steps: usize,
    }

    impl PlayHost<toy::Toy> for TestHost {
        type Error = PlayerError;

        fn ask(
            &mut self,
            session: &Session<toy::Toy>,
            seat: Seat,
        ) -> Result<toy::ToyAction, PlayerError> {
            self.asked += 1;
            Ok(session.game().observe(Seats::one(seat)).legal(seat)[0])
        }

        fn before_choice(
            &mut self,
            session: &Session<toy::Toy>,
            decision: &Decision<toy::ToyAction>,
        ) -> Result<(), PlayerError> {
            assert!(session.awaited().contains(decision.seat));
            self.choices += 1;
            Ok(())
        }

        fn after_step(&mut self, _: &Session<toy::Toy>) -> Result<(), PlayerError> {
            self.steps += 1;
            Ok(())
        }
    }

    fn play(
        host: &mut TestHost,
        cancel: &CancelToken,
    ) -> (Result<(), PlayerError>, Session<toy::Toy>) {
        let mut session = toy::session(&[3, 1, 2]);
        let players = vec![None, Some(Box::new(Random) as _), Some(Box::new(Random) as _)];
        let mut driver = Driver { players, budget: Budget::Nodes(1), cancel };
        (driver.play(&mut session, host), session)
    }

    #[test]
    fn the_loop_plays_to_the_end_and_reports_every_choice_and_step() {
        let mut host = TestHost::default();
        let (end, session) = play(&mut host, &CancelToken::default());
        assert_eq!(end, Ok(()));
        assert!(session.outcome().is_some());
        assert!(host.asked > 0);
        assert_eq!(host.steps, session.lines().len());
        assert!(host.choices > host.steps, "some steps are joint moves");
    }

    #[test]
    fn cancelling_stops_the_loop_before_the_next_choice() {
        let cancel = CancelToken::default();
        cancel.cancel();
        let mut host = TestHost::default();
        let (end, _) = play(&mut host, &cancel);
        assert_eq!((end, host.asked), (Err(PlayerError::Cancelled), 0));
    }
}
