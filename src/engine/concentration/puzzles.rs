//! Practice: the themes of Concentration's puzzles, the values of the choices, and memory drills.

use super::{
    Concentration,
    model::{CardLayout, ConcentrationObservation, PlayingCard, Spot},
    players::{
        PERFECT_NAME, memory_capacity,
        perfect::{card_values_with_passes, is_known_pair},
    },
};
use crate::play::{
    Drill, GameInfo as _, JudgedChoice, Judgement, PUZZLE_TRIES, PlayerError, Practicable,
    PuzzleSolves, PuzzleTheme, Rng, SearchLimits, Seat, ThinkContext,
};
use rand::seq::SliceRandom;

impl Practicable for Concentration {
    const THEMES: &'static [PuzzleTheme] = &[
        PuzzleTheme {
            key: "pair",
            title: "Where was it?",
            goal: "A pair is known: find the best card.",
        },
        PuzzleTheme {
            key: "turn",
            title: "What to turn",
            goal: "A new card or a known one? Find the best choice.",
        },
    ];
    const COLLECTION: &'static [u8] = include_bytes!("../assets/puzzles/concentration");
    const TOLERANCE: f64 = 0.025;
    const LADDER: [u8; 4] = [76, 71, 78, 77];
    const DRILL_LENGTHS: Option<[usize; 2]> = Some([4, PlayingCard::COUNT]);

    /// The values follow from the solution of the whole game, without a search.
    fn judge(
        observation: &ConcentrationObservation,
        seat: Seat,
        _: &SearchLimits,
        context: &ThinkContext,
    ) -> Result<Judgement<Spot>, PlayerError> {
        context.check_cancelled()?;
        let [own, others] = [seat, seat.other()].map(|seat| observation.pairs(seat));
        let now = f64::from(own) - f64::from(others);
        let judged = card_values_with_passes(observation).into_iter().map(|card| JudgedChoice {
            action: card.spot,
            value: now + card.lead,
            error: 0.0,
            share: None,
        });
        Ok(Judgement { choices: judged.collect(), is_exact: true })
    }

    fn is_obvious_mistake(
        observation: &ConcentrationObservation,
        played: Spot,
        better: Spot,
    ) -> bool {
        is_known_pair(observation, better) && !is_known_pair(observation, played)
    }

    fn drill(length: usize, rng: &mut Rng) -> Option<Drill<Self>> {
        let length = length.clamp(1, Spot::COUNT);
        let mut spots: Vec<_> = Spot::all().collect();
        spots.shuffle(rng);
        spots.truncate(length);
        let mut cards: Vec<_> = PlayingCard::all().collect();
        // A pair would stay face up. At least one shuffle in five has none.
        cards.shuffle(rng);
        while shows_pair(&spots, &cards) {
            cards.shuffle(rng);
        }
        let mut questions: Vec<_> = (0..length).collect();
        questions.shuffle(rng);
        Drill::new(CardLayout::new(&cards).ok()?, &spots, questions).ok()
    }

    /// A player solves a drill if its memory is large enough.
    fn drill_solves(length: usize) -> PuzzleSolves {
        let names = Self::LEVELS.iter().map(|level| level.player).chain([PERFECT_NAME]);
        let mut remembers =
            names.map(|name| memory_capacity(name).is_some_and(|memory| memory.cards >= length));
        std::array::from_fn(|_| if remembers.next() == Some(true) { PUZZLE_TRIES } else { 0 })
    }
}

fn shows_pair(spots: &[Spot], cards: &[PlayingCard]) -> bool {
    let rank = |spot: Spot| cards[spot.index()].rank();
    spots.as_chunks::<2>().0.iter().any(|&[first, second]| rank(first) == rank(second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        concentration::{model::ConcentrationEvent, test_games::session},
        play::{Budget, Game as _, random},
    };

    #[test]
    fn a_known_pair_is_worth_most_and_plain_to_see() {
        // The second player has turned up an ace; the first one had shown another ace.
        let session = session(&["1 1", "1 2", "2 1"]);
        let seat = session.awaited().only().unwrap();
        let observation = session.game().observe(session.awaited());
        let context = ThinkContext::new(Budget::Nodes(1), 1, seat, 0);
        let limits = SearchLimits::new(Budget::Nodes(1));
        let judgement = Concentration::judge(&observation, seat, &limits, &context).unwrap();
        let [mate, other, new] = ["1 1", "1 2", "1 5"].map(|spot| spot.parse().unwrap());
        assert_eq!(judgement.choices.len(), 51);
        assert_eq!(judgement.cost(mate), Some(0.0));
        assert!(judgement.cost(other).unwrap() > 1.0 && judgement.cost(new).unwrap() > 1.0);
        assert!(Concentration::is_obvious_mistake(&observation, new, mate));
        assert!(!Concentration::is_obvious_mistake(&observation, mate, new));
    }

    #[test]
    fn players_solve_the_drills_that_they_remember() {
        assert_eq!(Concentration::drill_solves(4), [20; 6]);
        assert_eq!(Concentration::drill_solves(6), [0, 0, 20, 20, 20, 20]);
        assert_eq!(Concentration::drill_solves(52), [0, 0, 0, 0, 20, 20]);
    }

    #[test]
    fn a_drill_shows_different_cards_and_asks_for_each_once() {
        for (length, seed) in (1..=52).flat_map(|length| (0..5).map(move |seed| (length, seed))) {
            let drill = Concentration::drill(length, &mut random::rng(seed, &[])).unwrap();
            let won = |event: &ConcentrationEvent| matches!(event, ConcentrationEvent::Won(_));
            assert!(!drill.session().events().iter().flatten().any(won), "{length} {seed}");
            assert_eq!(drill.session().lines().len(), length);
            let mut asked = drill.questions().to_vec();
            asked.sort_unstable();
            assert!(asked.into_iter().eq(0..length));
            let mut answers: Vec<_> = (0..length).filter_map(|index| drill.answer(index)).collect();
            answers.sort_by_key(|spot| spot.index());
            answers.dedup();
            assert_eq!((answers.len(), drill.answer(length)), (length, None));
        }
    }
}
