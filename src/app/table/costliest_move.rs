//! The search for a person's costliest move in a finished game.

use std::{sync::Arc, time::Duration};

use super::Table;
use crate::{
    app::{Background, review::REVIEW_LIMITS},
    games::{ArcadeGame, capitalized, gain_in_words, loss_in_words, opening_len},
    job::Job,
    sync::{lock, lower_thread_priority},
};
use fourcade_engine::play::{
    Budget, CostliestLimits, SearchLimits, Seat, costliest_decision, own_decisions,
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

/// Told if no move was costly.
const NONE: &str = "None of your moves cost you much.";

pub struct CostliestMove {
    /// Dropping the job stops the search.
    job: Option<Job<Option<Found>>>,
    /// Sentences about the move, the most detailed one first; see [`describe`].
    sentences: Vec<String>,
}

struct Found {
    sentences: Vec<String>,
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
                opening,
                confirmation: SearchLimits { memory: Some(share.bytes()), ..REVIEW_LIMITS },
                max_decisions: MAX_MOVES,
            };
            let costliest = costliest_decision(&session, seat, &limits, &cancel).ok()?;
            let Some((verdict, cost)) = costliest.and_then(|it| it.cost.map(|cost| (it, cost)))
            else {
                return Some(Found { sentences: vec![NONE.to_owned()], mark: Box::new(|| ()) });
            };
            let name = |action| G::describe_action(action, notation);
            let (played, better) = (name(verdict.played), verdict.better.map(name));
            let sentences = describe::<G>(&played, better.as_deref(), cost, is_marked);
            let mark = Box::new(move || *lock(&marked) = Some(verdict.played));
            Some(Found { sentences, mark })
        });
        Some(Self { job: Some(job), sentences: Vec::new() })
    }

    /// Returns whether there was a result.
    pub fn collect(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        if let Some(found) = result.ok().flatten() {
            self.sentences = found.sentences;
            (found.mark)();
        }
        true
    }

    pub fn is_pending(&self) -> bool {
        self.job.is_some()
    }

    /// The most detailed sentence that fits; while the search runs, one that says so.
    pub fn sentence(&self, fits: impl Fn(&str) -> bool) -> Option<&str> {
        if self.is_pending() {
            return Some("Looking for your costliest move.");
        }
        let found = self.sentences.iter().find(|sentence| fits(sentence));
        found.or(self.sentences.last()).map(String::as_str)
    }
}

/// Returns `Your costliest move: 5 2 (marked ?). 1 8 was better by about 6 tiles.`, and shorter
/// forms.
fn describe<G: ArcadeGame>(
    played: &str,
    better: Option<&str>,
    cost: f64,
    is_marked: bool,
) -> Vec<String> {
    let start = format!("Your costliest move: {played}");
    let better = better.map(|it| format!("{} {}", capitalized(it), gain_in_words::<G>(cost)));
    let marked = better.iter().filter(|_| is_marked);
    let marked = marked.map(|better| format!("{start} (marked\u{a0}?). {better}."));
    let short = better.iter().map(|better| format!("{start}. {better}."));
    marked.chain(short).chain([format!("{start}, {}.", loss_in_words::<G>(cost))]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameWords as _, Notation};
    use fourcade_engine::{concentration::Concentration, flip::Flip};

    #[test]
    fn the_cost_of_a_move_has_a_unit() {
        let start = "Your costliest move: 2 2";
        assert_eq!(
            describe::<Flip>("2 2", Some("1 8"), 27.0, true),
            [
                format!("{start} (marked\u{a0}?). 1 8 was better by about 27\u{a0}tiles."),
                format!("{start}. 1 8 was better by about 27\u{a0}tiles."),
                format!("{start}, about 27\u{a0}tiles behind the best."),
            ]
        );
        let turn =
            |cell: &str| Concentration::describe_action(cell.parse().unwrap(), Notation::FromOne);
        let sentences = describe::<Concentration>(&turn("2 13"), Some(&turn("0 1")), 4.0, false);
        let first = "Your costliest move: turning 3\u{a0}13. Turning 1\u{a0}1 was better by about \
                     4\u{a0}pairs.";
        assert_eq!(sentences.first().map(String::as_str), Some(first));
    }
}
