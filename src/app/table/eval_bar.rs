//! The evaluation of the position, which a bar in the panel shows.

use std::time::Duration;

use super::game::TableGame;
use crate::{app::Background, games::ArcadeGame, job::Job};
use fourcade_engine::play::{
    Budget, Evaluation, Game, LiveEvaluator, RecordLine, SearchLimits, Seat, Seats, ThinkContext,
};

const TIME: Duration = Duration::from_secs(8);
const LIMITS: SearchLimits = SearchLimits::new(Budget::Time(TIME));

pub struct EvalBar<G: Game> {
    /// The user's choice; `None` for the default.
    choice: Option<bool>,
    /// Whether the window has room for the bar.
    has_room: bool,
    /// `None` while the bar is off.
    search: Option<Search<G>>,
}

impl<G: Game> Default for EvalBar<G> {
    fn default() -> Self {
        Self { choice: None, has_room: false, search: None }
    }
}

impl<G: ArcadeGame> EvalBar<G> {
    pub fn is_on(&self) -> bool {
        self.search.is_some()
    }

    /// The last evaluation, perhaps still that of the previous position.
    pub fn evaluation(&self) -> Option<&Evaluation> {
        self.search.as_ref()?.evaluation.as_ref()
    }

    pub fn set_room(&mut self, has_room: bool) {
        self.has_room = has_room;
    }

    pub fn toggle(&mut self, game: &TableGame<G>, background: &Background) {
        let is_on = !self.should_be_on(game);
        self.choice = Some(is_on);
        self.search = is_on.then(|| Search::new(background));
    }

    /// By default, the bar is on if the game is only watched and the window has room: for people
    /// who play, the evaluation is a hint.
    fn should_be_on(&self, game: &TableGame<G>) -> bool {
        self.choice.unwrap_or(self.has_room && game.is_watched())
    }

    /// Whether the bar must be switched on automatically.
    pub fn must_switch_on(&self, game: &TableGame<G>) -> bool {
        self.search.is_none() && self.should_be_on(game) && can_evaluate(game)
    }

    pub fn switch_on(&mut self, background: &Background) {
        self.search = Some(Search::new(background));
    }

    /// Starts to evaluate the current position, or switches the bar off if it shouldn't be on.
    /// Returns whether an evaluation has started.
    pub fn follow(&mut self, game: &TableGame<G>) -> bool {
        if !self.should_be_on(game) {
            self.search = None;
        }
        self.search.as_mut().is_some_and(|search| search.evaluate(game))
    }

    /// Returns whether there is a new evaluation.
    pub fn poll(&mut self) -> bool {
        self.search.as_mut().is_some_and(Search::poll)
    }
}

struct Search<G: Game> {
    background: Background,
    /// The record of the evaluated position.
    lines: Vec<RecordLine<G::Action>>,
    job: Option<Job<(), Evaluation>>,
    evaluation: Option<Evaluation>,
}

/// `None` if positions of this game can't be evaluated.
fn evaluator<G: ArcadeGame>(
    game: &TableGame<G>,
    limits: &SearchLimits,
) -> Option<Box<dyn LiveEvaluator<G>>> {
    G::evaluator(&game.session().header().setup, limits)
}

pub fn can_evaluate<G: ArcadeGame>(game: &TableGame<G>) -> bool {
    evaluator(game, &LIMITS).is_some()
}

impl<G: ArcadeGame> Search<G> {
    fn new(background: &Background) -> Self {
        Self { background: background.clone(), lines: Vec::new(), job: None, evaluation: None }
    }

    /// See [`EvalBar::follow`]. No position is evaluated twice in a row.
    fn evaluate(&mut self, game: &TableGame<G>) -> bool {
        let session = game.session();
        if self.job.is_some() && self.lines == session.lines() {
            return false;
        }
        self.lines = session.lines().to_vec();
        let share = self.background.memory().take(self.background.memory().bytes());
        let budget = Budget::Time(self.background.thinking_time(TIME));
        let limits = SearchLimits { budget, memory: Some(share.bytes()), ..LIMITS };
        let Some(mut evaluator) = evaluator(game, &limits) else { return false };
        let observation = session.game().observe(Seats::NONE);
        let (seed, lines) = (session.header().seed, self.lines.len());
        let cores = self.background.cores().clone();
        let job = Job::start(&self.background, move |cancel, reporter| {
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

    fn poll(&mut self) -> bool {
        let Some(job) = &self.job else { return false };
        let Some(evaluation) = job.take_reports().pop() else { return false };
        self.evaluation = Some(evaluation);
        true
    }
}
