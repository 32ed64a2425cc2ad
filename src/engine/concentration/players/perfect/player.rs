//! The player that turns up the card of the highest value.

use rand::seq::IndexedRandom;

use super::card_values::{CardValue, Purpose, TOLERANCE, card_values};
use crate::{
    concentration::{
        Concentration,
        model::{ConcentrationObservation, Spot},
    },
    play::{Advice, Player, PlayerError, Seat, ThinkContext},
};

/// Plays optimally against an optimal opponent.
///
/// Among equal values it prefers the first [`Purpose`], and among cards with the same purpose it
/// chooses at random. Turning up two known cards of different ranks is a pass. That is the last
/// purpose, so the player passes only if everything else has a negative value. In each state it
/// passes at most once: if the opponent passes, too, it takes the best other card.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerfectPlayer;

impl Player<Concentration> for PerfectPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &ConcentrationObservation,
        context: &ThinkContext,
    ) -> Result<Spot, PlayerError> {
        best_spot(&card_values(seat, observation), context)
    }

    /// The outlook compares the chosen card with the best card of another purpose. The considered
    /// cards have their values in pairs.
    fn advise(
        &mut self,
        seat: Seat,
        observation: &ConcentrationObservation,
        context: &ThinkContext,
    ) -> Result<Advice<Spot>, PlayerError> {
        let values = card_values(seat, observation);
        Ok(Advice {
            outlook: compare(&values, observation.first.is_some()),
            exact: true,
            considered: values.iter().map(|card| (card.spot, card.lead)).collect(),
            ..Advice::new(best_spot(&values, context)?)
        })
    }
}

/// Returns the spot of a card with the highest value and, among those, the first purpose.
fn best_spot(values: &[CardValue], context: &ThinkContext) -> Result<Spot, PlayerError> {
    let highest = values.iter().map(|card| card.lead).fold(f64::NEG_INFINITY, f64::max);
    let is_best = |card: &&CardValue| card.lead >= highest - TOLERANCE;
    let purpose = values.iter().filter(is_best).map(|card| card.purpose).min();
    let spots: Vec<_> =
        values.iter().filter(is_best).filter(|card| Some(card.purpose) == purpose).collect();
    let chosen = spots.choose(&mut context.rng()).map(|card| card.spot);
    chosen.ok_or_else(PlayerError::no_action)
}

