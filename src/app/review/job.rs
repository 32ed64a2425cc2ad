//! The judging, as a job that tells step by step what it has found out.

use std::{
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use crate::{
    app::{job::Job, message::Waker},
    games::{ArcadeGame, StepReview, review_session},
    play::{Budget, Game, PlayerError, SearchLimits, Session},
};

/// How much is thought about each choice.
pub const EFFORT: SearchLimits = SearchLimits::new(Budget::Time(Duration::from_secs(1)));

/// The judging of a game. It ends when this is dropped.
pub struct ReviewJob<G: Game> {
    job: Job<Result<(), PlayerError>>,
    found: Receiver<StepReview<G::Action>>,
}

impl<G: ArcadeGame> ReviewJob<G> {
    /// Begins.
    pub fn start(session: &Session<G>, effort: SearchLimits, waker: &Waker) -> Self {
        let session = session.clone();
        let (sender, found) = mpsc::channel();
        let job = Job::start(waker, move |cancel, reporter| {
            review_session(&session, &effort, &cancel, &mut |judged| {
                // Who has left does not want it any more.
                if sender.send(judged).is_err() {
                    cancel.cancel();
                }
                reporter.report(String::new());
            })
        });
        Self { job, found }
    }

    /// One that never says anything.
    #[cfg(test)]
    pub fn stub() -> Self {
        Self { job: Job::stub(""), found: mpsc::channel().1 }
    }

    /// What has been found out since this was asked last.
    pub fn found(&self) -> impl Iterator<Item = StepReview<G::Action>> + '_ {
        self.found.try_iter()
    }

    /// Whether it is at its end; why it ended before, if so. Asked before [`Self::found`], nothing
    /// is missed.
    pub fn ended(&self) -> Option<Result<(), String>> {
        Some(match self.job.take()? {
            Ok(Ok(())) => Ok(()),
            Ok(Err(PlayerError::Fault(why))) => Err(why),
            Ok(Err(PlayerError::Cancelled)) => Err("it was stopped".to_owned()),
            Err(panic) => Err(format!("it broke down: {panic}")),
        })
    }
}
