//! Intensity as a [`Game`].

use std::sync::Arc;

use super::{
    Card, CardSet, Deal, IntensityAction, IntensityObservation, OpenPosition, PASS_SIZE, SEATS,
    Trick, left_of, right_of, unplayable_error,
};
use crate::play::{ActionError, Game, Outcome, Seat, Seats, check_step};

/// A public event of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntensityEvent {
    /// All seats have passed three cards to the left.
    Passed,
    /// A card was played.
    Played {
        /// The seat that played it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The last card of a round was played.
    RoundWon {
        /// The number of the round, from 0.
        round: usize,
        /// The four cards, which determine the winner and the penalty.
        trick: Trick,
    },
    /// All rounds are complete.
    Over,
}

/// A game of Intensity.
///
/// In the first step, all seats pass three cards at the same time; in each of the forty steps after
/// it, one seat plays a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intensity {
    passed: Option<[CardSet; SEATS]>,
    position: OpenPosition,
    history: Arc<Vec<Trick>>,
    fines: [u32; SEATS],
}

impl Intensity {
    /// The cards that each seat passed to its left, or `None` before the pass.
    pub const fn passed(&self) -> Option<[CardSet; SEATS]> {
        self.passed
    }

    /// The state of the rounds with all hands open.
    pub const fn position(&self) -> &OpenPosition {
        &self.position
    }

    /// The complete rounds, in order.
    pub fn history(&self) -> &[Trick] {
        &self.history
    }

    fn is_over(&self) -> bool {
        self.passed.is_some() && self.position.to_move().is_none()
    }

    /// The penalty points of a seat, including fines.
    fn score(&self, seat: usize) -> i32 {
        i32::try_from(self.position.taken[seat].saturating_add(self.fines[seat]))
            .unwrap_or(i32::MAX)
    }

    fn check_pass(&self, seat: Seat, cards: CardSet) -> Result<(), ActionError> {
        if self.passed.is_some() {
            return Err(ActionError::new("cards have been passed already"));
        }
        if cards.len() != PASS_SIZE {
            return Err(ActionError::new("three cards must be passed"));
        }
        if !self.position.hands[seat.index()].contains_all(cards) {
            return Err(ActionError::new("card not in hand"));
        }
        Ok(())
    }

    fn check_card(&self, seat: Seat, card: Card) -> Result<(), ActionError> {
        if self.passed.is_none() {
            return Err(ActionError::new("three cards must be passed first"));
        }
        if !self.position.hands[seat.index()].contains(card) {
            return Err(ActionError::new("card not in hand"));
        }
        let is_playable = self.position.playable().contains(card);
        if is_playable { Ok(()) } else { Err(unplayable_error(self.position.trick.led_suit())) }
    }

    fn pass(&mut self, passed: [CardSet; SEATS]) {
        self.passed = Some(passed);
        let hands = self.position.hands;
        for (seat, hand) in self.position.hands.iter_mut().enumerate() {
            *hand = (hands[seat] - passed[seat]) | passed[right_of(Seat::new(seat)).index()];
        }
    }

    fn play(&mut self, seat: Seat, card: Card) -> Vec<IntensityEvent> {
        let mut events = vec![IntensityEvent::Played { seat, card }];
        if let Some(trick) = self.position.play(card) {
            events.push(IntensityEvent::RoundWon { round: self.history.len(), trick });
            Arc::make_mut(&mut self.history).push(trick);
            if self.is_over() {
                events.push(IntensityEvent::Over);
            }
        }
        events
    }
}

impl Game for Intensity {
    const KEY: &'static str = "intensity";
    const FORMAT: u32 = 1;
    const FINE: u32 = 5;

    type Setup = Deal;
    type Action = IntensityAction;
    type Observation = IntensityObservation;
    type Event = IntensityEvent;

    fn start(deal: &Deal) -> Self {
        Self {
            passed: None,
            position: OpenPosition::start(deal.hands()),
            history: Arc::default(),
            fines: [0; SEATS],
        }
    }

