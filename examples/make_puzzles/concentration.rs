//! Concentration: where the mate was, and what to turn. The values come from the solution of the
//! game. Drills of the memory need no puzzles.

use fourcade_engine::{
    concentration::{
        Concentration,
        model::{ConcentrationObservation, Spot},
        players::perfect::PerfectPlayer,
    },
    play::{
        Budget, Game as _, Judgement, Level, Observation as _, Player as _, PlayerError,
        Practicable as _, Puzzle, Rng, SearchLimits, Seat, ThinkContext,
    },
};

use crate::maker::{Maker, level_player};

/// The minimum cost of a wrong card.
const MIN_COST: f64 = 0.15;
/// The numbers of earlier turns that a person can follow.
const TURNS: std::ops::RangeInclusive<usize> = 3..=16;

impl Maker for Concentration {
    fn table(_: &str, rng: &mut Rng) -> (u16, Vec<&'static str>) {
        (0, (0..2).map(|_| level_player::<Self>(&Level::ALL, rng)).collect())
    }

    fn is_candidate(_: &str, observation: &ConcentrationObservation, seat: Seat) -> bool {
        TURNS.contains(&observation.history.len()) && !observation.legal(seat).is_empty()
    }

    fn verify(
        _: &str,
        observation: &ConcentrationObservation,
        seat: Seat,
        context: &ThinkContext,
    ) -> Result<Judgement<Spot>, PlayerError> {
        Self::judge(observation, seat, &SearchLimits::new(Budget::Nodes(1)), context)
    }

    fn tolerance(_: &str, judgement: &Judgement<Spot>) -> Option<f64> {
        let best = judgement.best_value();
        let costs = || judgement.choices.iter().map(|choice| best - choice.value);
        let right = costs().filter(|&cost| cost <= Self::TOLERANCE).count();
        let is_clear = costs().all(|cost| cost <= Self::TOLERANCE || cost >= MIN_COST);
        (is_clear && 2 * right <= judgement.choices.len()).then_some(Self::TOLERANCE)
    }

    fn fits(theme: &str, puzzle: &Puzzle<Self>) -> bool {
        let observation = puzzle.observation();
        let answers = puzzle.answers();
        let wrong = puzzle.choices().iter().find(|choice| !puzzle.is_right(choice.action));
        let Some(wrong) = wrong.map(|choice| choice.action) else { return false };
        let is_pair = |&spot: &Spot| Self::is_obvious_mistake(&observation, wrong, spot);
        match theme {
            "pair" => answers.iter().all(is_pair),
            _ => !answers.iter().any(is_pair),
        }
    }

    /// Whether the choice of the perfect player is right and its values are the same.
    fn is_confirmed(puzzle: &Puzzle<Self>, context: &ThinkContext) -> Result<bool, PlayerError> {
        let observation = puzzle.observation();
        let advice = PerfectPlayer.advise(puzzle.seat(), &observation, context)?;
        let lead = f64::from(lead(puzzle));
        let is_same = |&(spot, value): &(Spot, f64)| {
            puzzle
                .judgement()
                .of(spot)
                .is_some_and(|choice| (choice.value - lead - value).abs() < 0.01)
        };
        Ok(puzzle.is_right(advice.action) && advice.considered.iter().all(is_same))
    }
}

fn lead(puzzle: &Puzzle<Concentration>) -> i32 {
    let scores = puzzle.session().game().scores();
    scores[puzzle.seat().index()] - scores[puzzle.seat().other().index()]
}
