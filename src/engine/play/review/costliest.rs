//! Costly decisions, found faster than by a review of the whole game: a quick scan selects
//! candidates, which are then confirmed with the limits of a review.

use super::{GameVerdict, ReviewInput, Reviewable, Verdict, decision_of, own_decisions, reasons};
use crate::play::{CancelToken, PlayerError, SearchLimits, Seat, Seats, Session, ThinkContext};

/// Maximum number of candidates with estimated costs that are confirmed.
const MAX_CONFIRMED: usize = 3;

/// The limits of [`costliest_decision`].
#[derive(Clone, Copy, Debug)]
pub struct CostliestLimits {
    /// The limits of the quick scan, for each decision.
    pub scan: SearchLimits,
    /// The limits of the confirmation, for each candidate.
    pub confirmation: SearchLimits,
    /// The number of lines at the start of the record in which decisions are ignored.
    pub opening_lines: usize,
    /// Maximum number of decisions of the seat. Longer games are skipped.
    pub max_decisions: usize,
}

/// Returns the costliest decision of `seat` in a finished game, or `None` if none is confirmed to
/// be [costly](super::ReviewMeasure::is_costly) or the seat made too many decisions.
///
/// # Errors
/// Returns [`PlayerError::Cancelled`] if `cancel` was set, and a fault if the game cannot be
/// reviewed.
pub fn costliest_decision<G: Reviewable>(
    session: &Session<G>,
    seat: Seat,
    limits: &CostliestLimits,
    cancel: &CancelToken,
) -> Result<Option<GameVerdict<G>>, PlayerError> {
    let mut session = session.clone();
    let decisions = own_decisions(session.lines(), seat);
    let decisions: Vec<_> = decisions.filter(|(line, _)| *line >= limits.opening_lines).collect();
    if decisions.len() > limits.max_decisions {
        return Ok(None);
    }
    let mut candidates = Vec::new();
    for (line, action) in decisions.into_iter().rev() {
        let verdict = assess(&mut session, line, (seat, action), &limits.scan, cancel)?;
        candidates.extend(cost_if_costly::<G>(&verdict).map(|cost| (cost, line, verdict)));
    }
    candidates.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
    let (exact, estimated): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|(.., verdict)| verdict.exact);
    let mut costliest = exact.into_iter().next();
    for (_, line, Verdict { played, .. }) in estimated.into_iter().take(MAX_CONFIRMED) {
        let verdict = assess(&mut session, line, (seat, played), &limits.confirmation, cancel)?;
        let Some(cost) = cost_if_costly::<G>(&verdict) else { continue };
        if costliest.as_ref().is_none_or(|(most, ..)| cost > *most) {
            costliest = Some((cost, line, verdict));
        }
    }
    Ok(costliest.map(|(_, line, verdict)| with_reasons(&mut session, line, verdict)))
}

/// Returns the verdict on the decision of `seat` in a line of the record, or `None` if there is
/// none or if it is not [costly](super::ReviewMeasure::is_costly) within each of the limits.
///
/// # Errors
/// Returns [`PlayerError::Cancelled`] if `cancel` was set, and a fault if the game cannot be
/// reviewed.
pub fn costly_decision<G: Reviewable>(
    session: &Session<G>,
    line: usize,
    seat: Seat,
    limits: &[SearchLimits],
    cancel: &CancelToken,
) -> Result<Option<GameVerdict<G>>, PlayerError> {
    let mut session = session.clone();
    let decision = session.lines().get(line).and_then(|line| decision_of(line, seat));
    let Some(action) = decision else { return Ok(None) };
    let mut last = None;
    for limits in limits {
        let verdict = assess(&mut session, line, (seat, action), limits, cancel)?;
        if cost_if_costly::<G>(&verdict).is_none() {
            return Ok(None);
        }
        last = Some(verdict);
    }
    Ok(last.map(|verdict| with_reasons(&mut session, line, verdict)))
}

fn with_reasons<G: Reviewable>(
    session: &mut Session<G>,
    line: usize,
    mut verdict: GameVerdict<G>,
) -> GameVerdict<G> {
    session.go_to(line);
    let observation = session.game().observe(Seats::one(verdict.seat));
    reasons::explain::<G>(&mut verdict, &observation);
    verdict
}

/// The cost of a decision that is costly and has a better alternative.
fn cost_if_costly<G: Reviewable>(verdict: &GameVerdict<G>) -> Option<f64> {
    verdict.better.as_ref()?;
    verdict.cost.filter(|&cost| G::MEASURE.is_costly(cost, verdict.exact))
}

