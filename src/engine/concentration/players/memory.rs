//! The `memory:K` players, which remember K cards and take the pairs among them. Their memory is
//! derived from the history, so undo and replay need no stored state.

use rand::seq::IteratorRandom;

use crate::{
    concentration::{
        Concentration,
        model::{ConcentrationObservation, PlayingCard, Spot, Turn},
    },
    play::{Player, PlayerError, Seat, ThinkContext},
};

/// The name of the player with a limited memory.
pub const MEMORY_NAME: &str = "memory";
/// The name of the player that forgets nothing.
pub const PERFECT_NAME: &str = "perfect";

/// The suffix of players that stop recording when their memory is full.
pub const FULL_SUFFIX: &str = ":full";

/// The size of a memory, and what the memory does when it is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryCapacity {
    /// The maximum number of cards.
    pub cards: usize,
    /// What the memory does with a new card when it is full.
    pub when_full: WhenFull,
}

/// What a full memory does with a new card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenFull {
    /// Forgets the card that was turned up longest ago.
    ForgetOldest,
    /// Ignores the new card, as in the appendix of the course sheet.
    StopRecording,
}

/// The memory of the player with this name, such as 5 cards for `memory:5` and 52 for `perfect`, or
/// `None` for an unknown name or a player without a memory.
pub fn memory_capacity(name: &str) -> Option<MemoryCapacity> {
    if name == PERFECT_NAME {
        return Some(MemoryCapacity {
            cards: PlayingCard::COUNT,
            when_full: WhenFull::ForgetOldest,
        });
    }
    let arg = name.strip_prefix(MEMORY_NAME)?.strip_prefix(':')?;
    let (number, when_full) = match arg.strip_suffix(FULL_SUFFIX) {
        Some(number) => (number, WhenFull::StopRecording),
        None => (arg, WhenFull::ForgetOldest),
    };
    let cards = number.parse().ok().filter(|cards| *cards <= PlayingCard::COUNT)?;
    Some(MemoryCapacity { cards, when_full })
}

/// The cards that a player remembers among those that were turned up and are not won.
///
/// The memory changes at the end of a turn. Won cards are removed. The two cards of a turn without
/// a pair are added in order. A full memory forgets its oldest card, or stops recording until cards
/// are won ([`WhenFull`]). In a memory that forgets, a card that is turned up again becomes the
/// newest. Cards that were forgotten or not recorded come back only if they are turned up again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    capacity: MemoryCapacity,
    /// The remembered cards, the oldest first.
    cards: Vec<(Spot, PlayingCard)>,
}

impl Memory {
    /// The memory of this capacity after these turns.
    pub fn new(history: &[Turn], capacity: MemoryCapacity) -> Self {
        let mut memory = Self { capacity, cards: Vec::new() };
        for &turn in history {
            memory.record(turn);
        }
        memory
    }

    fn record(&mut self, turn: Turn) {
        let is_turned = |spot| turn.cards.iter().any(|&(turned, _)| turned == spot);
        let MemoryCapacity { cards: limit, when_full } = self.capacity;
        if turn.is_pair() {
            self.cards.retain(|&(spot, _)| !is_turned(spot));
            return;
        }
        match when_full {
            WhenFull::ForgetOldest => {
                self.cards.retain(|&(spot, _)| !is_turned(spot));
                self.cards.extend(turn.cards);
                self.cards.drain(..self.cards.len().saturating_sub(limit));
            }
            WhenFull::StopRecording => {
                for (spot, card) in turn.cards {
                    if self.cards.len() < limit && self.at(spot).is_none() {
                        self.cards.push((spot, card));
                    }
                }
            }
        }
    }

    /// The remembered cards, the oldest first.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Spot, PlayingCard)> + ExactSizeIterator + '_ {
        self.cards.iter().copied()
    }

    /// The card on `spot`, if it is remembered.
    pub fn at(&self, spot: Spot) -> Option<PlayingCard> {
        self.iter().find_map(|(other, card)| (other == spot).then_some(card))
    }

    /// The oldest remembered card with the rank of `card` on another spot.
    pub fn mate(&self, spot: Spot, card: PlayingCard) -> Option<Spot> {
        self.iter().find_map(|(other_spot, other)| {
            (other_spot != spot && other.rank() == card.rank()).then_some(other_spot)
        })
    }

    /// The oldest card whose mate is remembered, with that mate.
    pub fn pair(&self) -> Option<[Spot; 2]> {
        self.iter().find_map(|(spot, card)| Some([spot, self.mate(spot, card)?]))
    }
}

