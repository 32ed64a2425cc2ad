//! Intensity: which three to pass, dodge the buffalo, throw away, the last four cards.

use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Card, IntensityAction, IntensityObservation, Suit},
        players::expert::Objective,
        puzzles::{judge_by_searches, judge_for},
    },
    play::{
        Budget, Judgement, Level, Observation as _, PlayerError, Puzzle, Rng, Seat, ThinkContext,
    },
};

use crate::maker::{Maker, clear_tolerance, level_player};

/// The budgets of a quick judgement, and of thorough ones of cards and of passes, in nodes.
const SCAN_NODES: u64 = 400_000;
const CARD_NODES: u64 = 8_000_000;
const PASS_NODES: u64 = 24_000_000;
/// The budget of the judgement that confirms a puzzle, in nodes.
const CONFIRM_NODES: u64 = 4_000_000;
/// The suit of the buffalo.
const FOURS: Suit = Suit::ALL[3];
/// The largest cost of a right pass.
const PASS_TOLERANCE: f64 = 0.3;
/// The largest number of right passes, of all 120.
const MAX_RIGHT_PASSES: usize = 20;

impl Maker for Intensity {
    fn table(_: &str, rng: &mut Rng) -> (u16, Vec<&'static str>) {
        let levels = [Level::Beginner, Level::Easy, Level::Medium, Level::Hard, Level::Hard];
        (0, (0..4).map(|_| level_player::<Self>(&levels, rng)).collect())
    }

    fn is_candidate(theme: &str, observation: &IntensityObservation, seat: Seat) -> bool {
        if observation.is_passing {
            return theme == "pass";
        }
        let legal = observation.legal(seat);
        let hand = observation.hands[seat.index()].unwrap_or_default();
        match theme {
            "buffalo" => {
                let earlier = observation
                    .history
                    .iter()
                    .any(|trick| trick.card_set().contains(Card::BUFFALO));
                !earlier && hand.len() >= 5 && legal.len() >= 2 && legal.iter().any(is_four)
            }
            "discard" => {
                let led = observation.trick.led_suit();
                let is_void = led.is_some_and(|suit| hand.in_suit(suit).is_empty());
                is_void && hand.len() >= 5 && legal.len() >= 3
            }
            "last" => hand.len() == 4 && legal.len() >= 2,
            _ => false,
        }
    }

    fn scan(
        theme: &str,
        observation: &IntensityObservation,
        seat: Seat,
        context: &ThinkContext,
    ) -> Result<Option<Judgement<IntensityAction>>, PlayerError> {
        if theme == "pass" || theme == "last" {
            return Ok(None);
        }
        let context = within(SCAN_NODES, seat, context);
        judge_by_searches(Objective::Points, observation, seat, &context).map(Some)
    }

    fn is_promising(judgement: &Judgement<IntensityAction>) -> bool {
        let best = judgement.best_value();
        let count_above = |cost: f64| {
            judgement.choices.iter().filter(|choice| best - choice.value > cost).count()
        };
        count_above(0.8) > 0 && 2 * count_above(0.4) >= judgement.choices.len()
    }

    fn verify(
        theme: &str,
        observation: &IntensityObservation,
        seat: Seat,
        context: &ThinkContext,
    ) -> Result<Judgement<IntensityAction>, PlayerError> {
        match theme {
            "pass" => {
                let context = within(PASS_NODES, seat, context);
                judge_by_searches(Objective::Points, observation, seat, &context)
            }
            "last" => judge_for(Objective::Points, observation, seat, context),
            _ => {
                let context = within(CARD_NODES, seat, context);
                judge_by_searches(Objective::Points, observation, seat, &context)
            }
        }
    }

    /// The intervals of cards must be clear of the tolerance. Some of the 120 passes are always
    /// close to it, so a pass counts as right unless its interval is clear of it.
    fn tolerance(theme: &str, judgement: &Judgement<IntensityAction>) -> Option<f64> {
        let best = judgement.best_value();
        if theme == "pass" {
            let is_right = |cost: f64, error: f64| cost - error <= PASS_TOLERANCE;
            let right = judgement
                .choices
                .iter()
                .filter(|choice| is_right(best - choice.value, choice.error));
            return (right.count() <= MAX_RIGHT_PASSES).then_some(PASS_TOLERANCE);
        }
        let tolerance = clear_tolerance(judgement, 0.25, 0.8)?;
        let right =
            judgement.choices.iter().filter(|choice| best - choice.value <= tolerance).count();
        (2 * right <= judgement.choices.len()).then_some(tolerance)
    }

    fn fits(theme: &str, puzzle: &Puzzle<Self>) -> bool {
        let observation = puzzle.observation();
        match theme {
            "buffalo" => {
                let led = observation.trick.led_suit();
                let has_buffalo =
                    puzzle.judgement().of(IntensityAction::Play(Card::BUFFALO)).is_some();
                let is_on_table = observation.trick.cards().contains(&Card::BUFFALO);
                let answers = puzzle.answers();
                let leads_four =
                    led.is_none() && answers.iter().any(is_four) != answers.iter().all(is_four);
                has_buffalo || is_on_table || led == Some(FOURS) || leads_four
            }
            _ => true,
        }
    }

    /// Searches again for a good place instead of few points; the last cards are searched instead
    /// of computed. The best choice must be right, and every wrong one must be worse.
    fn is_confirmed(puzzle: &Puzzle<Self>, context: &ThinkContext) -> Result<bool, PlayerError> {
        let (observation, seat) = (puzzle.observation(), puzzle.seat());
        let objective =
            if puzzle.judgement().is_exact { Objective::Points } else { Objective::Places };
        let nodes = if observation.is_passing { PASS_NODES } else { CONFIRM_NODES };
        let context = within(nodes, seat, context);
        let second = judge_by_searches(objective, &observation, seat, &context)?;
        let best = second.best_value();
        let is_best = |value: f64| value >= best - 1e-9;
        Ok(second
            .choices
            .iter()
            .all(|choice| puzzle.is_right(choice.action) || !is_best(choice.value)))
    }
}

fn is_four(action: &IntensityAction) -> bool {
    matches!(action, IntensityAction::Play(card) if card.suit() == FOURS)
}

/// A context with this budget, derived from another one.
fn within(nodes: u64, seat: Seat, context: &ThinkContext) -> ThinkContext {
    use rand::RngExt as _;
    ThinkContext::new(Budget::Nodes(nodes), context.rng().random(), seat, 0)
}
