//! What a player with a memory of K cards remembers: a function of the turns so far, so undo and
//! replay need nothing kept.

use crate::games::concentration::rules::{PlayingCard, Spot, Turn};

/// The last K different cards that anybody turned up and nobody has won, as the course sheet's
/// appendix has it; but where the sheet stops recording when the memory is full, the oldest card is
/// dropped here.
///
/// It changes only when a turn is over. The two cards of a turn without a match enter in the order
/// in which they were turned, each as the newest (also if it was remembered before); then the
/// oldest leave while there are more than K. A matched pair never enters, and cards that anybody
/// wins leave; what was dropped before does not come back for that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    limit: usize,
    /// The oldest first.
    cards: Vec<(Spot, PlayingCard)>,
}

impl Memory {
    /// What is remembered after these turns by who remembers `limit` cards.
    pub fn of(history: &[Turn], limit: usize) -> Self {
        let mut memory = Self { limit, cards: Vec::with_capacity(limit.min(Spot::COUNT) + 2) };
        for &turn in history {
            memory.watch(turn);
        }
        memory
    }

    /// A turn is over.
    fn watch(&mut self, turn: Turn) {
        let is_turned = |spot| turn.cards.iter().any(|&(turned, _)| turned == spot);
        self.cards.retain(|&(spot, _)| !is_turned(spot));
        if !turn.is_pair() {
            self.cards.extend(turn.cards);
            self.cards.drain(..self.cards.len().saturating_sub(self.limit));
        }
    }

    /// What is remembered, the oldest first.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Spot, PlayingCard)> + ExactSizeIterator + '_ {
        self.cards.iter().copied()
    }

    /// The card that is remembered to lie there.
    pub fn at(&self, spot: Spot) -> Option<PlayingCard> {
        self.iter().find_map(|(known, card)| (known == spot).then_some(card))
    }

    /// Another card of the same rank than the one at `spot`: the one remembered longest.
    pub fn mate(&self, spot: Spot, card: PlayingCard) -> Option<Spot> {
        self.iter().find_map(|(known, other)| {
            (known != spot && other.rank() == card.rank()).then_some(known)
        })
    }

    /// A pair: the card remembered longest of those whose mate is remembered, too.
    pub fn pair(&self) -> Option<[Spot; 2]> {
        self.iter().find_map(|(spot, card)| Some([spot, self.mate(spot, card)?]))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::seq::IteratorRandom;

    use super::*;
    use crate::{
        games::concentration::rules::{CardLayout, Concentration, Face},
        play::{Game, Seat, random},
    };

    /// Turns such as `D8@0 1 C2@0 2`, one a line.
    fn turns(text: &str) -> Vec<Turn> {
        let card = |text: &str| -> (Spot, PlayingCard) {
            let (card, index) = text.split_once('@').unwrap();
            (Spot::at(index.parse().unwrap()).unwrap(), card.parse().unwrap())
        };
        let turn = |(number, pair): (usize, &str)| {
            let (first, second) = pair.trim().split_once(' ').unwrap();
            Turn { seat: Seat::new(number % 2), cards: [card(first), card(second)] }
        };
        text.split(',').filter(|pair| !pair.is_empty()).enumerate().map(turn).collect()
    }

    fn remembered(history: &str, limit: usize) -> String {
        let memory = Memory::of(&turns(history), limit);
        memory
            .iter()
            .map(|(spot, card)| format!("{}@{}", card.short(), spot.index()))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn the_newest_cards_are_remembered() {
        for (limit, history, wanted) in [
            (5, "", ""),
            (5, "D8@0 C2@1", "D8@0 C2@1"),
            (0, "D8@0 C2@1", ""),
            (1, "D8@0 C2@1", "C2@1"),
            // the oldest leave
            (3, "D8@0 C2@1, H3@2 S4@3", "C2@1 H3@2 S4@3"),
            // what is turned again is new again, in the order of this turn
            (3, "D8@0 C2@1, H3@2 D8@0", "C2@1 H3@2 D8@0"),
            (4, "D8@0 C2@1, C2@1 D8@0", "C2@1 D8@0"),
            (3, "D8@0 C2@1, H3@2 D8@0, S4@3 SK@4", "D8@0 S4@3 SK@4"),
            // a matched pair doesn't enter
            (5, "D8@0 C2@1, H3@2 S3@3", "D8@0 C2@1"),
            (2, "D8@0 C2@1, H3@2 S3@3", "D8@0 C2@1"),
            // cards that are won leave, the others' order stays
            (5, "D8@0 C2@1, H3@2 S8@3, D8@0 S8@3", "C2@1 H3@2"),
            (5, "D8@0 C2@1, H3@2 C8@3, D8@0 S8@4", "C2@1 H3@2 C8@3"),
            // what was dropped doesn't come back when others are won, and the place is free
            (3, "D8@0 C2@1, H3@2 S2@3, C2@1 S2@3", "H3@2"),
            (3, "D8@0 C2@1, H3@2 S2@3, C2@1 S2@3, S4@5 SK@6", "H3@2 S4@5 SK@6"),
        ] {
            assert_eq!(remembered(history, limit), wanted, "K = {limit}: {history}");
        }
    }

    #[test]
    fn a_pair_is_known_by_rank_and_the_one_remembered_longest_comes_first() {
        let memory = Memory::of(&turns("D8@0 C2@1, H3@2 S2@3, S8@4 H2@5"), 52);
        let spots = |pair: Option<[Spot; 2]>| pair.map(|pair| pair.map(Spot::index));
        assert_eq!(spots(memory.pair()), Some([0, 4]));
        assert_eq!(memory.at(Spot::at(3).unwrap()), Some("S2".parse().unwrap()));
        assert_eq!(memory.at(Spot::at(6).unwrap()), None);
        let mate = |card: &str, index| {
            memory.mate(Spot::at(index).unwrap(), card.parse().unwrap()).map(Spot::index)
        };
        assert_eq!(mate("C2", 1), Some(3));
        assert_eq!(mate("D2", 9), Some(1));
        assert_eq!((mate("H3", 2), mate("S3", 9)), (None, Some(2)));
        assert_eq!(spots(Memory::of(&turns("D8@0 C2@1, H3@2 S2@3"), 2).pair()), None);
    }

    /// A memory of 52 holds every card that was turned up and not won; a smaller one the newest of
    /// them.
    #[test]
    fn a_memory_of_52_forgets_nothing() {
        let mut rng = random::rng(3, &[]);
        let mut game = Concentration::start(&CardLayout::shuffled(&mut rng));
        let mut turned = BTreeSet::new();
        while let Some(seat) = game.awaited().only() {
            let spot = game.seen().face_down().choose(&mut rng).unwrap();
            game.step(&[(seat, spot)]).unwrap();
            let seen = game.seen();
            if let (None, Some(turn)) = (seen.first, seen.history.last()) {
                turned.extend(turn.cards.map(|(spot, _)| spot));
                let full = Memory::of(&seen.history, 52);
                let held: BTreeSet<_> = full.iter().map(|(spot, _)| spot).collect();
                assert_eq!(
                    held,
                    turned.iter().copied().filter(|&spot| seen.at(spot) == Face::Down).collect()
                );
                for limit in 0..10 {
                    let small = Memory::of(&seen.history, limit);
                    assert!(small.iter().len() <= limit);
                    assert!(
                        small.iter().rev().zip(full.iter().rev()).all(|(one, other)| one == other)
                    );
                }
            }
        }
    }
}
