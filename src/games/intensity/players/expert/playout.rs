//! Playing a deal to its end, fast.

use std::sync::LazyLock;

use super::super::{
    judge::{Judge, Look, PASSING, PLAYING, Table},
    knowledge::Voids,
};
use crate::{
    games::intensity::rules::{Card, CardSet, Position, SEATS},
    play::{Meter, SearchStop},
};

static DANGER: LazyLock<Table> = LazyLock::new(|| Table::of(&PLAYING));
static PASS_DANGER: LazyLock<Table> = LazyLock::new(|| Table::of(&PASSING));

/// Judges cards as `counter` does, from tables.
pub fn judge() -> Judge<&'static Table> {
    Judge { weights: PLAYING, danger: &DANGER }
}

/// How dangerous hands are after passing, from tables.
pub fn pass_danger() -> &'static Table {
    &PASS_DANGER
}

/// A deal that is played with open hands, and what all have learned of who is out of a suit.
#[derive(Clone, Copy, Debug)]
pub struct Playout {
    /// Where it stands.
    pub position: Position,
    /// Who did not follow a suit.
    pub voids: Voids,
}

impl Playout {
    /// Before the first round.
    pub fn start(hands: [CardSet; SEATS]) -> Self {
        Self { position: Position::start(hands), voids: Voids::default() }
    }

    /// Plays a card.
    pub fn play(&mut self, card: Card) {
        if let Some(seat) = self.position.to_move() {
            self.voids.learn(seat, &self.position.trick, card);
        }
        self.position.play(card);
    }

    /// Plays on until all penalty points are taken; every card is counted.
    ///
    /// # Errors
    /// [`SearchStop`] when the meter says so; then the rounds are not over.
    pub fn finish(mut self, meter: &mut Meter) -> Result<[u32; SEATS], SearchStop> {
        while !self.is_decided()
            && let Some(card) = self.reply()
        {
            meter.tick()?;
            self.play(card);
        }
        Ok(self.position.taken)
    }

    /// Whether nothing is left that costs anything.
    pub fn is_decided(&self) -> bool {
        let position = &self.position;
        position.trick.cards().is_empty() && position.held().penalty() == 0
    }

    /// What the seat to move would play who counts the cards and watches who can't follow.
    pub fn reply(&self) -> Option<Card> {
        let Position { hands, trick, .. } = self.position;
        let seat = self.position.to_move()?;
        let playable = self.position.playable();
        if playable.len() == 1 {
            return playable.lowest();
        }
        let hand = hands[seat.index()];
        let out = self.position.held() - hand;
        let (may, has) = (self.voids.may(out), [CardSet::NONE; SEATS]);
        judge().cheapest(
            &Look { seat, hand, trick, out, may, has, counts: hands.map(CardSet::len) },
            playable,
        )
    }
}
