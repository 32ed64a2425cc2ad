//! A request for a card to play, and whether it is possible in a game.

use std::sync::Arc;

use super::RequestError;
use fourcade_engine::{
    intensity::model::{
        Card, CardSet, IntensityObservation, PlayedCard, SEATS, Trick, left_of, playable,
        played_cards, right_of,
    },
    play::{Seat, Seats},
};

/// The lists of a request, whose lengths have been checked.
pub(super) struct PlayRequest {
    pub seat: Seat,
    pub hand: CardSet,
    pub trick: Vec<Card>,
    /// All earlier rounds, of four cards each.
    pub history: Vec<Card>,
    pub passed: CardSet,
    pub received: CardSet,
}

impl PlayRequest {
    /// Returns an error if no game can lead to this request.
    pub fn observation(&self) -> Result<IntensityObservation, RequestError> {
        let (history, trick) = self.rounds();
        let plays: Vec<_> = played_cards(&history, &trick).collect();
        let hand_sizes = self.hand_sizes(trick);
        self.check_turn(trick)?;
        self.check_cards()?;
        self.check_own_cards(&plays)?;
        self.check_passed_cards(&plays, hand_sizes)?;
        self.check_rules(&plays)?;
        self.check_hidden_cards(&plays, hand_sizes)?;

        let mut hands = [None; SEATS];
        hands[self.seat.index()] = Some(self.hand);
        let mut passed = [None; SEATS];
        passed[self.seat.index()] = Some(self.passed);
        passed[right_of(self.seat).index()] = Some(self.received);
        let mut taken = [0; SEATS];
        for trick in &history {
            taken[trick.winner().index()] += trick.penalty();
        }
        Ok(IntensityObservation {
            viewers: Seats::one(self.seat),
            hands,
            hand_sizes,
            passed,
            is_passing: false,
            trick,
            history: Arc::new(history),
            taken,
            fines: [0; SEATS],
        })
    }

    /// Returns the complete rounds and the current one.
    fn rounds(&self) -> (Vec<Trick>, Trick) {
        let mut history = Vec::new();
        let mut trick = Trick::led_by(Seat::new(0));
        for &card in self.history.iter().chain(&self.trick) {
            trick = trick.with(card);
            if trick.is_complete() {
                history.push(trick);
                trick = Trick::led_by(trick.winner());
            }
        }
        (history, trick)
    }

    fn check_turn(&self, trick: Trick) -> Result<(), RequestError> {
        if trick.to_move() == Some(self.seat) {
            return Ok(());
        }
        let (seat, leader, played) = (self.seat, trick.leader(), self.trick.len());
        Err(RequestError::new(format!(
            "it is not the turn of player {seat}: player {leader} leads this round, \
             in which {played} have played"
        )))
    }

    /// Checks that no card occurs twice.
    fn check_cards(&self) -> Result<(), RequestError> {
        self.trick.iter().chain(&self.history).try_fold(self.hand, |cards, &card| {
            if cards.contains(card) {
                return Err(RequestError::new(format!(
                    "{card} is there twice: in the hand or among the cards that were played"
                )));
            }
            Ok(cards.with(card))
        })?;
        Ok(())
    }

    /// Returns the ten cards that the seat had after passing.
    fn own_cards(&self, plays: &[PlayedCard]) -> CardSet {
        self.hand
            | plays.iter().filter(|play| play.seat == self.seat).map(|play| play.card).collect()
    }

    /// Checks the cards that the seat passed and received against those that it had.
    fn check_own_cards(&self, plays: &[PlayedCard]) -> Result<(), RequestError> {
        let own = self.own_cards(plays);
        if let Some(card) = (own & self.passed).lowest() {
            return Err(RequestError::new(format!(
                "{card} was passed to the left, so player {} can't have had it",
                self.seat
            )));
        }
        match (self.received - own).lowest() {
            Some(card) => Err(RequestError::new(format!(
                "{card} was received, but is neither in the hand nor was it played"
            ))),
            None => Ok(()),
        }
    }

