//! Finds a person's mistakes in a finished game and stores them for practice.

use jiff::Timestamp;

use crate::{
    app::{Context, review::ReviewResults},
    games::{ArcadeGame, Notation},
    job::Job,
    practice::{
        history::store_mistake,
        mistakes::{self, Mistake},
    },
    sync::lower_thread_priority,
};
use fourcade_engine::play::{CancelToken, Practicable, Seat, Session, StepReview, Verdict};

/// A background search for mistakes. Dropping it stops the search.
#[derive(Default)]
pub struct MistakeSearch {
    job: Option<Job<(), ()>>,
    count: usize,
    is_finished: bool,
}

impl MistakeSearch {
    /// Stores each mistake that `search` passes to its callback.
    pub fn start<G: ArcadeGame>(
        context: &Context,
        search: impl FnOnce(&CancelToken, &mut dyn FnMut(Mistake<G>)) + Send + 'static,
    ) -> Self {
        let store = context.store.clone();
        let job = Job::start(&context.background, move |cancel, reporter| {
            lower_thread_priority();
            search(&cancel, &mut |mistake| {
                let now = Timestamp::now().as_millisecond();
                // A mistake that can't be stored is just not practised.
                drop(store.ask(move |database| store_mistake(database, &mistake, None, now)));
                reporter.report(());
            });
        });
        Self { job: Some(job), count: 0, is_finished: false }
    }

    pub fn is_started(&self) -> bool {
        self.job.is_some()
    }

    /// Returns whether there are new mistakes, or the search has just finished.
    pub fn poll(&mut self) -> bool {
        let Some(job) = self.job.as_ref().filter(|_| !self.is_finished) else { return false };
        self.is_finished = job.take_output().is_some();
        let found = job.take_reports().len();
        self.count += found;
        found > 0 || self.is_finished
    }

    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    pub fn count(&self) -> usize {
        self.count
    }
}

/// The seat of the only person or, in an imported game, of the player with this name.
fn own_seat<G: Practicable>(session: &Session<G>, name: &str) -> Option<Seat> {
    let people = mistakes::seats_of_people(session);
    if let [seat] = people[..] {
        return Some(seat);
    }
    let names = &session.match_info()?.names;
    let is_own = |seat: &Seat| names[seat.index()].to_lowercase() == name.to_lowercase();
    let mut own = people.into_iter().filter(is_own);
    own.next().filter(|_| own.next().is_none())
}

/// Searches the person's inferior choices in a review more deeply, and stores those that are
/// confirmed as mistakes. Does nothing if the game isn't over or there is no database. `notation`
/// is that of `results`.
pub fn find_in_review<G: ArcadeGame>(
    session: &Session<G>,
    results: &ReviewResults,
    notation: Notation,
    context: &Context,
) -> MistakeSearch {
    let mut session = session.clone();
    session.go_to(usize::MAX);
    let Some(seat) = own_seat(&session, context.home.settings.own_name()) else {
        return MistakeSearch::default();
    };
    let mut steps = inferior_choices::<G>(results, seat, notation);
    // Costliest first, in case the search is stopped.
    let cost = |step: &StepReview<_, _>| step.verdicts[0].cost.unwrap_or(0.0);
    steps.sort_by(|one, other| cost(other).total_cmp(&cost(one)));
    if session.outcome().is_none() || steps.is_empty() || !context.store.is_available() {
        return MistakeSearch::default();
    }
    MistakeSearch::start(context, move |cancel, found| {
        for step in steps {
            match mistakes::mistake_in_step(&session, &step, seat, cancel) {
                Ok(Some(mistake)) => found(mistake),
                Ok(None) => {}
                Err(_) => return,
            }
        }
    })
}

fn inferior_choices<G: ArcadeGame>(
    results: &ReviewResults,
    seat: Seat,
    notation: Notation,
) -> Vec<StepReview<G::Action, G::Reason>> {
    let read = |text: &String| G::parse(text, notation).ok();
    let verdicts = (0..results.total_lines())
        .flat_map(|line| results.verdicts(line).iter().map(move |verdict| (line, verdict)));
    let of_seat = verdicts.filter(|(_, verdict)| verdict.seat == seat && verdict.better.is_some());
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

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::flip::{Flip, othello};

    #[test]
    fn in_an_imported_game_the_person_is_the_player_with_their_name() {
        let seat = |names: &str, name| {
            let text = format!("(;{names}B[f5]W[d6];)");
            let games = othello::find_games(&text).unwrap();
            own_seat::<Flip>(&games[0].read().unwrap(), name).map(Seat::index)
        };
        assert_eq!(seat("PB[Ada]PW[Bob]", "ada"), Some(0));
        assert_eq!(seat("PB[Ada]PW[Bob]", "Bob"), Some(1));
        for (names, name) in [("PB[Ada]PW[Ada]", "Ada"), ("PB[Ada]PW[Bob]", ""), ("", "Ada")] {
            assert_eq!(seat(names, name), None, "{names}");
        }
        let ours = "PC[fourcade]PB[level:3]PW[human]";
        assert_eq!(seat(ours, "Ada"), Some(1), "the only person");
    }
}
