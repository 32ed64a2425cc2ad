//! The search for a person's costliest move in a finished game.

use std::{cmp::Ordering, sync::Arc, time::Duration};

use super::Table;
use crate::{
    app::{Background, review::REVIEW_LIMITS},
    games::{ArcadeGame, gain_in_words, opening_len},
    job::Job,
    sync::{lock, lower_thread_priority},
};
use fourcade_engine::play::{
    Budget, CostliestLimits, ReviewScale, SearchLimits, Seat, Seats, costliest_decision,
    own_decisions,
};

/// The limits of the scan of all moves. Candidates are searched again with the limits of a review.
const SCAN_LIMITS: SearchLimits = SearchLimits {
    memory: Some(4 << 20),
    ..SearchLimits::new(Budget::Time(Duration::from_millis(60)))
};
/// Games with more moves of the person aren't scanned: it could take half a minute.
const MAX_MOVES: usize = 400;
/// The memory for the search of a candidate, in bytes.
const MEMORY: usize = 16 << 20;

const NO_COSTLY_MOVE: [&str; 2] = ["No costly move.", "Each was close to the best."];

/// Follows the costliest move in its fact.
pub const COSTLIEST_MARK: &str = "(?)";

pub struct CostliestMove {
    /// Dropping the job stops the search.
    job: Option<Job<Option<Found>>>,
    facts: Vec<Fact>,
}

/// A sentence: the most detailed form first.
type Fact = Vec<String>;

struct Found {
    facts: Vec<Fact>,
    /// Marks the move on the board; does nothing if none was costly.
    mark: Box<dyn FnOnce() + Send>,
}

impl CostliestMove {
    /// Starts the search in a game, which must be over and reviewable. The board marks what it
    /// finds. `None` if the person has decided nothing after the opening, or too much.
    pub fn find<G: ArcadeGame>(
        table: &Table<G>,
        seat: Seat,
        background: &Background,
    ) -> Option<Self> {
        let (session, notation) = (table.game.session().clone(), table.notation);
        let (memory, marked) = (background.memory().clone(), Arc::clone(&table.costliest));
        let opening = opening_len(&session);
        let is_lost = session.outcome().is_some_and(|it| !it.winners().contains(seat));
        // Boards of cells mark it.
        let is_marked = G::size_of(&session.header().setup).is_some();
        *lock(&marked) = None;
        let decided = own_decisions(session.lines(), seat).filter(|&(line, _)| line >= opening);
        if !(1..=MAX_MOVES).contains(&decided.count()) {
            return None;
        }
        let job = Job::start(background, move |cancel, _| {
            lower_thread_priority();
            let share = memory.take(MEMORY);
            let limits = CostliestLimits {
                scan: SCAN_LIMITS,
                opening_lines: opening,
                confirmation: SearchLimits { memory: Some(share.bytes()), ..REVIEW_LIMITS },
                max_decisions: MAX_MOVES,
            };
            let costliest = costliest_decision(&session, seat, &limits, &cancel).ok()?;
            let Some(verdict) = costliest else {
                let [none, close] = NO_COSTLY_MOVE;
                let why = G::BAD_LUCK.filter(|_| is_lost).unwrap_or(close);
                let facts = [none, why].map(|fact| vec![fact.to_owned()]).to_vec();
                return Some(Found { facts, mark: Box::new(|| ()) });
            };
            let played = verdict.played;
            let actions = [played, verdict.better.unwrap_or(played)];
            let end = session.game().observe(Seats::NONE);
            let actions = G::describe_costly(actions, &verdict.reasons, &end, notation);
            let cost = verdict.cost.unwrap_or_default();
            let value = verdict.value.filter(|value| verdict.exact && value.fract().abs() < 1e-9);
            let facts = describe::<G>(&actions, cost, value, is_marked);
            let mark = Box::new(move || *lock(&marked) = Some(played));
            Some(Found { facts, mark })
        });
        Some(Self { job: Some(job), facts: Vec::new() })
    }

