//! The review of a game of Flip: the cost of each move, in tiles at the end of the game.

use super::{
    Flip, FlipReason,
    model::{FlipObservation, FlipPosition, FlipSetup, Side, Square},
    players::wording,
    search::{Engine, SearchResult, analyse_with},
};
use crate::play::{
    CostThresholds, EndgamePolicy, Evaluation, Game, LiveEvaluator, PlayerError, ReviewInput,
    ReviewMeasure, ReviewScale, Reviewable, Reviewer, SearchLimits, Seat, ThinkContext, Verdict,
};

const MAX_REVIEW_SIZE: u16 = 8;
/// The share of the budget, in per cent, for the analysis before a move. The rest is for the
/// analysis after it, if the move was not the best one.
const ANALYSIS_BEFORE_SHARE: u32 = 65;

impl Reviewable for Flip {
    const MEASURE: ReviewMeasure = ReviewMeasure {
        scale: ReviewScale::Lead,
        unit: "tiles",
        description: "tiles ahead at the end",
        digits: 1,
        min_cost: 0.5,
        costly: CostThresholds { exact: 2.0, estimated: 4.0 },
    };

    const HAS_DEPTH_LIMIT: bool = true;

    fn reviewer(
        setup: &FlipSetup,
        limits: &SearchLimits,
    ) -> Result<Box<dyn Reviewer<Self>>, String> {
        if setup.size() > MAX_REVIEW_SIZE {
            return Err(format!(
                "a game on a board of more than {MAX_REVIEW_SIZE} x {MAX_REVIEW_SIZE} \
                 can't be reviewed"
            ));
        }
        Ok(Box::new(FlipReviewer::new(limits)))
    }

    fn evaluator(setup: &FlipSetup, limits: &SearchLimits) -> Option<Box<dyn LiveEvaluator<Self>>> {
        let is_small = setup.size() <= MAX_REVIEW_SIZE;
        is_small.then(|| Box::new(FlipReviewer::new(limits)) as _)
    }

    fn final_value(&self, seat: Seat) -> Option<f64> {
        self.outcome().map(|_| f64::from(self.board().final_lead(Side::of(seat))))
    }
}

/// The value of the position after a move, for the side that moved.
#[derive(Clone, Copy, Debug)]
struct MoveValue {
    /// The lead of that side in tiles at the end of the game.
    tiles: f64,
    exact: bool,
    /// The depth of the search in plies, including the move; 0 if it is unknown.
    depth: u32,
}

struct FlipReviewer {
    limits: SearchLimits,
    engine: Engine,
}

impl Reviewer<Flip> for FlipReviewer {
    fn assess(
        &mut self,
        input: &ReviewInput<Flip>,
        context: &ThinkContext,
    ) -> Result<Verdict<Square, FlipReason>, PlayerError> {
        let (seat, played) = (input.seat, input.action);
        let position = &input.observation.position;
        let after = position.after(played);
        let known = known_value(input, &after);
        if let (Some(known), [_]) = (known, &position.legal()[..]) {
            // The only legal move needs no analysis.
            return Ok(Verdict::good(seat, played, Some(known.tiles), known.exact));
        }
        let mut values_by_depth = Vec::new();
        let before_context = context.share(ANALYSIS_BEFORE_SHARE);
        let (engine, limits) = (&mut self.engine, &self.limits);
        let before = analyse_with(engine, position, limits, &before_context, &mut |result| {
            values_by_depth.push((result.depth, tiles(result.score)));
        })?;
        // The result of a cancelled analysis must not be compared.
        context.check_cancelled()?;
        let known = known.filter(|known| known.exact);
        let best = tiles(before.score);
        if before.best.contains(&played) {
            let value = known.map_or(best, |known| known.tiles);
            return Ok(Verdict::good(seat, played, Some(value), before.exact || known.is_some()));
        }
        let played_value = match known {
            Some(known) => known,
            None => self.analyse_after(&after, &before, context)?,
        };
        // Estimates are compared at the same depth.
        let same_depth = values_by_depth
            .iter()
            .rev()
            .find(|(depth, _)| !played_value.exact && *depth == played_value.depth);
        let best = same_depth.map_or(best, |(_, tiles)| *tiles);
        let exact = before.exact && played_value.exact;
        if best <= played_value.tiles {
            return Ok(Verdict::good(seat, played, Some(played_value.tiles), exact));
        }
        Ok(Verdict {
            better: before.best.first().copied(),
            cost: Some(best - played_value.tiles),
            variation: before.line,
            ..Verdict::good(seat, played, Some(best), exact)
        })
    }
}

