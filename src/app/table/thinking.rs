//! Computer players at the table: each choice is a job of its own.

use std::time::Duration;

use crate::{
    app::{job::Job, message::Waker},
    games::{ArcadeGame, find_player},
    play::{Budget, Player, PlayerError, Seat, Session, ThinkContext},
};

/// How long a searching player thinks about a choice at the table.
pub const TIME: Duration = Duration::from_secs(1);

/// What a player is asked for: [`crate::play::choose_checked`] or [`crate::play::advise_checked`].
pub type Ask<G, A> = fn(&mut dyn Player<G>, &G, Seat, &ThinkContext) -> Result<A, PlayerError>;

/// An answer of a player that is being thought out.
pub struct Thinking<G: ArcadeGame, A> {
    /// For whom.
    pub seat: Seat,
    job: Job<Answer<G, A>>,
}

/// A player, to be used again, and what it answered.
type Answer<G, A> = Result<(Box<dyn Player<G>>, A), PlayerError>;

/// What came of a [`Thinking`].
pub enum Thoughts<G: ArcadeGame, A> {
    /// Nothing yet.
    None,
    /// An answer; the player can be used again.
    Answer(Box<dyn Player<G>>, A),
    /// There will be none; this says why.
    Failed(String),
}

impl<G: ArcadeGame, A: Send + 'static> Thinking<G, A> {
    /// Asks `player`, or else a new one of this name, for `seat`. It is made by the job, too: a
    /// program may have to be compiled.
    ///
    /// # Errors
    /// If there is no player of this name.
    pub fn start(
        session: &Session<G>,
        seat: Seat,
        name: &str,
        player: Option<Box<dyn Player<G>>>,
        ask: Ask<G, A>,
        waker: &Waker,
    ) -> Result<Self, String> {
        let found = find_player::<G>(name).map_err(|why| why.to_string())?;
        let think = ThinkContext::new(
            Budget::Time(TIME),
            session.header().seed,
            seat,
            session.lines().len(),
        );
        let game = session.game().clone();
        let job = Job::start(waker, move |cancel, reporter| {
            #[cfg(debug_assertions)]
            crate::app::faults::strike("worker");
            let think =
                think.with_cancel(cancel).with_listener(move |words| reporter.report(words));
            let mut player = match player {
                Some(player) => player,
                None => found.make().map_err(PlayerError::Fault)?,
            };
            let answer = ask(player.as_mut(), &game, seat, &think)?;
            Ok((player, answer))
        });
        Ok(Self { seat, job })
    }

    /// How far it has come, in the player's own words.
    pub fn progress(&self) -> Option<String> {
        self.job.progress()
    }

    /// What has come of it.
    pub fn take(&self) -> Thoughts<G, A> {
        match self.job.take() {
            None => Thoughts::None,
            Some(Ok(Ok((player, answer)))) => Thoughts::Answer(player, answer),
            Some(Ok(Err(PlayerError::Fault(why)))) => Thoughts::Failed(why),
            Some(Ok(Err(PlayerError::Cancelled))) => Thoughts::Failed("it was stopped".to_owned()),
            Some(Err(panic)) => Thoughts::Failed(format!("it broke down: {panic}")),
        }
    }

    /// An answer that never comes.
    #[cfg(test)]
    pub fn stub(seat: Seat, progress: &str) -> Self {
        Self { seat, job: Job::stub(progress) }
    }
}