fn assess<G: Reviewable>(
    session: &mut Session<G>,
    line: usize,
    decision: (Seat, G::Action),
    limits: &SearchLimits,
    cancel: &CancelToken,
) -> Result<GameVerdict<G>, PlayerError> {
    let mut reviewer = G::reviewer(&session.header().setup, limits).map_err(PlayerError::Fault)?;
    session.go_to(line);
    let context = ThinkContext::new(limits.budget, session.header().seed, decision.0, line)
        .with_cancel(cancel.clone());
    let input = ReviewInput::of(session, decision, &[]);
    let verdict = reviewer.assess(&input, &context)?;
    context.check_cancelled().map(|()| verdict)
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::{
        concentration::Concentration,
        eater::Eater,
        flip::Flip,
        intensity::Intensity,
        play::{
            Budget, GameInfo, Observation as _, RecordHeader, RecordLine, random, review_session,
        },
    };

    /// A finished game of random choices on the smallest board of at least `size` rows.
    fn finished<G: GameInfo + Reviewable>(size: u16, seed: u64) -> Session<G> {
        let setup = G::deal_seeded(size, seed).unwrap();
        let players = vec!["human".to_owned(); G::SEAT_NAMES.len()];
        let mut session = Session::<G>::new(RecordHeader { setup, players, seed, clock: None });
        let mut rng = random::rng(seed, &[1]);
        while session.outcome().is_none() {
            for seat in session.awaited().iter() {
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                session.choose(seat, legal[rng.random_range(0..legal.len())]).unwrap();
            }
        }
        session
    }

    fn limits(scan: u64, confirmation: u64) -> CostliestLimits {
        let [scan, confirmation] =
            [scan, confirmation].map(|nodes| SearchLimits::new(Budget::Nodes(nodes)));
        CostliestLimits { scan, confirmation, opening_lines: 0, max_decisions: usize::MAX }
    }

    /// Checks that a review with the budget of the confirmation finds about the same cost for the
    /// first seat's costliest decision, and no decision that costs much more.
    #[track_caller]
    fn check<G: GameInfo + Reviewable>(size: u16, scan: u64, confirmation: u64) {
        let (seat, cancel) = (Seat::new(0), CancelToken::default());
        let costliest = |session: &Session<G>| {
            costliest_decision(session, seat, &limits(scan, confirmation), &cancel).unwrap()
        };
        // Not every random game has a costly choice.
        let mut sessions = (3..60).map(|seed| finished::<G>(size, seed));
        let found = sessions.find_map(|session| Some((costliest(&session)?, session)));
        let (costliest, session) = &found.expect("random play is costly");
        let mut costs = Vec::new();
        let review_limits = SearchLimits::new(Budget::Nodes(confirmation));
        review_session(session, &review_limits, &cancel, &mut |step| {
            let own = step.verdicts.into_iter().filter(|verdict| verdict.seat == seat);
            costs.extend(own.map(|verdict| (verdict.played, verdict.cost.unwrap_or(0.0))));
        })
        .unwrap();
        let most = costs.iter().map(|(_, cost)| *cost).fold(0.0, f64::max);
        let cost = costliest.cost.unwrap();
        let is_confirmed = |&(action, reviewed): &(G::Action, f64)| {
            action == costliest.played && (cost - reviewed).abs() <= 0.25 * reviewed
        };
        assert!(costs.iter().any(is_confirmed), "{cost} for {}: {costs:?}", costliest.played);
        assert!(cost >= 0.75 * most && G::MEASURE.is_costly(cost, true), "{cost}, not {most}");
    }

    #[test]
    fn a_review_confirms_the_costliest_decision() {
        check::<Flip>(6, 300, 3_000);
        check::<Concentration>(0, 1, 1);
        check::<Eater>(4, 1_000, 20_000);
        check::<Intensity>(0, 300, 2_000);
    }

    #[test]
    fn choices_made_for_a_seat_after_it_resigned_are_ignored() {
        let (seat, cancel) = (Seat::new(0), CancelToken::default());
        let costliest = |session: &Session<Intensity>| {
            costliest_decision(session, seat, &limits(300, 2_000), &cancel).unwrap()
        };
        let mut sessions = (3..60).map(|seed| finished::<Intensity>(0, seed));
        let session = sessions.find(|session| costliest(session).is_some());
        let session = session.expect("random play is costly");
        let mut resigned = Session::<Intensity>::new(session.header().clone());
        resigned.push(RecordLine::Resign(seat)).unwrap();
        for line in session.lines() {
            resigned.push(line.clone()).unwrap();
        }
        assert_eq!(costliest(&resigned), None);
    }

    #[test]
    fn nothing_is_found_without_a_decision_in_a_long_game_or_after_a_cancellation() {
        let session = finished::<Flip>(4, 3);
        let (seat, cancel) = (Seat::new(0), CancelToken::default());
        let limits = limits(100, 100);
        let unplayed = Session::<Flip>::new(session.header().clone());
        assert_eq!(costliest_decision(&unplayed, seat, &limits, &cancel), Ok(None));
        let without_lines = CostliestLimits { opening_lines: usize::MAX, ..limits };
        assert_eq!(costliest_decision(&session, seat, &without_lines, &cancel), Ok(None));
        let few = CostliestLimits { max_decisions: 1, ..limits };
        assert_eq!(costliest_decision(&session, seat, &few, &cancel), Ok(None));
        cancel.cancel();
        let cancelled = costliest_decision(&session, seat, &limits, &cancel);
        assert_eq!(cancelled, Err(PlayerError::Cancelled));
    }
}
