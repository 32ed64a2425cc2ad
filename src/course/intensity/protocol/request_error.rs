//! The error of a wrong request, with the parts that still allow an answer.

use super::parse_card;
use fourcade_engine::{
    intensity::model::{Card, CardSet, IntensityAction, PASS_SIZE, SEATS, Trick, playable},
    play::Seat,
};

/// A request is invalid or impossible. The message is a clause such as "13 appears twice in the
/// hand".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RequestError {
    message: String,
    partial: Option<Box<PartialRequest>>,
}

impl RequestError {
    pub(super) fn new(message: String) -> Self {
        Self { message, partial: None }
    }

    pub(super) fn with_partial(self, partial: Option<PartialRequest>) -> Self {
        Self { partial: partial.map(Box::new), ..self }
    }

    /// Returns the hand and the round if they allow an answer.
    pub fn partial(&self) -> Option<&PartialRequest> {
        self.partial.as_deref()
    }
}

/// The hand and the round of a request whose other parts are wrong or missing. They suffice for a
/// legal answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialRequest {
    hand: CardSet,
    /// `None` for a pass.
    playable: Option<CardSet>,
    trick: Trick,
}

impl PartialRequest {
    /// A request for a pass, or `None` if the hand has fewer than three cards.
    pub(super) fn passing(hand: CardSet) -> Option<Self> {
        let trick = Trick::led_by(Seat::new(0));
        (hand.len() >= PASS_SIZE).then_some(Self { hand, playable: None, trick })
    }

    /// A request to play a card of this hand, which must not be empty. If the first number of the
    /// round isn't a card, any suit may be played. A calf may be led if `history` contains one.
    pub(super) fn playing(hand: CardSet, round: &[String], history: &[String]) -> Self {
        let calves_broken = history.iter().filter_map(|word| parse_card(word)).any(Card::is_calf);
        let legal = match round.first().map(|word| parse_card(word)) {
            None => playable(hand, None, calves_broken),
            Some(Some(led)) => playable(hand, Some(led.suit()), calves_broken),
            Some(None) => hand,
        };
        // Seats are counted from the one that is asked.
        let leader = Seat::new((SEATS - round.len() % SEATS) % SEATS);
        let cards: Option<Vec<_>> = round.iter().map(|word| parse_card(word)).collect();
        let trick = cards.unwrap_or_default().into_iter().fold(Trick::led_by(leader), Trick::with);
        Self { hand, playable: Some(legal), trick }
    }

    /// The cards of the seat.
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// The legal cards, at least one; `None` for a pass.
    pub const fn playable(&self) -> Option<CardSet> {
        self.playable
    }

    /// The round; empty if one of its numbers isn't a card.
    pub const fn trick(&self) -> &Trick {
        &self.trick
    }

    /// Whether an action is a legal answer.
    pub fn allows(&self, action: IntensityAction) -> bool {
        match (action, self.playable) {
            (IntensityAction::Pass(cards), None) => {
                cards.len() == PASS_SIZE && self.hand.contains_all(cards)
            }
            (IntensityAction::Play(card), Some(playable)) => playable.contains(card),
            (IntensityAction::Pass(_), Some(_)) | (IntensityAction::Play(_), None) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::intensity::protocol::PlayerRequest;

    #[test]
    fn an_error_contains_the_hand_and_the_round_if_they_allow_an_answer() {
        let partial =
            |text: &str| text.parse::<PlayerRequest>().expect_err(text).partial().cloned();
        for text in [
            "",
            "0 more",
            "four",
            "1\n10 11 12",
            "1\n10 10 10 10 10 10 10 10 10 11",
            "1\n10 11 12 13 14 15 16 17 18 50",
            "2\n0 0 0",
            "2\n11 0 0",
            "2\n3 4 0\n10 11 12\n13 14 15 16",
            "2\n3 1 0\n10 11",
            "2\n3 1 0\n10 11 50\n13",
            "2\n3 1 0\n10 11 12",
            "2\n3 1 0\n10 11 12\nx",
        ] {
            assert_eq!(partial(text), None, "{text:?}");
        }
        let passing = partial("1\n10 10 10 10 10 10 10 10 12 11").unwrap();
        assert_eq!((passing.hand(), passing.playable()), ("10 11 12".parse().unwrap(), None));
        for (text, playable, trick) in [
            // The rest is missing, or is no number.
            ("2\n3 1 0\n10 11 25\n13", "10 11", "13"),
            ("2\n3 1 9\n10 11 25\n13\nx", "10 11", "13"),
            ("2\n3 2 0\n10 11 25\n26 13", "25", "26 13"),
            ("2\n3 1 0\n10 11 25\n40", "10 11 25", "40"),
            // A number of the round is not a card.
            ("2\n3 2 0\n10 11 25\n13 99", "10 11", ""),
            ("2\n3 2 0\n10 11 25\n99 13", "10 11 25", ""),
            // A calf is led only after another one, or from a hand of calves.
            ("2\n3 0 0\n10 31 32\n\n40", "10", ""),
            ("2\n3 0 0\n10 31 32\n\n40 30 x", "10 31 32", ""),
            ("2\n2 0 0\n31 32", "31 32", ""),
        ] {
            let request = partial(text).unwrap_or_else(|| panic!("{text:?}"));
            assert_eq!(request.playable(), Some(playable.parse().unwrap()), "{text:?}");
            let cards: Vec<_> = request.trick().cards().iter().map(ToString::to_string).collect();
            assert_eq!(cards.join(" "), trick, "{text:?}");
        }
    }
}