impl LiveEvaluator<Flip> for FlipReviewer {
    fn evaluate(
        &mut self,
        observation: &FlipObservation,
        context: &ThinkContext,
        on_evaluation: &mut dyn FnMut(Evaluation),
    ) {
        let position = &observation.position;
        let (engine, limits) = (&mut self.engine, &self.limits);
        let result = analyse_with(engine, position, limits, context, &mut |result| {
            on_evaluation(evaluation(position, result));
        });
        // The result of a finished game is not reported; all others are.
        if let Ok(result) = result
            && position.is_over()
        {
            on_evaluation(evaluation(position, &result));
        }
    }
}

/// Converts the result of a search to an evaluation for the first seat.
fn evaluation(position: &FlipPosition, result: &SearchResult) -> Evaluation {
    let lead = tiles(result.score);
    let value = if position.to_move == Side::O { lead } else { -lead };
    let squares = f64::from(position.board.size()).powi(2);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 64
    let share = |lead: f64| f64::midpoint(squares, lead).round().clamp(0.0, squares) as u32;
    let description = wording::evaluation(value, result);
    Evaluation {
        value,
        expected_points: [share(value), share(-value)],
        exact: result.exact,
        description,
    }
}

impl FlipReviewer {
    fn new(limits: &SearchLimits) -> Self {
        Self { limits: *limits, engine: Engine::default() }
    }

    /// Analyses the position after the played move to the depth of the analysis before it.
    fn analyse_after(
        &mut self,
        after: &FlipPosition,
        before: &SearchResult,
        context: &ThinkContext,
    ) -> Result<MoveValue, PlayerError> {
        let (depth, endgame) = if before.exact {
            (None, EndgamePolicy::Solve)
        } else {
            (Some(before.depth.saturating_sub(1).max(1)), EndgamePolicy::SolveIfFeasible)
        };
        let limits = SearchLimits { depth, endgame, ..self.limits };
        let after_context = context.share(100 - ANALYSIS_BEFORE_SHARE);
        let engine = &mut self.engine;
        let result = analyse_with(engine, after, &limits, &after_context, &mut |_| {})?;
        context.check_cancelled()?;
        let depth = result.depth + 1;
        Ok(MoveValue { tiles: -tiles(result.score), exact: result.exact, depth })
    }
}

/// Returns the value of the position after the played move if that needs no search, because the
/// game is over or the next move has already been reviewed.
fn known_value(input: &ReviewInput<Flip>, after: &FlipPosition) -> Option<MoveValue> {
    if after.is_over() {
        let tiles = after.board.final_lead(Side::of(input.seat)).into();
        return Some(MoveValue { tiles, exact: true, depth: 1 });
    }
    let next = input.next_verdicts.first()?;
    let tiles = Flip::MEASURE.change_perspective(next.value?, next.seat, input.seat)?;
    Some(MoveValue { tiles, exact: next.exact, depth: 0 })
}