    fn seats(&self) -> Seats {
        Seats::first(SEATS)
    }

    fn awaited(&self) -> Seats {
        if self.passed.is_none() {
            self.seats()
        } else {
            self.position.to_move().map_or(Seats::NONE, Seats::one)
        }
    }

    fn check(&self, seat: Seat, action: IntensityAction) -> Result<(), ActionError> {
        if !self.awaited().contains(seat) {
            return Err(ActionError::new("it is not your turn"));
        }
        match action {
            IntensityAction::Pass(cards) => self.check_pass(seat, cards),
            IntensityAction::Play(card) => self.check_card(seat, card),
        }
    }

    fn step(
        &mut self,
        moves: &[(Seat, IntensityAction)],
    ) -> Result<Vec<IntensityEvent>, ActionError> {
        check_step(self, moves)?;
        if let &[(seat, IntensityAction::Play(card))] = moves {
            return Ok(self.play(seat, card));
        }
        let mut passed = [CardSet::NONE; SEATS];
        for &(seat, action) in moves {
            if let IntensityAction::Pass(cards) = action {
                passed[seat.index()] = cards;
            }
        }
        self.pass(passed);
        Ok(vec![IntensityEvent::Passed])
    }

    fn fine(&mut self, seat: Seat, points: u32) -> Result<(), ActionError> {
        let fine = self
            .fines
            .get_mut(seat.index())
            .ok_or_else(|| ActionError::new("there is no such seat"))?;
        *fine = fine.saturating_add(points);
        Ok(())
    }

    fn observe(&self, viewers: Seats) -> IntensityObservation {
        let is_viewer = |seat: usize| viewers.contains(Seat::new(seat));
        // Both the giver and the receiver know the passed cards.
        let knows_pass =
            |seat: usize| is_viewer(seat) || viewers.contains(left_of(Seat::new(seat)));
        let hands = self.position.hands;
        IntensityObservation {
            viewers,
            hands: std::array::from_fn(|seat| is_viewer(seat).then_some(hands[seat])),
            hand_sizes: hands.map(CardSet::len),
            passed: std::array::from_fn(|seat| {
                self.passed.filter(|_| knows_pass(seat)).map(|passed| passed[seat])
            }),
            is_passing: self.passed.is_none(),
            trick: self.position.trick,
            history: Arc::clone(&self.history),
            taken: self.position.taken,
            fines: self.fines,
        }
    }

    fn turns(&self) -> u32 {
        u32::try_from(self.history.len()).unwrap_or(u32::MAX)
    }

    fn scores(&self) -> Vec<i32> {
        (0..SEATS).map(|seat| self.score(seat)).collect()
    }

