//! Games for the tests of tables.

use std::time::Duration;

use crate::{games::ArcadeGame, settings::Settings, widgets::testing};
use fourcade_engine::{
    flip::Flip,
    play::{RecordHeader, Session},
};

/// A game of Flip between these players, after these moves.
pub fn session(players: [&'static str; 2], size: u16, moves: &[&str]) -> Session<Flip> {
    session_of(players, size, moves)
}

/// A game of any kind after these moves; simultaneous choices are in the order of the seats.
pub fn session_of<G: ArcadeGame>(
    players: impl AsRef<[&'static str]>,
    size: u16,
    moves: &[&str],
) -> Session<G> {
    let setup = G::deal_seeded(size, 7).unwrap();
    let seats = players.as_ref().iter().map(ToString::to_string).collect();
    let mut session = Session::new(RecordHeader { setup, players: seats, seed: 7, clock: None });
    for action in moves {
        let seat = session.awaited().iter().next().expect("a seat to move");
        session.choose(seat, action.parse().unwrap()).expect(action);
    }
    session
}

/// The default settings without motion, with computer players that answer at once.
pub fn still() -> Settings {
    Settings { motion: testing::NO_MOTION, answer_delay: Duration::ZERO, ..Settings::default() }
}

/// All moves of a finished game of Flip on the smallest board.
pub fn whole_game() -> Vec<String> {
    let mut session = session(["first", "last"], 4, &[]);
    let mut moves = Vec::new();
    while session.outcome().is_none() {
        let cell = session.game().position().legal()[0];
        let seat = session.awaited().only().unwrap();
        session.choose(seat, cell).unwrap();
        moves.push(cell.to_string());
    }
    moves
}
