//! The evaluation bar: a computer evaluates each position while it is on the table.

use std::time::Duration;

use super::game::TableGame;
use crate::{
    arcade::{job::Job, message::Waker},
    games::ArcadeGame,
};
use fourcade_engine::play::{
    Budget, Evaluation, Game, LiveEvaluator, RecordLine, SearchLimits, Seat, Seats, ThinkContext,
};

/// The limits of the evaluation of one position.
const LIMITS: SearchLimits = SearchLimits::new(Budget::Time(EVALUATION_TIME));
/// The time for the evaluation of one position.
const EVALUATION_TIME: Duration = Duration::from_secs(8);

/// The evaluation bar while it is shown.
pub struct EvalBar<G: Game> {
    waker: Waker,
    /// The record of the position that is evaluated.
    lines: Vec<RecordLine<G::Action>>,
    /// The running job, which reports evaluations. Dropping it cancels it.
    job: Option<Job<(), Evaluation>>,
    /// The last evaluation, which may still be that of the position before.
    evaluation: Option<Evaluation>,
}

/// Returns an evaluator for this game; `None` if positions of it can't be evaluated.
fn evaluator<G: ArcadeGame>(
    game: &TableGame<G>,
    limits: &SearchLimits,
) -> Option<Box<dyn LiveEvaluator<G>>> {
    G::evaluator(&game.session().header().setup, limits)
}

/// Whether positions of this game can be evaluated.
pub fn is_supported<G: ArcadeGame>(game: &TableGame<G>) -> bool {
    evaluator(game, &LIMITS).is_some()
}

impl<G: ArcadeGame> EvalBar<G> {
    /// A bar without an evaluation.
    pub fn new(waker: &Waker) -> Self {
        Self { waker: waker.clone(), lines: Vec::new(), job: None, evaluation: None }
    }

    /// The last evaluation.
    pub fn evaluation(&self) -> Option<&Evaluation> {
        self.evaluation.as_ref()
    }

    /// Starts to evaluate the position on the table, if that was not started before and the game
    /// has an evaluator. Returns whether it was started now.
    pub fn follow(&mut self, game: &TableGame<G>) -> bool {
        let session = game.session();
        if self.job.is_some() && self.lines == session.lines() {
            return false;
        }
        self.lines = session.lines().to_vec();
        let share = self.waker.memory().take(self.waker.memory().bytes());
        let budget = Budget::Time(self.waker.thinking_time(EVALUATION_TIME));
        let limits = SearchLimits { budget, memory: Some(share.bytes()), ..LIMITS };
        let Some(mut evaluator) = evaluator(game, &limits) else { return false };
        let observation = session.game().observe(Seats::NONE);
        let (seed, lines) = (session.header().seed, self.lines.len());
        let cores = self.waker.cores().clone();
        let job = Job::start(&self.waker, move |cancel, reporter| {
            let Some(_core) = cores.wait(&cancel, || ()) else { return };
            let context = ThinkContext::new(budget, seed, Seat::new(0), lines).with_cancel(cancel);
            // The memory is in use until the search has ended.
            let _share = share;
            evaluator.evaluate(&observation, &context, &mut |evaluation| {
                reporter.report(evaluation);
            });
        });
        self.job = Some(job);
        true
    }

    /// Takes the latest evaluation. Returns whether there is a new one.
    pub fn collect(&mut self) -> bool {
        let Some(job) = &self.job else { return false };
        let Some(evaluation) = job.take_reports().pop() else { return false };
        self.evaluation = Some(evaluation);
        true
    }
}