    fn shows_reveal(events: &[IntensityEvent]) -> bool {
        events.iter().any(|event| matches!(event, IntensityEvent::RoundWon { .. }))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::lowest_wins(self.scores()))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Card, HAND_SIZE},
        *,
    };
    use crate::{
        intensity::test_hands::cards,
        play::{Observation, Random, random},
    };

    const SEAT: [Seat; SEATS] = [Seat::new(0), Seat::new(1), Seat::new(2), Seat::new(3)];

    fn action(text: &str) -> IntensityAction {
        text.parse().unwrap()
    }

    /// A game in which each seat is dealt one suit.
    fn one_suit_each() -> Intensity {
        let hands = super::super::Suit::ALL.map(CardSet::of_suit);
        Intensity::start(&Deal::new(hands).unwrap())
    }

    fn pass(game: &mut Intensity, texts: [&str; SEATS]) -> Vec<IntensityEvent> {
        let moves: Vec<_> = SEAT.into_iter().zip(texts.map(action)).collect();
        game.step(&moves).unwrap()
    }

    fn play(game: &mut Intensity, text: &str) -> Vec<IntensityEvent> {
        let seat = game.awaited().only().expect("one seat plays");
        game.step(&[(seat, action(text))]).unwrap()
    }

    fn refusal(game: &Intensity, seat: Seat, text: &str) -> String {
        game.check(seat, action(text)).unwrap_err().to_string()
    }

    #[test]
    fn all_pass_to_the_left_at_the_same_time() {
        let mut game = one_suit_each();
        assert_eq!(game.awaited(), Seats::first(4));
        assert_eq!(refusal(&game, SEAT[0], "10"), "three cards must be passed first");
        assert_eq!(refusal(&game, SEAT[0], "10 11 20"), "card not in hand");
        assert!(game.step(&[(SEAT[0], action("10 11 12"))]).is_err(), "all four seats must pass");
        let events = pass(&mut game, ["10 11 12", "20 21 22", "30 31 32", "40 41 42"]);
        assert_eq!(events, [IntensityEvent::Passed]);
        assert_eq!(game.position().hands[0], cards("13 14 15 16 17 18 19 40 41 42"));
        assert_eq!(game.position().hands[1], cards("10 11 12 23 24 25 26 27 28 29"));
        assert_eq!(game.awaited(), Seats::one(SEAT[0]), "seat 0 leads");
        assert_eq!(refusal(&game, SEAT[0], "13 14 15"), "cards have been passed already");
        assert_eq!(refusal(&game, SEAT[1], "10"), "it is not your turn");
    }

    #[test]
    fn the_highest_card_of_the_led_suit_wins_the_round() {
        let mut game = one_suit_each();
        pass(&mut game, ["10 11 12", "20 21 22", "30 31 32", "40 41 42"]);
        assert_eq!(
            play(&mut game, "13"),
            [IntensityEvent::Played { seat: SEAT[0], card: Card::from_index(3) }]
        );
        assert_eq!(refusal(&game, SEAT[1], "29"), "must follow the 1s");
        assert_eq!(refusal(&game, SEAT[1], "13"), "card not in hand");
        play(&mut game, "10");
        play(&mut game, "39");
        let events = play(&mut game, "47");
        let [_, IntensityEvent::RoundWon { round: 0, trick }] = events[..] else {
            panic!("{events:?}");
        };
        assert_eq!((trick.winner(), trick.penalty()), (SEAT[0], 8));
        assert_eq!(
            (game.scores(), game.turns(), game.awaited()),
            (vec![8, 0, 0, 0], 1, Seats::one(SEAT[0]))
        );
    }

    #[test]
    fn calves_may_be_led_only_after_one_was_played_in_an_earlier_round() {
        // Seat 1 has no 4 and may discard anything. Seat 3 wins and leads: it holds calves, but
        // none has been played yet.
        let mut game = one_suit_each();
        pass(&mut game, ["10 11 12", "20 21 22", "30 31 32", "40 41 42"]);
        for card in ["40", "29", "20", "49"] {
            play(&mut game, card);
        }
        assert_eq!(game.awaited(), Seats::one(SEAT[3]));
        assert_eq!(refusal(&game, SEAT[3], "30"), "calves may not be led yet");
        for card in ["48", "41", "28", "33"] {
            play(&mut game, card);
        }
        assert_eq!(
            game.check(SEAT[3], action("30")),
            Ok(()),
            "a calf was played in an earlier round"
        );
    }

    #[test]
    fn a_seat_observes_only_its_own_cards() {
        let mut game = one_suit_each();
        let before = game.observe(Seats::one(SEAT[1]));
        assert_eq!(before.hands, [None, Some(cards("20 21 22 23 24 25 26 27 28 29")), None, None]);
        assert_eq!((before.passed, before.hand_sizes), ([None; SEATS], [HAND_SIZE; SEATS]));
        assert_eq!((before.legal(SEAT[1]).len(), before.legal(SEAT[0]).len()), (120, 0));
        pass(&mut game, ["10 11 12", "20 21 22", "30 31 32", "40 41 42"]);
        let after = game.observe(Seats::one(SEAT[1]));
        assert_eq!(after.passed, [Some(cards("10 11 12")), Some(cards("20 21 22")), None, None]);
        assert_eq!(after.received(SEAT[1]), Some(cards("10 11 12")));
        assert_eq!(after.hands.iter().flatten().count(), 1);
        let public = game.observe(Seats::NONE);
        assert_eq!((public.hands, public.passed), ([None; SEATS], [None; SEATS]));
        assert!(public.legal(SEAT[0]).is_empty());
        let open = game.observe(Seats::first(4));
        assert_eq!(
            (open.hands.iter().flatten().count(), open.passed.iter().flatten().count()),
            (4, 4)
        );
    }

    #[test]
    fn an_observation_does_not_depend_on_hidden_cards() {
        let mut one = one_suit_each();
        pass(&mut one, ["10 11 12", "20 21 22", "30 31 32", "40 41 42"]);
        // Seats 2 and 3 swap two cards that seat 1 has never seen.
        let mut hands = super::super::Suit::ALL.map(CardSet::of_suit);
        hands[2] = hands[2].without(Card::from_index(29)).with(Card::from_index(39));
        hands[3] = hands[3].without(Card::from_index(39)).with(Card::from_index(29));
        let mut other = Intensity::start(&Deal::new(hands).unwrap());
        pass(&mut other, ["10 11 12", "20 21 22", "30 31 32", "40 41 42"]);
        assert_eq!(one.observe(Seats::one(SEAT[1])), other.observe(Seats::one(SEAT[1])));
        assert_ne!(one.observe(Seats::one(SEAT[2])), other.observe(Seats::one(SEAT[2])));
    }

    #[test]
    fn a_fine_counts_and_the_lowest_score_wins() {
        let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(5, &[])));
        game.fine(SEAT[2], 5).unwrap();
        let mut rng = random::rng(6, &[]);
        while !game.awaited().is_empty() {
            assert_eq!(game.outcome(), None);
            let moves: Vec<_> = game
                .awaited()
                .iter()
                .map(|seat| (seat, random_action(&game, seat, &mut rng)))
                .collect();
            game.step(&moves).unwrap();
        }
        let outcome = game.outcome().expect("the game is over");
        assert_eq!(outcome.scores().iter().sum::<i32>(), 17 + 5);
        let lowest = *outcome.scores().iter().min().unwrap();
        assert!(outcome.winners().iter().all(|seat| outcome.score(seat) == lowest));
        assert_eq!((game.turns(), game.history().len()), (10, HAND_SIZE));
        assert!(game.step(&[]).is_err());
        assert!(game.observe(Seats::NONE).is_over());
    }

    fn random_action(game: &Intensity, seat: Seat, rng: &mut crate::play::Rng) -> IntensityAction {
        use rand::seq::IndexedRandom;
        *game.observe(Seats::one(seat)).legal(seat).choose(rng).unwrap()
    }

    #[test]
    fn the_random_player_plays_to_the_end_and_the_last_round_is_forced() {
        use crate::play::{Budget, Player, ThinkContext};
        let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(9, &[])));
        while let Some(seat) = game.awaited().iter().next() {
            let moves: Vec<_> = game
                .awaited()
                .iter()
                .map(|seat| {
                    let context =
                        ThinkContext::new(Budget::Nodes(1), 1, seat, game.history().len());
                    (
                        seat,
                        Player::<Intensity>::choose(
                            &mut Random,
                            seat,
                            &game.observe(Seats::one(seat)),
                            &context,
                        )
                        .unwrap(),
                    )
                })
                .collect();
            if game.turns() == 9 {
                assert_eq!(game.observe(Seats::one(seat)).legal(seat).len(), 1);
            }
            game.step(&moves).unwrap();
        }
        assert!(game.outcome().is_some());
    }
}
