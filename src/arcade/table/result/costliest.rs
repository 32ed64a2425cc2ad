//! The person's costliest move, which is looked for while the card is open.

use std::time::{Duration, Instant};

use crate::{
    arcade::{job::Job, message::Waker, screens::review::REVIEW_LIMITS},
    games::ArcadeGame,
    sync::be_nice,
};
use fourcade_engine::play::{
    Budget, CostliestLimits, SearchLimits, Seat, Session, costliest_decision,
};

/// The limits of the first look at each move. It only selects the moves that are then searched with
/// the limits of the review.
const SCAN_LIMITS: SearchLimits = SearchLimits {
    memory: Some(4 << 20),
    ..SearchLimits::new(Budget::Time(Duration::from_millis(60)))
};
/// The longest time for the first look at all moves. In a longer game nothing is named.
const MAX_SCAN: Duration = Duration::from_secs(8);
/// The memory for the search of a selected move, in bytes.
const MEMORY: usize = 16 << 20;

/// The costliest move of a person, such as `5 2 (-6)`, once it is known.
#[derive(Debug, Default)]
pub struct CostliestMove {
    /// Dropping the job stops the search.
    job: Option<Job<Option<String>>>,
    text: Option<String>,
    /// Whether a move was looked for, found or not.
    pub is_wanted: bool,
}

impl CostliestMove {
    /// Starts to look for the costliest move of `seat` in a game that is over and can be reviewed.
    pub fn find<G: ArcadeGame>(session: &Session<G>, seat: Seat, waker: &Waker) -> Self {
        let (session, memory) = (session.clone(), waker.memory().clone());
        let job = Job::start(waker, move |cancel, _| {
            be_nice();
            let share = memory.take(MEMORY);
            let limits = CostliestLimits {
                scan: SCAN_LIMITS,
                confirmation: SearchLimits { memory: Some(share.bytes()), ..REVIEW_LIMITS },
                deadline: Some(Instant::now() + MAX_SCAN),
            };
            let verdict = costliest_decision(&session, seat, &limits, &cancel).ok()??;
            let change = G::MEASURE.format_change(verdict.cost?);
            Some(format!("{} ({change})", verdict.played))
        });
        Self { job: Some(job), text: None, is_wanted: true }
    }

    /// Takes the result of the search; returns whether it has ended now.
    pub fn collect(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        self.text = result.ok().flatten();
        true
    }

    /// Whether the search is going on.
    #[cfg(test)]
    pub fn is_searching(&self) -> bool {
        self.job.is_some()
    }

    /// The move with its cost, once it is known.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }
}
