//! The review of a game: a background job, its results so far, and variations after better moves.

mod progress;
mod results;
mod variation;

use std::time::Duration;

use crate::games::ArcadeGame;
use fourcade_engine::play::{Budget, SearchLimits, Session};

pub use progress::ReviewProgress;
pub use results::{ReviewResults, SeatLoss, cost, graph_x};
pub use variation::{play_variation, with_better_move};

const REVIEW_TIME: Duration = Duration::from_secs(1);

/// The search limits for each move, except for guests.
pub const REVIEW_LIMITS: SearchLimits = SearchLimits::new(Budget::Time(REVIEW_TIME));

pub fn refusal<G: ArcadeGame>(session: &Session<G>) -> Option<String> {
    if session.lines().is_empty() && session.undone_len() == 0 {
        return Some("nothing has been played".to_owned());
    }
    setup_refusal::<G>(&session.header().setup)
}

/// Explains why games with this setup can't be reviewed.
pub fn setup_refusal<G: ArcadeGame>(setup: &G::Setup) -> Option<String> {
    G::reviewer(setup, &REVIEW_LIMITS).err()
}