    /// Checks that the left neighbour has played the passed cards or can still hold them.
    fn check_passed_cards(
        &self,
        plays: &[PlayedCard],
        hand_sizes: [usize; SEATS],
    ) -> Result<(), RequestError> {
        let neighbour = left_of(self.seat);
        if let Some(PlayedCard { card, seat, .. }) =
            plays.iter().find(|play| self.passed.contains(play.card) && play.seat != neighbour)
        {
            return Err(RequestError::new(format!(
                "{card} was passed to player {neighbour}, but player {seat} has played it"
            )));
        }
        let kept = self.known_hands(plays)[neighbour.index()];
        let count = hand_sizes[neighbour.index()];
        if kept.len() > count {
            return Err(RequestError::new(format!(
                "player {neighbour} can't have all of {kept} still in its hand of {count}"
            )));
        }
        Ok(())
    }

    /// Returns the cards of each hand that the seat knows.
    fn known_hands(&self, plays: &[PlayedCard]) -> [CardSet; SEATS] {
        let played: CardSet = plays.iter().map(|play| play.card).collect();
        let mut known = [CardSet::NONE; SEATS];
        known[self.seat.index()] = self.hand;
        known[left_of(self.seat).index()] = self.passed - played;
        known
    }

    /// Checks that no play broke the rules, given the known cards of each hand.
    fn check_rules(&self, plays: &[PlayedCard]) -> Result<(), RequestError> {
        // Backwards, so that each hand contains the cards played later.
        let mut hands = self.known_hands(plays);
        for played in plays.iter().rev() {
            let &PlayedCard { round, seat, card, calves_broken, .. } = played;
            let hand = &mut hands[seat.index()];
            *hand = hand.with(card);
            let legal = playable(*hand, played.led_suit(), calves_broken);
            if let Some(other) = legal.lowest().filter(|_| !legal.contains(card)) {
                return Err(RequestError::new(format!(
                    "player {seat} can't have played the {card} in round {round}: \
                     it had the {other} then"
                )));
            }
        }
        Ok(())
    }

    fn hand_sizes(&self, trick: Trick) -> [usize; SEATS] {
        let before = self.hand.len();
        std::array::from_fn(|seat| before - usize::from(trick.card_of(Seat::new(seat)).is_some()))
    }

    /// Checks that the hidden cards fit into the other hands, given the cards that each hand is
    /// known not to contain.
    ///
    /// By Hall's theorem they fit if, for every set of seats, the cards that only these seats can
    /// hold are no more than the free places in their hands.
    fn check_hidden_cards(
        &self,
        plays: &[PlayedCard],
        hand_sizes: [usize; SEATS],
    ) -> Result<(), RequestError> {
        let known = self.known_hands(plays);
        let played: CardSet = plays.iter().map(|play| play.card).collect();
        let visible = known.into_iter().fold(played, |cards, hand| cards | hand);
        let hidden = CardSet::ALL - visible;
        let mut excluded = [CardSet::NONE; SEATS];
        excluded[self.seat.index()] = CardSet::ALL;
        for play in plays {
            let excluded = &mut excluded[play.seat.index()];
            *excluded = *excluded | play.excluded_cards();
        }
        let free_places = |seats: Seats| -> usize {
            seats.iter().map(|seat| hand_sizes[seat.index()] - known[seat.index()].len()).sum()
        };
        for set in 0..1_u8 << SEATS {
            let (inside, outside): (Vec<_>, Vec<_>) =
                Seats::first(SEATS).iter().partition(|seat| set >> seat.index() & 1 != 0);
            let only_inside =
                outside.iter().fold(hidden, |cards, seat| cards & excluded[seat.index()]);
            let inside: Seats = inside.into_iter().collect();
            if only_inside.len() > free_places(inside) {
                return Err(RequestError::new(no_room_message(only_inside, inside)));
            }
        }
        Ok(())
    }
}

/// Reports that only these seats can hold these cards but have too few free places.
fn no_room_message(cards: CardSet, seats: Seats) -> String {
    let seats: Vec<_> = seats.iter().map(|seat| seat.to_string()).collect();
    match seats.split_last() {
        None => format!("nobody can hold {cards}: all have played as if they had none of them"),
        Some((last, [])) => format!("only player {last} can hold {cards}, but has no room for all"),
        Some((last, others)) => {
            format!(
                "only players {} and {last} can hold {cards}, but have no room for all",
                others.join(", ")
            )
        }
    }
}
