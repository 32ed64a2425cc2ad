//! The search for the costliest move of a person, while the result card is open.

use std::time::{Duration, Instant};

use crate::{
    arcade::{message::Waker, screens::review::REVIEW_LIMITS},
    games::{ArcadeGame, Notation},
    job::Job,
    sync::be_nice,
    widgets::drawing,
};
use fourcade_engine::play::{
    Budget, CostliestLimits, Scale, SearchLimits, Seat, Session, costliest_decision,
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

/// A sentence that is about as long as they get, to keep its rows free.
pub const LONGEST: &str =
    "Your costliest move was 5 2, which lost 6 tiles: it turns 6, and X then has 14 moves, not 9.";

/// The costliest move of a person, once it is known.
#[derive(Debug, Default)]
pub struct CostliestMove {
    /// Dropping the job stops the search.
    job: Option<Job<Option<String>>>,
    /// The move, its cost and the reason.
    sentence: Option<String>,
}

impl CostliestMove {
    /// Starts to look for the costliest move of `seat` in a game that is over and can be reviewed.
    pub fn find<G: ArcadeGame>(session: &Session<G>, seat: Seat, waker: &Waker) -> Self {
        let (session, memory) = (session.clone(), waker.memory().clone());
        let notation = Notation::on_screen();
        let job = Job::start(waker, move |cancel, _| {
            be_nice();
            let share = memory.take(MEMORY);
            let limits = CostliestLimits {
                scan: SCAN_LIMITS,
                confirmation: SearchLimits { memory: Some(share.bytes()), ..REVIEW_LIMITS },
                deadline: Some(Instant::now() + MAX_SCAN),
            };
            let verdict = costliest_decision(&session, seat, &limits, &cancel).ok()??;
            let reason = verdict.reasons.first();
            let reason = reason.map(|it| G::explain(it, seat, Some(seat), notation));
            Some(describe::<G>(verdict.played, verdict.cost?, reason, notation))
        });
        Self { job: Some(job), sentence: None }
    }

    /// Takes the result of the search; returns whether it has ended now.
    pub fn collect(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        self.sentence = result.ok().flatten();
        true
    }

    pub fn is_pending(&self) -> bool {
        self.job.is_some()
    }

    /// The move and its cost in a sentence, or that they are looked for.
    pub fn sentence(&self) -> Option<&str> {
        if self.is_pending() {
            Some("Looking for your costliest move.")
        } else {
            self.sentence.as_deref()
        }
    }
}

/// Such as `Your costliest move was 5 2, which lost 6 tiles: it gives X the corner 1 8.` A reason that
/// is too long is left out.
fn describe<G: ArcadeGame>(
    played: G::Action,
    cost: f64,
    reason: Option<String>,
    notation: Notation,
) -> String {
    let measure = &G::MEASURE;
    let change = measure.format_change(cost);
    let number = change.trim_start_matches(['-', '+']);
    let unit = if number == "1" { measure.unit.trim_end_matches('s') } else { measure.unit };
    let cost = match measure.scale {
        Scale::Lead => format!("lost {number}\u{a0}{unit}"),
        Scale::Penalty => format!("cost {number}\u{a0}{unit}"),
        Scale::WinProbability => {
            format!("made winning {} less likely", number.replace(' ', "\u{a0}"))
        }
    };
    let start = format!("Your costliest move was {}", G::write(played, notation));
    let explained = reason.map(|reason| format!("{start}, which {cost}: {reason}."));
    let fits = |text: &String| drawing::text_width(text) <= drawing::text_width(LONGEST);
    explained.filter(fits).unwrap_or_else(|| format!("{start}: it {cost}."))
}
