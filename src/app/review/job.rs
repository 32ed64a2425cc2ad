//! The review as a background job.

use std::{
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use super::results::ReviewResults;
use crate::{
    app::{job::Job, message::Waker},
    games::{ArcadeGame, StepReview, review_session},
    play::{Budget, Game, PlayerError, SearchLimits, Session},
};

/// The search limits for each move.
pub const REVIEW_LIMITS: SearchLimits = SearchLimits::new(Budget::Time(Duration::from_secs(1)));

/// A review that is running. It is cancelled when this is dropped.
struct ReviewJob<G: Game> {
    job: Job<Result<(), PlayerError>>,
    steps: Receiver<StepReview<G::Action>>,
}

impl<G: ArcadeGame> ReviewJob<G> {
    fn start(session: &Session<G>, waker: &Waker) -> Self {
        let session = session.clone();
        let (sender, steps) = mpsc::channel();
        let memory = waker.memory().clone();
        let job = Job::start(waker, move |cancel, reporter| {
            let share = memory.take(memory.bytes());
            let limits = SearchLimits { memory: Some(share.bytes()), ..REVIEW_LIMITS };
            review_session(&session, &limits, &cancel, &mut |step| {
                // The receiver is gone once the screen was left.
                if sender.send(step).is_err() {
                    cancel.cancel();
                }
                reporter.report(String::new());
            })
        });
        Self { job, steps }
    }

    /// Takes the job's result, if it has ended.
    fn take_result(&self) -> Option<Result<(), String>> {
        Some(match self.job.take()? {
            Ok(Ok(())) => Ok(()),
            Ok(Err(PlayerError::Fault(error))) => Err(error),
            Ok(Err(PlayerError::Cancelled)) => Err("it was stopped".to_owned()),
            Err(panic) => Err(format!("it broke down: {panic}")),
        })
    }
}

/// A review, running or ended.
pub struct ReviewProgress<G: Game> {
    job: Option<ReviewJob<G>>,
    /// The results so far.
    pub results: ReviewResults<G>,
    /// Why the review ended early, if it did.
    pub error: Option<String>,
}

impl<G: ArcadeGame> ReviewProgress<G> {
    /// Creates a review that does not run. The session is at the end of the game.
    pub fn idle(session: &Session<G>) -> Self {
        Self { job: None, results: ReviewResults::new(session), error: None }
    }

    /// Starts a review. The session is at the end of the game.
    pub fn start(session: &Session<G>, waker: &Waker) -> Self {
        Self { job: Some(ReviewJob::start(session, waker)), ..Self::idle(session) }
    }

    /// Creates a review with these results. It counts as running unless they are complete.
    #[cfg(test)]
    pub fn with_results(
        session: &Session<G>,
        steps: impl Iterator<Item = StepReview<G::Action>>,
    ) -> Self {
        let mut progress = Self::idle(session);
        steps.for_each(|step| progress.results.add(step));
        let is_running = progress.results.reviewed_steps < progress.results.total_steps;
        progress.job =
            is_running.then(|| ReviewJob { job: Job::stub(""), steps: mpsc::channel().1 });
        progress
    }

    /// Whether the review is running.
    pub fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// Whether all steps are reviewed.
    pub fn is_complete(&self) -> bool {
        !self.is_running() && self.results.reviewed_steps == self.results.total_steps
    }

    /// Takes the latest results; returns whether there are any.
    pub fn poll(&mut self) -> bool {
        let Some(job) = &self.job else { return false };
        // The result is taken first: once the job has ended, all its steps have arrived.
        let end = job.take_result();
        let steps: Vec<_> = job.steps.try_iter().collect();
        let has_news = !steps.is_empty() || end.is_some();
        for step in steps {
            self.results.add(step);
        }
        if let Some(end) = end {
            self.error = end.err();
            self.job = None;
        }
        has_news
    }
}
