//! The review as a background job.

use super::{REVIEW_LIMITS, REVIEW_TIME, ReviewResults};
use crate::{
    app::Background,
    games::{ArcadeGame, Notation, written_step},
    job::Job,
};
use fourcade_engine::play::{
    Budget, PlayerError, SearchLimits, Session, StepReview, review_session,
};

/// Reports each step when it has been reviewed.
type ReviewJob = Job<Result<(), PlayerError>, StepReview<String, String>>;

fn result_message(result: Result<Result<(), PlayerError>, String>) -> Result<(), String> {
    match result {
        Ok(Ok(())) => Ok(()),
        Ok(Err(PlayerError::Fault(error) | PlayerError::Failed(_, error))) => Err(error),
        Ok(Err(PlayerError::Cancelled)) => Err("it was stopped".to_owned()),
        Err(panic) => Err(format!("internal error: {panic}")),
    }
}

pub struct ReviewProgress {
    job: Option<ReviewJob>,
    pub results: ReviewResults,
    /// The notation of the results.
    pub notation: Notation,
    /// Set if the review ended early.
    pub error: Option<String>,
}

impl ReviewProgress {
    /// A review that doesn't run. The session must have no undone lines.
    pub fn idle<G: ArcadeGame>(session: &Session<G>) -> Self {
        let (results, notation) = (ReviewResults::new(session), Notation::default());
        Self { job: None, results, notation, error: None }
    }

    /// The session must have no undone lines.
    pub fn start<G: ArcadeGame>(
        session: &Session<G>,
        notation: Notation,
        background: &Background,
    ) -> Self {
        let (reviewed, reader) = (session.clone(), session.header().people().only());
        let (memory, cores) = (background.memory().clone(), background.cores().clone());
        let budget = Budget::Time(background.thinking_time(REVIEW_TIME));
        let job = Job::start(background, move |cancel, reporter| {
            let share = memory.take(memory.bytes());
            let limits = SearchLimits { budget, memory: Some(share.bytes()), ..REVIEW_LIMITS };
            let mut core = cores.wait(&cancel, || ());
            review_session(&reviewed, &limits, &cancel, &mut |step| {
                reporter.report(written_step::<G>(&step, reader, notation));
                cores.take_turns(&mut core, &cancel);
            })
        });
        Self { job: Some(job), notation, ..Self::idle(session) }
    }

    /// A review with these results, which seems to run unless they are complete.
    #[cfg(test)]
    pub fn with_results<G: ArcadeGame>(
        session: &Session<G>,
        steps: impl Iterator<Item = StepReview<String, String>>,
    ) -> Self {
        let mut progress = Self::idle(session);
        for step in steps {
            progress.results.add(step);
        }
        let is_running = progress.results.reviewed_steps < progress.results.total_steps;
        progress.job = is_running.then(|| Job::stub(None));
        progress
    }

    pub fn is_running(&self) -> bool {
        self.job.is_some()
    }

    pub fn is_complete(&self) -> bool {
        !self.is_running() && self.results.reviewed_steps == self.results.total_steps
    }

    /// Returns whether there are new results.
    pub fn poll(&mut self) -> bool {
        let Some(job) = &self.job else { return false };
        // The result is taken first: once the job has ended, all its steps have arrived.
        let end = job.take_output();
        let steps = job.take_reports();
        let has_news = !steps.is_empty() || end.is_some();
        for step in steps {
            self.results.add(step);
        }
        if let Some(end) = end {
            self.error = result_message(end).err();
            self.job = None;
        }
        has_news
    }
}