/// Compares the best card with the best card of another purpose, as in `it is about 0.3 pairs
/// better than an unknown card`. Returns `None` if all cards have the same purpose.
fn compare(values: &[CardValue], is_second_card: bool) -> Option<String> {
    let purposes = [Purpose::Pair, Purpose::Unknown, Purpose::KnownThenUnknown, Purpose::Mismatch];
    let best_of = |purpose| {
        let leads = values.iter().filter(|card| card.purpose == purpose).map(|card| card.lead);
        leads.reduce(f64::max).map(|lead| (purpose, lead))
    };
    let mut purposes: Vec<_> = purposes.into_iter().filter_map(best_of).collect();
    purposes.sort_by(|one, other| other.1.total_cmp(&one.1));
    let [(_, best), (second_purpose, second_best), ..] = purposes[..] else { return None };
    let alternative = match (second_purpose, is_second_card) {
        (Purpose::Pair, true) => "taking the pair",
        (Purpose::Pair, false) => "a known pair",
        (Purpose::Unknown, _) => "an unknown card",
        (Purpose::KnownThenUnknown, _) => "a known card and an unknown one",
        (Purpose::Mismatch, true) => "a known card",
        (Purpose::Mismatch, false) => "two known cards",
    };
    let by = match format!("{:.1}", best - second_best).as_str() {
        "0.0" => return Some(format!("it is about as good as {alternative}")),
        "1.0" => "one pair".to_owned(),
        pairs => format!("{pairs} pairs"),
    };
    Some(format!("it is about {by} better than {alternative}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        concentration::{
            model::{CardLayout, CardRank, PlayingCard, PlayingSuit, Turn},
            players::{
                Memory, MemoryCapacity, MemoryPlayer, WhenFull,
                perfect::{
                    card_knowledge::{CardKnowledge, FirstCard},
                    solution::Solution,
                    state::{RankKind, State},
                },
            },
        },
        play::{Budget, Game, Seats, random},
    };

    const ALL_CARDS: MemoryCapacity =
        MemoryCapacity { cards: Spot::COUNT, when_full: WhenFull::ForgetOldest };

    fn turn_up(game: &mut Concentration, spots: &[Spot]) {
        for &spot in spots {
            let seat = game.awaited().only().unwrap();
            game.step(&[(seat, spot)]).unwrap();
        }
    }

    /// The spot of the card in this row with this rank, from 0, in a layout of one suit per row.
    fn sorted_spot(row: usize, rank: usize) -> Spot {
        Spot::new(row, rank + 1).unwrap()
    }

    /// Plays a game to a state: `kinds` has the cards left and the known cards of each rank, from
    /// the aces on, and the other ranks are gone. Returns `None` if the known cards can't be turned
    /// up without winning a pair.
    fn reach(kinds: &[(u8, u8)]) -> Option<Concentration> {
        let sorted = PlayingSuit::ALL
            .into_iter()
            .flat_map(|suit| CardRank::all().map(move |rank| PlayingCard::new(suit, rank)));
        let mut game = Concentration::start(&CardLayout::new(&sorted.collect::<Vec<_>>()).unwrap());
        let mut hidden = Vec::new();
        for rank in 0..CardRank::COUNT {
            let (left, known) = kinds.get(rank).copied().unwrap_or((0, 0));
            let rows: Vec<_> = (0..4).map(|row| sorted_spot(row, rank)).collect();
            let (won, rest) = rows.split_at(4 - usize::from(left));
            turn_up(&mut game, won);
            hidden.extend(rest[..known.into()].iter().map(|&spot| (rank, spot)));
        }
        let mut shown: Vec<(usize, Spot)> = Vec::new();
        while let Some((rank, spot)) = hidden.pop() {
            let mismatch = |&(other, _): &(usize, Spot)| other != rank;
            let partner = match hidden.iter().position(mismatch) {
                Some(place) => hidden.remove(place),
                None => *shown.iter().find(|&shown| mismatch(shown))?,
            };
            turn_up(&mut game, &[spot, partner.1]);
            shown.extend([(rank, spot), partner]);
        }
        Some(game)
    }

    fn ask(game: &Concentration, decision: usize) -> Advice<Spot> {
        let seat = game.awaited().only().unwrap();
        let context = ThinkContext::new(Budget::Nodes(1), 5, seat, decision);
        let advice = PerfectPlayer.advise(seat, &game.observe(Seats::one(seat)), &context).unwrap();
        assert_eq!(
            PerfectPlayer.choose(seat, &game.observe(Seats::one(seat)), &context),
            Ok(advice.action)
        );
        advice
    }

    /// Whether both cards of a turn were known and of different ranks.
    fn is_pass(turn: Turn, before: &[Turn]) -> bool {
        let known = Memory::new(before, ALL_CARDS);
        !turn.is_pair() && turn.cards.iter().all(|&(spot, _)| known.at(spot).is_some())
    }

    /// The states in which passing is optimal, each as the kinds of its ranks.
    fn passing_states() -> Vec<Vec<(u8, u8)>> {
        let solution = Solution::<f64>::new(13);
        let should_pass = |&state: &State| {
            state.can_pass()
                && solution.value_without_pass(state).is_some_and(|value| value < -TOLERANCE)
        };
        let kinds = |state: State| -> Vec<(u8, u8)> {
            let ranks = |kind: RankKind| {
                std::iter::repeat_n((kind.left(), kind.known()), state.count(kind).into())
            };
            RankKind::all().flat_map(ranks).collect()
        };
        solution.states().filter(should_pass).map(kinds).collect()
    }

    #[test]
    fn it_passes_once_in_each_state_in_which_passing_is_optimal() {
        let states = passing_states();
        assert_eq!(states.len(), 36);
        for kinds in states {
            let mut game = reach(&kinds).unwrap_or_else(|| panic!("{kinds:?} can be reached"));
            let state = State::from_kinds(
                kinds.iter().filter_map(|&(left, known)| RankKind::new(left, known)),
            );
            assert_eq!(CardKnowledge::new(game.observation()).state, state);
            let start = game.observation().history.len();
            for decision in 0..6 {
                let spot = ask(&game, decision).action;
                turn_up(&mut game, &[spot]);
            }
            let history = &game.observation().history;
            let passes: Vec<_> =
                (start..start + 3).map(|at| is_pass(history[at], &history[..at])).collect();
            assert_eq!(
                passes,
                [true, true, false],
                "both seats pass, then the first one plays on: {kinds:?}"
            );
        }
    }

    #[test]
    fn it_passes_in_no_other_state_and_never_twice() {
        let solution = Solution::<f64>::new(13);
        for seed in 0..60 {
            let mut game = Concentration::start(&CardLayout::shuffled(&mut random::rng(seed, &[])));
            let mut others: [Box<dyn Player<Concentration>>; 2] = [
                Box::new(PerfectPlayer),
                Box::new(MemoryPlayer {
                    capacity: MemoryCapacity {
                        cards: 5 * usize::try_from(seed % 3).unwrap(),
                        when_full: WhenFull::ForgetOldest,
                    },
                }),
            ];
            let mut passed = BTreeSet::new();
            for decision in 0.. {
                let Some(seat) = game.awaited().only() else { break };
                let context = ThinkContext::new(Budget::Nodes(1), seed, seat, decision);
                let before = CardKnowledge::new(game.observation());
                let spot = others[seat.index()].choose(seat, game.observation(), &context).unwrap();
                turn_up(&mut game, &[spot]);
                let Some((turn, history)) = game
                    .observation()
                    .history
                    .split_last()
                    .filter(|_| game.observation().first.is_none())
                else {
                    continue;
                };
                if seat == Seat::new(0) && is_pass(*turn, history) {
                    let value = solution.value_without_pass(before.state).unwrap();
                    assert!(
                        value < -TOLERANCE,
                        "{:?} is worth {value} without a pass",
                        before.state
                    );
                    let known: Vec<_> = Memory::new(history, ALL_CARDS)
                        .iter()
                        .map(|(spot, _)| spot.index())
                        .collect();
                    assert!(
                        passed.insert(known.into_iter().collect::<BTreeSet<_>>()),
                        "it has passed here already"
                    );
                }
            }
        }
    }

    #[test]
    fn its_knowledge_is_the_cards_turned_up_and_not_won() {
        let mut game = Concentration::start(&CardLayout::shuffled(&mut random::rng(8, &[])));
        let mut decision = 0;
        while let Some(seat) = game.awaited().only() {
            let context = ThinkContext::new(Budget::Nodes(1), 2, seat, decision);
            let spot = Player::<Concentration>::choose(
                &mut crate::play::Random,
                seat,
                game.observation(),
                &context,
            )
            .unwrap();
            turn_up(&mut game, &[spot]);
            decision += 1;
            let (knowledge, memory) = (
                CardKnowledge::new(game.observation()),
                Memory::new(&game.observation().history, ALL_CARDS),
            );
            for spot in Spot::all() {
                let first_card = game
                    .observation()
                    .first
                    .filter(|&(first, _)| first == spot)
                    .map(|(_, card)| card);
                assert_eq!(knowledge.at(spot), first_card.or(memory.at(spot)));
            }
            let expected = game.observation().first.map(|(spot, card)| FirstCard {
                rank: card.rank(),
                was_unknown: memory.at(spot).is_none(),
            });
            assert_eq!(knowledge.first, expected);
        }
    }

    #[test]
    fn its_advice_has_a_value_for_every_card() {
        let mut game = reach(&[(4, 2), (2, 1), (4, 0), (4, 0)]).unwrap();
        let mut outlooks = Vec::new();
        for decision in 0..4 {
            let advice = ask(&game, decision);
            let spots: Vec<_> = advice.considered.iter().map(|&(spot, _)| spot).collect();
            assert_eq!(spots, game.observation().face_down().collect::<Vec<_>>());
            let highest =
                advice.considered.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
            let chosen =
                advice.considered.iter().find(|&&(spot, _)| spot == advice.action).unwrap();
            assert!((chosen.1 - highest).abs() <= TOLERANCE);
            outlooks.push(advice.outlook.unwrap());
            turn_up(&mut game, &[advice.action]);
        }
        assert_eq!(
            outlooks[..3],
            [
                "it is about 1.1 pairs better than an unknown card",
                "it is about 1.4 pairs better than an unknown card",
                "it is about 0.1 pairs better than a known card and an unknown one",
            ]
        );
    }

    #[test]
    fn the_value_of_the_start_is_the_value_of_the_game() {
        let game = reach(&[(4, 0); 13]).unwrap();
        let advice = ask(&game, 0);
        assert_eq!(advice.outlook, None);
        assert!(
            advice
                .considered
                .iter()
                .all(|&(_, pairs)| (2.0 * pairs - 0.074_185_392_3).abs() < TOLERANCE)
        );
        assert_eq!(advice.considered.len(), 52);
    }
}
