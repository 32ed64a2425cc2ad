//! Fast playouts of a deal.

use super::{
    super::seat_knowledge::{SeatKnowledge, Voids},
    style::PlayStyle,
};
use crate::{
    intensity::model::{Card, CardSet, OpenPosition, SEATS, Trick},
    play::{Meter, SearchStop, Seat},
};

/// A deal that simulated players play out, knowing their hands, the played cards and the voids.
#[derive(Clone, Copy, Debug)]
pub struct Playout {
    /// The position.
    pub position: OpenPosition,
    /// The voids that the played cards have shown.
    pub voids: Voids,
    /// The style of each seat.
    pub styles: [PlayStyle; SEATS],
}

impl Playout {
    /// Creates a playout before the first round.
    pub fn start(hands: [CardSet; SEATS]) -> Self {
        Self {
            position: OpenPosition::start(hands),
            voids: Voids::default(),
            styles: [PlayStyle::Counter; SEATS],
        }
    }

    /// Plays a card and returns the trick if that completes it.
    pub fn play(&mut self, card: Card) -> Option<Trick> {
        if let Some(seat) = self.position.to_move() {
            self.voids.record(seat, &self.position.trick, card);
        }
        self.position.play(card)
    }

    /// Plays until all penalty points are taken. Returns the points of each seat. Each card counts
    /// as a node.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the budget ends or the search is cancelled first.
    pub fn finish(mut self, meter: &mut Meter) -> Result<[u32; SEATS], SearchStop> {
        while !self.is_decided()
            && let Some(card) = self.reply()
        {
            meter.tick()?;
            self.play(card);
        }
        Ok(self.position.taken)
    }

    /// Whether no round is in progress and no penalty points are left.
    pub fn is_decided(&self) -> bool {
        let position = &self.position;
        position.trick.cards().is_empty() && position.held().penalty() == 0
    }

    /// The knowledge of a seat, without the cards that it passed.
    #[inline]
    pub fn knowledge(&self, seat: Seat) -> SeatKnowledge {
        let hands = self.position.hands;
        let hand = hands[seat.index()];
        let unseen = self.position.held() - hand;
        self.voids.knowledge(seat, hand, unseen, CardSet::NONE, hands.map(CardSet::len))
    }

    /// The card that the seat to move plays in its style, or `None` if all cards are played.
    pub fn reply(&self) -> Option<Card> {
        let trick = &self.position.trick;
        let seat = self.position.to_move()?;
        let playable = self.position.playable();
        if playable.len() == 1 {
            return playable.lowest();
        }
        let knowledge = self.knowledge(seat);
        self.styles[seat.index()].card(&knowledge, trick, playable)
    }
}
