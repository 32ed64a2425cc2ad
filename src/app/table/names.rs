//! What those who sit at the table are called.

use super::state::TableScreen;
use crate::{
    games::{ArcadeGame, HUMAN},
    play::Seat,
};

impl<G: ArcadeGame> TableScreen<G> {
    /// What the one who sits there is called.
    pub fn name(&self, seat: Seat) -> String {
        // Who has given up keeps the name.
        let seats = &self.session.header().seats;
        let persons = seats.iter().filter(|name| *name == HUMAN).count();
        match (&seats[seat.index()], persons) {
            (name, _) if name != HUMAN => name.clone(),
            _ if !self.names[seat.index()].is_empty() => self.names[seat.index()].clone(),
            (_, 1) => "you".to_owned(),
            _ => format!("player {}", seat.index() + 1),
        }
    }

    /// Persons keep their names when they change seats, also those who changed them before the game
    /// was kept.
    pub(super) fn move_names(&mut self) {
        let seats = &self.session.header().seats;
        let moved = self.series.moved as usize % seats.len().max(1);
        let persons = seats.iter().zip(&self.names).filter(|(seat, _)| *seat == HUMAN);
        let persons: Vec<String> = persons.map(|(_, name)| name.clone()).collect();
        let mut at_first = seats.clone();
        at_first.rotate_left(moved);
        self.names = names_of(&at_first, &persons);
        self.names.rotate_right(moved);
    }

    /// The seat's name, and that of the person who sits there if there is one.
    pub fn full_name(&self, seat: Seat) -> String {
        let (place, name) = (G::SEAT_NAMES[seat.index()], &self.names[seat.index()]);
        if name.is_empty() { place.to_owned() } else { format!("{place} {name}") }
    }
}

/// What the persons on these seats are called: the first of them has the first name.
pub(super) fn names_of(seats: &[String], names: &[String]) -> Vec<String> {
    let mut names = names.iter();
    let mut name = |seat: &String| {
        (seat == HUMAN).then(|| names.next()).flatten().cloned().unwrap_or_default()
    };
    seats.iter().map(&mut name).collect()
}
