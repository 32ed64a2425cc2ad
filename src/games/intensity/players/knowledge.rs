//! What a seat knows about the cards that it does not see.

use super::judge::Look;
use crate::{
    games::intensity::rules::{Card, CardSet, IntensityObservation, SEATS, Trick, left},
    play::Seat,
};

/// What follows from everything a seat has seen: for each other seat the cards that it may hold,
/// and those that it must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// Who knows.
    pub seat: Seat,
    /// Its own cards.
    pub hand: CardSet,
    /// The cards that the other seats hold.
    pub out: CardSet,
    /// What each seat may hold; the own hand for the own seat.
    pub may: [CardSet; SEATS],
    /// What each seat holds for sure.
    pub has: [CardSet; SEATS],
    /// How many cards each seat holds.
    pub counts: [usize; SEATS],
}

/// The cards of the suits that seats have not followed: everybody knows that they don't hold them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voids([CardSet; SEATS]);

impl Voids {
    /// From all cards that were played.
    pub fn of(seen: &IntensityObservation) -> Self {
        let mut voids = Self::default();
        for trick in seen.history.iter().chain([&seen.trick]) {
            for (seat, card) in trick.plays() {
                voids.learn(seat, trick, card);
            }
        }
        voids
    }

    /// What it says that `seat` plays `card` to this round.
    pub fn learn(&mut self, seat: Seat, trick: &Trick, card: Card) {
        if let Some(suit) = trick.suit().filter(|&suit| suit != card.suit()) {
            self.0[seat.index()] = self.0[seat.index()] | CardSet::of(suit);
        }
    }

    /// Which of the cards that are out each seat may hold.
    pub fn may(&self, out: CardSet) -> [CardSet; SEATS] {
        self.0.map(|void| out - void)
    }
}

impl Knowledge {
    /// What `seat` knows once the cards are passed: what it passed and to whom, who did not follow
    /// which suit, and who led a calf when nothing but calves allowed that.
    pub fn of(seat: Seat, seen: &IntensityObservation) -> Self {
        let hand = seen.hands[seat.index()].unwrap_or_default();
        let out = CardSet::ALL - hand - seen.gone() - seen.trick.set();
        let mut known = Self {
            seat,
            hand,
            out,
            may: [out; SEATS],
            has: [CardSet::NONE; SEATS],
            counts: seen.counts,
        };
        known.may[seat.index()] = hand;
        known.has[seat.index()] = hand;
        known.has[left(seat).index()] = seen.passed[seat.index()].unwrap_or_default() & out;
        let mut calves_out = false;
        for trick in seen.history.iter().chain([&seen.trick]) {
            known.learn(*trick, calves_out);
            calves_out |= !(trick.set() & CardSet::CALVES).is_empty();
        }
        known.conclude();
        known
    }

    /// Before the cards are passed: only the own hand is known.
    pub fn of_hand(seat: Seat, hand: CardSet) -> Self {
        let out = CardSet::ALL - hand;
        let mut may = [out; SEATS];
        may[seat.index()] = hand;
        let mut has = [CardSet::NONE; SEATS];
        has[seat.index()] = hand;
        Self { seat, hand, out, may, has, counts: [hand.len(); SEATS] }
    }

    /// What the cards of a round say about the hands that they came from.
    fn learn(&mut self, trick: Trick, calves_out: bool) {
        let Some(suit) = trick.suit() else { return };
        for (seat, card) in trick.plays().filter(|&(seat, _)| seat != self.seat) {
            let may = &mut self.may[seat.index()];
            if card.suit() != suit {
                *may = *may - CardSet::of(suit);
            } else if seat == trick.leader() && card.is_calf() && !calves_out {
                *may = *may & CardSet::CALVES;
            }
        }
    }

    /// Draws the conclusions: a card that one seat alone may hold is there, and a seat whose cards
    /// are all known holds no others.
    fn conclude(&mut self) {
        loop {
            let before = *self;
            for seat in (0..SEATS).filter(|&seat| seat != self.seat.index()) {
                let elsewhere = (0..SEATS).filter(|&other| other != seat);
                let certain =
                    elsewhere.clone().fold(CardSet::NONE, |all, other| all | self.has[other]);
                let possible = elsewhere.fold(CardSet::NONE, |all, other| all | self.may[other]);
                self.may[seat] = self.may[seat] - certain;
                self.has[seat] = self.has[seat] | (self.out - possible);
                if self.has[seat].len() == self.counts[seat] {
                    self.may[seat] = self.has[seat];
                } else if self.may[seat].len() == self.counts[seat] {
                    self.has[seat] = self.may[seat];
                }
            }
            if *self == before {
                return;
            }
        }
    }

    /// What is known when a card of `trick` is chosen.
    pub fn look(&self, trick: Trick) -> Look {
        let Self { seat, hand, out, may, has, counts } = *self;
        Look { seat, hand, trick, out, may, has, counts }
    }

    /// The other seats.
    pub fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.seat.index();
        (0..SEATS).filter(move |&seat| seat != own)
    }
}

#[cfg(test)]
mod tests;
