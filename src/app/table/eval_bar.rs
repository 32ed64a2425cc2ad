//! The bar that says how a game stands: a computer thinks about each position while people play.

use std::{
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use super::state::TableScreen;
use crate::{
    app::{job::Job, message::Waker},
    games::{ArcadeGame, Evaluation},
    play::{Budget, Game, RecordLine, SearchLimits, Seat, Seats, ThinkContext},
};

/// How long a position is thought about.
const EFFORT: SearchLimits = SearchLimits::new(Budget::Time(Duration::from_secs(8)));

/// The bar, while it is wanted.
pub struct Bar<G: Game> {
    waker: Waker,
    /// What stood when the thinking began.
    lines: Vec<RecordLine<G::Action>>,
    /// It ends when this is dropped.
    job: Option<(Job<()>, Receiver<Evaluation>)>,
    /// What is known of the position, or still of the one before.
    pub known: Option<Evaluation>,
}

impl<G: ArcadeGame> TableScreen<G> {
    /// Why there can be no bar, if so.
    pub(super) fn outlook_refusal(&self) -> Option<&'static str> {
        let evaluator = G::evaluator(&self.session.header().setup, &EFFORT);
        evaluator.is_none().then_some("nobody can say how this game stands")
    }

    /// Shows the bar, or hides it.
    pub(super) fn toggle_outlook(&mut self, waker: &Waker) {
        self.bar = match self.bar.take() {
            Some(_) => None,
            None => Some(Bar { waker: waker.clone(), lines: Vec::new(), job: None, known: None }),
        };
        self.follow_outlook();
    }

    /// Thinks about what is on the table now, if somebody wants to know and nobody does so yet.
    pub(super) fn follow_outlook(&mut self) {
        let Some(bar) = &mut self.bar else { return };
        if bar.job.is_some() && bar.lines == self.session.lines() {
            return;
        }
        bar.lines = self.session.lines().to_vec();
        let seen = self.session.game().observe(Seats::NONE);
        let think = ThinkContext::new(
            EFFORT.budget,
            self.session.header().seed,
            Seat::new(0),
            bar.lines.len(),
        );
        let Some(mut evaluator) = G::evaluator(&self.session.header().setup, &EFFORT) else {
            return;
        };
        let (sender, found) = mpsc::channel();
        let job = Job::start(&bar.waker, move |cancel, reporter| {
            let think = think.with_cancel(cancel);
            evaluator.evaluate(&seen, &think, &mut |evaluation| {
                // Nobody waits for it when the game has gone on.
                let _ = sender.send(evaluation);
                reporter.report(String::new());
            });
        });
        bar.job = Some((job, found));
        // A person who sees this is helped with what comes next.
        if !self.is_watched() && self.outcome().is_none() {
            self.session.mark_hint();
            self.keeping.marked();
        }
    }

    /// Takes what was found out about the position; says whether there is anything.
    pub(super) fn learn_outlook(&mut self) -> bool {
        let Some(bar) = &mut self.bar else { return false };
        let Some(found) = bar.job.as_ref().and_then(|(_, found)| found.try_iter().last()) else {
            return false;
        };
        bar.known = Some(found);
        true
    }
}
