//! From a request's lists to what a seat knows: who played what, and whether that can be.

use std::sync::Arc;

use super::read::RequestError;
use crate::{
    games::intensity::rules::{
        Card, CardSet, IntensityObservation, PlayedCard, SEATS, Trick, left, playable,
        played_cards, right,
    },
    play::{Seat, Seats},
};

/// What a request to play a card tells, with as many cards in each list as its numbers say.
pub(super) struct Table {
    /// Who is asked.
    pub seat: Seat,
    /// Its hand.
    pub hand: CardSet,
    /// This round's cards.
    pub trick: Vec<Card>,
    /// The cards of all rounds before, four each.
    pub history: Vec<Card>,
    /// What it passed.
    pub passed: CardSet,
    /// What it got.
    pub received: CardSet,
}

impl Table {
    /// What the seat knows.
    ///
    /// # Errors
    /// If no game can come to this.
    pub fn seen(&self) -> Result<IntensityObservation, RequestError> {
        let (history, trick) = self.rounds();
        let plays: Vec<_> = played_cards(&history, &trick).collect();
        let counts = self.counts(trick);
        self.check_turn(trick)?;
        self.check_cards()?;
        self.check_own_cards(&plays)?;
        self.check_passed_cards(&plays, counts)?;
        self.check_rules(&plays)?;
        self.check_hidden_cards(&plays, counts)?;

        let mut hands = [None; SEATS];
        hands[self.seat.index()] = Some(self.hand);
        let mut passed = [None; SEATS];
        passed[self.seat.index()] = Some(self.passed);
        passed[right(self.seat).index()] = Some(self.received);
        let mut taken = [0; SEATS];
        for trick in &history {
            taken[trick.winner().index()] += trick.penalty();
        }
        Ok(IntensityObservation {
            viewers: Seats::one(self.seat),
            hands,
            counts,
            passed,
            is_passing: false,
            trick,
            history: Arc::new(history),
            taken,
            fines: [0; SEATS],
        })
    }

    /// The rounds that are over, and the one that is being played.
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
        Err(RequestError(format!(
            "it is not the turn of player {seat}: player {leader} leads this round, in which {played} have played"
        )))
    }

    /// A card is in one place only.
    fn check_cards(&self) -> Result<(), RequestError> {
        self.trick.iter().chain(&self.history).try_fold(self.hand, |known, &card| {
            if known.contains(card) {
                return Err(RequestError(format!(
                    "{card} is there twice: in the hand or among the cards that were played"
                )));
            }
            Ok(known.with(card))
        })?;
        Ok(())
    }

    /// The ten cards that the seat had before the first round.
    fn own(&self, plays: &[PlayedCard]) -> CardSet {
        self.hand
            | plays.iter().filter(|play| play.seat == self.seat).map(|play| play.card).collect()
    }

    fn check_own_cards(&self, plays: &[PlayedCard]) -> Result<(), RequestError> {
        let own = self.own(plays);
        if let Some(card) = (own & self.passed).lowest() {
            return Err(RequestError(format!(
                "{card} was passed to the left, so player {} can't have had it",
                self.seat
            )));
        }
        match (self.received - own).lowest() {
            Some(card) => Err(RequestError(format!(
                "{card} was received, but is neither in the hand nor was it played"
            ))),
            None => Ok(()),
        }
    }

    /// What was passed was played by the left neighbour, or is still in its hand.
    fn check_passed_cards(
        &self,
        plays: &[PlayedCard],
        counts: [usize; SEATS],
    ) -> Result<(), RequestError> {
        let left = left(self.seat);
        if let Some(PlayedCard { card, seat, .. }) =
            plays.iter().find(|play| self.passed.contains(play.card) && play.seat != left)
        {
            return Err(RequestError(format!(
                "{card} was passed to player {left}, but player {seat} has played it"
            )));
        }
        let (kept, count) = (self.known(plays)[left.index()], counts[left.index()]);
        if kept.len() > count {
            return Err(RequestError(format!(
                "player {left} can't have all of {kept} still in its hand of {count}"
            )));
        }
        Ok(())
    }

    /// Of each seat's cards, those that are known and not played yet.
    fn known(&self, plays: &[PlayedCard]) -> [CardSet; SEATS] {
        let played: CardSet = plays.iter().map(|play| play.card).collect();
        let mut known = [CardSet::NONE; SEATS];
        known[self.seat.index()] = self.hand;
        known[left(self.seat).index()] = self.passed - played;
        known
    }

    /// Nobody can have had a card that he had to play instead of another one.
    fn check_rules(&self, plays: &[PlayedCard]) -> Result<(), RequestError> {
        // Backwards, each seat has in hand what it plays later.
        let mut known = self.known(plays);
        for played in plays.iter().rev() {
            let &PlayedCard { round, seat, card, calves_broken, .. } = played;
            let hand = &mut known[seat.index()];
            *hand = hand.with(card);
            let may = playable(*hand, played.led_suit(), calves_broken);
            if let Some(other) = may.lowest().filter(|_| !may.contains(card)) {
                return Err(RequestError(format!(
                    "player {seat} can't have played the {card} in round {round}: it had the {other} then"
                )));
            }
        }
        Ok(())
    }

    /// How many cards each seat has.
    fn counts(&self, trick: Trick) -> [usize; SEATS] {
        let before = self.hand.len();
        std::array::from_fn(|seat| before - usize::from(trick.card_of(Seat::new(seat)).is_some()))
    }

    /// The cards that are nowhere to be seen must fit into the others' hands, though some are known
    /// to have run out of a suit.
    ///
    /// By Hall's theorem they fit if, for each set of seats, those that fit nowhere else fit there.
    fn check_hidden_cards(
        &self,
        plays: &[PlayedCard],
        counts: [usize; SEATS],
    ) -> Result<(), RequestError> {
        let known = self.known(plays);
        let seen = plays
            .iter()
            .map(|play| play.card)
            .chain(known.into_iter().flat_map(CardSet::iter))
            .collect();
        let hidden = CardSet::ALL - seen;
        let mut barred = [CardSet::NONE; SEATS];
        barred[self.seat.index()] = CardSet::ALL;
        for play in plays {
            barred[play.seat.index()] = barred[play.seat.index()] | play.excluded_cards();
        }
        let room = |seats: Seats| -> usize {
            seats.iter().map(|seat| counts[seat.index()] - known[seat.index()].len()).sum()
        };
        for set in 0..1_u8 << SEATS {
            let (inside, outside): (Vec<_>, Vec<_>) =
                Seats::first(SEATS).iter().partition(|seat| set >> seat.index() & 1 != 0);
            let only_inside =
                outside.iter().fold(hidden, |cards, seat| cards & barred[seat.index()]);
            let inside: Seats = inside.into_iter().collect();
            if only_inside.len() > room(inside) {
                return Err(RequestError(nowhere(only_inside, inside)));
            }
        }
        Ok(())
    }
}

/// Why these cards are too many for these seats.
fn nowhere(cards: CardSet, seats: Seats) -> String {
    let names: Vec<_> = seats.iter().map(|seat| seat.to_string()).collect();
    match names.split_last() {
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