    /// Returns whether there was a result.
    pub fn poll(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take_output) else { return false };
        self.job = None;
        if let Some(found) = result.ok().flatten() {
            self.facts = found.facts;
            (found.mark)();
        }
        true
    }

    pub fn is_pending(&self) -> bool {
        self.job.is_some()
    }

    /// The facts, each in the most detailed form that `fits` the place with its index. While the
    /// search runs, the only fact says so.
    pub fn facts(&self, fits: impl Fn(usize, &str) -> bool) -> Vec<&str> {
        if self.is_pending() {
            return vec!["Looking for your costliest move."];
        }
        let facts = self.facts.iter().enumerate();
        let fitting = facts.filter_map(|(index, forms)| {
            forms.iter().find(|form| fits(index, form)).or(forms.last())
        });
        fitting.map(String::as_str).collect()
    }
}

/// Returns `Costliest move: 5 2 (?)` and `Better: 1 8, by about 6 tiles`. `value` is that
/// of the better move, if it is exact.
fn describe<G: ArcadeGame>(
    [played, better]: &[String; 2],
    cost: f64,
    value: Option<f64>,
    is_marked: bool,
) -> Vec<Fact> {
    let played = if is_marked { format!("{played} {COSTLIEST_MARK}") } else { played.clone() };
    let costliest = ["Costliest move", "Costliest"].map(|it| format!("{it}: {played}"));
    let leads = value.filter(|_| G::MEASURE.scale == ReviewScale::Lead);
    let results = leads.map(|lead| [lead, lead - cost].map(result_in_words));
    let gains = match results {
        // A difference of leads can exceed the points in the game.
        Some([(outcome, words), (instead, _)]) if outcome != instead => {
            vec![format!("{words} with best play"), words]
        }
        _ => vec![gain_in_words::<G>(cost)],
    };
    let better = format!("Better: {better}");
    let forms = gains.into_iter().map(|gain| format!("{better}, {gain}"));
    vec![costliest.into(), forms.chain([better.clone()]).collect()]
}

/// The outcome and how clear it is.
fn result_in_words(lead: f64) -> (Ordering, String) {
    let outcome = lead.partial_cmp(&0.0).unwrap_or(Ordering::Equal);
    let words = match outcome {
        Ordering::Greater => format!("a win by {lead:.0}"),
        Ordering::Equal => "a tie".to_owned(),
        Ordering::Less => format!("a loss by {:.0}", -lead),
    };
    (outcome, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{eater::Eater, flip::Flip};

    #[test]
    fn the_cost_of_a_move_has_a_unit() {
        let describe_two = |played: &str, better: &str| [played.to_owned(), better.to_owned()];
        let flip = describe::<Flip>(&describe_two("2 2", "1 8"), 7.0, None, true);
        assert_eq!(flip[0], ["Costliest move: 2 2 (?)", "Costliest: 2 2 (?)"]);
        let better = "Better: 1 8";
        let forms = [", by about 7 tiles", ""];
        assert_eq!(flip[1], forms.map(|gain| format!("{better}{gain}")));
        let exact = describe::<Flip>(&describe_two("2 2", "1 8"), 26.0, Some(16.0), true);
        let forms = [", a win by 16 with best play", ", a win by 16", ""];
        assert_eq!(exact[1], forms.map(|gain| format!("{better}{gain}")));
        let closer = describe::<Flip>(&describe_two("2 2", "1 8"), 8.0, Some(-8.0), true);
        assert_eq!(closer[1][0], "Better: 1 8, by about 8 tiles");
        let eater = describe::<Eater>(&describe_two("2 4", "2 2"), 0.5, Some(0.5), true);
        assert_eq!(eater[1], ["Better: 2 2, about 5 more wins in 10", "Better: 2 2"]);
    }
}
