//! The mistakes of a person in a game that was reviewed, kept for practice.

use jiff::Timestamp;

use super::results::ReviewResults;
use crate::{
    arcade::screen::Context,
    games::{ArcadeGame, Notation},
    job::Job,
    practice::{history::store_mistake, mistakes},
};
use fourcade_engine::play::{Seat, Session, StepReview, Verdict};

/// Judges the costly choices of the only person of a game once more, and stores those that certainly
/// are mistakes. The job reports each. `None` if there is nothing to do, or nowhere to store them.
pub fn find<G: ArcadeGame>(
    session: &Session<G>,
    results: &ReviewResults,
    context: &Context,
) -> Option<Job<(), ()>> {
    let mut session = session.clone();
    session.go_to(usize::MAX);
    let [seat] = mistakes::seats_of_people(&session)[..] else { return None };
    let steps = steps::<G>(results, seat);
    if session.outcome().is_none() || steps.is_empty() || !context.store.is_available() {
        return None;
    }
    let (store, cores) = (context.store.clone(), context.waker.cores().clone());
    Some(Job::start(context.waker, move |cancel, reporter| {
        let mut core = cores.wait(&cancel, || ());
        for step in steps {
            let Ok(found) = mistakes::of_review(&session, &step, seat, &cancel) else { return };
            if let Some(mistake) = found {
                let now = Timestamp::now().as_millisecond();
                // What can't be stored isn't asked in practice.
                drop(store.ask(move |database| store_mistake(database, &mistake, None, now)));
                reporter.report(());
            }
            cores.take_turns(&mut core, &cancel);
        }
    }))
}

/// The costly choices of a seat.
fn steps<G: ArcadeGame>(
    results: &ReviewResults,
    seat: Seat,
) -> Vec<StepReview<G::Action, G::Reason>> {
    let read = |text: &String| G::parse(text, Notation::on_screen()).ok();
    let of_seat = results.costly().filter(|(_, verdict)| verdict.seat == seat);
    let step = |(line, verdict): (usize, &Verdict<String, String>)| {
        let verdict = Verdict {
            better: verdict.better.as_ref().and_then(read),
            cost: verdict.cost,
            ..Verdict::good(seat, read(&verdict.played)?, verdict.value, verdict.exact)
        };
        Some(StepReview { line, verdicts: vec![verdict] })
    };
    of_seat.filter_map(step).collect()
}