/// Takes a pair if it remembers one. Otherwise it turns up an unknown card (one that is face down
/// and not remembered), then its mate if it remembers one, else another unknown card.
///
/// It needs an unknown card only if it remembers no mate. There is one then: cards are won in
/// pairs, so each card that is left has a mate on the table, which is face down and not remembered.
/// So the player never turns up two cards that it knows to differ.
#[derive(Clone, Copy, Debug)]
pub struct MemoryPlayer {
    /// The size of its memory, and what the memory does when it is full.
    pub capacity: MemoryCapacity,
}

impl Player<Concentration> for MemoryPlayer {
    fn choose(
        &mut self,
        _: Seat,
        observation: &ConcentrationObservation,
        context: &ThinkContext,
    ) -> Result<Spot, PlayerError> {
        let memory = Memory::new(&observation.history, self.capacity);
        let remembered = match observation.first {
            None => memory.pair().map(|[first, _]| first),
            Some((spot, card)) => memory.mate(spot, card),
        };
        let unknown = || {
            observation
                .face_down()
                .filter(|&spot| memory.at(spot).is_none())
                .choose(&mut context.rng())
        };
        remembered.or_else(unknown).ok_or_else(PlayerError::no_action)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::seq::IteratorRandom;

    use super::*;
    use crate::{
        concentration::model::{CardLayout, Face},
        play::{Game, random},
    };

    /// Reads comma-separated turns such as `D8@0 C2@1`, each card with the index of its spot.
    fn turns(text: &str) -> Vec<Turn> {
        let card = |text: &str| -> (Spot, PlayingCard) {
            let (card, index) = text.split_once('@').unwrap();
            (Spot::from_index(index.parse().unwrap()).unwrap(), card.parse().unwrap())
        };
        let turn = |(number, pair): (usize, &str)| {
            let (first, second) = pair.trim().split_once(' ').unwrap();
            Turn { seat: Seat::new(number % 2), cards: [card(first), card(second)] }
        };
        text.split(',').filter(|pair| !pair.is_empty()).enumerate().map(turn).collect()
    }

    /// The capacity of a memory that holds the newest cards.
    fn newest(cards: usize) -> MemoryCapacity {
        MemoryCapacity { cards, when_full: WhenFull::ForgetOldest }
    }

    /// The cards that a memory holds after this history.
    fn remembered(history: &str, capacity: MemoryCapacity) -> String {
        let memory = Memory::new(&turns(history), capacity);
        memory
            .iter()
            .map(|(spot, card)| format!("{}@{}", card.short_name(), spot.index()))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn the_newest_cards_are_remembered() {
        for (limit, history, expected) in [
            (5, "", ""),
            (5, "D8@0 C2@1", "D8@0 C2@1"),
            (0, "D8@0 C2@1", ""),
            (1, "D8@0 C2@1", "C2@1"),
            // The oldest cards are dropped.
            (3, "D8@0 C2@1, H3@2 S4@3", "C2@1 H3@2 S4@3"),
            // A card that is turned up again becomes the newest.
            (3, "D8@0 C2@1, H3@2 D8@0", "C2@1 H3@2 D8@0"),
            (4, "D8@0 C2@1, C2@1 D8@0", "C2@1 D8@0"),
            (3, "D8@0 C2@1, H3@2 D8@0, S4@3 SK@4", "D8@0 S4@3 SK@4"),
            // The cards of a pair are not remembered.
            (5, "D8@0 C2@1, H3@2 S3@3", "D8@0 C2@1"),
            (2, "D8@0 C2@1, H3@2 S3@3", "D8@0 C2@1"),
            // Cards that are won are removed; the others keep their order.
            (5, "D8@0 C2@1, H3@2 S8@3, D8@0 S8@3", "C2@1 H3@2"),
            (5, "D8@0 C2@1, H3@2 C8@3, D8@0 S8@4", "C2@1 H3@2 C8@3"),
            // Dropped cards don't come back when others are won, but there is room for new ones.
            (3, "D8@0 C2@1, H3@2 S2@3, C2@1 S2@3", "H3@2"),
            (3, "D8@0 C2@1, H3@2 S2@3, C2@1 S2@3, S4@5 SK@6", "H3@2 S4@5 SK@6"),
        ] {
            assert_eq!(remembered(history, newest(limit)), expected, "K = {limit}: {history}");
        }
    }

    #[test]
    fn a_memory_as_on_the_course_sheet_stops_recording_when_it_is_full() {
        for (limit, history, expected) in [
            (5, "", ""),
            (0, "D8@0 C2@1", ""),
            (1, "D8@0 C2@1", "D8@0"),
            // The first cards stay; later ones are not recorded.
            (3, "D8@0 C2@1, H3@2 S4@3, H5@4 S6@5", "D8@0 C2@1 H3@2"),
            // A card is recorded once and keeps its place.
            (3, "D8@0 C2@1, H3@2 D8@0", "D8@0 C2@1 H3@2"),
            (3, "D8@0 C2@1, C2@1 D8@0, H3@2 S4@3", "D8@0 C2@1 H3@2"),
            // A pair is not added.
            (3, "D8@0 C2@1, H3@2 S3@3", "D8@0 C2@1"),
            // Cards that anyone wins make room, but those that were not recorded stay unknown.
            (3, "D8@0 C2@1, H3@2 S4@3, D8@0 S8@4", "C2@1 H3@2"),
            (3, "D8@0 C2@1, H3@2 S4@3, D8@0 S8@4, H5@5 S6@6", "C2@1 H3@2 H5@5"),
            // Such a card is recorded when it is turned up again.
            (3, "D8@0 C2@1, H3@2 S4@3, D8@0 S8@4, S4@3 S6@6", "C2@1 H3@2 S4@3"),
        ] {
            let capacity = MemoryCapacity { cards: limit, when_full: WhenFull::StopRecording };
            assert_eq!(remembered(history, capacity), expected, "K = {limit}: {history}");
        }
    }

    #[test]
    fn pairs_are_found_by_rank_and_the_oldest_comes_first() {
        let memory = Memory::new(&turns("D8@0 C2@1, H3@2 S2@3, S8@4 H2@5"), newest(52));
        let spots = |pair: Option<[Spot; 2]>| pair.map(|pair| pair.map(Spot::index));
        assert_eq!(spots(memory.pair()), Some([0, 4]));
        assert_eq!(memory.at(Spot::from_index(3).unwrap()), Some("S2".parse().unwrap()));
        assert_eq!(memory.at(Spot::from_index(6).unwrap()), None);
        let mate = |card: &str, index| {
            memory.mate(Spot::from_index(index).unwrap(), card.parse().unwrap()).map(Spot::index)
        };
        assert_eq!(mate("C2", 1), Some(3));
        assert_eq!(mate("D2", 9), Some(1));
        assert_eq!((mate("H3", 2), mate("S3", 9)), (None, Some(2)));
        assert_eq!(spots(Memory::new(&turns("D8@0 C2@1, H3@2 S2@3"), newest(2)).pair()), None);
    }

    /// A memory of 52 cards holds every card that was turned up and is not won; a smaller memory
    /// that forgets holds the newest of them.
    #[test]
    fn a_memory_of_52_forgets_nothing() {
        let mut rng = random::rng(3, &[]);
        let mut game = Concentration::start(&CardLayout::shuffled(&mut rng));
        let mut turned = BTreeSet::new();
        while let Some(seat) = game.awaited().only() {
            let spot = game.observation().face_down().choose(&mut rng).unwrap();
            game.step(&[(seat, spot)]).unwrap();
            let observation = game.observation();
            if let (None, Some(turn)) = (observation.first, observation.history.last()) {
                turned.extend(turn.cards.map(|(spot, _)| spot));
                let full = Memory::new(&observation.history, newest(52));
                let held: BTreeSet<_> = full.iter().map(|(spot, _)| spot).collect();
                assert_eq!(
                    held,
                    turned
                        .iter()
                        .copied()
                        .filter(|&spot| observation.at(spot) == Face::Down)
                        .collect()
                );
                for limit in 0..10 {
                    let small = Memory::new(&observation.history, newest(limit));
                    assert!(small.iter().len() <= limit);
                    assert!(
                        small.iter().rev().zip(full.iter().rev()).all(|(one, other)| one == other)
                    );
                }
            }
        }
    }

    #[test]
    fn the_memory_is_read_from_the_name() {
        use WhenFull::{ForgetOldest, StopRecording};
        for (name, memory) in [
            ("memory:0", Some((0, ForgetOldest))),
            ("memory:5", Some((5, ForgetOldest))),
            ("memory:52", Some((52, ForgetOldest))),
            ("memory:0:full", Some((0, StopRecording))),
            ("memory:52:full", Some((52, StopRecording))),
            ("perfect", Some((52, ForgetOldest))),
            ("memory:53", None),
            ("memory:53:full", None),
            ("memory", None),
            ("memory:", None),
            ("memory:x", None),
            ("memory:full", None),
            ("memory::full", None),
            ("memory:5:full:full", None),
            ("random", None),
            ("human", None),
        ] {
            let expected = memory.map(|(cards, when_full)| MemoryCapacity { cards, when_full });
            assert_eq!(memory_capacity(name), expected, "{name}");
        }
    }
}
