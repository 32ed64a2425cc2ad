//! The mistakes of a person in a game that was reviewed.

use super::results::ReviewResults;
use crate::{
    arcade::{screen::Context, screens::practice::finding::Finding},
    games::{ArcadeGame, Notation},
    practice::mistakes,
};
use fourcade_engine::play::{Seat, Session, StepReview, Verdict};

/// Judges the costly choices of the only person of a game once more, and stores those that
/// certainly are mistakes. Finds nothing in a game that is not over, and without a place to store
/// them.
pub fn find<G: ArcadeGame>(
    session: &Session<G>,
    results: &ReviewResults,
    context: &Context,
) -> Finding {
    let mut session = session.clone();
    session.go_to(usize::MAX);
    let [seat] = mistakes::seats_of_people(&session)[..] else { return Finding::default() };
    let steps = steps::<G>(results, seat);
    if session.outcome().is_none() || steps.is_empty() || !context.store.is_available() {
        return Finding::default();
    }
    Finding::start(context, move |cancel, found| {
        for step in steps {
            let Ok(mistake) = mistakes::of_review(&session, &step, seat, cancel) else { return };
            mistake.into_iter().for_each(&mut *found);
        }
    })
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
