//! Games for tests.

use super::{
    Concentration,
    model::{CardLayout, PlayingCard},
};
use crate::play::{RecordHeader, Session};

/// A game of these cards, row by row, after those on these spots have been turned up.
pub fn game_of(cards: &[PlayingCard], spots: &[&str]) -> Session<Concentration> {
    let setup = CardLayout::new(cards).unwrap();
    let players = vec!["human".to_owned(); 2];
    let mut session = Session::new(RecordHeader { setup, players, seed: 1, clock: None });
    for spot in spots {
        let seat = session.awaited().only().unwrap();
        session.choose(seat, spot.parse().unwrap()).unwrap();
    }
    session
}

/// A game whose rows hold one suit each, after the cards on these spots have been turned up.
pub fn session(spots: &[&str]) -> Session<Concentration> {
    game_of(&PlayingCard::all().collect::<Vec<_>>(), spots)
}
