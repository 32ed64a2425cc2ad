//! The search for the mistakes of a person in a game that is over. They are kept for practice.

use jiff::Timestamp;

use crate::{
    arcade::screen::Context,
    games::ArcadeGame,
    job::Job,
    practice::{history::store_mistake, mistakes::Mistake},
    sync::be_nice,
};
use fourcade_engine::play::CancelToken;

/// The search ends when this is dropped.
#[derive(Default)]
pub struct Finding {
    job: Option<Job<(), ()>>,
    /// The mistakes that have been found so far.
    count: usize,
}

impl Finding {
    /// Stores each mistake with which `search` calls its function.
    pub fn start<G: ArcadeGame>(
        context: &Context,
        search: impl FnOnce(&CancelToken, &mut dyn FnMut(Mistake<G>)) + Send + 'static,
    ) -> Self {
        let store = context.store.clone();
        let job = Job::start(&context.background, move |cancel, reporter| {
            be_nice();
            search(&cancel, &mut |mistake| {
                let now = Timestamp::now().as_millisecond();
                // What can't be stored isn't asked in practice.
                drop(store.ask(move |database| store_mistake(database, &mistake, None, now)));
                reporter.report(());
            });
        });
        Self { job: Some(job), count: 0 }
    }

    /// Counts what was found since the last call; returns whether that was anything.
    pub fn collect(&mut self) -> bool {
        let found = self.job.as_ref().map_or(0, |job| job.take_reports().len());
        self.count += found;
        found > 0
    }

    pub fn count(&self) -> usize {
        self.count
    }
}
