//! Intensity as a [`Game`].

use std::sync::Arc;

use super::{
    Card, CardSet, Deal, IntensityAction, IntensityObservation, OpenPosition, PASS_SIZE, SEATS,
    Trick, left, right, unplayable_error,
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
    /// A round is complete.
    RoundWon {
        /// The number of the round, from 0.
        round: usize,
        /// The four cards, which determine the winner and the penalty.
        trick: Trick,
    },
    /// The last round is complete.
    GameOver,
}

/// A game of Intensity.
///
/// In the first step all seats pass three cards at the same time; in each of the forty steps after
/// it, one seat plays a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intensity {
    /// The cards that each seat passed, once all have.
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

    /// The penalty points of a seat, fines included.
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
            *hand = (hands[seat] - passed[seat]) | passed[right(Seat::new(seat)).index()];
        }
    }

    fn play(&mut self, seat: Seat, card: Card) -> Vec<IntensityEvent> {
        let mut events = vec![IntensityEvent::Played { seat, card }];
        if let Some(trick) = self.position.play(card) {
            events.push(IntensityEvent::RoundWon { round: self.history.len(), trick });
            Arc::make_mut(&mut self.history).push(trick);
            events.extend(self.is_over().then_some(IntensityEvent::GameOver));
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
        let knows_pass = |seat: usize| is_viewer(seat) || viewers.contains(left(Seat::new(seat)));
        let hands = self.position.hands;
        IntensityObservation {
            viewers,
            hands: std::array::from_fn(|seat| is_viewer(seat).then_some(hands[seat])),
            counts: hands.map(CardSet::len),
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

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::lowest_wins(self.scores()))
    }
}

#[cfg(test)]
mod tests;
