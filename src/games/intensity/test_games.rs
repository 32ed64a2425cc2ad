//! Games for tests.

use fourcade_engine::{
    intensity::{
        Intensity,
        model::{CardSet, Deal, IntensityEvent, Suit},
    },
    play::Game as _,
};

/// A game after these cards, in which each seat was dealt one suit and passed its lowest cards.
pub fn game_after(cards: &str) -> Intensity {
    last_step(cards).0
}

/// Like [`game_after`], with the events of the last step.
pub fn last_step(cards: &str) -> (Intensity, Vec<IntensityEvent>) {
    let mut game = Intensity::start(&Deal::new(Suit::ALL.map(CardSet::of_suit)).unwrap());
    let passed = ["10 11 12", "20 21 22", "30 31 32", "40 41 42"].map(|text| text.parse().unwrap());
    let mut events = game.step(&game.awaited().iter().zip(passed).collect::<Vec<_>>()).unwrap();
    for card in cards.split_whitespace() {
        events = game.step(&[(game.awaited().only().unwrap(), card.parse().unwrap())]).unwrap();
    }
    (game, events)
}
