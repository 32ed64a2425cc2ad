//! Computer players at the table: each choice is a job of its own.

use std::time::Duration;

use crate::{
    app::{job::Job, message::Waker},
    games::{Flat, find_player},
    play::{Budget, Fault, Player, Seat, Session, Stop, Think, choose_checked},
};

/// How long a searching player thinks about a choice at the table.
pub const TIME: Duration = Duration::from_secs(1);

/// What a job returns: the player, to be used again, and its choice.
type Thought<G> = (Box<dyn Player<G>>, Result<(<G as crate::play::Game>::Action, Option<Fault>), Stop>);

/// A choice that is being made.
pub struct Thinking<G: Flat> {
    /// For whom.
    pub seat: Seat,
    job: Job<Thought<G>>,
}

/// What came of a [`Thinking`].
pub enum Thoughts<G: Flat> {
    /// Nothing yet.
    None,
    /// A choice; the player can be used again.
    Choice(Box<dyn Player<G>>, G::Action, Option<Fault>),
    /// There will be none; this says why.
    Failed(String),
}

impl<G: Flat> Thinking<G> {
    /// Lets `player`, or else a new one of this name, choose for `seat`.
    ///
    /// # Errors
    /// If no such player can be made.
    pub fn start(
        session: &Session<G>,
        seat: Seat,
        name: &str,
        player: Option<Box<dyn Player<G>>>,
        waker: &Waker,
    ) -> Result<Self, String> {
        let mut player = match player {
            Some(player) => player,
            None => find_player::<G>(name).map_err(|why| why.to_string())?.make()?,
        };
        let think = Think::new(Budget::Time(TIME), session.header().seed, seat, session.lines().len());
        let game = session.game().clone();
        let job = Job::start(waker, move |cancel, reporter| {
            #[cfg(debug_assertions)]
            crate::app::faults::strike("worker");
            let think = think.with_cancel(cancel).with_listener(move |words| reporter.report(words));
            let choice = choose_checked(player.as_mut(), &game, seat, &think);
            (player, choice)
        });
        Ok(Self { seat, job })
    }

    /// How far it has come, in the player's own words.
    pub fn progress(&self) -> Option<String> {
        self.job.progress()
    }

    /// What has come of it.
    pub fn take(&self) -> Thoughts<G> {
        match self.job.take() {
            None => Thoughts::None,
            Some(Ok((player, Ok((action, fault))))) => Thoughts::Choice(player, action, fault),
            Some(Ok((_, Err(Stop::Fault(why))))) => Thoughts::Failed(why),
            Some(Ok((_, Err(Stop::Cancelled)))) => Thoughts::Failed("it was stopped".to_owned()),
            Some(Err(panic)) => Thoughts::Failed(format!("it broke down: {panic}")),
        }
    }

    /// A choice that is never made.
    #[cfg(test)]
    pub fn stub(seat: Seat, progress: &str) -> Self {
        Self { seat, job: Job::stub(progress) }
    }
}