fn tiles(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flip::search::analyse;
    use crate::play::{
        Budget, CancelToken, RecordHeader, RecordLine, SearchLimits, Session, StepReview,
        review_session,
    };

    /// Returns a session in which both players took the first legal move `moves` times.
    fn session(size: u16, moves: usize) -> Session<Flip> {
        let header = RecordHeader {
            setup: FlipSetup::new(size).unwrap(),
            players: vec!["first".to_owned(); 2],
            seed: 1,
            clock: None,
        };
        let mut session = Session::<Flip>::new(header);
        while session.outcome().is_none() && session.lines().len() < moves {
            let seat = session.awaited().only().unwrap();
            let square = session.game().position().legal()[0];
            session.choose(seat, square).unwrap();
        }
        session
    }

    fn review_steps(
        session: &Session<Flip>,
        limits: &SearchLimits,
    ) -> Vec<StepReview<Square, FlipReason>> {
        let mut steps = Vec::new();
        review_session(session, limits, &CancelToken::default(), &mut |step| steps.push(step))
            .unwrap();
        steps
    }

    fn exact() -> SearchLimits {
        SearchLimits { endgame: EndgamePolicy::Solve, ..SearchLimits::new(Budget::Nodes(u64::MAX)) }
    }

    #[test]
    fn a_whole_game_of_4_x_4_is_reviewed_from_the_end() {
        let session = session(4, usize::MAX);
        let steps = review_steps(&session, &exact());
        let lines: Vec<_> = steps.iter().map(|step| step.line).collect();
        assert_eq!(lines, (0..session.lines().len()).rev().collect::<Vec<_>>());
        // With best play X wins by 10. The costs of both sides' moves explain the difference.
        let mut costs = [0.0; 2];
        for verdict in steps.iter().flat_map(|step| &step.verdicts) {
            assert!(verdict.exact, "{verdict:?}");
            costs[verdict.seat.index()] += verdict.cost.unwrap();
        }
        let end = session.game().final_value(Seat::new(0)).unwrap();
        assert!((-10.0 - costs[0] + costs[1] - end).abs() < 1e-9, "{costs:?} {end}");
        assert!(costs.iter().sum::<f64>() > 0.0, "the first legal move is not always the best");
    }

    #[test]
    fn the_better_move_reaches_the_value_and_the_played_one_the_value_less_its_cost() {
        let session = session(4, usize::MAX);
        for StepReview { line, verdicts } in review_steps(&session, &exact()) {
            let mut before = session.clone();
            before.go_to(line);
            let [verdict] = &verdicts[..] else { panic!("one side moves at a time") };
            let reached = |square| {
                let after = before.game().position().after(square);
                let context = ThinkContext::new(Budget::Nodes(u64::MAX), 1, Seat::new(0), 0);
                -tiles(analyse(&after, &exact(), &context, &mut |_| {}).unwrap().score)
            };
            let (value, cost) = (verdict.value.unwrap(), verdict.cost.unwrap());
            assert!((reached(verdict.played) - (value - cost)).abs() < 1e-9, "{verdict:?}");
            if let Some(better) = verdict.better {
                assert!((reached(better) - value).abs() < 1e-9 && cost > 0.0, "{verdict:?}");
            } else {
                assert!(cost.abs() < 1e-9, "{verdict:?}");
            }
        }
    }

    #[test]
    fn the_cost_of_an_estimate_is_never_negative() {
        let session = session(8, 10);
        let limits = SearchLimits::new(Budget::Nodes(3_000));
        let steps = review_steps(&session, &limits);
        assert_eq!(steps.len(), 10);
        for verdict in steps.iter().flat_map(|step| &step.verdicts) {
            assert!(
                !verdict.exact
                    && verdict.cost.unwrap() >= 0.0
                    && verdict.value.unwrap().abs() <= 64.0,
                "{verdict:?}"
            );
            assert_eq!(verdict.better.is_some(), verdict.cost.unwrap() > 0.0, "{verdict:?}");
        }
        // With a budget of nodes the result is the same each time.
        assert_eq!(review_steps(&session, &limits), steps);
    }

    #[test]
    fn a_resignation_is_not_reviewed_and_the_game_has_no_final_value() {
        let mut session = session(6, 5);
        session.push(RecordLine::Resign(Seat::new(1))).unwrap();
        let steps = review_steps(&session, &SearchLimits::new(Budget::Nodes(2_000)));
        assert_eq!(steps.iter().map(|step| step.line).collect::<Vec<_>>(), [4, 3, 2, 1, 0]);
        assert_eq!(session.game().final_value(Seat::new(0)), None);
    }

    #[test]
    fn a_board_larger_than_8_x_8_is_refused() {
        let error = Flip::reviewer(&FlipSetup::new(9).unwrap(), &exact()).err();
        assert!(error.unwrap().contains("8 x 8"));
    }

    #[test]
    fn a_cancelled_review_ends() {
        let cancel = CancelToken::default();
        let mut lines = Vec::new();
        let limits = SearchLimits::new(Budget::Nodes(2_000));
        let result = review_session(&session(8, 30), &limits, &cancel, &mut |step| {
            lines.push(step.line);
            if step.line == 27 {
                cancel.cancel();
            }
        });
        assert_eq!((result, lines), (Err(PlayerError::Cancelled), vec![29, 28, 27]));
    }
}
