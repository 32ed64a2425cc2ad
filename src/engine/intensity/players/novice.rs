//! The `novice` player, which makes the mistakes of a first game, and `casual`, which makes some of
//! them.

use rand::{RngExt, seq::IteratorRandom};

use super::careful;
use crate::{
    intensity::{
        Intensity,
        model::{Card, CardSet, IntensityAction, IntensityObservation, PASS_SIZE, Suit, Trick},
    },
    play::{Player, PlayerError, Rng, Seat, ThinkContext},
};

/// Makes the mistakes of people who play for the first time.
///
/// It passes its calves, because they cost points, and keeps the high cards that win them. It leads
/// the highest card of its longest suit. It follows with its lowest card, although a higher one
/// might stay under as well, and so keeps its high cards for the end. It ignores the buffalo,
/// remembers no earlier round, and sometimes plays an arbitrary card.
#[derive(Clone, Copy, Debug)]
pub struct NovicePlayer;

/// Makes some of its choices like [`CarefulPlayer`](careful::CarefulPlayer) and the others like
/// [`NovicePlayer`].
#[derive(Clone, Copy, Debug)]
pub struct CasualPlayer {
    /// The mean number of careful choices in ten.
    pub careful_of_ten: u32,
}

/// The novice plays an arbitrary legal card in one of this many choices.
const CHOICES_PER_OVERSIGHT: u32 = 5;

impl Player<Intensity> for NovicePlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        context: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        novice_action(seat, observation, &mut context.rng()).ok_or_else(PlayerError::no_action)
    }
}

impl Player<Intensity> for CasualPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        context: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        let mut rng = context.rng();
        if rng.random_range(0..10) < self.careful_of_ten {
            return careful::CarefulPlayer.choose(seat, observation, context);
        }
        novice_action(seat, observation, &mut rng).ok_or_else(PlayerError::no_action)
    }
}

/// Returns the novice's action, or `None` if `seat` has no legal action.
fn novice_action(
    seat: Seat,
    observation: &IntensityObservation,
    rng: &mut Rng,
) -> Option<IntensityAction> {
    let hand = observation.known_hand(seat);
    if observation.is_passing {
        let passed = cards_to_pass(hand);
        return (passed.len() == PASS_SIZE).then_some(IntensityAction::Pass(passed));
    }
    let playable = observation.playable(seat);
    let card = if rng.random_ratio(1, CHOICES_PER_OVERSIGHT) {
        playable.iter().choose(rng)
    } else {
        card_to_play(hand, playable, observation.trick)
    };
    card.map(IntensityAction::Play)
}

/// Returns the three highest calves, or else the cards of the highest rank.
fn cards_to_pass(hand: CardSet) -> CardSet {
    let mut passed = CardSet::NONE;
    for _ in 0..PASS_SIZE {
        let rest = hand - passed;
        if let Some(worst) = rest.iter().max_by_key(|&card| (card.is_calf(), card.rank(), card)) {
            passed = passed.with(worst);
        }
    }
    passed
}

/// Returns the novice's card without an oversight, or `None` if no card is playable.
fn card_to_play(hand: CardSet, playable: CardSet, trick: Trick) -> Option<Card> {
    match trick.led_suit() {
        None => {
            let length = |suit: &Suit| (hand.in_suit(*suit).len(), *suit);
            let suits = Suit::ALL.into_iter().filter(|&suit| !playable.in_suit(suit).is_empty());
            playable.in_suit(suits.max_by_key(length)?).highest()
        }
        Some(suit) if playable.in_suit(suit).is_empty() => {
            playable.iter().max_by_key(|&card| (card.rank(), card))
        }
        Some(_) => playable.lowest(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        intensity::{
            model::Deal,
            test_hands::{cards, turn},
        },
        play::{
            Budget, CancelToken,
            arena::{ArenaGame, ArenaPlan, PlayerFactory},
            find_player, series_share,
        },
    };

    /// The card played from `hand` after the cards of `round`, if nothing is overlooked.
    fn played(hand: &str, round: &str) -> String {
        let (hand, playable, trick) = turn(hand, round);
        card_to_play(hand, playable, trick).unwrap().to_string()
    }

    #[test]
    fn the_novice_makes_the_mistakes_of_a_first_game() {
        for (hand, round, card) in [
            // Leads the highest card of its longest suit, even above the buffalo.
            ("14 22 25 31 40 44 48", "", "48"),
            ("14 22 25 28 31 48", "", "28"),
            // Saves its high cards, and doesn't use the last seat of a free round.
            ("10 13 16 19", "17 12", "10"),
            ("12 16 19", "11 10 14", "12"),
            // Throws off the highest rank and keeps the buffalo.
            ("10 29 47", "30 31", "29"),
        ] {
            assert_eq!(played(hand, round), card, "{hand} after {round}");
        }
        // It gets rid of calves, even of harmless ones, and then of the highest ranks.
        for (hand, passed) in [
            ("10 18 19 20 29 30 31 32 47 48", "30 31 32"),
            ("10 18 19 20 21 22 31 47 48 49", "19 31 49"),
        ] {
            assert_eq!(cards_to_pass(cards(hand)).to_string(), passed, "{hand}");
        }
    }

    fn play(upper: &'static str, lower: &'static str, games: usize) -> Vec<ArenaGame> {
        let player = |name: &'static str| {
            let make: PlayerFactory<Intensity> =
                Box::new(move || find_player(name).map_err(|error| error.to_string()));
            (name.to_owned(), make)
        };
        let plan = ArenaPlan::<Intensity> {
            players: vec![player(upper), player(lower), player(lower), player(lower)],
            games,
            swap: true,
            seed: 1,
            budget: Budget::Nodes(1),
            opening_steps: 0,
            deal: &|rng| Deal::shuffled(rng),
        };
        plan.run(None, &CancelToken::default(), &|_| ()).unwrap()
    }

    #[test]
    fn each_player_up_to_careful_beats_the_one_before_it() {
        for (upper, lower) in
            [("novice", "random"), ("casual:5", "novice"), ("careful", "casual:5")]
        {
            let games = play(upper, lower, 480);
            assert!(
                games.iter().all(|game| game.tallies.iter().all(|tally| tally.faults.total() == 0))
            );
            let share = series_share(&games, 4);
            assert!(share.mean - share.ci95 > 0.5, "{upper} against {lower}: {share:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        let scores = |games: Vec<ArenaGame>| -> Vec<_> {
            games.into_iter().map(|game| game.outcome).collect()
        };
        let games = scores(play("casual:5", "novice", 16));
        assert_eq!(games, scores(play("casual:5", "novice", 16)));
        let distinct: BTreeSet<_> = games.iter().map(|outcome| outcome.scores().to_vec()).collect();
        assert!(distinct.len() > 4);
    }
}
